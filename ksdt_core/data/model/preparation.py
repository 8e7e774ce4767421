"""What is done to two matched tables before they are mined."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Annotated, Literal

from ksdt_core.errors import InvalidParameterError
from ksdt_core.options import Option, check_fields, option_fields, options_of

Scale = Literal["none", "zscore", "rank"]
Missing = Literal["fail", "common", "class-common", "drop-rows", "drop-columns"]


@dataclass(frozen=True)
class Preparation:
    """What is done to two matched tables before they are mined, in this order."""

    missing: Annotated[
        Missing,
        Option(
            "Missing values",
            "How to treat missing values. Filling by class uses the outcome, so the scores are optimistic.",
            choices={
                "fail": "Stop if values are missing",
                "common": "Fill: median or most common",
                "class-common": "Fill by class (uses the outcome; optimistic)",
                "drop-rows": "Drop their rows",
                "drop-columns": "Drop their attributes",
            },
        ),
    ] = "fail"
    max_missing: Annotated[
        float,
        Option(
            "Maximum missing share",
            "Drop an attribute if more than this share of its values is missing in either table. 1 = no limit.",
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
            "Choose a scale if the tables use different units. Percentiles and standard deviations are computed "
            "within each table.",
            choices={
                "none": "Original units",
                "rank": "Percentiles (rank)",
                "zscore": "Standard deviations (z-score)",
            },
        ),
    ] = "none"
    numeric: Annotated[
        tuple[str, ...],
        Option(
            "Declared numeric",
            "Treat these attributes as numeric even if they look like codes (few whole numbers); * for all.",
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
            "Convert units in one table, for example chol=*38.67 or temp=*1.8+32. The table is chosen so that "
            "the values become closer; left:chol=*38.67 (or right:, both:) names it.",
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


OF_ATTRIBUTES = tuple(field.name for field in option_fields(Preparation) if field.kind == tuple[str, ...])
"""The options that name attributes: they mean nothing for other tables."""
_OF_PAIRS = options_of(Preparation)


@dataclass(frozen=True, slots=True)
class ThirdPreparation:
    """What is done to a third table alone. Scale, categories and codes are those of the trees."""

    missing: Annotated[Missing, _OF_PAIRS["missing"]] = "fail"
    max_missing: Annotated[
        float,
        replace(
            _OF_PAIRS["max_missing"],
            help="Treat an attribute as not measured if more than this share of its values is missing in the "
            "third table. 1 = no limit.",
        ),
    ] = 1.0
    convert: Annotated[
        tuple[str, ...],
        replace(
            _OF_PAIRS["convert"], help="Convert units in the third table, for example chol=*38.67 or temp=*1.8+32."
        ),
    ] = ()
    seed: Annotated[int, _OF_PAIRS["seed"]] = 0

    def __post_init__(self) -> None:
        check_fields(self)
