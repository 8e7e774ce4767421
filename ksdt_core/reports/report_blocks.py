"""What a report is made of: blocks of words, tables and drawings that know nothing of the paper they will stand on.

Words are plain text, names from tables in them as they are; whoever writes a file makes them safe in its own way.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

Look = Literal["plain", "strong", "muted", "note", "code"]
TableLook = Literal["plain", "wide", "rules", "nodes", "matrix", "evidence", "paths"]


@dataclass(frozen=True, slots=True)
class Run:
    """Words of one look."""

    words: str
    look: Look = "plain"


@dataclass(frozen=True, slots=True)
class Heading:
    """The name of a part of a section."""

    kind: ClassVar[str] = "heading"
    words: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Runs of words, one after the other."""

    kind: ClassVar[str] = "paragraph"
    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Items:
    """A list of paragraphs."""

    kind: ClassVar[str] = "items"
    items: tuple[Paragraph, ...]
    is_numbered: bool = False
    is_small: bool = False


@dataclass(frozen=True, slots=True)
class Score:
    """A number between 0 and 1 of the score card."""

    title: str
    words: str
    share: float


@dataclass(frozen=True, slots=True)
class Card:
    """The scores of the set, side by side."""

    kind: ClassVar[str] = "card"
    scores: tuple[Score, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table, with lines in smaller print below its words; colours are #RRGGBB or empty."""

    words: str
    below: tuple[str, ...] = ()
    ground: str = ""
    ink: str = ""
    columns: int = 1  # that it goes across


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells; what each column holds is in the head, if there is one."""

    kind: ClassVar[str] = "table"
    rows: tuple[tuple[Cell, ...], ...]
    head: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()  # columns set to the right
    look: TableLook = "plain"
    has_names: bool = False  # the first cell of a row says what the row is


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that the doctor noticed, with its evidence."""

    kind: ClassVar[str] = "finding"
    level: Literal["error", "warning", "info"]
    blocks: tuple[Paragraph | Table, ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing as SVG, in which every name is escaped."""

    kind: ClassVar[str] = "drawing"
    svg: str
    title: str  # for readers who cannot see it
    caption: str = ""
    is_tree: bool = False  # as wide as the paper; other drawings keep their size
    is_large: bool = False  # gains from paper laid on its side


@dataclass(frozen=True, slots=True)
class Whole:
    """Blocks that belong on one page."""

    kind: ClassVar[str] = "whole"
    blocks: tuple[Heading | Paragraph | Drawing, ...]


@dataclass(frozen=True, slots=True)
class TreePart:
    """All about one tree."""

    kind: ClassVar[str] = "tree"
    number: int
    blocks: tuple[Whole | Paragraph | Table, ...]


Block = Heading | Paragraph | Items | Card | Table | Finding | Drawing | Whole | TreePart


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the report with a name."""

    key: str
    title: str
    blocks: tuple[Block, ...]
    short: str = ""  # a name where there is little room, if it is another


def paragraph(words: str, look: Look = "plain") -> Paragraph:
    """A paragraph of one look."""
    return Paragraph((Run(words, look),))


def cells(*words: str) -> tuple[Cell, ...]:
    """A row of plain cells."""
    return tuple(Cell(each) for each in words)
