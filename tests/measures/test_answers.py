"""Shares of right answers: by hand, by the plain definitions, and as scikit-learn counts them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from ksdt_core.measures import answers as measures
from ksdt_core.measures.intervals import binomial_p_value
from tests.oracles import plain_answers as plain


@st.composite
def answered(draw, n_classes=None):
    """Classes of some rows and the answers of k trees."""
    m = draw(st.integers(2, 4)) if n_classes is None else n_classes
    n, k = draw(st.integers(1, 30)), draw(st.integers(1, 5))
    classes = draw(hnp.arrays(np.intp, n, elements=st.integers(0, m - 1)))
    given_answers = draw(hnp.arrays(np.int32, (k, n), elements=st.integers(0, m - 1)))
    return classes, given_answers, m


def test_by_hand():
    confusion = measures.confusion_matrix([0, 0, 0, 1, 1], [0, 0, 1, 1, 0], 2)
    assert confusion == ((2, 1), (1, 1))
    assert measures.sensitivities(confusion) == pytest.approx((2 / 3, 1 / 2))
    assert measures.specificities(confusion) == pytest.approx((1 / 2, 2 / 3))
    assert measures.balanced_accuracy(confusion) == pytest.approx(7 / 12)
    assert measures.baseline(measures.class_sizes(confusion)) == (0, 0.6)
    assert measures.baseline((3, 3)) == (0, 0.5)
    low, high = measures.balanced_interval(confusion)
    assert low < 7 / 12 < high


def test_a_tie_of_the_vote_goes_to_the_class_listed_first():
    answers = np.array([[0, 1, 2], [1, 1, 1]], dtype=np.int32)
    assert measures.majority_vote(answers, 3).tolist() == [0, 1, 1]


def test_the_auc_by_hand():
    """Scores 0, ½ for the first class and ½, 1 for the second: pairs 1, 1, ½, 1."""
    answers = np.array([[0, 1, 1, 1], [0, 0, 0, 1]], dtype=np.int32)
    votes = measures.votes_for_second([0, 0, 1, 1], answers)
    assert votes == ((1, 1, 0), (0, 1, 1))
    assert measures.area_under_curve(votes) == pytest.approx(3.5 / 4)
    assert measures.area_under_curve(((2, 1), (0, 0))) is None


@given(answered())
def test_shares_follow_their_definitions(drawn):
    classes, answers, m = drawn
    rows = classes.tolist()
    for each in answers:
        confusion, said = measures.confusion_matrix(classes, each, m), each.tolist()
        assert measures.n_answered_right(confusion) / len(rows) == plain.accuracy(rows, said)
        assert measures.balanced_accuracy(confusion) == pytest.approx(plain.balanced(rows, said))
        assert measures.sensitivities(confusion) == tuple(plain.sensitivity(rows, said, c) for c in range(m))
        assert measures.specificities(confusion) == tuple(plain.specificity(rows, said, c) for c in range(m))
        assert measures.baseline(measures.class_sizes(confusion))[1] == plain.baseline(rows)
    voted = measures.majority_vote(answers, m)
    assert voted.tolist() == plain.vote(answers.tolist(), m)


@given(answered(n_classes=2))
def test_the_auc_follows_its_definition(drawn):
    classes, answers, _ = drawn
    scores = (answers == 1).mean(axis=0).tolist()
    found = measures.area_under_curve(measures.votes_for_second(classes, answers))
    assert found == (None if (expected := plain.auc(classes.tolist(), scores)) is None else pytest.approx(expected))


@given(answered())
def test_scikit_learn_counts_the_same(drawn):
    from sklearn import metrics

    classes, answers, m = drawn
    assume(len(set(classes.tolist())) == m)
    confusion = measures.confusion_matrix(classes, answers[0], m)
    assert np.array_equal(confusion, metrics.confusion_matrix(classes, answers[0], labels=range(m)))
    assert measures.balanced_accuracy(confusion) == pytest.approx(metrics.balanced_accuracy_score(classes, answers[0]))
    if m == 2:
        found = measures.area_under_curve(measures.votes_for_second(classes, answers))
        assert found == pytest.approx(metrics.roc_auc_score(classes, (answers == 1).mean(axis=0)))


@given(st.integers(0, 60), st.integers(1, 60), st.floats(0, 1))
def test_the_binomial_tail(correct, n, share):
    assume(correct <= n)
    assert binomial_p_value(correct, n, share) == pytest.approx(plain.at_least(correct, n, share), abs=1e-9)


def test_the_binomial_test_agrees_with_scipy():
    from scipy.stats import binomtest

    found = binomial_p_value(80, 100, 0.72)
    assert found == pytest.approx(binomtest(80, 100, 0.72, alternative="greater").pvalue)
