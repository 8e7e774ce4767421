"""A document changed by hand gets a sentence that names the place: one change for every check there is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ksdt_core.errors import InvalidDocumentError
from ksdt_core.evidence.significance import significance
from ksdt_core.formats.json_text import document_text
from ksdt_core.formats.result import parse_result
from ksdt_core.mining.miners import mine
from tests.formats import made
from tests.pairs_by_hand import pair_of

Document = dict[str, Any]


def put(*path: Any) -> Callable[[Document], None]:
    """The change that puts the last of `path` at the place named by the others."""
    *keys, last, value = path

    def edit(document: Document) -> None:
        part: Any = document
        for key in keys:
            part = part[key]
        part[last] = value

    return edit


def drop(*path: Any) -> Callable[[Document], None]:
    """The change that removes a key."""
    *keys, last = path

    def edit(document: Document) -> None:
        part: Any = document
        for key in keys:
            part = part[key]
        del part[last]

    return edit


def node(tree: int, number: int, **changes: Any) -> Callable[[Document], None]:
    return lambda document: document["trees"][tree]["nodes"][number].update(changes)


def all_of(*edits: Callable[[Document], None]) -> Callable[[Document], None]:
    def edit(document: Document) -> None:
        for one in edits:
            one(document)

    return edit


KINDS = [
    (drop("pair"), "pair is missing"),
    (drop("trees", 1, "nodes", 3, "dsn"), "trees[1].nodes[3].dsn is missing"),
    (put("scores", "sa", "high"), 'scores.sa must be a number, but is "high"'),
    (put("scores", "sa", True), "scores.sa must be a number, but is true"),
    (put("scores", "sa", 1.5), "scores.sa must lie between 0 and 1, but is 1.5"),
    (put("scores", "sa", 10**400), "scores.sa"),
    (put("config", "k", 2.5), "config.k must be a whole number, but is 2.5"),
    (put("config", "k", 0), "config.k must be 1 or more, but is 0"),
    (put("config", "balance", 1), "config.balance must be true or false, but is 1"),
    (put("config", "method", "fast"), "config.method must be 'parallel', 'sequential' or 'single', but is \"fast\""),
    (put("config", "scale", "log"), "config.scale must be"),
    (put("pair", "left", "name", 3), "pair.left.name must be text, but is 3"),
    (put("pair", "left", "rows", 0), "pair.left.rows must be 1 or more"),
    (put("pair", "classes", ["neg"]), "pair.classes must have at least 2 entries"),
    (put("pair", "values", []), "pair.values must be an object"),
    (put("trees", []), "trees must have at least 1 entries"),
    (put("trees", {}), "trees must be a list"),
    (put("trees", 0, 7), "trees[0] must be an object"),
    (put("trees", 0, "nodes", 0, "cdv_left", [2**60, 0]), "trees[0].nodes[0].cdv_left[0] must be at most"),
    (put("trees", 0, "nodes", 0, "cdv_left", [-1, 0]), "trees[0].nodes[0].cdv_left[0] must be 0 or more"),
    (put("tpd", 0, 1, None), "tpd[0][1] must be a number, but is null"),
    (put("sweep", []), "sweep must have at least 1 entries"),
    (put("significance", "permutations", 0), "significance.permutations must be 1 or more"),
    (drop("significance", "nulls", "right", "sd"), "significance.nulls.right.sd is missing"),
    (put("cross_validated", "folds", 1), "cross_validated.folds must be 2 or more"),
]

SETTINGS = [
    (put("pair", "classes", ["pos", "neg"]), "pair.classes must be in sorted order"),
    (put("pair", "classes", ["neg", "neg"]), "pair.classes must be in sorted order, each name once"),
    (put("pair", "values", "colour", ["red", "blue"]), "pair.values['colour'] must be in sorted order"),
    (put("pair", "values", {c: ["x"] for c in "abcd"}), "pair.values lists 4 categorical attributes"),
    (put("pair", "attributes", 2), "the trees test 3"),
    (put("config", "attr_fraction", 0.5), "config.attr_fraction keeps 2 of them, but the trees test 3"),
    (put("config", "k", 3), "config.k is 3 but the number of trees is 2"),
    (put("config", "method", "single"), "config.k is 2 but the method single makes 1"),
    (put("config", "atd", None), "config.atd must be one of avgmin, avg, min for method parallel"),
    (put("config", "weights", "atd", None), "config.weights.atd must be a number for method parallel"),
    (put("config", "weights", "atd", 0.4), "config.weights: weights 0.3, 0.4, 0.4 sum to 1.1"),
    (
        put("config", "weights", "atd", -0.3),
        "config.weights: weights 0.3, 0.4, -0.3: each weight must be a number above 0",
    ),
    (put("config", "attr_fraction", 0.0), "config: attr_fraction 0.0 must be above 0"),
    (put("config", "min_size", -1), "config: min_size -1.0 must be"),
    (put("config", "holdout", 1), "config: holdout 1.0 must be"),
    (
        all_of(put("config", "exclude", ["x"]), put("config", "roots", ["x"])),
        "config: exclude and roots both name 'x'",
    ),
    (put("tpd", [[0.0, 0.6]]), "tpd must have 2 rows"),
    (put("tpd", [[0.0], [0.6, 0.0]]), "tpd must have 2 rows"),
]

NODES = [
    (node(0, 1, id=2), "trees[0].nodes[1].id is 2 but its position is 1"),
    (node(0, 0, parent=0), "trees[0].nodes[0].parent is 0 but of the root it must be null"),
    (node(0, 0, level=2), "trees[0].nodes[0].level is 2 but the root is level 1"),
    (node(0, 3, level=2), "trees[0].nodes[3].level is 2 but below its parent it must be 3"),
    (node(0, 3, parent=0), "trees[0].nodes[3].parent is 0 but it is the left child of node 2"),
    (node(0, 2, left=None), "trees[0].nodes[2] has an attribute, so its left and right must both name a node"),
    (node(0, 2, left=4), "trees[0].nodes[2].right is 4, the same node as its left"),
    (node(0, 2, left=2), "trees[0].nodes[2].left is 2, which must be a later node"),
    (node(0, 2, left=9), "trees[0].nodes[2].left is 9, which must be a later node"),
    (node(0, 2, attribute=None), "trees[0].nodes[2].category must be null, since the node has no attribute"),
    (node(0, 1, threshold=1.0), "trees[0].nodes[1].threshold must be null"),
    (node(0, 1, left=2), "trees[0].nodes[1].left must be null"),
    (
        lambda d: d["trees"][0]["nodes"].append(d["trees"][0]["nodes"][4] | {"id": 5}),
        "trees[0].nodes[5].parent is 2, which does not name node 5 as a child",
    ),
    (
        lambda d: d["trees"][0]["nodes"].append(d["trees"][0]["nodes"][4] | {"id": 5, "parent": None}),
        "trees[0].nodes[5].parent must be an earlier node",
    ),
    (node(0, 0, threshold=None), "trees[0].nodes[0] tests the numeric attribute 'age': it needs three thresholds"),
    (node(0, 0, threshold_left=4.0), "trees[0].nodes[0].threshold must equal threshold_left and threshold_right"),
    (node(0, 0, category="red"), "trees[0].nodes[0] tests the numeric attribute 'age'"),
    (node(0, 0, attribute="colour"), "trees[0].nodes[0] tests the categorical attribute 'colour'"),
    (node(0, 2, category="pink"), "trees[0].nodes[2].category is 'pink', which is not one of pair.values['colour']"),
    (node(0, 2, category=None), "trees[0].nodes[2].category is None"),
    (node(0, 3, cdv_left=[1, 3]), "trees[0].nodes[2].cdv_left is [3, 7] but its children sum to [3, 6]"),
    (node(0, 3, cdv_right=[1, 7]), "trees[0].nodes[2].cdv_right is [3, 10] but its children sum to [3, 11]"),
    (node(0, 3, cdv_left=[1, 4, 0]), "trees[0].nodes[3].cdv_left has 3 counts but there are 2 classes"),
    (node(0, 3, cdv_left=[0, 0]), "trees[0].nodes[3].cdv_left counts no row"),
    (node(0, 3, label="maybe"), "trees[0].nodes[3].label is 'maybe', which is not one of pair.classes"),
    (node(0, 3, label="neg"), "trees[0].nodes[3].label is 'neg' but the majority class of the counts is 'pos'"),
    (node(1, 3, dsn=0.9), "trees[1].nodes[3].dsn is 0.9 but the counts give 0.948683"),
    (node(1, 3, dsn=0.94868330), "trees[1].nodes[3].dsn is 0.94868330000000001 but the counts give 0.9486832980"),
    (put("pair", "left", "rows", 17), "trees[0].nodes[0].cdv_left counts 20 rows but pair.left has 17 and gained 2"),
    (put("config", "exclude", ["colour"]), "trees[0].nodes[2].attribute is 'colour', which config.exclude forbids"),
    (put("config", "roots", ["age"]), "trees[1].nodes[0].attribute is 'size <&>"),
    (put("config", "max_depth", 1), "trees[0].nodes[2] is split at level 2, but config.max_depth is 1"),
    (put("config", "min_size", 11), "trees[0].nodes[2].cdv_left counts 10 rows, too few to split"),
    (
        all_of(node(0, 3, cdv_left=[0, 4]), node(0, 4, cdv_left=[0, 3]), node(0, 2, cdv_left=[0, 7])),
        "trees[0].nodes[0].cdv_left is [12, 8] but its children sum to [9, 8]",
    ),
    (
        all_of(
            *(
                node(0, number, cdv_left=counts)
                for number, counts in ((1, [12, 1]), (2, [0, 7]), (3, [0, 4]), (4, [0, 3]))
            )
        ),
        "trees[0].nodes[2].cdv_left holds one class only",
    ),
    (
        all_of(*(node(1, number, cdv_left=counts) for number, counts in ((0, [13, 8]), (2, [3, 6])))),
        "trees[1].nodes[0].cdv_left is [13, 8] but the first tree counts [12, 8]",
    ),
    (
        node(1, 1, attribute=made.NAMES[2], threshold=3.0, threshold_left=3.0, threshold_right=3.0),
        "trees[1].nodes[1].threshold is 3, but its path leaves only -inf to -1.25",
    ),
]

ROWS = [
    (node(0, 3, rows_left=[1, 5]), "trees[0].nodes[3].rows_left is [1, 5], which does not agree with the counts"),
    (node(0, 3, rows_left=[0, 4]), "trees[0].nodes[3].rows_left is [0, 4], which does not agree with the counts"),
    (node(0, 3, rows_left=[1, 4, 0]), "trees[0].nodes[3].rows_left is [1, 4, 0], which does not agree with the counts"),
    (node(0, 3, rows_right=[1, 5]), "trees[0].nodes[3].rows_right is [1, 5], which does not agree with the counts"),
    (node(0, 3, rows_left=[1, 3]), "trees[0].nodes[2].rows_left is [3, 7] but its children sum to [3, 6]"),
    (node(0, 3, rows_left=None), "trees[0].nodes[3].rows_left must be a list"),
    (node(0, 0, rows_left=None), "trees[0].nodes[0].rows_right must be null"),
    (
        all_of(node(0, 0, rows_left=[11, 8]), node(0, 1, rows_left=[8, 1])),
        "the sum of trees[0].nodes[0].rows_left is 19 but the rows of the table are 18",
    ),
]

SCORES = [
    (
        put("trees", 0, "scores", "accuracy_left", 0.9),
        "trees[0].scores.accuracy_left is 0.9 but the leaves' counts give 0.8",
    ),
    (put("trees", 0, "scores", "accuracy_right", 0.9), "trees[0].scores.accuracy_right is 0.9"),
    (put("trees", 0, "scores", "sa", 0.85), "trees[0].scores.sa is 0.85 but the smaller accuracy is 0.8"),
    (put("trees", 0, "scores", "ds", 0.9), "trees[0].scores.ds is 0.9 but the mean DSN of its nodes is 0.991426"),
    (put("trees", 0, "scores", "sdtq", 0.7), "trees[0].scores.sdtq is 0.7 but SA and DS give 0.71657"),
    (put("tpd", 0, 1, 0.7), "tpd[0][1] is 0.7 but the attributes that the two trees test give 0.6"),
    (put("tpd", 1, 1, 0.1), "tpd[1][1] is 0.1"),
    (put("config", "aus", "llc"), "tpd[0][1] is 0.6 but the attributes that the two trees test give"),
    (put("scores", "sa", 0.8), "scores.sa is 0.8 but the mean over the trees is 0.7"),
    (put("scores", "ds", 0.8), "scores.ds is 0.8 but the mean over the trees is 0.969498"),
    (put("scores", "td", 0.8), "scores.td is 0.8 but the mean of tpd is 0.6"),
    (put("scores", "td", None), "scores.td is null but the mean of tpd is 0.6"),
    (put("scores", "sdtsq", 0.8), "scores.sdtsq is 0.8 but SA, DS and TD give 0.4539"),
]

SPREAD = 0.05 * (9 / 8) ** 0.5  # eight of nine values so far from the mean have the standard deviation 0.05

STUDY = [
    (put("sweep", 0, "scores", "sdtsq", 0.2), "sweep[0].scores.sdtsq is 0.2 but SA, DS and TD give 0"),
    (put("sweep", 0, "scores", "td", None), "sweep[0].scores.td must be a number, as in scores"),
    (put("sweep", 0, "weights", "ig", 0.4), "sweep[0].weights: weights 0.4, 0.1, 0.8 sum to 1.3"),
    (put("sweep", 0, "weights", "atd", None), "sweep[0].weights.atd must be a number"),
    (put("pool", "vectors", 1), "sweep has 2 entries but pool.vectors is 1"),
    (
        put("sweep", 1, "weights", {"ig": 0.2, "ds": 0.5, "atd": 0.3}),
        "the best of the sweep, sweep[1], has (0.2, 0.5, 0.3)",
    ),
    (
        put("sweep", 0, "scores", {"sa": 1.0, "ds": 1.0, "td": 1.0, "sdtsq": 1.0}),
        "config.weights is (0.3, 0.4, 0.3) but the best of the sweep, sweep[0], has (0.1, 0.1, 0.8)",
    ),
    (
        put("sweep", 1, "scores", {"sa": 0.5, "ds": 0.5, "td": 0.5, "sdtsq": 0.25}),
        "scores.sa is 0.7 but the best of the sweep, sweep[1], has 0.5",
    ),
    (put("significance", "statistic", 0.5), "significance.statistic is 0.5 but the mean SDTQ of the trees is 0.590421"),
    (put("significance", "p_value", 0.1), "significance.p_value is 0.1 but the largest p of its nulls is 0.2"),
    (
        put("significance", "nulls", "left", "p", 0.15),
        "significance.nulls.left.p is 0.15, which no count of 9 shuffles",
    ),
    (put("significance", "sdtsq", "right", "p", 0.0), "significance.sdtsq.right.p is 0, which no count of 9 shuffles"),
    (
        put("significance", "nulls", "matching", {"p": 0.1, "mean": 0.0, "sd": 0.0, "max": 0.0}),
        "significance.nulls.matching must be null, since the tables are not scaled",
    ),
    (put("cross_validated", "sa", 0.7), "cross_validated.sa is 0.7 but the smaller mean accuracy is 0.675"),
    (
        put("significance", "nulls", "left", "values", [0.5]),
        "the length of significance.nulls.left.values is 1 but the",
    ),
    (
        put("significance", "nulls", "left", "values", [0.6] + 8 * [0.4]),
        "significance.nulls.left.p is 0.1 but its values",
    ),
    (
        put("significance", "nulls", "left", "values", 9 * [0.5]),
        "significance.nulls.left.mean is 0.4 but its values give 0.5",
    ),
    (
        put("significance", "nulls", "left", "values", 9 * [0.4]),
        "significance.nulls.left.sd is 0.05 but its values give 0",
    ),
    (
        put("significance", "nulls", "left", "values", [0.4, *4 * [0.4 - SPREAD], *4 * [0.4 + SPREAD]]),
        "significance.nulls.left.max is 0.5 but its values give 0.453033",
    ),
]

EDITS = KINDS + SETTINGS + NODES + ROWS + SCORES + STUDY


@pytest.mark.parametrize(("edit", "sentence"), EDITS, ids=[sentence for _, sentence in EDITS])
def test_a_change_by_hand_is_named(edit, sentence):
    with pytest.raises(InvalidDocumentError) as found:
        parse_result(made.edited(made.full_document(), edit))
    assert sentence in str(found.value)
    assert found.value.code == "document-damaged"
    assert "\n" not in str(found.value)


def test_a_number_too_large_to_be_finite_is_named():
    data = document_text(made.full_document()).replace('"holdout": 0.0', '"holdout": 1e999').encode()
    with pytest.raises(InvalidDocumentError) as refused:
        parse_result(data)
    assert refused.value.code == "document-json-unreadable"
    assert "1e999" in refused.value.facts["reason"]


def test_the_document_without_a_change_is_accepted():
    parse_result(document_text(made.full_document()).encode())


def test_a_categorical_test_that_its_path_has_settled():
    yes = made.Split("colour", "blue", made.Leaf([5, 1], [3, 1]), made.Leaf([4, 2], [3, 2]))
    for root in (
        made.Split("colour", "red", yes, made.Leaf([1, 1], [1, 1])),
        made.Split("colour", "blue", made.Leaf([1, 1], [1, 1]), yes),
    ):
        document = made.tree_set([made.shared_tree(root)] * 2).to_document()
        with pytest.raises(InvalidDocumentError) as refused:
            parse_result(document_text(document).encode())
        reason = refused.value.facts["reason"]
        assert (reason.code, reason.facts["category"]) == ("document-node-settled", "blue")


def test_a_scaled_result_must_carry_the_null_of_the_matching():
    scaled = made.scaled_set()
    null = {"p": 0.5, "mean": 0.1, "sd": 0.0, "max": 0.2}
    nulls = {"left": null, "right": null, "matching": None}
    statistic = scaled.trees[0].sdtq
    document = scaled.to_document() | {
        "significance": {"permutations": 1, "statistic": statistic, "p_value": 0.5, "nulls": nulls, "sdtsq": nulls}
    }
    with pytest.raises(InvalidDocumentError) as refused:
        parse_result(document_text(document).encode())
    reason = refused.value.facts["reason"]
    assert (reason.code, reason.facts["where"]) == ("document-matching-missing", "significance.nulls.matching")


def test_a_scaled_result_of_one_attribute_has_no_null_of_the_matching():
    table = ([[0.0], [1.0]] * 10, [0, 1] * 10)
    pair = pair_of(table, table, scale="rank")
    trees = mine(pair, k=2)
    document = trees.to_document() | {"significance": significance(pair, trees, permutations=3).to_document()}
    assert document["significance"]["nulls"]["matching"] is None
    parse_result(document_text(document).encode())
