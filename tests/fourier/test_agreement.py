"""Agreement of trees over the domain, and coefficients as a reader takes them in."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given

from ksdt_core.fourier.agreement import agreement, disagreements, group_disagreements
from ksdt_core.fourier.coefficient_rows import coefficient_rows
from ksdt_core.fourier.domain import domain_of
from ksdt_core.fourier.gram import inner_products
from ksdt_core.fourier.transform import coefficient_bound, spectrum
from ksdt_core.fourier.tree_boxes import tree_function
from ksdt_core.fourier.truncation import cut_to_energy
from tests.fourier.trees import FEW, ensembles, tree_of


def answers_everywhere(tree, domain) -> np.ndarray:
    """What a tree answers at every point of Λ, found by visiting it."""
    cells = np.array(list(product(*(range(n) for n in domain.n_cells))), dtype=np.int32)
    values = tree_function(tree, domain).at(cells)
    return values[:, 0].astype(int) if len(tree.class_names) == 2 else values.argmax(axis=1)


@FEW
@given(ensembles())
def test_disagreement_is_the_share_of_points_that_two_trees_answer_differently(trees):
    domain = domain_of(trees)
    found = disagreements(inner_products(trees, domain=domain), len(trees[0].class_names))
    answers = [answers_everywhere(tree, domain) for tree in trees]
    plain = [[np.mean(one != other) for other in answers] for one in answers]
    assert found == pytest.approx(np.array(plain), abs=1e-9)
    assert agreement(trees[0], trees[-1], domain=domain) == pytest.approx(1 - plain[0][-1], abs=1e-9)


def test_group_means_leave_a_tree_out_of_its_own_comparison():
    differing = np.array([[0.0, 0.2, 0.6], [0.2, 0.0, 0.8], [0.6, 0.8, 0.0]])
    found = group_disagreements(differing, [np.array([0, 1]), np.array([2])])
    assert found[0].tolist() == pytest.approx([0.2, 0.7])
    assert found[1, 0] == pytest.approx(0.7)
    assert np.isnan(found[1, 1]), "one tree has no other tree to differ from"


@FEW
@given(ensembles(max_trees=1))
def test_rows_hold_every_coefficient_once_largest_first_with_what_was_kept(trees):
    whole = spectrum(trees[0])
    kept = cut_to_energy(whole, 0.6)
    for output in range(whole.n_outputs):
        rows = coefficient_rows(whole, kept, output=output, n_largest=10_000)
        magnitudes = [row.magnitude for row in rows]
        assert all(a >= b - 1e-11 for a, b in pairwise(magnitudes))
        energy = np.abs(whole.coefficients[1:, output]) ** 2
        assert sum(row.count for row in rows) == int((energy > 0).sum())
        assert sum(row.share for row in rows) == pytest.approx(1 if rows else 0)
        held = sum(row.share for row in rows if row.kept)
        assert held == pytest.approx(float(kept.kept()[output]) if rows else 0, abs=1e-9)


def test_rows_are_named_by_their_attributes():
    tree = tree_of(("a", 0.5, 0, ("b", 0.5, 0, 1)), attributes=("a", "b"))
    whole = spectrum(tree)
    rows = coefficient_rows(whole, cut_to_energy(whole, 0.0))
    assert {frozenset(name for name, _ in row.partition) for row in rows} == {
        frozenset("a"),
        frozenset("b"),
        frozenset("ab"),
    }
    assert all(row.magnitude == pytest.approx(0.25) and not row.kept for row in rows)


@FEW
@given(ensembles(max_trees=2))
def test_no_spectrum_outgrows_its_bound(trees):
    domain = domain_of(trees)
    for tree in trees:
        assert spectrum(tree, domain=domain).coefficients.size <= coefficient_bound(tree, domain)
