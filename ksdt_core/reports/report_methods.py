"""The methods paragraph of a report, what it cites, and the software that made it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from markdown_it import MarkdownIt
from markdown_it.token import Token

from ksdt_core.glossary import SOURCES
from ksdt_core.reports.report_blocks import Items, Paragraph, Run, Section, Whole, paragraph
from ksdt_core.reports.versions import PROGRAM, library_versions, program_version

_CITED = "\n## Cited\n"
_KEY = re.compile(r"\[([A-Z]+\d\d)\]")


def methods_sections(methods: str, *, fingerprint: str, has_space: bool) -> tuple[Section, ...]:
    """Methods, references and versions; `methods` is the Markdown of `methods_text`.

    The trees as points rest on their own publication.
    """
    texts = tuple(_paragraphs(methods.partition(_CITED)[0]))
    keys = set(_KEY.findall(" ".join(texts))) | ({"KPD06"} if has_space else set())
    program = f"{PROGRAM} developers: {PROGRAM}: Diversified Sets of Shared Decision Trees. Computer program"
    cited = [(key, source) for key, source in SOURCES.items() if key in keys]
    cited.append(("ksdt", f"{program}, version {program_version()}."))
    references = Items(tuple(paragraph(f"[{key}] {source}") for key, source in cited))
    return (
        Section("methods", "Methods", tuple(paragraph(text) for text in texts)),
        Section("references", "References", (references,)),
        Section("versions", "Versions", (_versions(fingerprint),)),
    )


def _versions(fingerprint: str) -> Whole:
    versions = {PROGRAM: program_version()} | library_versions()
    pair = Paragraph((Run("Fingerprint of the mined pair: ", "muted"), Run(fingerprint, "code")))
    return Whole((paragraph(", ".join(f"{name} {number}" for name, number in versions.items()) + "."), pair))


def _paragraphs(markdown: str) -> Iterator[str]:
    """Our own sentences, names in them escaped, as plain text without their heading: no tag, link or picture."""
    reader = MarkdownIt("commonmark", {"html": False}).disable(
        ["link", "image", "autolink", "html_inline", "html_block"]
    )
    for token in reader.parse(markdown.partition("\n")[2]):
        if token.type == "inline":
            yield "".join(map(_words, token.children or ()))


def _words(token: Token) -> str:
    return " " if token.type in ("softbreak", "hardbreak") else token.content
