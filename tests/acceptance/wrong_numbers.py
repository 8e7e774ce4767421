"""A line of a report with wrong numbers, and whether the recount notices."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from tests.acceptance import every_number
from tests.acceptance.everything_again import Again
from tests.acceptance.report_lines import NUMBER, Line

NO_NUMBERS = (*every_number.NO_RESULTS, "Versions")


def unnoticed(again: Again, *, step: int = 1) -> tuple[int, list[str]]:
    """How many wrong lines were tried (one of `step`), and those that the recount takes for right."""
    lines = [line for line in again.lines if line.section not in NO_NUMBERS and "KSDT Explorer" not in line.words]
    wrong = [each for line in lines for each in with_a_wrong_number(line)][::step]
    return len(wrong), [f"{each.heading}: {each.words}" for each in wrong if not is_noticed(again, each)]


def exchanged(again: Again) -> Iterator[tuple[Line, Line]]:
    """Two different numbers of one node in each other's place: counts of two classes, or of two tables."""
    drawn = [line for line in again.lines if line.node is not None and line.kind == "text" and line.words.isdigit()]
    for one, other in combinations(drawn, 2):
        if (one.heading, one.node) == (other.heading, other.node) and one.words != other.words:
            yield replace(one, words=other.words), replace(other, words=one.words)


def with_a_wrong_number(line: Line) -> Iterator[Line]:
    """The line with each of its numbers changed in turn.

    A threshold may be changed without a change of rows, where other conditions exclude the same ones, and the first
    line of what hovering over a node says is its test again.
    """
    has_conditions = line.head[:1] in (("If",), ("Where",))
    for at, cell in enumerate(line.cells):
        if at == 0 and has_conditions:
            continue
        for match in NUMBER.finditer(cell):
            cells = [*line.cells[:at], f"{cell[: match.start('number')]}9{cell[match.start('number') :]}"]
            cells += line.cells[at + 1 :]
            yield replace(line, cells=cells, words="".join(f" {each}" for each in cells))
    start = len(line.words.partition("\n")[0]) if line.kind == "title" and line.node is not None else 0
    is_test = line.node is not None and line.words.startswith(("≤", "=", "in {"))
    for match in NUMBER.finditer("" if line.cells or is_test else line.words, start):
        yield replace(line, words=f"{line.words[: match.start('number')]}9{line.words[match.start('number') :]}")


def is_noticed(again: Again, line: Line) -> bool:
    try:
        return any(every_number.of_line(again, line))
    except (AssertionError, LookupError, ValueError):
        return True
