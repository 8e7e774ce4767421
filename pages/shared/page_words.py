"""Sentences of the core, which name options of the command line, in words of the pages."""

from __future__ import annotations

# Whole clauses first: what is left of a longer one would not be a sentence.
_WORDS = (
    ("choose --missing common, class-common, drop-rows or drop-columns", "choose on Data what is done about them"),
    ("fill them with --missing common instead of drop-columns", "fill them instead of leaving out columns"),
    ("use --missing drop-columns or remove that column", "leave out columns with missing cells"),
    ("use --missing common", "fill missing cells"),
    ("choose what --missing does about them", "choose what is done about missing cells"),
    ("say which is which with --class-map ", "say which is which as the same classes under other names, as "),
    ("merge some with --class-map", "give some of them the same name on Data"),
    ("say which is which with --class-map", "say on Data which is which"),
    ("say which is which with --attribute-map", "say on Data which is which"),
    ("--class-map renames", "the class map renames"),
    ("--class-map: ", "the class map: "),
    ("choose another column with --target", "choose another class column"),
    (" with --target", " as the class column"),
    ("raise the limit with --max-rows", "use fewer rows"),
    ("raise the limit with --max-columns", "use fewer columns"),
    ("raise the limit with --max-cell", "shorten it"),
    ("raise the limit with --max-size", "use a smaller file"),
    ("leave out --sheet, or give it for the other table alone with --left-sheet or --right-sheet", "choose none"),
    ("name another with --sheet", "choose another sheet"),
    (" with --sheet", ""),
    ("leave out --cut", "leave the cut empty"),
    ("raise --holdout or add rows", "hold out a larger share or add rows"),
)


def for_the_page(sentence: str) -> str:
    """A sentence that names options of the command line, in words of the pages."""
    for option, words in _WORDS:
        sentence = sentence.replace(option, words)
    return f"The {sentence[4:]}" if sentence.startswith("the ") else sentence  # a name that it begins with stays
