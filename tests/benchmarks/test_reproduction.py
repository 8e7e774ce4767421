"""The published studies again: how their tables are made, what is cross-validated, and runs that resume."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from benchmarks.reproduction.cases import CASES, Case, dna_of_three_classes
from benchmarks.reproduction.findings import DNA_WITH_SINGLE_ROWS, SPECT_WITHOUT_RAISING
from benchmarks.reproduction.stream import alarm_updates
from benchmarks.reproduction.studies import Parts, cross_validated
from benchmarks.tables import replicated, table
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.preparing.pairing import pair_datasets
from ksdt_core.learners import c45 as c45_module
from ksdt_core.learners.error_pruning import Pruner
from ksdt_core.learners.rows import learning_table
from ksdt_core.trees.walk import predicted_classes


def _case(title: str) -> Case:
    return next(case for case in CASES if case.title.startswith(title))


def _learned(values: np.ndarray, classes: np.ndarray) -> Case:
    """A case whose training and test rows are these."""
    made = Dataset("t", ("a",), values, (None,), ("n", "p"), classes.astype(np.intp))
    pair = pair_datasets(made, replace(made, name="u"))
    return replace(CASES[0], tables=lambda folder, seed: pair)


def test_cross_validation_by_hand(tmp_path):
    """With a gap between the classes nothing is wrong. Without it one row is, next to the cut when it is held out."""
    values = np.arange(200.0)[:, None]
    apart = np.where(values >= 100, values + 1000, values)
    assert cross_validated(_learned(apart, values[:, 0] >= 100), tmp_path) == (0.0, 0.0)
    rmse, spread = cross_validated(_learned(values, values[:, 0] >= 100), tmp_path)
    assert rmse == pytest.approx(np.sqrt(1 / 200))
    assert spread == pytest.approx(np.std([5, *[0] * 9], ddof=1))  # one of the 20 rows of one fold


def test_a_part_is_computed_once_and_again_for_other_settings(tmp_path):
    asked = []
    for _ in range(2):
        parts = Parts(tmp_path)
        assert parts.of("case, seed 0", {"trees": 5}, lambda: asked.append(5) or [1, 2]) == [1, 2]
    parts.of("case, seed 0", {"trees": 6}, lambda: asked.append(6))
    assert asked == [5, 6]


def test_updates_with_an_alarm_are_counted_as_the_text_counts_them():
    """A regression: the change was at update 25, counted from 1, and its alarm at 24, counted from 0."""
    assert [alarm_updates(alarms) for alarms in ((), (24,), (3, 24))] == ["none", "25", "4, 25"]


def test_replicated_rows_stay_within_the_noise_of_their_source():
    """DH14, section 5.8: rows drawn again, each cell moved by up to a share of its column's magnitude."""
    generator = np.random.default_rng(1)
    source = table("s", generator.normal(size=(20, 3)) * [1, 10, 100], generator.integers(0, 2, 20))
    found = replicated(source, 500, noise=0.1, seed=2)
    bound = 0.1 * np.abs(source.values).max(axis=0)
    near = (np.abs(found.values[:, None] - source.values[None]) <= bound).all(axis=2)
    same_class = found.classes[:, None] == source.classes[None]
    assert found.n_rows == 500
    assert (near & same_class).any(axis=1).all()
    assert np.unique(found.values, axis=0).shape[0] == 500, "no row is repeated as it is"


@pytest.mark.shared_data
def test_the_printed_shares_of_the_dna_classes_are_exchanged(shared_data):
    pair = _case("DNA").tables(shared_data, 0)
    neither = int((pair.right.classes == 0).sum())
    assert (neither, pair.right.classes.size) == (603, 1186)
    assert round(100 * (1 - neither / 1186), 2) == 49.16  # printed for the class of neither boundary


@pytest.mark.shared_data
def test_the_dna_tree_of_three_classes_has_the_printed_size(shared_data):
    nodes, n_wrong, n_rows = dna_of_three_classes(shared_data)
    assert nodes == _case("DNA").published.nodes["single"] == 131
    assert (n_wrong, n_rows) == (87, 1186)


def _single_tree(title: str, shared_data) -> tuple[int, float]:
    """Nodes of the C4.5 tree of a case, and its error in percent to two decimals."""
    pair = _case(title).tables(shared_data, 0)
    tree = c45_module.c45(learning_table(pair, source="left"))
    wrong = predicted_classes(tree, pair.right.scaled) != pair.right.classes
    return tree.n_nodes, round(100 * float(wrong.mean()), 2)


@pytest.mark.shared_data
def test_sizes_of_single_trees_under_other_rules_are_those_of_the_page(shared_data, monkeypatch):
    assert (_single_tree("SPECT", shared_data)[0], _single_tree("DNA", shared_data)[0]) == (11, 81)
    with monkeypatch.context() as patch:
        patch.setattr(Pruner, "_raised", lambda *arguments, **options: np.inf)
        assert _single_tree("SPECT", shared_data) == SPECT_WITHOUT_RAISING
    monkeypatch.setattr(c45_module, "LEAST", 1)
    assert _single_tree("DNA", shared_data) == DNA_WITH_SINGLE_ROWS


@pytest.mark.shared_data
def test_four_levels_are_two_moves_of_a_stock(shared_data):
    four = _case("Stock stream with four levels").tables(shared_data, 0)
    assert {len(values or ()) for values in four.categories} == {4}
    assert (four.left.classes.size, four.right.classes.size) == (200, 800)


@pytest.mark.shared_data
def test_in_file_order_the_last_rows_are_all_of_users(shared_data):
    pair = _case("Contraceptive method choice, in file order").tables(shared_data, 0)
    assert pair.right.classes.size == 153
    assert {pair.class_names[c] for c in pair.right.classes} == {"use"}
