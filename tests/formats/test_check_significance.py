"""The test of a set in a document: p-values of trees, shuffles that ended early, earlier tests; changes are refused."""

from __future__ import annotations

import json

import pytest

from ksdt_core.errors import InvalidDocumentError
from ksdt_core.evidence.set_chance import Significance
from ksdt_core.evidence.significance import significance
from ksdt_core.formats.result import parse_result, result_document
from ksdt_core.mining.miners import mine
from ksdt_core.mining.sweeps import Picked
from ksdt_core.mining.weights import WeightVector
from tests.mining.planted import planted_pair

PAIR = planted_pair(strength=0.4, n_rows=24, n_attributes=4, seed=5)
TREES = mine(PAIR, k=2, max_depth=2)
ALL = significance(PAIR, TREES, permutations=12)
PICKED = Picked(TREES, (TREES.settings.weights, WeightVector(0.1, 0.1, 0.8)))
EARLY = significance(PAIR, PICKED, permutations=60, early_stop=True).after(ALL)
DOCUMENTS = {
    name: json.dumps(result_document(TREES, significance=tested)) for name, tested in (("all", ALL), ("early", EARLY))
}


def read(name, edit=lambda part: None):
    document = json.loads(DOCUMENTS[name])
    edit(document["significance"])
    return parse_result(json.dumps(document).encode())


@pytest.mark.parametrize(("name", "tested"), [("all", ALL), ("early", EARLY)])
def test_a_test_comes_back_as_it_was(name, tested):
    assert Significance.of_document(read(name).significance) == tested


def test_some_null_of_the_example_ended_early():
    assert min(n for _, n in EARLY.shuffles) < 60


def without(*keys):
    def edit(part):
        for key in keys:
            del part[key]

    return edit


@pytest.mark.parametrize("keys", [("trees", "best_tree", "shuffles", "stop_after"), ("best_tree",), ("trees",)])
def test_documents_without_the_newer_keys_are_read(keys):
    assert read("all", without(*keys)).significance["p_value"] == ALL.p_value


def changed(*keys, value):
    def edit(part):
        for key in keys[:-1]:
            part = part[key]
        part[keys[-1]] = value

    return edit


@pytest.mark.parametrize(
    ("name", "edit", "code", "where"),
    [
        ("all", changed("trees", 1, "p_left", value=0.5), "document-p-impossible", "significance.trees[1].p_left"),
        ("all", changed("trees", 0, "p_matching", value=None), "document-tree-p-unlike-nulls", "trees[0].p_matching"),
        ("all", lambda part: part["trees"].pop(), "document-values-differ", "the length of significance.trees"),
        ("all", lambda part: part["best_tree"]["left"].pop(), "document-values-differ", "significance.best_tree.left"),
        (
            "all",
            changed("best_tree", "right", value=[1.0] * 12),
            "document-values-differ",
            "significance.trees[0].p_right",
        ),
        ("all", changed("shuffles", "left", value=11), "document-values-differ", "significance.shuffles.left"),
        ("early", changed("shuffles", "left", value=61), "document-values-differ", "significance.shuffles.left"),
        ("early", changed("stop_after", value=None), "document-values-differ", "significance.shuffles"),
        ("early", changed("nulls", "left", "p", value=10 / 61), "document-p-impossible", "significance.nulls.left.p"),
        ("early", changed("earlier", 0, "p_left", value=2), "document-value-wrong", "significance.earlier[0].p_left"),
    ],
)
def test_a_change_by_hand_is_named(name, edit, code, where):
    with pytest.raises(InvalidDocumentError) as refused:
        read(name, edit)
    reason = refused.value.facts["reason"]
    assert reason.code == code
    assert where in reason.facts["where"]
