"""Which patterns are looked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from ksdt_core.options import Option, check_fields


@dataclass(frozen=True, slots=True)
class PatternParameters:
    """The options of `ksdt patterns` that change what is found."""

    min_support: Annotated[
        float,
        Option(
            "Minimum support",
            "Minimum share of the rows of each table that a pattern covers.",
            metavar="SHARE",
            above=0.0,
            maximum=1.0,
        ),
    ] = 0.1
    max_length: Annotated[
        int,
        Option("Maximum length", "Maximum number of conditions in a pattern.", metavar="N", minimum=1, maximum=10),
    ] = 2
    bins: Annotated[
        int,
        Option(
            "Intervals",
            "Number of intervals into which numeric attributes are cut. They have about equal numbers of rows.",
            metavar="N",
            minimum=2,
            maximum=50,
        ),
    ] = 3
    max_itemsets: Annotated[
        int,
        Option(
            "Maximum number of itemsets",
            "Stop with a message if there are more itemsets.",
            metavar="N",
            minimum=1,
            maximum=10_000_000,
        ),
    ] = 100_000

    def __post_init__(self) -> None:
        check_fields(self)
