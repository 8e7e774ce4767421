"""Is an ensemble still the same? Bounds and real changes of its dominant function as trees come and go [K03]."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ksdt_core.errors import InvalidParameterError
from ksdt_core.fourier.domain import CellDomain, domain_of
from ksdt_core.fourier.gram import inner_products
from ksdt_core.fourier.sources import trees_of
from ksdt_core.fourier.stability_report import CALIBRATION, StabilityReport, StabilityStep
from ksdt_core.fourier.watch import Watch

Policy = Literal["oldest", "worst", "grow"]
POLICIES = ("oldest", "worst", "grow")
N_VECTORS = 3  # eigenvectors that are followed: the dominant one and those after it


def stability(
    ensemble: object,
    updates: object,
    *,
    policy: Policy = "oldest",
    errors: NDArray[np.float64] | None = None,
    limit: float | None = None,
    n_vectors: int = N_VECTORS,
    domain: CellDomain | None = None,
    progress: Callable[[int, int], None] | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> StabilityReport:
    """How each update changes the dominant eigenvector and eigenvalue of WᵀW [K03, section 5].

    An update takes the place of the `oldest` tree, of the `worst` one, or is added (`grow`). `errors` is needed for
    `worst`: entry (u, i) is the error at update u of tree i, counted through the ensemble and then the updates.
    With a `limit` the eigen-decomposition is redone only when the bound on the change since the last one exceeds it;
    the first 10 steps with a bound are always decomposed, since the scale α of the estimates is learned from them.
    The first `n_vectors` eigenvectors are followed, those after the dominant one through complementary spaces.
    The domain is that of the ensemble and every update together. `should_stop` is asked after each update; the report
    then holds the steps so far.
    """
    first, later = trees_of(ensemble), trees_of(updates)
    _check(policy, errors, limit, n_first=len(first), n_updates=len(later))
    trees = trees_of((first, later))
    gram = inner_products(trees, domain=domain or domain_of(trees))
    return stability_of(
        gram, len(first), policy=policy, errors=errors, limit=limit, n_vectors=n_vectors, progress=progress,
        should_stop=should_stop,
    )  # fmt: skip


def stability_of(
    gram: NDArray[np.float64],
    n_first: int,
    *,
    policy: Policy = "oldest",
    errors: NDArray[np.float64] | None = None,
    limit: float | None = None,
    n_vectors: int = N_VECTORS,
    progress: Callable[[int, int], None] | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> StabilityReport:
    """The same from the inner products of the first ensemble's trees and then of the updates, in their order."""
    n_updates = gram.shape[0] - n_first
    _check(policy, errors, limit, n_first=n_first, n_updates=n_updates)
    watch = Watch(gram, list(range(n_first)), limit=limit, calibration=CALIBRATION, n_vectors=n_vectors)
    steps: list[StabilityStep] = []
    for update in range(n_updates):
        place = _place(policy, watch.members, errors, update)
        steps.append(watch.step(update, place))
        if progress is not None:
            progress(update + 1, n_updates)
        if should_stop is not None and should_stop():
            break
    return StabilityReport(tuple(steps), policy=policy, n_trees=n_first, limit=limit)


def _place(policy: Policy, members: list[int], errors: NDArray[np.float64] | None, update: int) -> int | None:
    """Which place the next tree takes, None for a new one; of equally bad trees the oldest goes."""
    if policy == "grow":
        return None
    if policy == "oldest" or errors is None:
        return members.index(min(members))
    return max(range(len(members)), key=lambda place: (errors[update, members[place]], -members[place]))


def _check(
    policy: str, errors: NDArray[np.float64] | None, limit: float | None, *, n_first: int, n_updates: int
) -> None:
    if policy not in POLICIES:
        raise InvalidParameterError("not-a-choice", option="policy", value=policy, choices=POLICIES)
    for option, number in (("ensemble", n_first), ("updates", n_updates)):
        if number < 1:
            raise InvalidParameterError("not-whole", option=option, value=number, minimum=1)
    if limit is not None and not limit >= 0:
        raise InvalidParameterError("below-minimum", option="limit", value=limit, minimum=0)
    if policy == "worst":
        shape = (n_updates, n_first + n_updates)
        if errors is None or errors.shape != shape:
            raise InvalidParameterError("errors-of-another-shape", updates=shape[0], trees=shape[1])
