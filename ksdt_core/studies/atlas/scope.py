"""What an atlas compares besides its pairs; read by commands before anything heavy is loaded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from ksdt_core.options import Option


@dataclass(frozen=True, slots=True)
class AtlasScope:
    """Which weightings, miners and tables the sets of every pair are compared with."""

    pool: Annotated[
        str,
        Option("Weightings to compare", "Weightings to mine every pair with.", metavar="wvp1|wvp2|grid:STEP|FILE"),
    ] = "wvp2"
    compare: Annotated[
        bool,
        Option("Compare the miners", "Also mine every pair with the other two methods, sequential and single."),
    ] = False
    replicate: Annotated[
        bool,
        Option(
            "Replicate",
            "Also test the best set of every pair on every other table. q-values correct for all of these tests.",
        ),
    ] = False
