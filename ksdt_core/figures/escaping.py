"""Names from tables on their way into markup: they stay text, whatever they hold."""

from __future__ import annotations

import html
from functools import lru_cache

from ksdt_core.text import printable


@lru_cache(maxsize=8192)
def one_line(text: str) -> str:
    """A name without line ends or characters that no XML can hold."""
    if text.isascii() and text.isprintable():
        return text
    return "".join("\N{REPLACEMENT CHARACTER}" if ord(char) & 0xFFFE == 0xFFFE else char for char in printable(text))


@lru_cache(maxsize=8192)
def xml_text(text: str) -> str:
    """A name as the text of an element or the value of an attribute."""
    return html.escape(one_line(text), quote=True)


def plotly_text(text: str) -> str:
    """A name in a text of Plotly, which reads a few tags and entities."""
    return html.escape(one_line(text), quote=False)
