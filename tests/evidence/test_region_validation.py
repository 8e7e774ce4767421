"""Cross-validation of regions agrees with that of single sets."""

from __future__ import annotations

from dataclasses import replace

import pytest

import ksdt_core as ksdt
from ksdt_core.errors import InvalidParameterError
from ksdt_core.evidence.cross_validation import validated_regions
from tests.mining.planted import planted_pair


def test_regions_are_validated_as_single_sets_are():
    pair = planted_pair(strength=1.5, n_attributes=4)
    cells = ksdt.weight_cells(pair, k=2, max_depth=2)
    found = validated_regions(pair, cells, folds=3, most=4)
    assert len(found) >= min(4, len(cells.regions))
    for each in found:
        trees = ksdt.mine(pair, k=2, max_depth=2, weights=cells.regions[each.region].weights)
        alone = ksdt.cross_validate(pair, trees, folds=3)
        assert (each.sa, each.accuracy_left, each.accuracy_right) == (
            alone.sa,
            alone.accuracy_left,
            alone.accuracy_right,
        )
    assert found == validated_regions(pair, cells, folds=3, most=4, workers=2)
    best = replace(cells, validated=found).best_by("cross_validated")
    assert best.number == found[0].region
    with pytest.raises(InvalidParameterError) as refused:
        cells.best_by("cross_validated")
    assert refused.value.code == "cells-not-validated"
