"""The evidence of a pair as text: the verdict first, then each p-value with its question, then the attributes."""

from __future__ import annotations

from collections.abc import Iterator

from ksdt_core.evidence.pair_evidence import AttributeEvidence, Evidence
from ksdt_core.evidence.verdict import (
    NewRows,
    direction_words,
    pairing_sentence,
    questions,
    split_text,
    verdict,
)
from ksdt_core.mining.cells.shares import share_text
from ksdt_core.text import WIDEST_CELL, counted, lined_up, p_text, printable, score

MOST_ROWS = 20  # of attributes that are not claimed, so that a table of genes stays readable


def verdict_lines(found: Evidence, new_rows: NewRows | None = None) -> Iterator[str]:
    """The verdict and the answer about the pairing; names are safe for a terminal."""
    yield printable(" ".join(verdict(found, new_rows)))
    yield printable(pairing_sentence(found))


def evidence_lines(found: Evidence) -> Iterator[str]:
    """All of the evidence, a line at a time."""
    yield from verdict_lines(found)
    yield ""
    pair = found.pair
    yield f"{printable(pair.left.name)} : {printable(pair.right.name)}"
    rows = " and ".join(counted(side.rows, "row", "rows") for side in (pair.left, pair.right))
    attributes = counted(pair.attributes, "shared attribute", "shared attributes")
    yield f"  {rows}, {attributes}, scale {pair.scale}, {found.permutations:,} shuffles for each null"
    for question, p, how in questions(found):
        yield printable(f"  {question} {p_text(p)} ({how})")
    yield ""
    yield from _table(found)


def _table(found: Evidence) -> Iterator[str]:
    shown = max(len(found.claimed), MOST_ROWS)
    effect = "AUC" if len(found.pair.classes) <= 2 else "V"
    left, right = printable(found.pair.left.name), printable(found.pair.right.name)
    rows = [
        [
            *("attribute", "p", "more frequent", f"split {left}", f"split {right}"),
            *(f"{effect} {left}", "95 %", f"{effect} {right}", "95 %", "effects differ"),
            *(("weightings",) if found.has_weight_shares else ()),
        ]
    ]
    rows += [_row(entry) for entry in found.attributes[:shown]]
    yield from lined_up(rows, words=(0, 2), widest=WIDEST_CELL)
    rest = len(found.attributes) - shown
    if rest > 0:
        more = counted(rest, "more attribute", "more attributes")
        yield f"{more} with the same or a larger p-value; write a .csv file for all of them"


def _row(entry: AttributeEvidence) -> list[str]:
    return [
        printable(entry.attribute),
        score(entry.p),
        printable(direction_words(entry)),
        *(split_text(split) for split in (entry.split_left, entry.split_right)),
        *(score(entry.effect_left), _interval(entry.interval_left)),
        *(score(entry.effect_right), _interval(entry.interval_right)),
        f"yes ({p_text(entry.p_difference)})" if entry.differs else "no",
        *(() if entry.weight_share is None else (share_text(entry.weight_share),)),
    ]


def _interval(interval: tuple[float, float]) -> str:
    return f"{score(interval[0])}–{score(interval[1])}"
