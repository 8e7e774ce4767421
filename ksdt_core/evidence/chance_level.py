"""What a test against chance means, on pages, in reports and on the command line alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ksdt_core.evidence.set_chance import Significance

CHANCE_LEVEL = 0.05
UNSCALED = "the columns keep their own units"  # as they are or converted: why columns were not exchanged


def only_matching_fails(tested: Significance) -> bool:
    """Whether shuffled classes are beaten and only attributes matched at random are not."""
    reached = {null: summary.p for null, summary in tested.nulls if summary is not None}
    classes = max(reached["left"], reached["right"])
    return classes <= CHANCE_LEVEL < reached.get("matching", 0.0)


def too_few_to_tell(tested: Significance) -> bool:
    """Whether no shuffle did as well, and there were so few that even this shows nothing."""
    return tested.counts(tested.p_value)[0] == 0 and tested.p_value > CHANCE_LEVEL


def matching_untried(tested: Significance) -> bool:
    """Whether attributes were not matched at random, so that one null of three says nothing."""
    return dict(tested.nulls)["matching"] is None


def headline(tested: Significance) -> str:
    """The verdict in one line."""
    if only_matching_fails(tested):
        return "Each table's classes can be predicted, but trees with the columns paired at random do about as well"
    if too_few_to_tell(tested):
        return "No shuffled table did as well, but there were too few shuffles to be sure"
    if tested.p_value > CHANCE_LEVEL:
        return "Shuffled tables often do as well: these trees could be due to chance"
    if matching_untried(tested):
        return "Shuffled classes rarely do as well; pairing the columns at random was not tested"
    return "Shuffled tables rarely do as well"


def why_no_matching(scale: str) -> str:
    """Why attributes were not matched at random."""
    return UNSCALED if scale == "none" else "no two attributes can be exchanged"


def questions(tested: Significance, left: str, right: str) -> tuple[tuple[str, float], ...]:
    """Each p-value of a set with its question; nulls that were not tried have none."""
    asked = {
        "left": f"Would trees mined with the classes of {left} shuffled do as well?",
        "right": f"Would trees mined with the classes of {right} shuffled do as well?",
        "matching": "Would trees mined with the columns paired at random do as well?",
    }
    return tuple((asked[null], summary.p) for null, summary in tested.nulls if summary is not None)
