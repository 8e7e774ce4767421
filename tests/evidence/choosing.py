"""A sweep whose best set is chosen by cross-validated shared accuracy, as `ksdt mine --best-by cv` does."""

from __future__ import annotations

from dataclasses import replace

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.evidence.cross_validation import cross_validated_pool
from ksdt_core.mining.sweeps import Sweep


def chosen_by_cross_validation(pair: DatasetPair, swept: Sweep, *, folds: int) -> Sweep:
    """The same sets; the first with the largest SA on held-out rows is the best."""
    vectors = [entry.settings.weights for entry in swept.entries]
    validated = cross_validated_pool(pair, swept.parameters, vectors, folds=folds)
    return replace(swept, cv_sa=tuple(each.sa for each in validated), folds=folds)
