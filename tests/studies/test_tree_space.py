"""Trees of several sources in one space, ensembles in fewer trees, and trees judged on both tables."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from ksdt_core.fourier.aggregation import aggregated_tree
from ksdt_core.fourier.domain import domain_of
from ksdt_core.fourier.masses import pair_domain
from ksdt_core.fourier.projection import project
from ksdt_core.learners.ensembles import Ensemble
from ksdt_core.mining import mine, sweep
from ksdt_core.studies.ensemble_summary import aggregated_summary, ensemble_nodes, orthogonal_summary
from ksdt_core.studies.judged_tree import judged_tree, row_agreement
from ksdt_core.studies.tree_space import (
    FOREST_OF_BOTH,
    SHARED,
    TreePoint,
    forest_of,
    forest_points,
    mined_points,
    tree_space,
)
from ksdt_core.trees.columns import cells_of, on_tested_attributes
from ksdt_core.trees.tree import LEAF
from ksdt_core.trees.walk import predicted_classes
from tests.oracles import plain_orthogonal as plain
from tests.pairs_by_hand import pair_of
from tests.refusals import refused
from tests.strategies import pairs


def alike_tables(scale="none"):
    """Two tables of 80 rows that follow the same rule on the first two of five attributes."""
    random = np.random.default_rng(5)
    tables = []
    for shift in (0.0, 10.0):
        values = random.normal(size=(80, 5))
        tables.append(((values * 3 + shift).tolist(), (values[:, 0] + 0.5 * values[:, 1] > 0).astype(int).tolist()))
    return pair_of(*tables, scale=scale)


@pytest.fixture(scope="module")
def pair():
    return alike_tables("rank")


@pytest.fixture(scope="module")
def space(pair):
    swept = sweep(pair, k=3, pool="wvp2", max_depth=2)
    points = mined_points(swept.entries) + forest_points(pair, n_trees=6, max_depth=2)
    return tree_space(points, pair=pair)


@settings(max_examples=25)
@given(pairs())
def test_judged_mined_tree_is_the_tree_as_mined(pair):
    for shared in mine(pair, k=2, max_depth=3).trees:
        again = judged_tree(shared.tree, pair)
        assert np.array_equal(again.cdv_left, shared.cdv_left)
        assert np.array_equal(again.cdv_right, shared.cdv_right)
        assert np.array_equal(again.threshold_left, shared.threshold_left, equal_nan=True)
        assert np.array_equal(again.threshold_right, shared.threshold_right, equal_nan=True)
        assert again.sdtq == pytest.approx(shared.sdtq)


def test_forests_do_not_look_at_excluded_attributes(pair):
    """An identifier that was excluded on Data filled the forests of Ensemble space."""

    def used(points: list[TreePoint]) -> set[str]:
        trees = [point.tree for point in points]
        return {tree.attributes[column] for tree in trees for column in tree.attribute if column != LEAF}

    first, *others = sorted(used(forest_points(pair, n_trees=9, max_depth=3)))
    assert others
    grown = forest_points(pair, n_trees=9, max_depth=3, exclude=(first,))
    assert used(grown)
    assert first not in used(grown)
    assert all(point.tree.attributes == pair.attributes for point in grown)


def test_tree_of_another_source_is_counted_by_its_own_answers(pair):
    grown = forest_points(pair, n_trees=1, max_depth=3)[0].tree
    found = judged_tree(grown, pair)
    right = np.mean(predicted_classes(grown, pair.left.scaled) == pair.left.classes)
    assert found.accuracy_left == pytest.approx(right)
    assert found.cdv_left[0].sum() == 80
    assert row_agreement(grown, grown, pair) == (1.0, 1.0)


@pytest.mark.slow
def test_sources_share_one_domain_and_their_names_say_the_tables(space):
    assert space.sources == (SHARED, forest_of("left"), forest_of("right"), FOREST_OF_BOTH)
    assert len(set(space.sources)) == 4
    assert [space.members(source).size for source in space.sources] == [30, 6, 6, 6]
    tested = {point.root for point in space.points} - {None}
    assert tested <= {feature.name for feature in space.domain.features}


def test_points_are_those_of_the_projection_of_all_trees(space):
    plain = project([point.tree for point in space.points], 2)
    assert space.projection.points[:, :2] == pytest.approx(plain.points)
    assert space.projection.explained.sum() == pytest.approx(1)


@pytest.mark.parametrize("measure", ["uniform", "rows"])
def test_what_sets_the_shared_trees_apart_is_the_same_beside_forests(pair, measure):
    shared = mined_points(sweep(pair, k=3, pool="wvp2", max_depth=3).entries)
    alone = tree_space(shared, pair=pair, measure=measure)
    beside = tree_space(shared + forest_points(pair, n_trees=9, max_depth=3), pair=pair, measure=measure)
    assert len(beside.domain.features[0].cuts) > len(alone.domain.features[0].cuts), "forests cut elsewhere, too"
    for share in (0.5, 0.7, 0.8, 0.9, 0.95, 0.99):
        needed = alone.components_for(share)
        assert needed == alone.components_for(share, source=SHARED) == beside.components_for(share, source=SHARED)


def test_components_reach_the_share_and_no_fewer_would(space):
    needed = space.components_for(0.9)
    assert space.projection.explained[:needed].sum() >= 0.9 - 1e-9
    assert space.projection.explained[: needed - 1].sum() < 0.9
    own = space.components_for(0.9, source=SHARED)
    assert 1 <= own <= space.distinct(SHARED) <= 30


def test_trees_that_answer_alike_stand_at_one_place(space):
    places = space.places()
    assert sorted(position for members in places for position in members) == list(range(len(space.points)))
    for members in places:
        assert len({space.points[position].source for position in members}) == 1
        assert np.ptp(space.projection.points[list(members)], axis=0).max() < 1e-6


def test_disagreement_on_rows_is_that_of_the_answers(space, pair):
    first, last = space.points[0].tree, space.points[-1].tree
    plain = np.mean([
        np.mean(predicted_classes(first, side.scaled) != predicted_classes(last, side.scaled))
        for side in (pair.left, pair.right)
    ])  # fmt: skip
    assert space.differing_rows[0, -1] == pytest.approx(plain)
    on_rows = space.between(on_rows=True)
    assert on_rows[1, 2] < 0.5, "both tables follow one rule"


def test_axis_energy_is_all_there(space):
    for axis in space.axis_attributes(2, n_largest=99):
        assert 0 <= axis.mean <= 1 + 1e-9
        assert axis.mean + sum(share for _, share in axis.attributes) >= 1 - 1e-9
        assert all(0 < share <= 1 + 1e-9 for _, share in axis.attributes)


def test_space_by_rows_needs_the_tables(space, pair):
    by_rows = tree_space(space.points, pair=pair, measure="rows")
    assert by_rows.projection.gram != pytest.approx(space.projection.gram)
    with refused("row-distances-without-tables"):
        tree_space(space.points, measure="rows")
    with refused("space-of-too-few-trees", trees=1):
        tree_space(space.points[:1])


def test_space_by_rows_has_the_inner_products_of_the_row_measure(space, pair):
    """Computed for each function once, against those of all trees, one by one."""
    trees = [point.tree for point in space.points]
    domain = pair_domain(domain_of(trees), pair)
    plain = project(trees, 2, domain=domain)
    by_rows = tree_space(space.points, pair=pair, measure="rows")
    np.testing.assert_allclose(by_rows.projection.gram, plain.gram, atol=1e-9)
    np.testing.assert_allclose(by_rows.projection.explained[:2], plain.explained, atol=1e-9)
    np.testing.assert_allclose(by_rows.projection.points[:, :2], plain.points, atol=1e-6)


def test_aggregated_tree_without_a_bound_answers_as_the_ensemble_votes(pair):
    trees = [shared.tree for shared in mine(pair, k=3, max_depth=2).trees]
    whole = aggregated_summary(trees, pair)
    assert (whole.agreement_left, whole.agreement_right) == (1.0, 1.0)
    short = aggregated_summary(trees, pair, max_depth=1)
    assert short.n_nodes <= 3 < ensemble_nodes(trees)
    assert short.trees[0].n_nodes == aggregated_tree(trees, max_depth=1).n_nodes


@pytest.mark.parametrize("max_depth", [0, 2, 4])
def test_orthogonal_trees_answer_nearly_as_the_ensemble_votes_with_fewer_nodes(pair, max_depth):
    trees = [shared.tree for shared in mine(pair, k=5, max_depth=3).trees]
    found = orthogonal_summary(trees, pair, max_depth=max_depth)
    assert len(found.weights) == len(found.energies) == len(found.trees)
    assert found.n_nodes == sum(tree.n_nodes for tree in found.trees)
    if len(found.trees) > 1:
        assert found.n_nodes <= ensemble_nodes(trees)
    assert not any(plain.has_twins(tree) for tree in found.trees)
    assert min(found.agreement_left, found.agreement_right) > 0.8
    # The agreement is that of the weighted sum of the trees' answers with the votes, on each table's rows.
    votes = Ensemble(on_tested_attributes(trees), np.ones(len(trees)))
    for side, agreement in ((pair.left, found.agreement_left), (pair.right, found.agreement_right)):
        rows = cells_of(found.trees[0], side.scaled, pair.attributes)
        total = sum(w * predicted_classes(tree, rows) for tree, w in zip(found.trees, found.weights, strict=True))
        wanted = votes.predict(cells_of(votes.trees[0], side.scaled, pair.attributes))
        assert agreement == pytest.approx(np.average((total > 0.5) == (wanted == 1), weights=side.weights), abs=0.02)
