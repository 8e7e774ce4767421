"""Documents are written, read back and give the same values again."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksdt_core.formats.json_text import document_text
from ksdt_core.formats.result import parse_result, read_result, result_document
from ksdt_core.formats.write import write_document
from ksdt_core.mining.tree_set import TreeSet
from tests.formats import made

SETS = {
    "ordinary": made.ordinary_set,
    "listed usage": lambda: made.ordinary_set(aus="llc", atd="min", ell=1),
    "scaled": made.scaled_set,
    "single": made.single_set,
    "no split": made.rootless_set,
    "preset": lambda: made.ordinary_set(preset="published", max_depth=0),
    "constrained": lambda: made.ordinary_set(exclude=("other",), roots=("age", made.NAMES[2])),
}


@pytest.mark.parametrize("make", SETS.values(), ids=SETS)
def test_a_set_read_back_writes_the_same_document(make, tmp_path):
    original: TreeSet = make()
    path = tmp_path / "result.json"
    write_document(result_document(original), path)
    again = read_result(path)
    assert again.tree_set.to_document() == original.to_document() == again.document
    assert (again.sweep, again.significance, again.cross_validated) == ((), None, None)


@pytest.mark.parametrize("make", SETS.values(), ids=SETS)
def test_the_same_set_gives_the_same_bytes(make):
    text = document_text(make().to_document())
    assert text == document_text(make().to_document())
    assert text == document_text(parse_result(text.encode()).document)


def test_the_document_has_the_keys_of_the_format():
    document = made.ordinary_set().to_document()
    assert list(document) == ["format", "pair", "config", "scores", "trees", "tpd"]
    assert document["format"] == "ksdt-result/1"
    assert {"left", "right", "attributes", "classes", "values"} <= set(document["pair"])
    assert document["pair"]["left"] == {"name": "red wine", "rows": 18, "gained": 2, "filled": 0, "held_out": 0}
    config = {"k", "method", "weights", "aus", "atd", "ell", "attr_fraction", "min_size", "max_depth"}
    assert config | {"scale", "balance", "missing", "seed"} <= set(document["config"])
    assert set(document["trees"][0]["scores"]) == {"sa", "ds", "sdtq", "accuracy_left", "accuracy_right"}
    inner, leaf = document["trees"][0]["nodes"][2], document["trees"][0]["nodes"][3]
    assert inner | {"dsn": 0} == {
        "id": 2, "parent": 0, "level": 2, "attribute": "colour", "threshold": None, "threshold_left": None,
        "threshold_right": None, "category": "red", "left": 3, "right": 4, "cdv_left": [3, 7], "cdv_right": [3, 10],
        "rows_left": [3, 7], "rows_right": [3, 10], "dsn": 0, "label": "pos",
    }  # fmt: skip
    assert leaf["dsn"] == pytest.approx(25 / (17 * 37) ** 0.5)
    assert all(leaf[key] is None for key in ("attribute", "threshold", "category", "left", "right"))
    assert document["trees"][0]["nodes"][0]["parent"] is None


def test_rows_are_written_beside_the_counts_as_mined():
    root = made.ordinary_set().to_document()["trees"][0]["nodes"][0]
    assert (root["cdv_left"], root["rows_left"], root["rows_right"]) == ([12, 8], [10, 8], root["cdv_right"])


def without_rows(document):
    for tree in document["trees"]:
        for node in tree["nodes"]:
            del node["rows_left"], node["rows_right"]


def test_an_older_document_of_a_balanced_pair_opens_with_its_rows_marked_unknown():
    trees = parse_result(made.edited(made.ordinary_set().to_document(), without_rows)).tree_set
    assert [(shared.rows_known, shared.is_balanced) for shared in trees.trees] == [(False, True)] * 2
    again = trees.to_document()["trees"][0]["nodes"][0]
    assert not {"rows_left", "rows_right"} & set(again)
    assert parse_result(document_text(trees.to_document()).encode()).tree_set.trees[0].rows_known is False


def test_an_older_document_of_a_pair_that_was_not_balanced_gets_its_rows_from_the_counts():
    def older(document):
        without_rows(document)
        document["pair"]["left"] |= {"rows": 20, "gained": 0}

    shared = parse_result(made.edited(made.ordinary_set().to_document(), older)).tree_set.trees[0]
    assert (shared.rows_known, shared.is_balanced) == (True, False)
    assert shared.rows_left.tolist() == shared.cdv_left.tolist()


def test_a_single_tree_has_two_weights_and_no_diversity():
    document = made.single_set().to_document()
    assert document["config"]["weights"] == {"ig": 0.5, "ds": 0.5, "atd": None}
    assert document["config"]["atd"] is None
    assert document["scores"]["td"] is None
    assert document["scores"]["sdtsq"] == document["trees"][0]["scores"]["sdtq"]


def test_a_preset_is_named_only_where_there_is_one():
    assert made.ordinary_set(preset="published").to_document()["config"]["preset"] == "published"
    assert "preset" not in made.ordinary_set().to_document()["config"]


def test_every_part_of_a_study_is_read_back():
    document = made.full_document()
    result = parse_result(document_text(document).encode())
    assert result.document == document
    assert [entry.weights.parts for entry in result.sweep] == [(0.1, 0.1, 0.8), (0.3, 0.4, 0.3)]
    assert result.sweep[1].scores == result.tree_set.scores
    assert (result.pool.name, result.pool_size) == ("mine.txt", 3)
    assert result.significance == document["significance"]
    assert result.cross_validated == document["cross_validated"]


def test_keys_that_others_added_are_kept():
    data = made.edited(made.full_document(), lambda d: (d.update(note="x"), d["trees"][0]["nodes"][0].update(pin=1)))
    result = parse_result(data)
    assert result.document["note"] == "x"
    assert result.document["trees"][0]["nodes"][0]["pin"] == 1


def test_a_document_with_the_keys_of_the_format_alone_is_read():
    def strip(document):
        for side in ("left", "right"):
            document["pair"][side] = {key: document["pair"][side][key] for key in ("name", "rows")}
        del document["pair"]["fingerprint"]
        for key in ("traversal", "exclude", "roots", "holdout"):
            del document["config"][key]

    result = parse_result(made.edited(made.ordinary_set().to_document(), strip))
    assert result.tree_set.pair.left.gained == 2
    assert result.tree_set.settings.traversal == "depth"


def test_accuracies_of_held_out_rows_are_taken_as_they_are():
    trees = [made.shared_tree(made.FIRST, accuracies=(0.5, 0.25)), made.shared_tree(made.SECOND, accuracies=(1.0, 0.0))]
    document = made.tree_set(trees, holdout=0.3).to_document()
    assert parse_result(document_text(document).encode()).tree_set.trees[0].accuracy_right == 0.25


@given(st.lists(st.text(max_size=8), min_size=2, max_size=4, unique=True), st.text())
def test_any_names_survive(classes, table):
    ordered = sorted(classes)
    counts = list(range(3, len(ordered) + 3))
    root = made.Split("age", 0.1, made.Leaf(counts, counts), made.Leaf(counts[::-1], counts))
    original = made.tree_set([made.shared_tree(root, classes=ordered)] * 2)
    document = original.to_document()
    document["pair"]["left"]["name"] = table
    assert parse_result(document_text(document).encode()).document == document


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=60,
    )
)
def test_the_layout_changes_no_value(value):
    document = {"format": "x", "value": value}
    assert json.loads(document_text(document)) == document


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -float("inf")])
def test_numbers_that_json_does_not_have_are_not_written(number):
    with pytest.raises(ValueError, match="JSON"):
        document_text({"x": [number]})


def test_a_node_is_a_line():
    lines = document_text(made.full_document()).splitlines()
    assert sum('"id": ' in line for line in lines) == 10
    assert all(line.count('"id": ') <= 1 for line in lines)
