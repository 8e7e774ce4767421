"""What a scientist sets when a tree is learned from one table, checked once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from ksdt_core.errors import InvalidParameterError, Remedy
from ksdt_core.learners.methods import LARGEST_SEED, USUAL_CRITERION, Bins, LearningMethod
from ksdt_core.measures.valuing import CostRule, Costs, Criterion, Valuing
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.options import Option, check_fields, options_of

if TYPE_CHECKING:
    from ksdt_core.learners.stopping import Stopping

Prune = Literal["none", "error-based", "reduced-error", "cost-complexity", "mdl", "size-plus-errors"]
MissingWay = Literal["fractions", "common", "class-common", "drop-rows", "drop-columns", "fail"]
EQUAL_FREQUENCY = "equal-frequency"
OF_NUMBERS: tuple[Prune, ...] = ("none", "reduced-error", "cost-complexity")
_MINING = options_of(MiningParameters)


@dataclass(frozen=True, slots=True)
class LearnSettings:
    """Everything that decides which tree is learned from a table."""

    method: Annotated[
        LearningMethod,
        Option(
            "Method",
            "C4.5 includes pruning. ID3 makes a child for each value. CART makes binary splits and can predict "
            "numbers. The random learner is for comparison.",
            choices={"c45": "C4.5", "id3": "ID3", "cart": "CART", "random": "Random splits (for comparison)"},
        ),
    ] = "c45"
    regression: Annotated[
        bool, Option("Predict a number", "The target is numeric, and leaves predict its mean. Needs method cart.")
    ] = False
    discretise: Annotated[
        str,
        Option(
            "Discretise numbers",
            "With id3: cut numbers where the class changes, or into N intervals with about equal numbers of rows.",
            metavar="class-changes|equal-frequency:N",
        ),
    ] = "class-changes"
    prune: Annotated[
        Prune | None,
        Option(
            "Prune",
            "Pruning method.",
            choices={
                "none": "Do not prune",
                "error-based": "Error-based (C4.5)",
                "reduced-error": "Reduced error on held-out rows",
                "cost-complexity": "Cost-complexity",
                "mdl": "Description length in bits (MDL)",
                "size-plus-errors": "Nodes + errors",
            },
            default_text="error-based for c45, else none",
        ),
    ] = None
    holdout: Annotated[
        float,
        Option(
            "Held-out share",
            "Share of the rows that are not used for training. Error and pruning are measured on them. 0 = none.",
            metavar="SHARE",
            minimum=0,
            maximum=0.9,
            step=0.05,
        ),
    ] = 0.0
    criterion: Annotated[
        Criterion | None,
        Option(
            "Criterion",
            "Split criterion.",
            choices={"gain": "Information gain", "gain-ratio": "Gain ratio", "gini": "Gini reduction"},
            default_text="gain-ratio for c45, gain for id3, gini for cart",
        ),
    ] = None
    costs: Annotated[Costs, _MINING["costs"]] = ()
    cost_rule: Annotated[CostRule, _MINING["cost_rule"]] = "squared"
    cost_weight: Annotated[float, _MINING["cost_weight"]] = 1.0
    missing: Annotated[
        MissingWay | None,
        Option(
            "Missing values",
            "Fractions send a row down every branch with a share of its weight (C4.5). Other choices fill the "
            "value from the rows at the node (CART: from the table), drop rows or attributes, or stop.",
            choices={
                "fractions": "Fractions of rows (C4.5)",
                "common": "Most common value at the node",
                "class-common": "Most common value of the class at the node",
                "drop-rows": "Drop their rows",
                "drop-columns": "Drop their attributes",
                "fail": "Stop if values are missing",
            },
            default_text="fractions for c45, else common",
        ),
    ] = None
    max_depth: Annotated[
        int,
        Option(
            "Maximum depth",
            "Splits below the root. 0 = unlimited.",
            metavar="N",
            minimum=0,
            maximum=1_000_000,
            words={0: "unlimited"},
            widget_maximum=30,
        ),
    ] = 0
    min_size: Annotated[
        int,
        Option(
            "Minimum rows to split",
            "A node with fewer rows is a leaf.",
            metavar="ROWS",
            minimum=1,
            maximum=10**9,
            widget_maximum=10_000,
        ),
    ] = 2
    confidence: Annotated[
        float,
        Option(
            "Confidence",
            "Confidence of error-based pruning. A smaller value prunes more.",
            metavar="SHARE",
            above=0,
            below=1,
        ),
    ] = 0.25
    seed: Annotated[
        int,
        Option("Seed", "The same seed gives the same result.", metavar="N", minimum=0, maximum=LARGEST_SEED),
    ] = 0

    def __post_init__(self) -> None:
        check_fields(self)
        object.__setattr__(self, "costs", self.valuing.costs)
        bins_of(self.discretise)
        self._check_method()

    def _check_method(self) -> None:
        method, prune = self.method, self.pruning
        if self.regression and method != "cart":
            raise InvalidParameterError(
                "numbers-need-cart", option="regression", method=method, remedies=(Remedy("method", "cart"),)
            )
        if self.discretise != "class-changes" and method != "id3":
            raise InvalidParameterError(
                "discretise-without-id3", option="discretise", method=method, remedies=(Remedy("method", "id3"),)
            )
        if self.costs and method in ("cart", "random"):
            remedies = (Remedy("method", "id3"), Remedy("method", "c45"))
            raise InvalidParameterError("learner-without-costs", method=method, remedies=remedies)
        if self.criterion is not None and (method == "random" or self.regression):
            code = "learner-without-criterion" if method == "random" else "criterion-of-numbers"
            raise InvalidParameterError(code, method=method, option="criterion")
        if self.criterion == "gain-ratio" and method == "cart":
            choices = ("gini", "gain")
            raise InvalidParameterError("not-a-choice", option="criterion", value=self.criterion, choices=choices)
        if (prune == "error-based" or self.missing == "fractions") and method != "c45":
            option = "prune" if prune == "error-based" else "missing"
            value = getattr(self, option)
            raise InvalidParameterError(
                "only-of-c45", option=option, value=value, method=method, remedies=(Remedy("method", "c45"),)
            )
        if self.regression and prune not in OF_NUMBERS:
            raise InvalidParameterError(
                "pruning-of-classes", option="prune", value=prune, remedies=(Remedy("prune", "cost-complexity"),)
            )
        if prune == "reduced-error" and not self.holdout:
            raise InvalidParameterError(
                "learned-without-held-out-rows", option="prune", method=prune, remedies=(Remedy("holdout", "0.3"),)
            )

    @property
    def pruning(self) -> Prune:
        """How the tree is pruned where nothing else was asked for."""
        return self.prune or ("error-based" if self.method == "c45" else "none")

    @property
    def missing_way(self) -> MissingWay:
        """What is done about missing cells where nothing else was asked for."""
        return self.missing or ("fractions" if self.method == "c45" else "common")

    @property
    def valuing(self) -> Valuing:
        criterion = self.criterion or USUAL_CRITERION.get(self.method, "gain")
        return Valuing(criterion, self.costs, self.cost_rule, self.cost_weight)

    @property
    def stopping(self) -> Stopping:
        from ksdt_core.learners.stopping import Stopping  # late: commands read these options without numpy

        return Stopping(1.0, self.max_depth, self.min_size)


def bins_of(text: str) -> tuple[Bins, int]:
    """How numbers are cut, and into how many intervals: `class-changes`, or `equal-frequency:4`."""
    name, _, number = text.partition(":")
    if text == "class-changes":
        return "class-changes", 2
    if name == EQUAL_FREQUENCY and number.isascii() and number.isdigit() and 2 <= int(number) <= 1000:
        return "equal-frequency", int(number)
    raise InvalidParameterError("bad-discretising", option="discretise", value=text)
