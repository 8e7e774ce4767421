"""Stability: bounds hold, norms come from inner products, decompositions are saved, policies choose."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ksdt_core.fourier.gram import inner_products
from ksdt_core.fourier.stability import stability, stability_of
from ksdt_core.fourier.stability_report import alarming
from tests.fourier.trees import ensembles
from tests.oracles import plain_orthogonal as plain
from tests.refusals import refused


def random_gram(seed: int, size: int, *, spread: float = 1.0) -> np.ndarray:
    """Inner products of vectors around a common one."""
    generator = np.random.default_rng(seed)
    common = generator.normal(size=12)
    vectors = common + spread * generator.normal(size=(size, 12))
    return vectors @ vectors.T / 12


def states(gram, n_first, report):
    """The matrices before and after each step, put together from scratch."""
    members = list(range(n_first))
    matrices = [gram[np.ix_(members, members)]]
    for step in report.steps:
        if step.replaced is None:
            members.append(n_first + step.update)
        else:
            members[step.replaced] = n_first + step.update
        matrices.append(gram[np.ix_(members, members)])
    return matrices


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.integers(1, 9), st.sampled_from([0.02, 0.3, 2.0]), st.sampled_from(["oldest", "grow"]))
def test_every_number_is_that_of_the_whole_matrices(seed, n_first, spread, policy):
    gram = random_gram(seed, n_first + 12, spread=spread)
    report = stability_of(gram, n_first, policy=policy)
    matrices = states(gram, n_first, report)
    for step, before, after in zip(report.steps, matrices, matrices[1:], strict=False):
        padded = np.zeros_like(after)
        padded[: len(before), : len(before)] = before
        norm = np.linalg.norm(after - padded)
        assert step.frobenius == pytest.approx(norm, rel=1e-9, abs=1e-12)
        values, vectors = np.linalg.eigh(padded)
        later_values, later_vectors = np.linalg.eigh(after)
        assert step.eigenvalue_change == pytest.approx(abs(values[-1] - later_values[-1]), abs=1e-9)
        assert step.eigenvalue_change <= step.eigenvalue_bound + 1e-9
        gap = values[-1] - (values[-2] if len(before) > 1 else 0.0)
        assert step.eigengap == pytest.approx(gap, abs=1e-9)
        turned = min(np.linalg.norm(vectors[:, -1] - s * later_vectors[:, -1]) for s in (1, -1))
        if gap > 1e-6:
            assert step.eigenvector_change == pytest.approx(turned, abs=1e-6)
        assert (step.eigenvector_bound is None) == (step.eigengap <= math.sqrt(2) * step.frobenius)
        if step.eigenvector_bound is not None:
            assert step.eigenvector_bound == pytest.approx(4 * norm / (gap - math.sqrt(2) * norm), rel=1e-6)
            assert step.eigenvector_change <= step.eigenvector_bound + 1e-9
        assert step.says_nothing == (step.eigenvector_bound is None or step.eigenvector_bound >= math.sqrt(2))
        if step.second.bound is not None:
            assert step.second.change <= step.second.bound + 1e-9


@settings(max_examples=20)
@given(st.integers(0, 10**6))
def test_later_vectors_are_those_of_the_full_decomposition(seed):
    """Second to fifth: change, bound by the complementary spaces, and the change within the bound."""
    gram = random_gram(seed, 14)
    report = stability_of(gram, 6, n_vectors=5)
    matrices = states(gram, 6, report)
    for step, before, after in zip(report.steps, matrices, matrices[1:], strict=False):
        found = [step.second, *step.later]
        assert len(found) == 4
        for number, one in enumerate(found, start=2):
            values = np.linalg.eigvalsh(before)[::-1]
            gaps = np.abs(np.diff(np.concatenate([values, np.linalg.eigvalsh(after)[::-1]])))
            if gaps.min() < 1e-6:
                continue  # an eigenvector of equal eigenvalues is not one vector
            assert one.change == pytest.approx(plain.turned(before, after, number), abs=1e-6)
            norm = np.linalg.norm(plain.deflated(before, number) - plain.deflated(after, number))
            room = values[number - 1] - values[number] - math.sqrt(2) * norm
            assert (one.bound is None) == (room <= 0)
            if one.bound is not None:
                assert one.bound == pytest.approx(4 * norm / room, rel=1e-5)
                assert one.change <= one.bound + 1e-9


@settings(max_examples=25)
@given(ensembles(max_trees=6, max_classes=3, depth=3))
def test_trees_and_their_inner_products_give_the_same(trees):
    if len(trees) < 2:
        trees = trees * 2
    report = stability(trees[:1], trees[1:])
    again = stability_of(inner_products(trees), 1)
    assert report.to_document() == again.to_document()
    json.dumps(report.to_document(), allow_nan=False)


def test_alpha_is_the_mean_over_the_first_ten_steps_with_a_bound():
    report = stability_of(random_gram(1, 45, spread=0.1), 15)
    bounded = [step for step in report.steps if step.eigenvector_bound][:10]
    assert len(bounded) == 10
    expected = np.mean([step.eigenvector_change / step.eigenvector_bound for step in bounded])
    assert report.alpha_vector == pytest.approx(expected)
    values = np.mean([step.eigenvalue_change / step.eigenvalue_bound for step in report.steps[:10]])
    assert report.alpha_value == pytest.approx(values)
    document = report.to_document()
    last = document["steps"][-1]
    assert last["eigenvector_estimate"] == pytest.approx(expected * last["eigenvector_bound"])


def test_the_same_tree_again_changes_nothing():
    gram = np.ones((8, 8))
    report = stability_of(gram, 4)
    assert all(step.frobenius == 0 and step.eigenvector_bound == 0 for step in report.steps)
    assert report.alpha_vector is None
    assert report.alpha_value is None


def test_alpha_is_not_learned_from_sums_that_were_rounded_otherwise():
    gram = random_gram(3, 30, spread=0.3)
    same = [0, 0, 0, 0, *range(1, 30)]  # the only tree is replaced by one that answers as it does, three times
    alike = gram[np.ix_(same, same)]
    rounded = alike + 1e-16 * np.random.default_rng(0).normal(size=alike.shape)
    rounded = (rounded + rounded.T) / 2
    exact, found = stability_of(alike, 1), stability_of(rounded, 1)
    assert [step.frobenius == 0 for step in found.steps[:4]] == [True, True, True, False]
    assert found.alpha_vector == pytest.approx(exact.alpha_vector, rel=1e-6)
    assert found.alpha_value == pytest.approx(exact.alpha_value, rel=1e-6)
    still = stability_of(np.full((8, 8), 0.3) + 1e-17 * np.eye(8), 4)
    assert (still.alpha_vector, still.alpha_value) == (None, None)


def test_a_limit_saves_decompositions_and_the_bounds_still_hold():
    gram = random_gram(5, 120, spread=0.4)
    every = stability_of(gram, 30)
    saving = stability_of(gram, 30, limit=1.0)
    assert every.n_saved == 0
    assert 20 < saving.n_saved < 80
    assert all(step.eigenvector_change is not None for step in saving.steps[:10])
    matrices = states(gram, 30, saving)
    for step in saving.steps:
        known, now = (np.linalg.eigh(matrices[at + 1])[1][:, -1] for at in (step.compared_with, step.update))
        turned = min(np.linalg.norm(known - sign * now) for sign in (1, -1))
        if step.eigenvector_bound is not None:
            assert turned <= step.eigenvector_bound + 1e-9
        if step.eigenvector_change is None:
            assert step.eigenvector_bound <= 1.0
    document = saving.to_document()
    assert document["decompositions"] == {"done": 90 - saving.n_saved, "saved": saving.n_saved}


def test_the_oldest_goes_in_turn_and_the_worst_by_its_errors():
    gram = random_gram(2, 9)
    assert [step.replaced for step in stability_of(gram, 3).steps] == [0, 1, 2, 0, 1, 2]
    errors = np.zeros((6, 9))
    errors[0, 1] = errors[1, 3] = 0.9  # tree 3 is the first update and stands where tree 1 was
    assert [step.replaced for step in stability_of(gram, 3, policy="worst", errors=errors).steps][:3] == [1, 1, 0]
    grown = stability_of(gram, 3, policy="grow")
    assert [step.replaced for step in grown.steps] == [None] * 6


def test_alarms_are_steps_beyond_the_usual():
    generator = np.random.default_rng(0)
    usual = (1 + 0.1 * generator.random(40)).tolist()
    assert alarming(usual) == ()
    assert alarming([*usual[:20], 3.0, *usual[20:]]) == ()  # one odd tree
    assert alarming([*usual[:20], 3.0, 4.0, 3.5, *usual[20:], 2.5, 2.5]) == (20, 43)
    assert alarming([*usual[:20], 3.0]) == ()
    assert alarming([9.0] * 5) == ()


@pytest.mark.parametrize(
    ("options", "code", "facts"),
    [
        ({"policy": "newest"}, "not-a-choice", {"option": "policy", "value": "newest"}),
        ({"policy": "worst"}, "errors-of-another-shape", {"updates": 2, "trees": 4}),
        ({"limit": -1.0}, "below-minimum", {"option": "limit"}),
    ],
)
def test_bad_options_are_named(options, code, facts):
    with refused(code, **facts):
        stability_of(np.eye(4), 2, **options)


def test_no_update_is_refused():
    with refused("not-whole", option="updates", value=0):
        stability_of(np.eye(4), 4)


def test_a_bound_next_to_nothing_leaves_alpha_and_the_document_finite():
    """A change over a bound of 5e-324 is beyond all numbers; alpha was infinite and no document could be written."""
    usual = stability_of(random_gram(1, 20, spread=0.1), 15)
    tiny = replace(usual.steps[0], eigenvalue_bound=5e-324, eigenvector_bound=5e-324)
    found = replace(usual, steps=(tiny, *usual.steps[1:]))
    rest = replace(usual, steps=usual.steps[1:])
    assert (found.alpha_value, found.alpha_vector) == (rest.alpha_value, rest.alpha_vector)
    assert replace(usual, steps=(tiny,)).alpha_value is None
    json.dumps(found.to_document(), allow_nan=False)
    huge = replace(usual.steps[1], eigenvalue_change=1e8, eigenvalue_bound=1e-300)
    json.dumps(replace(usual, steps=(huge, replace(huge, eigenvalue_bound=10.0))).to_document(), allow_nan=False)
