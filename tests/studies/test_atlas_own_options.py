"""What holds for single tables of an atlas: the same as mining each pair with those options by hand."""

from __future__ import annotations

import io

import numpy as np
import pytest

from ksdt_core.cli.show_atlas import atlas_lines
from ksdt_core.data.matching.table_maps import read_attribute_rows
from ksdt_core.data.preparing.pairing import pair_datasets
from ksdt_core.figures.atlas_matrix import draw_atlas_matrix
from ksdt_core.mining.sweeps import sweep
from ksdt_core.store.atlas_request import AtlasRequest
from ksdt_core.store.pair_request import TableRequest, told_apart
from ksdt_core.studies.atlas.all_pairs import atlas
from ksdt_core.studies.atlas.entry import PAIR_ENTRY
from ksdt_core.studies.atlas.over_baseline import OverBaseline
from ksdt_core.studies.atlas.settings import atlas_settings
from ksdt_core.studies.atlas.shuffles import enough_shuffles, fewest_shuffles
from pages.atlas.words import gain_words
from tests.refusals import refused
from tests.studies.atlas_made import OTHER_ATTRIBUTES, OTHER_CLASSES, alike, made

SMALL = {"k": 2, "max_depth": 2, "scale": "rank"}
ROWS = [{"t0": "a", "strange": "w"}, {"t0": "b", "strange": "x"}, {"t0": "c", "t1": "d"}]


def test_an_attribute_map_with_a_column_per_table_is_used_in_every_pair_that_it_names():
    tables = [*alike(2), OTHER_ATTRIBUTES]
    found = atlas(tables, atlas_settings(**SMALL, own={"attribute_rows": ROWS}))
    assert [entry.n_attributes for entry in found.entries] == [3, 2, 0], "a, b and c : d; a : w and b : x; none"
    by_hand = sweep(
        pair_datasets(tables[0], tables[2], scale="rank", attribute_map={"w": "a", "x": "b"}),
        pool="wvp2", k=2, max_depth=2,
    )  # fmt: skip
    assert found.entries[1].found.best.scores == by_hand.best.scores


def test_class_maps_of_single_tables_come_before_that_of_all():
    own = {"class_maps": {"other": {"bad": "no", "good": "yes"}}}
    found = atlas([*alike(2), OTHER_CLASSES], atlas_settings(**SMALL, own=own, class_map={"yes": "pos"}))
    assert all(entry.problem is None for entry in found.entries)
    assert [dict(table.classes).keys() for table in found.tables] == [{"no", "pos"}] * 3


def test_excluded_attributes_are_excluded_under_either_name():
    tables = [*alike(2), OTHER_ATTRIBUTES]
    own = {"attribute_rows": [*ROWS, {"t0": "d", "strange": "y"}], "excludes": {"strange": ["w"]}}
    found = atlas(tables, atlas_settings(**SMALL, exclude=["b"], own=own))
    for number, (right, excluded, names) in enumerate(
        ((1, ("b",), {"d": "c"}), (2, ("a", "b"), {"w": "a", "x": "b", "y": "d"}))
    ):
        pair = pair_datasets(tables[0], tables[right], scale="rank", attribute_map=names)
        by_hand = sweep(pair, pool="wvp2", k=2, max_depth=2, exclude=excluded)
        assert found.entries[number].found.best.scores == by_hand.best.scores


@pytest.mark.parametrize(
    ("options", "code", "facts"),
    [
        ({"own": {"class_maps": {"x": {"a": "b"}}}}, "atlas-without-table", {"name": "x"}),
        ({"own": {"class_maps": {"t0": {"ja": "yes"}}}}, "atlas-name-not-in-table", {"name": "ja", "table": "t0"}),
        ({"own": {"excludes": {"t1": ["e"]}}}, "atlas-name-not-in-table", {"name": "e", "table": "t1"}),
        ({"own": {"attribute_rows": [{"t0": "q", "t1": "a"}]}}, "atlas-name-not-in-table", {"name": "q"}),
        ({"exclude": ["nothing"]}, "atlas-excludes-unknown", {"name": "nothing"}),
    ],
)  # fmt: skip
def test_names_that_are_nowhere_are_refused(options, code, facts):
    with refused(code, **facts):
        atlas(alike(2), atlas_settings(**SMALL, **options))


def read(text: str) -> list[dict[str, str]]:
    return read_attribute_rows(io.BytesIO(text.encode()), {"a": "A", "b": "B", "c": "C"}.get)


def test_an_attribute_table_is_read():
    assert read("a,b,c\nage,Age,\n,dose,D\n") == [{"A": "age", "B": "Age"}, {"B": "dose", "C": "D"}]
    assert read("a\tb\nx, y\tz\n") == [{"A": "x, y", "B": "z"}]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "attribute-table-empty"),
        ("a,b\n", "attribute-table-empty"),
        ("a,x\n1,2\n", "attribute-table-heading"),
        ("a,a\n1,2\n", "attribute-table-heading-twice"),
        ("a\n1\n", "attribute-table-heading-twice"),
        ("a,b\n1,2,3\n", "attribute-table-line"),
        ("a,b\nx,y\nx,z\n", "two-partners"),
    ],
)
def test_a_bad_attribute_table_is_refused(text, code):
    with refused(code):
        read(text)


def test_gain_is_the_smaller_difference_to_the_largest_class_of_each_table():
    found = atlas(alike(), atlas_settings(**SMALL))
    for entry, (left, right) in zip(found.entries, ((0, 1), (0, 2), (1, 2)), strict=True):
        tables = [alike()[number] for number in (left, right)]
        best = sweep(pair_datasets(*tables, scale="rank"), pool="wvp2", k=2, max_depth=2).best
        accuracies = [np.mean([getattr(tree, f"accuracy_{side}") for tree in best.trees]) for side in ("left", "right")]
        baselines = [max(np.bincount(table.classes)) / table.n_rows for table in tables]
        assert entry.gain == pytest.approx(min(np.subtract(accuracies, baselines)))
        assert PAIR_ENTRY.read(PAIR_ENTRY.write(entry)) == entry


def test_gain_of_a_balanced_pair_is_beside_the_balanced_baseline():
    left, right = alike(2)
    rows = np.r_[np.flatnonzero(right.classes == 0), np.flatnonzero(right.classes == 1)[:5]]
    pair = pair_datasets(left, right.take_rows(rows), balance=True)
    best = sweep(pair, pool="wvp2", k=2, max_depth=2).best
    over = OverBaseline.of_set(best, pair)
    assert over.baseline_left == pytest.approx(over.baseline_right, abs=0.03), "balancing makes the shares agree"


def test_every_surface_says_that_the_baseline_of_a_balanced_atlas_is_of_balanced_rows():
    """Balanced, the baseline is not the share of a table's own largest class."""
    plain, balanced = (atlas(alike(2), atlas_settings(**SMALL, balance=balance)).view for balance in (False, True))
    for view, word in ((plain, ""), (balanced, "balanced ")):
        shown = "\n".join(atlas_lines(view))
        assert f"on the {word}training rows" in shown
        assert f"on the {word}training rows" in gain_words(view)
        texts = [text for trace in draw_atlas_matrix(view).data for text in trace.text or ()]
        assert any(f"best {word}quality" in text and f"on the {word}training rows" in text for text in texts)
    assert "balanced SDTSQ" in "\n".join(atlas_lines(balanced))
    assert "balanced " not in "\n".join(atlas_lines(plain))


def test_entries_of_older_documents_have_no_gain():
    (entry, *_) = atlas(alike(2), atlas_settings(**SMALL)).entries
    document = PAIR_ENTRY.write(entry)
    del document["over_baseline"]
    assert PAIR_ENTRY.read(document).gain is None


@pytest.mark.parametrize("n_pairs", [1, 3, 6, 45, 780])
def test_offered_shuffles_can_reach_the_level_and_fewer_cannot(n_pairs):
    from scipy.stats import false_discovery_control

    def smallest_q(shuffles: int) -> float:
        return false_discovery_control([1 / (shuffles + 1)] + [1.0] * (n_pairs - 1))[0]

    assert smallest_q(fewest_shuffles(n_pairs)) <= 0.05 + 1e-12 < smallest_q(fewest_shuffles(n_pairs) - 1)
    assert enough_shuffles(n_pairs) >= fewest_shuffles(n_pairs)


@pytest.mark.parametrize(
    "class_maps",
    [
        {},
        {"t0": {"no": "bad", "yes": "good"}, "t1": {"no": "bad", "yes": "good"}},
        {"t0": {"no": "good", "yes": "bad"}, "t1": {"no": "bad", "yes": "good"}},
        {"t1": {"no": "yes", "yes": "no"}},
    ],
)
def test_a_pair_of_the_atlas_is_asked_for_with_the_same_classes_attributes_and_exclusions(class_maps):
    left, right = made("t0", 1), made("t1", 2, attributes="wbcd")
    own = {"class_maps": class_maps, "attribute_rows": [{"t0": "a", "t1": "w"}], "excludes": {"t1": ["w"]}}
    request = AtlasRequest(
        tuple(TableRequest("upload", name, name) for name in ("t0", "t1")), {**SMALL, "own": own, "exclude": ["c"]}
    )
    (entry,) = atlas([left, right], request.settings).entries
    wanted = request.pair(left, right, numbers=(0, 1))
    pair = pair_datasets(
        *told_apart(left, right, wanted),
        class_map=dict(wanted.class_map),
        attribute_map={right: left for left, right in wanted.attribute_map},
        scale="rank",
    )
    assert set(wanted.exclude) == {"a", "c"}
    assert sweep(pair, pool="wvp2", k=2, max_depth=2, exclude=wanted.exclude).best.scores == entry.found.best.scores


def test_a_pair_that_swaps_classes_both_ways_cannot_be_opened():
    left, right = alike(2)
    own = {"class_maps": {"t0": {"no": "yes", "yes": "no"}}}
    request = AtlasRequest(tuple(TableRequest("upload", name, name) for name in ("t0", "t1")), {**SMALL, "own": own})
    with refused("atlas-pair-renames-both-ways", left="t0"):
        request.pair(left, right, numbers=(0, 1))
