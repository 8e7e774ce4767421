"""Models made elsewhere: how long it takes to read one as a sum of trees."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.harness import Measured, cpu_seconds, in_turn, ratio
from ksdt_core.learners.imported import sum_of_trees

N_TREES, DEPTH, N_ROWS, N_COLUMNS = 1000, 6, 5000, 20


def thousand_trees(repeats: int = 5) -> Iterator[Measured]:
    """A boosted model of 1,000 trees of depth 6: read as a sum of trees, against treelite's own import of it."""
    import treelite
    from xgboost import XGBRegressor

    generator = np.random.default_rng(0)
    rows = generator.normal(size=(N_ROWS, N_COLUMNS))
    numbers = rows[:, 0] * rows[:, 1] + np.sin(rows[:, 2]) + generator.normal(0, 0.3, N_ROWS)
    model = XGBRegressor(n_estimators=N_TREES, max_depth=DEPTH, n_jobs=1, random_state=0).fit(rows, numbers)
    names = [f"x{column}" for column in range(N_COLUMNS)]
    sum_of_trees(model, attributes=names)  # libraries are loaded before anything is measured
    ours, theirs = in_turn(
        lambda: cpu_seconds(lambda: sum_of_trees(model, attributes=names)),
        lambda: cpu_seconds(lambda: treelite.frontend.from_xgboost(model.get_booster())),
        repeats=repeats,
    )
    yield ratio("1,000 trees of depth 6 read as a sum of trees", ours, theirs, limit=12, peer="treelite's import")
    yield Measured("1,000 trees of depth 6 read as a sum of trees, CPU time", ours, 2.0, "s", f"median of {repeats}")


def measurements() -> Iterator[Measured]:
    """All of them."""
    yield from thousand_trees()
