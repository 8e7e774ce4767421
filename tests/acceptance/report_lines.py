"""A report as its reader sees it: lines of text with the section they stand in, and the numbers in them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

from ksdt_core.text import for_terminal

NUMBER = re.compile(r"(?<![\w.])(?P<below>< )?(?P<number>\.?\d[\d,]*(?:\.\d+)?)(?![\w])")
SMALLEST_P = 0.001  # that is written as such
LINES = ("p", "li", "h1", "h2", "h3", "figcaption", "title", "tr", "text")


@dataclass
class Line:
    """A paragraph, an item, a row of a table or a text of a drawing."""

    section: str
    heading: str
    kind: str
    words: str = ""
    cells: list[str] = field(default_factory=list)
    head: tuple[str, ...] = ()  # of the table that a row belongs to
    node: int | None = None  # of a tree that a text of its drawing belongs to
    place: int = 0  # among all lines
    before: str = ""  # the paragraph that stands before a row
    x: float = 0.0  # of a text of a drawing, from the middle of its node
    y: float = 0.0  # from the top of its node
    is_inside: bool = False  # the box of its node

    @property
    def sentences(self) -> list[str]:
        if self.kind not in ("p", "li"):
            return [self.words]
        return re.split(r"(?<=\.)\s+(?=[A-Z\d])|(?<=\?)\s+", self.words.strip())


@dataclass(frozen=True)
class Shown:
    """A number as it is printed."""

    value: float
    decimals: int
    is_bound: bool  # "< 0.001"

    def says(self, true: float) -> bool:
        """Whether rounding gives what is shown."""
        if self.is_bound:
            return self.value == true or true < self.value == SMALLEST_P
        return abs(self.value - true) <= 0.5 * 10**-self.decimals + 1e-9


def numbers(text: str) -> list[Shown]:
    found = []
    for match in NUMBER.finditer(text):
        written = match["number"].rstrip(",").replace(",", "")
        found.append(Shown(float(written), len(written.partition(".")[2]), bool(match["below"])))
    return found


class Report(HTMLParser):
    """The lines of a report in HTML."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.lines: list[Line] = []
        self._section, self._heading, self._head = "", "", ()
        self._line: Line | None = None
        self._paragraph = ""
        self._nodes: list[int | None] = []
        self._box = 0.0  # half the width of the box of the node
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "g":
            self._nodes.append(int(given["data-node"]) if "data-node" in given else self._node)
        if tag == "rect" and given.get("class") == "box":
            self._box = float(given.get("width") or 0) / 2
        if tag == "table":
            self._head = ()
        if tag in LINES or given.get("class") == "card":
            self._line = Line(self._section, self._heading, tag, head=self._head, node=self._node)
            self._line.place, self._line.before = len(self.lines), self._paragraph
            if tag == "text":
                self._line.x, self._line.y = float(given.get("x") or 0), float(given.get("y") or 0)
                self._line.is_inside = abs(self._line.x) < self._box
            self.lines.append(self._line)
        elif self._line is not None and tag in ("td", "th"):
            self._line.cells.append("")
        elif self._line is not None and tag in ("br", "b", "span", "div"):
            self.handle_data(" ")

    @property
    def _node(self) -> int | None:
        return self._nodes[-1] if self._nodes else None

    def handle_endtag(self, tag: str) -> None:
        if tag == "g":
            self._nodes.pop()
        if tag == "h2":
            self._section, self._heading = self.lines[-1].words, ""
        elif tag == "h3":
            self._heading = self.lines[-1].words
        elif tag == "thead":
            self._head = tuple(self.lines[-1].cells)
        if tag == "p":
            self._paragraph = self.lines[-1].words
        if tag in LINES:
            self._line = None

    def handle_data(self, data: str) -> None:
        if self._line is None:
            return
        data = for_terminal(data.replace("\N{NO-BREAK SPACE}", " "))
        if self._line.cells:
            self._line.cells[-1] += data
        self._line.words += f" {data}" if self._line.kind == "tr" else data
