"""What the kernel needs to know of a criterion and of costs, in numbers."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ksdt_core.measures.criteria import cost_divisor
from ksdt_core.measures.valuing import Valuing

CRITERION, COST_RULE, IS_PLAIN = 0, 1, 2  # places in SplitWorth.rules
GAIN, GAIN_RATIO, GINI = 0, 1, 2  # criteria
NO_COSTS, SQUARED, EXPONENTIAL = 0, 1, 2  # how costs are set against them

_CRITERIA = {"gain": GAIN, "gain-ratio": GAIN_RATIO, "gini": GINI}
_COST_RULES = {"squared": SQUARED, "exponential": EXPONENTIAL}


class SplitWorth(NamedTuple):
    """How the splits of the candidate columns are valued."""

    rules: NDArray[np.int64]  # the criterion, the rule for costs, and whether it is plain information gain
    terms: NDArray[np.float64]  # by a class count n: n · log2 n, or n² for the Gini reduction
    divisors: NDArray[np.float64]  # (n_columns,), what the cost of each column divides by
    fewest: NDArray[np.int64]  # (2,), rows of the left and of the right table that each child needs, at least 1
    steps: NDArray[np.int64]  # (n_rows,), what rows add to packed counts; empty where plain gain or these do not serve


def split_worth(
    valuing: Valuing,
    attributes: tuple[str, ...],
    columns: NDArray[np.int64],
    *,
    logs: NDArray[np.float64],
    fewest: tuple[int, int] = (1, 1),
    steps: NDArray[np.int64],
) -> SplitWorth:
    """How the splits of these columns are valued; `logs` is n · log2 n for each number of rows that can occur."""
    costs = valuing.costs_of(attributes)[columns]
    divisors = cost_divisor(costs, rule=valuing.cost_rule, weight=valuing.cost_weight)
    rule = _COST_RULES[valuing.cost_rule] if valuing.costs else NO_COSTS
    rules = np.array([_CRITERIA[valuing.criterion], rule, valuing.is_plain_gain], dtype=np.int64)
    terms = np.arange(logs.size, dtype=np.float64) ** 2 if valuing.criterion == "gini" else logs
    serves = valuing.is_plain_gain
    return SplitWorth(rules, terms, divisors, np.array(fewest, dtype=np.int64), steps if serves else steps[:0])
