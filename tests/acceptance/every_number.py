"""A report beside what was computed again: which lines are wrong, and which nobody recomputed."""

from __future__ import annotations

from collections.abc import Iterator

from tests.acceptance import claims, claims_of_differences, claims_of_drawings, claims_of_settings
from tests.acceptance.everything_again import Again
from tests.acceptance.report_lines import Line, numbers

CLAIMS = (
    *claims.CLAIMS,
    *claims_of_differences.CLAIMS,
    *claims_of_drawings.CLAIMS,
    *claims_of_settings.CLAIMS,
)
NO_RESULTS = ("References",)  # years and volumes of publications


def complaints(again: Again) -> Iterator[str]:
    """Every sentence and row with a number that is wrong, or that no claim knows."""
    for line in again.lines:
        if line.section not in NO_RESULTS:
            yield from of_line(again, line)


def of_line(again: Again, line: Line) -> Iterator[str]:
    for sentence in line.sentences:
        if numbers(sentence):
            yield from _complaints(again, line, sentence)


def _complaints(again: Again, line: Line, sentence: str) -> Iterator[str]:
    where = f"{line.section} / {line.heading} / {line.kind}: {sentence}"
    if line.node is not None:
        recount = claims_of_drawings.node_text
    else:
        known = [claim for claim in CLAIMS if claim.is_about(line, sentence)]
        if not known:
            yield f"nobody recomputed: {where}"
            return
        recount = known[0].recount
    shown, true = numbers(sentence), list(recount(again, line, sentence))
    if recount is claims_of_settings.versions:
        return
    if len(shown) != len(true) or not all(one.says(other) for one, other in zip(shown, true, strict=True)):
        yield f"{where}\n  recomputed by {recount.__name__}: {[float(each) for each in true]}"
