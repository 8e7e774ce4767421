"""What a test against chance means, on pages and in reports alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ksdt_core.mining.significance import Significance

CHANCE_LEVEL = 0.05


def only_matching_fails(tested: Significance) -> bool:
    """Whether shuffled classes are beaten and only attributes matched at random are not."""
    reached = {null: summary.p for null, summary in tested.nulls if summary is not None}
    classes = max(reached["left"], reached["right"])
    return classes <= CHANCE_LEVEL < reached.get("matching", 0.0)


def too_few_to_tell(tested: Significance) -> bool:
    """Whether no shuffle did as well, and there were so few that even this shows nothing."""
    reached = round(tested.p_value * (1 + tested.permutations)) - 1
    return reached == 0 and tested.p_value > CHANCE_LEVEL


def why_no_matching(scale: str) -> str:
    """Why attributes were not matched at random."""
    return "both tables keep their units" if scale == "none" else "no two attributes can change places"
