"""What is found out about a set or a stream, and kept beside it: what is written is read back as the same value."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ksdt_core.codec import Codec
from ksdt_core.evidence.answers import Answers, PairAnswers, TableAnswers, Vote
from ksdt_core.evidence.cross_validation import CROSS_VALIDATION, CrossValidation
from ksdt_core.evidence.effects import EFFECTS, Effects
from ksdt_core.evidence.set_chance import NULLS, SIGNIFICANCE, EarlierTest, NullSummary, SeparateP, Significance
from ksdt_core.evidence.yardsticks import YARDSTICKS, Scored, Yardstick, Yardsticks
from ksdt_core.formats.json_text import document_text
from ksdt_core.fourier.stability_report import StabilityReport
from ksdt_core.mining.cells.robustness import ROBUSTNESS, Robustness
from ksdt_core.mining.map_points import MAP_POINT, MapPoint
from ksdt_core.studies.stream_plan import StreamPlan
from ksdt_core.studies.stream_watch import WATCHED_STREAM, WatchedStream
from tests.formats.same import assert_same
from tests.formats.test_kinds import COUNT, NAME, NUMBER, SHARE, STEP, WEIGHTS, built, tuples

MAYBE = st.none() | SHARE
CONFUSION = st.tuples(*[st.tuples(*[st.integers(0, 99)] * 2)] * 2)
ANSWERS = built(Answers, confusion=CONFUSION)
TABLE = built(
    TableAnswers,
    trees=st.lists(ANSWERS, min_size=1, max_size=3).map(tuple),
    vote=st.none() | built(Vote, confusion=CONFUSION, second=st.none() | CONFUSION),
)
PAIR = built(PairAnswers, left=TABLE, right=TABLE)
SCORED = built(Scored, answers=ANSWERS, auc=MAYBE)
SUMMARY = built(NullSummary, p=SHARE, mean=NUMBER, sd=NUMBER, max=NUMBER, values=tuples(NUMBER))
SEPARATE = built(SeparateP, left=SHARE, right=SHARE, matching=MAYBE)


def by_null(items: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.tuples(*(st.tuples(st.just(null), items) for null in NULLS))


def tried(items: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Nothing, or a value for the two nulls that are always tried, or for all three."""
    return st.just(()) | by_null(items) | by_null(items).map(lambda found: found[:2])


VALUES: dict[str, tuple[Codec[Any], st.SearchStrategy[Any]]] = {
    "significance": (
        SIGNIFICANCE,
        built(
            Significance,
            permutations=COUNT,
            statistic=SHARE,
            p_value=SHARE,
            nulls=by_null(st.none() | SUMMARY),
            sdtsq=by_null(st.none() | SUMMARY),
            n_vectors=COUNT,
            trees=tuples(SEPARATE),
            best_tree=tried(tuples(SHARE)),
            shuffles=tried(COUNT),
            stop_after=st.none() | COUNT,
            earlier=tuples(built(EarlierTest, n_vectors=COUNT, permutations=COUNT, p=SEPARATE)),
            takes_largest=st.booleans(),
        ),
    ),
    "cross_validated": (
        CROSS_VALIDATION,
        built(
            CrossValidation,
            folds=COUNT,
            sa=SHARE,
            accuracy_left=SHARE,
            accuracy_right=SHARE,
            left=st.none() | TABLE,
            right=st.none() | TABLE,
        ),
    ),
    "effects": (EFFECTS, built(Effects, training=st.none() | PAIR, held_out=st.none() | PAIR)),
    "yardsticks": (
        YARDSTICKS,
        built(
            Yardsticks,
            folds=COUNT,
            attributes=COUNT,
            learners=tuples(
                built(
                    Yardstick,
                    learner=st.sampled_from(["logistic", "forest"]),
                    cv_left=SCORED,
                    cv_right=SCORED,
                    left_from_right=SCORED,
                    right_from_left=SCORED,
                )
            ),
        ),
    ),
    "robustness": (
        ROBUSTNESS,
        built(
            Robustness,
            share=SHARE,
            distance=MAYBE,
            border=tuples(SHARE),
            regions=COUNT,
            covered=SHARE,
            rank=COUNT,
        ),
    ),
    "point of a map": (
        MAP_POINT,
        built(
            MapPoint,
            weights=WEIGHTS,
            sdtsq=SHARE,
            sa=SHARE,
            ds=SHARE,
            td=MAYBE,
            nodes=COUNT,
            roots=tuples(st.none() | NAME),
        ),
    ),
    "stream": (
        WATCHED_STREAM,
        built(
            WatchedStream,
            report=built(StabilityReport, steps=tuples(STEP), policy=NAME, n_trees=COUNT, limit=MAYBE),
            plan=built(StreamPlan, chunk=st.integers(2, 99), seed=st.integers(0, 99)),
            name=NAME,
            n_rows=COUNT,
            n_filled=COUNT,
            errors=tuples(SHARE),
        ),
    ),
}


@pytest.mark.parametrize("part", list(VALUES))
@settings(max_examples=30)
@given(data=st.data())
def test_what_is_written_is_read_back(part, data):
    codec, values = VALUES[part]
    value = data.draw(values)
    document = codec.write(value)
    again = codec.read(json.loads(document_text(document)))
    assert_same(again, value)
    assert codec.write(again) == document


def test_what_other_programs_leave_out_of_a_test_is_read_as_nothing():
    null = {"p": 0.5, "mean": 0.4, "sd": 0.1, "max": 0.6}
    nulls = {"left": null, "right": {**null, "values": None}, "matching": None}
    found = SIGNIFICANCE.read(
        {"permutations": 9, "statistic": 0.7, "p_value": 0.5, "nulls": nulls, "sdtsq": nulls}
        | dict.fromkeys(("trees", "best_tree", "shuffles"))
    )
    assert [summary and summary.values for _, summary in found.nulls] == [(), (), None]
    assert (found.n_vectors, found.trees, found.best_tree, found.shuffles, found.earlier) == (1, (), (), (), ())
    assert (found.stop_after, found.takes_largest) == (None, False)
