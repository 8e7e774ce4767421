"""Sentences of the core, which name options of the command line, in words of the pages."""

from __future__ import annotations


def for_the_page(sentence: str) -> str:
    """A sentence that names options of the command line, in words of the pages."""
    for option, words in (
        ("say which is which with --class-map ", "say which is which as the same classes under other names, as "),
        ("use --missing common", "fill missing cells"),
        ("--missing", "missing cells:"),
        ("choose another column with --target", "choose another class column"),
        (" with --target", " as the class column"),
        ("raise the limit with --max-rows", "use fewer rows"),
        ("raise the limit with --max-columns", "use fewer columns"),
        ("raise the limit with --max-cell", "shorten it"),
        ("raise the limit with --max-size", "use a smaller file"),
        ("name another with --sheet", "choose another sheet"),
        (" with --sheet", ""),
        ("leave out --cut", "leave the cut empty"),
    ):
        sentence = sentence.replace(option, words)
    return sentence
