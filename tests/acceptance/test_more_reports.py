"""Reports of the best of a pool, of rows held out, and of three classes with a test of the pairing, recounted.

Few folds and shuffles: what is tried is that each number is the right one, not what it says of the tables.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from tests.acceptance import chance_again, every_number, real_tables
from tests.acceptance.making import How, in_order, made
from tests.acceptance.printed import printed_pages, unlike
from tests.acceptance.report_lines import numbers
from tests.acceptance.wrong_numbers import exchanged, is_noticed, unnoticed

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not real_tables.is_there(), reason="real tables of SurvSet; pip install ksdt[genes]"),
]


@dataclass(frozen=True)
class Asked:
    """A pair, and what is asked of it."""

    pair: Any
    how: How


CASES = {
    "pool": Asked(real_tables.cohorts, How("outcome", n_folds=2, n_shuffles=2, pool="wvp2")),
    "held_out": Asked(real_tables.studies, How("died", 0.35, n_shuffles=3, share_held_out=0.3)),
    "three_classes": Asked(
        real_tables.grades,
        How("grade", n_folds=2, n_shuffles=3, is_balanced=False, has_yardsticks=True, fills=False),
    ),
}


@pytest.fixture(scope="module", params=CASES)
def case(request, tmp_path_factory):
    folder, asked = tmp_path_factory.mktemp(request.param), CASES[request.param]
    pair = asked.pair(folder)
    return made(folder, pair.names, pair.frames, asked.how, *pair.options)


def test_the_trees_are_those_that_the_definitions_give(case):
    for tree, told in zip(case.again.trees, case.document["trees"], strict=True):
        for node, said in zip(tree.nodes(), in_order(told["nodes"]), strict=True):
            assert [own.tolist() for own in node.cdv] == [said["cdv_left"], said["cdv_right"]]
    weights = [case.document["config"]["weights"][goal] for goal in ("ig", "ds", "atd")]
    assert weights == pytest.approx(case.again.found.ground.weights)
    assert case.document["scores"] == pytest.approx(case.again.set_scores)
    for null in chance_again.NULLS:
        values = case.document["significance"]["nulls"][null]["values"]
        assert values == pytest.approx([np.mean(each) for each in case.again.shuffles[null]])


def test_every_number_of_the_report_is_recomputed(case):
    assert list(every_number.complaints(case.again)) == []
    assert sum(len(numbers(line.words)) for line in case.again.lines) > 700


def test_the_printed_report_has_the_same_sentences_and_numbers(case):
    pages = printed_pages(case.printed)
    assert list(unlike(case.again.lines, pages)) == []
    wrong = [re.sub(r"(?<=\d)\d\b", "x", pages[0]), *pages[1:]]
    assert len(list(unlike(case.again.lines, wrong))) > 5


def test_a_wrong_number_is_noticed_wherever_it_stands(case):
    n_wrong, missed = unnoticed(case.again, step=4)
    assert n_wrong > 200
    assert missed == []


def test_counts_in_the_place_of_others_are_noticed(case):
    pairs = list(exchanged(case.again))
    assert len(pairs) > 100
    for one, other in pairs:
        assert is_noticed(case.again, one)
        assert is_noticed(case.again, other)
