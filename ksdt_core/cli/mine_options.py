"""What commands ask for besides tables, mining and preparation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from ksdt_core.cli.from_fields import Given
from ksdt_core.errors import InvalidParameterError, Remedy
from ksdt_core.mining.parameters import PUBLISHED
from ksdt_core.options import Option, check_fields, options_of

EXACT = "exact"
"""In place of a pool: all weights, by the cells of the weight triangle."""
BestBy = Literal["sdtsq", "cv"]  # as in `ksdt_core.mining.sweeps`, which a command that only helps does not load

PRESETS: Mapping[str, Mapping[str, Any]] = {"published": {**PUBLISHED, "balance": True}}


@dataclass(frozen=True, slots=True)
class Weighing:
    """Which weights are tried."""

    weights: Annotated[
        str | None,
        Option(
            "Weights",
            ("Weights of gain, similarity and difference, which sum to 1. With --method single, two weights (IG,DS)."),
            metavar="IG,DS,ATD",
            default_text="0.3,0.4,0.3",
        ),
    ] = None
    pool: Annotated[
        str | None,
        Option(
            "Weightings to compare",
            "Compare weightings and write the best set. A file has one weighting on each line. exact compares "
            "all weightings.",
            metavar="wvp1|wvp2|grid:STEP|exact|FILE",
        ),
    ] = None

    best_by: Annotated[
        BestBy,
        Option(
            "Best weighting by",
            "How the best weighting is chosen: by set quality, or by cross-validated accuracy.",
            choices={"sdtsq": "set quality (SDTSQ)", "cv": "cross-validated shared accuracy"},
        ),
    ] = "sdtsq"

    def __post_init__(self) -> None:
        check_fields(self)
        if self.best_by != "sdtsq" and self.pool is None:
            raise InvalidParameterError("needs-pool", option="best_by", remedies=(Remedy("pool", "wvp1"),))
        if self.weights is not None and self.pool is not None:
            raise InvalidParameterError("exclude-each-other", option="weights", other="pool")


@dataclass(frozen=True, slots=True)
class Preset:
    """Settings by name; options that are typed win."""

    preset: Annotated[
        str | None,
        Option(
            "Preset",
            "Settings of the publication (a fifth of the attributes, any depth, balanced). Other options override it.",
            choices={"published": "Settings of the publication"},
        ),
    ] = None

    def __post_init__(self) -> None:
        check_fields(self)

    def under(self, kind: Any, typed: Mapping[str, Any]) -> dict[str, Any]:
        """The options of a parameter type: those of the preset, and over them what was typed."""
        preset = {} if self.preset is None else PRESETS[self.preset]
        return {**{name: value for name, value in preset.items() if name in options_of(kind)}, **typed}


@dataclass(frozen=True, slots=True)
class Naming:
    """Classes, attributes and values that mean the same under two names."""

    class_map: Annotated[
        str | None,
        Option("Class map", "Rename classes in both tables, for example relapse=bad,died=bad.", metavar="OLD=NEW,…"),
    ] = None
    attribute_map: Annotated[
        str | None,
        Option(
            "Attribute map",
            ("CSV or TSV file with two columns: the name of an attribute in the left table, and in the right table."),
            metavar="FILE",
        ),
    ] = None
    value_map: Annotated[
        str | None,
        Option(
            "Value map",
            "CSV or TSV file with three columns: an attribute, its value in the left table, and the same value "
            "in the right table.",
            metavar="FILE",
        ),
    ] = None

    def maps(self) -> dict[str, Any]:
        """The three maps, read; `pair_datasets` and `replicate` take them by these names."""
        from ksdt_core.data.matching.maps import parse_class_map, read_attribute_map
        from ksdt_core.data.matching.value_map_file import read_value_map

        return {
            "class_map": parse_class_map(self.class_map),
            "attribute_map": {} if self.attribute_map is None else read_attribute_map(self.attribute_map),
            "value_map": {} if self.value_map is None else read_value_map(self.value_map),
        }


@dataclass(frozen=True, slots=True)
class Evidence:
    """How a set is tested."""

    permutations: Annotated[
        int,
        Option(
            "Permutations",
            "Number of shuffles for the p-value; 99 is common, 0 = none.",
            metavar="N",
            minimum=0,
            maximum=10_000_000,
        ),
    ] = 0
    early_stop: Annotated[
        bool,
        Option(
            "Stop shuffling early",
            (
                "Stop a null distribution after 10 shuffles have reached the set and each of its trees: p = 10 / "
                "shuffles needed."
            ),
        ),
    ] = False
    folds: Annotated[
        int,
        Option("Folds", "Number of cross-validation folds; 0 = none.", metavar="FOLDS", minimum=0, flag="--cv"),
    ] = 0
    yardsticks: Annotated[
        bool,
        Option("Standard methods", "Also run logistic regression and a random forest on the same rows and folds."),
    ] = False

    def __post_init__(self) -> None:
        check_fields(self)
        if self.folds == 1:
            raise InvalidParameterError("one-fold", option="folds")


OF_NULLS = replace(
    options_of(Evidence)["permutations"], help="Number of shuffles for each null distribution.", minimum=1
)
"""The number of shuffles where there is always a test."""


def costs_of_file(given: Given) -> dict[str, Any]:
    """The costs of a file; options that say how costs count mean nothing without it."""
    from ksdt_core.data.matching.maps import read_costs

    file, weight = given.typed.get("costs"), given.typed.get("cost_weight")
    for option in ("cost_rule", "cost_weight"):
        if file is None and option in given.typed:
            raise InvalidParameterError("needs-costs", option=option, remedies=(Remedy("costs", "FILE"),))
    if weight is not None and given.typed.get("cost_rule") != "exponential":
        raise InvalidParameterError(
            "cost-weight-unused", option="cost_weight", value=weight, remedies=(Remedy("cost_rule", "exponential"),)
        )
    return {} if file is None else {"costs": read_costs(file)}
