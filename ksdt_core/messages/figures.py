"""What errors say about figures and their files."""

from __future__ import annotations

from collections.abc import Mapping

MESSAGES: Mapping[str, str] = {
    "display-names-line": "names {file!r}, line {line}: two names are needed, the table's and the figure's.",
    "display-names-twice": (
        "names {file!r}, line {line}: {name:name} has two names for figures; remove one of the lines."
    ),
    "display-name-of-two": "two names would both be shown as {name:name} in figures; give them different names.",
    "grey-and-dark": "{print:option} is for print and {slides:option} for slides; choose one of them.",
}
