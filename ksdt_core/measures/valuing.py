"""How splits are valued: which criterion, and what the attributes cost; checked once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, Self, get_args

from ksdt_core.data.matching.attribute_names import require_attributes
from ksdt_core.errors import InvalidParameterError
from ksdt_core.given import is_number

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Criterion = Literal["gain", "gain-ratio", "gini"]
CostRule = Literal["squared", "exponential"]
Costs = tuple[tuple[str, float], ...]
"""Attributes and what they cost, by name; an attribute that is not listed costs 1."""

LOWEST_COST, HIGHEST_COST = 0.001, 1_000_000.0


@dataclass(frozen=True, slots=True)
class Valuing:
    """A criterion, and costs that its values are set against; without costs the value is the criterion's own.

    Costs are multiples of what an attribute that is not listed costs. `cost_weight` is the w of the exponential rule.
    """

    criterion: Criterion = "gain"
    costs: Costs = ()
    cost_rule: CostRule = "squared"
    cost_weight: float = 1.0

    def __post_init__(self) -> None:
        for option, value, choices in (
            ("criterion", self.criterion, get_args(Criterion)),
            ("cost_rule", self.cost_rule, get_args(CostRule)),
        ):
            if value not in choices:
                raise InvalidParameterError("not-a-choice", option=option, value=value, choices=choices)
        if not 0 <= self.cost_weight <= 1:
            raise InvalidParameterError("out-of-range", option="cost_weight", value=self.cost_weight, low=0, high=1)
        object.__setattr__(self, "costs", checked_costs(self.costs))

    @classmethod
    def of(
        cls,
        criterion: Criterion = "gain",
        costs: Mapping[str, float] | Iterable[tuple[str, float]] = (),
        *,
        cost_rule: CostRule = "squared",
        cost_weight: float = 1.0,
    ) -> Self:
        """The same, with costs as a mapping or as pairs."""
        return cls(criterion, costs_from(costs), cost_rule, cost_weight)

    @property
    def is_plain_gain(self) -> bool:
        return self.criterion == "gain" and not self.costs

    @property
    def as_used(self) -> Self:
        """The same without what plays no part: splits valued equally have equal ones."""
        if not self.costs:
            return replace(self, cost_rule="squared", cost_weight=1.0)
        return self if self.cost_rule == "exponential" else replace(self, cost_weight=1.0)

    def costs_of(self, attributes: tuple[str, ...]) -> NDArray[np.float64]:
        """The cost of each attribute; a cost for a name that is not among them is refused."""
        import numpy as np  # late: the options of a command are read without it

        require_attributes((name for name, _ in self.costs), attributes, option="costs")
        cost_of = dict(self.costs)
        return np.array([cost_of.get(name, 1.0) for name in attributes])


def costs_from(costs: Mapping[str, float] | Iterable[tuple[str, float]]) -> Costs:
    """Costs as pairs, whether they come as a mapping or as pairs."""
    try:
        return tuple((name, cost) for name, cost in (costs.items() if isinstance(costs, Mapping) else costs))
    except (TypeError, ValueError):
        raise InvalidParameterError("costs-without-names", option="costs", value=costs) from None


def checked_costs(costs: Costs) -> Costs:
    """The costs sorted by name, each attribute once and with a number that keeps scores within reach of each other."""
    found: dict[str, float] = {}
    for name, cost in costs:
        if not is_number(cost) or not LOWEST_COST <= cost <= HIGHEST_COST:
            raise InvalidParameterError(
                "bad-cost", option="costs", attribute=name, value=cost, low=LOWEST_COST, high=HIGHEST_COST
            )
        if name in found:
            raise InvalidParameterError("cost-given-twice", option="costs", attribute=name)
        found[name] = float(cost)
    return tuple(sorted(found.items()))


PLAIN_GAIN = Valuing()
