"""One door to the classic learners on one table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast, get_args

import numpy as np

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.errors import InvalidDataError, InvalidParameterError, Remedy
from ksdt_core.learners.c45 import Grown, Missing, c45, c45_grown
from ksdt_core.learners.cart import cart, cart_grown
from ksdt_core.learners.id3 import id3, id3_grown
from ksdt_core.learners.methods import USUAL_CRITERION, Bins, LearningMethod
from ksdt_core.learners.random_splits import random_grown, random_tree
from ksdt_core.learners.stopping import Stopping
from ksdt_core.learners.targets import check_two_values, holds_numbers
from ksdt_core.measures.valuing import CostRule, Criterion, Valuing
from ksdt_core.trees.tree import Tree

OWN_OPTIONS: Mapping[str, frozenset[str]] = {
    "id3": frozenset({"bins", "n_bins"}),
    "c45": frozenset({"confidence", "missing"}),
    "cart": frozenset({"pruning", "seed"}),
    "random": frozenset({"seed"}),
}


def learn(
    table: Dataset,
    method: LearningMethod = "c45",
    *,
    criterion: Criterion | None = None,
    costs: Mapping[str, float] | None = None,
    cost_rule: CostRule = "squared",
    cost_weight: float = 1.0,
    purity: float = 1.0,
    max_depth: int = 0,
    min_size: int = 2,
    **options: Any,
) -> Tree:
    """A decision tree learned from one table, by `id3`, by C4.5 (`c45`), by `cart` or at random (`random`).

    By default each method uses its own criterion. A node is a leaf if one class has the share `purity` of its rows,
    at `max_depth` splits below the root (0: unlimited), or with fewer than `min_size` rows. Costs are for id3 and c45.
    Further options: `bins`, `n_bins` of id3, `confidence` and `missing` of c45, `pruning` and `seed` of cart,
    `seed` of random. Numbers are predicted by `cart_numbers`.
    """
    if method not in get_args(LearningMethod):
        raise InvalidParameterError("not-a-choice", option="method", value=method, choices=get_args(LearningMethod))
    for option in options:
        if option not in OWN_OPTIONS[method]:
            known = sorted(OWN_OPTIONS[method])
            raise InvalidParameterError("option-of-another-learner", option=option, method=method, known=known)
    if table.n_rows:
        check_two_values(table)
    if holds_numbers(table):
        n_values = int(np.unique(table.classes).size)
        raise InvalidDataError(
            "target-has-numbers", target="class", table=table.name, values=n_values, remedies=(Remedy("cut"),)
        )
    stopping = Stopping(purity, max_depth, min_size)
    if costs and method in ("cart", "random"):
        raise InvalidParameterError(
            "learner-without-costs", method=method, remedies=(Remedy("method", "id3"), Remedy("method", "c45"))
        )
    if method == "random":
        if criterion is not None:
            raise InvalidParameterError("learner-without-criterion", method=method)
        return random_tree(table, stopping=stopping, **options)
    chosen = criterion or USUAL_CRITERION[method]
    if method == "cart":
        return cart(table, criterion=chosen, stopping=stopping, **options)  # type: ignore[arg-type]  # cart checks it
    valuing = Valuing.of(chosen, costs or {}, cost_rule=cost_rule, cost_weight=cost_weight)
    learner = id3 if method == "id3" else c45
    return learner(table, valuing=valuing, stopping=stopping, **options)


def grown_tree(
    table: Dataset,
    method: LearningMethod,
    *,
    valuing: Valuing,
    stopping: Stopping,
    bins: Bins = "class-changes",
    n_bins: int = 4,
    confidence: float | None = None,
    missing: str = "common",
    seed: int = 0,
) -> Grown:
    """A tree with its rows, before and after the pruning that is part of its method: that of C4.5 alone."""
    by_class = missing == "class-common"
    if method == "c45":
        way = cast(Missing, missing if missing in get_args(Missing) else "common")
        return c45_grown(table, valuing=valuing, stopping=stopping, confidence=confidence, missing=way)
    if method == "id3":
        found = id3_grown(table, valuing=valuing, stopping=stopping, bins=bins, n_bins=n_bins, by_class=by_class)
    elif method == "cart":
        criterion: Any = valuing.criterion
        found = cart_grown(table, criterion=criterion, stopping=stopping, seed=seed, by_class=by_class)
    else:
        found = random_grown(table, stopping=stopping, seed=seed, by_class=by_class)
    return Grown(found, found)
