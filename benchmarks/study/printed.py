"""Figures of the old test read off the page itself, for a run that has only the parts of the pair test at hand."""

from __future__ import annotations

from dataclasses import replace

from benchmarks.study.power import EMPTY, VARIED, Cell
from benchmarks.study.power_lines import EMPTY_WORDS
from benchmarks.study.results import Found


def printed_power(page: str) -> dict[Cell, Found]:
    """How often similarity was claimed and found, by kind of pair."""
    found: dict[Cell, Found] = {}
    rows, head = _rows(page), ""
    for row in rows:
        if len(row) == 4 and row[0] in VARIED:
            head = row[0]
        for cell in EMPTY:
            if len(row) == 6 and row[:2] == [EMPTY_WORDS[cell.signal], f"{cell.noise:g}"]:
                found |= _counted(cell, row[2], row[3])
        for cell in VARIED.get(head, ()):
            if len(row) == 4 and row[0] == f"{getattr(cell, head):g}":
                found |= _counted(replace(cell), row[1], row[2])
    return found


def printed_p(page: str, heading: str) -> dict[str, tuple[float, float]]:
    """p and q by mean SDTQ of every pair under a heading."""
    below = page.partition(f"### {heading}\n")[2].partition("\n#")[0]
    return {row[0]: (float(row[5]), float(row[6])) for row in _rows(below) if ":" in row[0] and len(row) == 13}


def _rows(text: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:2] == "| "]


def _counted(cell: Cell, pairs: str, share: str) -> dict[Cell, Found]:
    if not pairs.isdigit():
        return {}
    return {cell: {"claimed": round(float(share.rstrip(" %")) / 100 * int(pairs)), "replicates": int(pairs)}}
