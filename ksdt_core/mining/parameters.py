"""What a scientist sets when mining, checked once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Literal, Self, get_args

from ksdt_core.errors import InvalidParameterError
from ksdt_core.given import is_number, names, whole
from ksdt_core.measures.valuing import CostRule, Costs, Criterion, Valuing, costs_from
from ksdt_core.mining.weights import DEFAULT_SINGLE_WEIGHTS, DEFAULT_WEIGHTS, WeightVector

Method = Literal["parallel", "sequential", "single"]
Usage = Literal["lnc", "llc"]
Aggregate = Literal["avgmin", "avg", "min"]
Traversal = Literal["depth", "breadth"]

WIDE_TABLE = 100
WIDE_FRACTION = 0.2
MIN_SIZE_SHARE = 0.02
_DEPTH = "splits (0 means no bound)"


@dataclass(frozen=True, slots=True)
class MiningParameters:
    """Everything that decides which trees are mined from a pair, but for the weights."""

    k: int = 5
    method: Method = "parallel"
    aus: Usage = "lnc"
    atd: Aggregate = "avgmin"
    ell: int = 3
    attr_fraction: float | None = None  # None: 0.2 where there are more than 100 attributes, else 1
    min_size: float | None = None  # None: 0.02 · the smaller table
    max_depth: int = 3  # 0: no bound
    traversal: Traversal = "depth"
    exclude: tuple[str, ...] = ()
    roots: tuple[str, ...] = ()
    holdout: float = 0.0
    criterion: Criterion = "gain"  # what stands for IG in the score of a split
    costs: Costs = ()  # what attributes cost; those not listed cost 1
    cost_rule: CostRule = "squared"  # used where there are costs
    cost_weight: float = 1.0  # the w of the exponential rule

    def __post_init__(self) -> None:
        self._check_choice("method", self.method, get_args(Method))
        self._check_choice("aus", self.aus, get_args(Usage))
        self._check_choice("atd", self.atd, get_args(Aggregate))
        self._check_choice("traversal", self.traversal, get_args(Traversal))
        for option, smallest, unit in (("k", 1, "trees"), ("ell", 1, "trees"), ("max_depth", 0, _DEPTH)):
            object.__setattr__(self, option, whole(option, getattr(self, option), smallest=smallest, unit=unit))
        if self.attr_fraction is not None and not (is_number(self.attr_fraction) and 0 < self.attr_fraction <= 1):
            raise InvalidParameterError(
                f"attr_fraction {self.attr_fraction!r} must lie above 0 and be at most 1, for example 0.2."
            )
        if self.min_size is not None and not (is_number(self.min_size) and self.min_size >= 0):
            raise InvalidParameterError(f"min_size {self.min_size!r} must be a number of rows, 0 or more.")
        if not (is_number(self.holdout) and 0 <= self.holdout < 1):
            raise InvalidParameterError(
                f"holdout {self.holdout!r} must be a share of the rows from 0 to below 1, for example 0.3."
            )
        object.__setattr__(self, "costs", self.valuing.costs)
        both = set(self.exclude) & set(self.roots)
        if both:
            raise InvalidParameterError(
                f"attribute {min(both)!r} stands in both exclude and roots; take it out of one."
            )
        if self.method == "single" and self.k != 1:
            object.__setattr__(self, "k", 1)

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> Self:
        """The parameters named by keyword, lists of attribute names and costs taken as they come."""
        known = {field.name for field in fields(cls)}
        for name in options:
            if name not in known:
                raise InvalidParameterError(f"option {name!r} is unknown; the options are {', '.join(sorted(known))}.")
        lists: dict[str, Any] = {name: names(name, options[name]) for name in ("exclude", "roots") if name in options}
        if "costs" in options:
            lists["costs"] = costs_from(options["costs"])
        return cls(**{**options, **lists})

    @property
    def valuing(self) -> Valuing:
        """The criterion and the costs, checked."""
        return Valuing(self.criterion, self.costs, self.cost_rule, self.cost_weight)

    @staticmethod
    def _check_choice(option: str, value: object, choices: tuple[str, ...]) -> None:
        if value not in choices:
            raise InvalidParameterError(f"{option} {value!r} is unknown; choose one of {', '.join(choices)}.")

    def fraction_of(self, n_attributes: int) -> float:
        """The share of the attributes that AttrSet keeps."""
        if self.attr_fraction is not None:
            return self.attr_fraction
        return WIDE_FRACTION if n_attributes > WIDE_TABLE else 1.0

    def min_size_of(self, n_left: int, n_right: int) -> float:
        """The number of rows below which a node is not split."""
        return MIN_SIZE_SHARE * min(n_left, n_right) if self.min_size is None else float(self.min_size)

    def weights_or_default(self, weights: WeightVector | Sequence[float] | None) -> WeightVector:
        """The weights as a vector, of two numbers for a single tree and of three for a set."""
        single = self.method == "single"
        if weights is None:
            return DEFAULT_SINGLE_WEIGHTS if single else DEFAULT_WEIGHTS
        vector = weights if isinstance(weights, WeightVector) else WeightVector.of(weights)
        if (vector.atd is None) != single:
            needed = "two weights (gain, similarity)" if single else "three weights (gain, similarity, difference)"
            raise InvalidParameterError(f"method {self.method} takes {needed}, but {len(vector.parts)} were given.")
        return vector

    def published(self) -> Self:
        """The settings of DH14's experiments; the tables are also to be balanced."""
        return replace(
            self, attr_fraction=0.2, min_size=None, max_depth=0, method="parallel", aus="lnc", atd="avgmin", ell=3
        )
