"""The attribute view: use counted node by node, distributions as pandas has them, frequencies of plain replicates."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.model.pair import DatasetPair, Preparation
from ksdt_core.data.preparing.pairing import pair_datasets, prepare
from ksdt_core.errors import InvalidDataError, InvalidParameterError
from ksdt_core.formats.csv_tables import attributes_csv
from ksdt_core.formats.json_text import document_text
from ksdt_core.mining.holdout import held_out_pair
from ksdt_core.mining.miners import mine
from ksdt_core.studies.attributes.attribute_view import attribute_view
from ksdt_core.studies.attributes.bootstrap import replicate_pair, selection_frequencies
from ksdt_core.studies.attributes.distribution import class_summaries, number_summary
from ksdt_core.studies.attributes.use import attribute_uses
from ksdt_core.trees.tree import Tree
from tests.mining.planted import planted_pair, with_seed
from tests.strategies import mining_options, prepared_pairs

PAIR = planted_pair(strength=2.0, n_rows=50, n_attributes=8)
MINED = mine(PAIR, k=3, max_depth=2)


@given(st.data())
@settings(max_examples=40, suppress_health_check=list(HealthCheck))
def test_use_is_what_the_nodes_of_the_document_say(data):
    pair = data.draw(prepared_pairs())
    try:
        mined = mine(pair, **data.draw(mining_options(pair)))
    except InvalidDataError:  # no split by the roots that were asked for
        reject()
    trees = [tree["nodes"] for tree in mined.to_document()["trees"]]
    tests = [
        (t, node["attribute"], node["level"]) for t, nodes in enumerate(trees) for node in nodes if node["attribute"]
    ]
    uses = attribute_uses(mined.trees)
    assert set(uses) == {name for _, name, _ in tests}
    for name, use in uses.items():
        own = [(t, level) for t, attribute, level in tests if attribute == name]
        assert (use.trees, use.tests) == (len({t for t, _ in own}), len(own))
        assert use.roots == sum(level == 1 for _, level in own)
        assert dict(use.levels) == pd.Series([level for _, level in own]).value_counts().to_dict()


def test_numbers_are_those_of_pandas():
    random = np.random.default_rng(5)
    cells = random.normal(100, 15, 37)
    cells[[3, 9]] = np.nan
    summary, expected = number_summary(cells), pd.Series(cells).describe()
    found = (summary.n, summary.mean, summary.sd, summary.minimum, summary.lower_quartile)
    assert found == pytest.approx(expected[["count", "mean", "std", "min", "25%"]].tolist())
    assert (summary.median, summary.upper_quartile, summary.maximum) == pytest.approx(
        expected[["50%", "75%", "max"]].tolist()
    )
    assert summary.missing == 2


def test_few_and_extreme_numbers():
    nothing = number_summary(np.array([np.nan, np.nan]))
    assert (nothing.n, nothing.missing, nothing.mean, nothing.sd, nothing.median) == (0, 2, None, None, None)
    one = number_summary(np.array([4.0]))
    assert (one.mean, one.sd, one.lower_quartile, one.maximum) == (4.0, None, 4.0, 4.0)
    huge = number_summary(np.array([1e308, 1.2e308, 1.4e308]))
    assert (huge.mean, huge.median, huge.sd) == pytest.approx((1.2e308, 1.2e308, 0.2e308))
    farthest = number_summary(np.array([-1.7e308, 1.7e308]))
    assert (farthest.mean, farthest.sd, farthest.maximum) == (0.0, None, 1.7e308)


def test_values_are_counted_by_class_and_cells_are_those_of_the_table_before_filling():
    table = Dataset(
        "t",
        ("colour", "size"),
        np.array([[0.0, 1.0], [1.0, np.nan], [1.0, 3.0], [np.nan, 5.0]]),
        (("blue", "red"), None),
        ("neg", "pos"),
        np.array([0, 0, 0, 1]),
    )
    negative, positive = class_summaries(table, 0)
    assert (negative.counts, negative.n, negative.missing) == ((("blue", 1), ("red", 2)), 3, 0)
    assert (positive.counts, positive.n, positive.missing) == ((("blue", 0), ("red", 0)), 0, 1)
    pair = pair_datasets(table, replace(table, name="u"), missing="common", max_missing=1)
    view = attribute_view(pair, mine(pair, k=1), replicates=0, every=True)
    assert view.mean_used is None
    size = next(entry for entry in view.entries if entry.name == "size")
    assert [(summary.n, summary.missing, summary.mean) for summary in size.left] == [(2, 1, 2.0), (1, 0, 5.0)]
    colour = next(entry for entry in view.entries if entry.name == "colour")
    assert colour.kind == "categorical"
    document = next(entry for entry in view.to_document()["attributes"] if entry["attribute"] == "colour")
    assert document["distribution"]["right"]["neg"] == {"n": 3, "missing": 0, "counts": {"blue": 1, "red": 2}}


@pytest.mark.parametrize("scale", ["none", "zscore", "rank"])
@pytest.mark.parametrize("balance", [False, True])
def test_a_replicate_is_a_pair_of_drawn_rows_prepared_anew(scale, balance):
    """Mining it gives what mining the drawn tables gives, row for row."""
    pair = planted_pair(strength=1.0, n_rows=30, n_attributes=4, scale=scale, balance=balance)
    replicate = replicate_pair(pair, 3)
    for drawn, domain in ((replicate.left, pair.left), (replicate.right, pair.right)):
        known = {tuple(row) for row in domain.original.tolist()}
        assert {tuple(row) for row in drawn.original.tolist()} < known  # some rows are drawn twice, others never
        assert np.unique(drawn.original, axis=0).shape[0] == drawn.n_rows
    matched = replicate.matched
    for drawn, domain in ((matched.left, pair.left), (matched.right, pair.right)):
        assert drawn.class_counts().tolist() == np.bincount(domain.classes, minlength=2).tolist()
    plain = prepare(matched, replace(pair.preparation, seed=replicate.preparation.seed))
    for drawn, whole in ((replicate.left, plain.left), (replicate.right, plain.right)):
        assert drawn.n_mined == whole.n_mined
    trees, expected = (mined_nodes(each) for each in (replicate, plain))
    assert trees == expected


def mined_nodes(pair: DatasetPair) -> list[Any]:
    """The trees without the rows that people read: a replicate counts each of its rows once, however often drawn."""
    trees = mine(pair, k=2, max_depth=3).to_document()["trees"]
    counted = ("rows_left", "rows_right")
    return [
        tree | {"nodes": [{key: node[key] for key in node if key not in counted} for node in tree["nodes"]]}
        for tree in trees
    ]


def test_frequencies_count_replicates():
    found = selection_frequencies(PAIR, MINED, replicates=12)
    sets = [
        [
            shared.tree
            for shared in mine(replicate_pair(PAIR, n), parameters=MINED.parameters, weights=(0.3, 0.4, 0.3)).trees
        ]
        for n in range(12)
    ]
    names = [[names_of(tree) for tree in trees] for trees in sets]
    for name in PAIR.attributes:
        in_trees = [sum(name in tested for tested in trees) for trees in names]
        assert found.of(name).used == sum(n > 0 for n in in_trees) / 12
        assert found.of(name).trees == pytest.approx(sum(in_trees) / 12)
        assert found.of(name).root == sum(any(tested[0] == name for tested in trees) for trees in names) / 12
    used = [{name for tested in trees for name in tested} - {None} for trees in names]
    assert found.mean_used == pytest.approx(sum(map(len, used)) / 12)


def names_of(tree: Tree) -> list[str | None]:
    """The name that each node tests; None for a leaf."""
    return [None if column < 0 else tree.attributes[column] for column in tree.attribute.tolist()]


def test_the_planted_attribute_is_always_at_a_root_and_noise_is_not():
    found = selection_frequencies(PAIR, MINED, replicates=20)
    assert found.of(PAIR.attributes[0]).root == 1.0
    assert min(found.of(name).root for name in PAIR.attributes[1:]) < 0.5
    assert found.of("no attribute") == found.of("none either")


def test_the_seed_decides_and_the_number_of_workers_does_not():
    one, two = (attribute_view(PAIR, MINED, replicates=6, workers=workers) for workers in (1, 2))
    assert document_text(one.to_document()) == document_text(two.to_document())
    other = attribute_view(with_seed(PAIR, 1), MINED, replicates=6)
    assert [entry.selection for entry in other.entries] != [entry.selection for entry in one.entries]
    steps = []
    attribute_view(PAIR, MINED, replicates=3, progress=lambda done, total: steps.append((done, total)))
    assert steps == [(1, 3), (2, 3), (3, 3)]


def test_replicates_are_drawn_from_the_rows_mined():
    mined = mine(PAIR, k=2, holdout=0.4)
    split = held_out_pair(PAIR, 0.4).pair
    same = selection_frequencies(split, mine(split, k=2), replicates=5)
    assert selection_frequencies(PAIR, mined, replicates=5).selections == same.selections
    view = attribute_view(PAIR, mined, replicates=0)
    assert view.rows == (50, 50)


def test_which_attributes_are_shown_and_in_which_order():
    used = attribute_view(PAIR, MINED, replicates=0)
    assert {entry.name for entry in used.entries} == set(attribute_uses(MINED.trees))
    assert all(entry.selection is None for entry in used.entries)
    trees = [entry.use.trees for entry in used.entries]
    assert trees == sorted(trees, reverse=True)
    every = attribute_view(PAIR, MINED, replicates=8, every=True)
    assert len(every.entries) == PAIR.n_attributes
    usual = attribute_view(PAIR, MINED, replicates=8)
    for entry in every.entries:
        assert entry.selection is not None
        shown = entry.use.trees > 0 or entry.selection.used >= 0.5
        assert shown == (entry.name in {kept.name for kept in usual.entries})


def test_the_document_and_the_table_hold_every_number():
    view = attribute_view(PAIR, MINED, replicates=4)
    document = view.to_document()
    assert (document["format"], document["replicates"], document["trees"]) == ("ksdt-attributes/1", 4, 3)
    table = pd.read_csv(pd.io.common.StringIO(attributes_csv(view)))
    assert len(table) == len(view.entries) * 4
    for entry in document["attributes"]:
        own = table[table["attribute"] == entry["attribute"]]
        assert set(own["chosen"]) == {entry["selection"]["used"]}
        for side in ("left", "right"):
            for name, summary in entry["distribution"][side].items():
                row = own[(own["table"] == side) & (own["class"] == name)].iloc[0]
                assert (row["n"], row["mean"], row["sd"]) == (summary["n"], summary["mean"], summary["sd"])


def test_a_number_of_replicates_that_cannot_be():
    for wrong in (0, -1, True, 2.5):
        with pytest.raises(InvalidParameterError, match="replicates"):
            selection_frequencies(PAIR, MINED, replicates=wrong)


def test_columns_that_missing_cells_took_away_are_not_shown():
    table = PAIR.matched.left
    values = table.values.copy()
    values[0, 0] = np.nan
    matched = replace(PAIR.matched, left=replace(table, values=values))
    pair = prepare(matched, Preparation(missing="drop-columns"))
    view = attribute_view(pair, mine(pair, k=2), replicates=3, every=True)
    assert len(view.entries) == pair.n_attributes == PAIR.n_attributes - 1
    by_name = {entry.name: entry for entry in view.entries}
    expected = class_summaries(PAIR.matched.left, 3)
    assert by_name[PAIR.attributes[3]].left == expected
