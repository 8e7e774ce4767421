"""What is done to two matched tables before they are mined."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from ksdt_core.errors import InvalidParameterError
from ksdt_core.options import Option, check_fields

Scale = Literal["none", "zscore", "rank"]
Missing = Literal["fail", "common", "class-common", "drop-rows", "drop-columns"]


@dataclass(frozen=True)
class Preparation:
    """What is done to two matched tables before they are mined, in this order."""

    missing: Annotated[
        Missing,
        Option(
            "Missing values",
            "What to do about missing values. Filling by class uses the outcome and makes the trees look better than "
            "they are.",
            choices={
                "fail": "Stop if values are missing",
                "common": "Fill: median or most common",
                "class-common": "Fill by class (uses the outcome)",
                "drop-rows": "Drop their rows",
                "drop-columns": "Drop their attributes",
            },
        ),
    ] = "fail"
    max_missing: Annotated[
        float,
        Option(
            "Maximum missing share",
            "Drop an attribute when more than this share of its cells is missing in either table. 1 keeps all.",
            metavar="SHARE",
            minimum=0,
            maximum=1,
            step=0.05,
        ),
    ] = field(default=0.2, kw_only=True)
    scale: Annotated[
        Scale,
        Option(
            "Compare values in",
            "Tables measured in different units need a scale: percentiles and standard deviations are taken within "
            "each table.",
            choices={
                "none": "Their own units",
                "rank": "Percentiles (rank)",
                "zscore": "Standard deviations (z-score)",
            },
        ),
    ] = "none"
    numeric: Annotated[
        tuple[str, ...],
        Option(
            "Declared numeric",
            "Scale these attributes although they look like codes (few whole numbers); * for all.",
            metavar="A,B",
        ),
    ] = field(default=(), kw_only=True)
    categorical: Annotated[
        tuple[str, ...],
        Option("Declared categorical", "Treat the numbers of these attributes as categories.", metavar="A,B"),
    ] = field(default=(), kw_only=True)
    convert: Annotated[
        tuple[str, ...],
        Option(
            "Conversions",
            "Change units in one table, as chol=*38.67 or temp=*1.8+32: the table whose values come closer to the "
            "other's by it. left:chol=*38.67 (or right:, both:) names the table.",
            metavar="A=*N,…",
        ),
    ] = field(default=(), kw_only=True)
    balance: Annotated[
        bool,
        Option(
            "Balance the classes",
            "Oversample until the class ratios of the two tables match.",
            has_opposite=True,
        ),
    ] = False
    seed: Annotated[int, Option("Seed", "The same seed gives the same result.", metavar="N", minimum=0)] = 0

    def __post_init__(self) -> None:
        check_fields(self)
        for name in self.numeric:
            if name in self.categorical:
                raise InvalidParameterError("two-kinds", name=name)
