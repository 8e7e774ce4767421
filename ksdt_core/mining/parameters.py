"""What a scientist sets when mining, checked once."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Annotated, Any, Literal, Self

from ksdt_core.errors import InvalidParameterError
from ksdt_core.given import names
from ksdt_core.measures.valuing import CostRule, Costs, Criterion, Valuing, costs_from
from ksdt_core.mining.weights import DEFAULT_SINGLE_WEIGHTS, DEFAULT_WEIGHTS, WeightVector, example_weights
from ksdt_core.options import Option, check_fields

Method = Literal["parallel", "sequential", "single"]
Usage = Literal["lnc", "llc"]
Aggregate = Literal["avgmin", "avg", "min"]
Traversal = Literal["depth", "breadth"]
Choosing = Literal["fixed", "auto"]

WIDE_TABLE = 100
WIDE_FRACTION = 0.2
MIN_SIZE_SHARE = 0.02
PUBLISHED: Mapping[str, Any] = {
    "attr_fraction": 0.2,
    "min_size": None,  # 0.02 of the smaller table
    "max_depth": 0,
    "method": "parallel",
    "aus": "lnc",
    "atd": "avgmin",
    "ell": 3,
}
"""The settings of DH14's experiments; the tables are also to be balanced."""


@dataclass(frozen=True, slots=True)
class MiningParameters:
    """All settings, except the weights, that decide which trees are mined from a pair."""

    k: Annotated[
        int,
        Option("Trees, k", "Number of trees.", metavar="N", minimum=1, maximum=10_000, widget_maximum=30),
    ] = 5
    method: Annotated[
        Method,
        Option(
            "Trees grow",
            "Trees that grow in turns share the good attributes.",
            choices={
                "parallel": "in turns (parallel)",
                "sequential": "one after another (sequential)",
                "single": "a single tree",
            },
        ),
    ] = "parallel"
    aus: Annotated[
        Usage,
        Option(
            "Attribute usage (AUS)",
            "How the attribute usage of a tree is summarised.",
            choices={"lnc": "counts by mean level (LNC)", "llc": "counts at each level (LLC)"},
        ),
    ] = "lnc"
    atd: Annotated[
        Aggregate,
        Option(
            "Difference from other trees (ATD)",
            "How the differences from the other trees are combined.",
            choices={"avgmin": "mean of the closest trees", "avg": "mean of all trees", "min": "the closest tree"},
        ),
    ] = "avgmin"
    ell: Annotated[
        int,
        Option(
            "Closest trees, ell",
            "Number of closest trees that avgmin compares with.",
            metavar="N",
            minimum=1,
            maximum=1_000_000,
            widget_maximum=30,
        ),
    ] = 3
    choose: Annotated[
        Choosing,
        Option(
            "Share and depth",
            "auto chooses the share of attributes and the maximum depth by cross-validation within the training "
            "rows. Tests against chance and cross-validation repeat this choice, which takes longer.",
            choices={"fixed": "as set", "auto": "by cross-validation (auto)"},
        ),
    ] = "fixed"
    attr_fraction: Annotated[
        float | None,
        Option(
            "Share of attributes to try (AttrSet)",
            ("Splits use only this share of the attributes, those with the highest information gain in both tables."),
            metavar="SHARE",
            above=0,
            maximum=1,
            step=0.1,
            default_text=f"{WIDE_FRACTION:g} above {WIDE_TABLE} attributes, else 1",
        ),
    ] = None
    min_size: Annotated[
        float | None,
        Option(
            "Minimum rows to split",
            "A node with fewer rows of either table is not split.",
            metavar="ROWS",
            minimum=0,
            step=1,
            default_text=f"{MIN_SIZE_SHARE:g} of the smaller table",
        ),
    ] = None
    min_leaf_share: Annotated[
        float,
        Option(
            "Minimum leaf share",
            "Minimum share of each table's rows in each child of a split. 0 = one row.",
            metavar="SHARE",
            minimum=0,
            maximum=0.5,
            step=0.01,
            words={0: "one row"},
        ),
    ] = 0.0
    max_depth: Annotated[
        int,
        Option(
            "Maximum depth",
            "Splits below the root. 0 = unlimited. Deep trees overfit more easily.",
            metavar="N",
            minimum=0,
            maximum=1_000_000,
            widget_maximum=12,
            words={0: "unlimited"},
        ),
    ] = 3
    traversal: Annotated[
        Traversal,
        Option(
            "Order of nodes",
            "The order in which a tree splits its nodes.",
            choices={"depth": "depth first", "breadth": "level by level"},
        ),
    ] = "depth"
    exclude: Annotated[
        tuple[str, ...], Option("Exclude attributes", "Attributes that the trees do not use.", metavar="A,B")
    ] = ()
    roots: Annotated[
        tuple[str, ...], Option("Start trees with", "Each tree starts with one of these attributes.", metavar="A,B")
    ] = ()
    holdout: Annotated[
        float,
        Option(
            "Share of rows held out",
            "Share of the rows held out to measure accuracy.",
            metavar="SHARE",
            minimum=0,
            below=1,
            words={0: "none"},
        ),
    ] = 0.0
    criterion: Annotated[
        Criterion,
        Option(
            "Split criterion",
            "Used as the gain (IG) in the score of a split.",
            choices={"gain": "information gain", "gain-ratio": "gain ratio", "gini": "Gini reduction"},
        ),
    ] = "gain"
    costs: Annotated[
        Costs,
        Option(
            "Costs of attributes",
            (
                "CSV or TSV file with two columns: an attribute and its cost. Attributes that are not listed have a "
                "cost of 1."
            ),
            metavar="FILE",
            has_widget=False,
        ),
    ] = ()
    cost_rule: Annotated[
        CostRule,
        Option(
            "Cost rule",
            "How gain and cost are combined: gain²/cost, or (2^gain − 1)/(cost + 1)^w.",
            choices={"squared": "gain²/cost (squared)", "exponential": "(2^gain − 1)/(cost + 1)^w (exponential)"},
            only_with="costs",
            has_widget=False,
        ),
    ] = "squared"
    cost_weight: Annotated[
        float,
        Option(
            "Cost weight, w",
            "The w of the exponential cost rule.",
            metavar="W",
            minimum=0,
            maximum=1,
            only_with="costs",
            has_widget=False,
        ),
    ] = 1.0

    def __post_init__(self) -> None:
        check_fields(self)
        object.__setattr__(self, "costs", self.valuing.costs)
        both = set(self.exclude) & set(self.roots)
        if both:
            raise InvalidParameterError("excluded-root", option="exclude", other="roots", name=min(both))
        if self.method == "single" and self.k != 1:
            object.__setattr__(self, "k", 1)

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> Self:
        """The parameters named by keyword, lists of attribute names and costs taken as they come."""
        known = {field.name for field in fields(cls)}
        for name in options:
            if name not in known:
                raise InvalidParameterError("unknown-option", name=name, known=sorted(known))
        lists: dict[str, Any] = {name: names(name, options[name]) for name in ("exclude", "roots") if name in options}
        if "costs" in options:
            lists["costs"] = costs_from(options["costs"])
        return cls(**{**options, **lists})

    @property
    def valuing(self) -> Valuing:
        """The criterion and the costs, checked."""
        return Valuing(self.criterion, self.costs, self.cost_rule, self.cost_weight)

    def fraction_of(self, n_attributes: int) -> float:
        """The share of the attributes that AttrSet keeps."""
        if self.attr_fraction is not None:
            return self.attr_fraction
        return WIDE_FRACTION if n_attributes > WIDE_TABLE else 1.0

    @property
    def as_asked(self) -> Self:
        """The same without what `auto` chose: share and depth are open again."""
        if self.choose == "fixed":
            return self
        usual = MiningParameters()
        return replace(self, attr_fraction=usual.attr_fraction, max_depth=usual.max_depth)

    def min_size_of(self, n_left: int, n_right: int) -> float:
        """The number of rows below which a node is not split."""
        return MIN_SIZE_SHARE * min(n_left, n_right) if self.min_size is None else float(self.min_size)

    def fewest_in_leaf(self, n_rows: int) -> int:
        """Rows of a table of this size that each child of a split needs: ⌈share · rows − 1e-9⌉, at least 1."""
        return max(1, math.ceil(self.min_leaf_share * n_rows - 1e-9))

    def weights_or_default(self, weights: WeightVector | Sequence[float] | None) -> WeightVector:
        """The weights as a vector, of two numbers for a single tree and of three for a set."""
        single = self.method == "single"
        if weights is None:
            return DEFAULT_SINGLE_WEIGHTS if single else DEFAULT_WEIGHTS
        vector = weights if isinstance(weights, WeightVector) else WeightVector.of(weights)
        if (vector.atd is None) != single:
            raise InvalidParameterError(
                "two-weights-needed" if single else "three-weights-needed",
                option="weights",
                method=self.method,
                given=len(vector.parts),
                example=example_weights(2 if single else 3),
            )
        return vector

    def published(self) -> Self:
        """The same with the settings of DH14's experiments."""
        return replace(self, choose="fixed", **PUBLISHED)
