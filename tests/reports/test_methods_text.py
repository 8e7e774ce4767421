"""The methods paragraph says what was done, with the numbers of the result."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from ksdt_core.data.preparing.pairing import pair_datasets
from ksdt_core.data.samples.catalogue import load
from ksdt_core.evidence.chance_text import UNCHECKED, UNTESTED
from ksdt_core.formats.result import parse_result
from ksdt_core.mining.miners import mine
from ksdt_core.mining.node_rows import mined_pair
from ksdt_core.reports.methods_text import methods_text
from tests.formats import made


def text_of(tree_set, document=None) -> str:
    return methods_text(tree_set, document=document or tree_set.to_document())


def test_rows_weights_scores_and_seed_are_told():
    trees = made.ordinary_set(seed=41)
    text = text_of(trees)
    for number in (
        "18 rows",
        "20 rows",
        "3 attributes",
        "weight 0.3",
        "weight 0.4",
        "seed of all random choices was 41",
    ):
        assert number in text, number
    assert f"SDTSQ {trees.scores.sdtsq:.4f}" in text
    assert f"SA {trees.scores.sa:.4f}" in text
    assert "“neg” and “pos”" in text


def test_what_was_not_tested_is_said():
    text = text_of(made.ordinary_set())
    assert UNTESTED in text
    assert UNCHECKED in text


def test_nulls_and_cross_validation_are_told():
    best, _ = made.swept_set()
    text = text_of(best, made.full_document())
    assert UNTESTED not in text
    assert "classes of red wine shuffled among its rows, 0 of 9 reached it (mean 0.4000" in text
    assert "1 of 9 reached it" in text
    assert "Random matching of the attributes was not tried" in text
    assert "p = 0.2)." in text
    assert "5-fold cross-validation" in text
    assert "SA was 0.6500" in text
    assert "among the 3 weight vectors of the pool mine.txt" in text


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"scale": "rank"}, "average rank"),
        ({"scale": "zscore"}, "z-scores"),
        ({"balance": True}, "2 rows of red wine"),
        ({"missing": "common"}, "5 of white"),
        ({"missing": "drop-rows"}, "Rows with missing cells"),
        ({"missing": "drop-columns"}, "Attributes with missing cells"),
        ({"holdout": 0.25}, "A share of 0.25"),
        ({"method": "sequential"}, "finished before"),
        ({"traversal": "breadth"}, "level by level"),
        ({"max_depth": 0}, "of any depth"),
        ({"attr_fraction": 0.2}, "Only the 20 % of the attributes"),
        ({"aus": "llc"}, "counts listed by level"),
        ({"atd": "min"}, "the smallest difference"),
        ({"atd": "avg"}, "the difference was the mean difference"),
        ({"ell": 7}, "7 smallest"),
        ({"exclude": ("age",)}, "Not to be used were age"),
        ({"roots": ("age",)}, "start with one of age"),
        ({"preset": "published"}, "preset “published”"),
        ({"criterion": "gini", "costs": (("age", 3.0),)}, "age (3)"),
        ({"criterion": "gini"}, "Gini"),
    ],
)
def test_every_setting_has_its_words_only_where_it_is_set(settings, words):
    assert words in text_of(made.ordinary_set(**settings))
    assert words not in text_of(made.ordinary_set())


def test_a_single_tree_has_no_diversity():
    text = text_of(made.single_set())
    assert text.count("One shared decision tree was mined") == 1
    assert "TD" not in text.split("##")[0].replace("SDTSQ", "").replace("SDTQ", "")


def test_pruning_is_told():
    trees = made.ordinary_set()
    pruned = {"method": "mdl", "tests_before": 9, "tests_after": 4}
    assert "pruned (mdl), from 9 to 4 tests" in text_of(trees, trees.to_document() | {"pruned": [pruned]})


def test_hostile_names_stay_text():
    trees = made.ordinary_set()
    hostile = replace(
        trees, pair=replace(trees.pair, left=replace(trees.pair.left, name="<script>alert(1)</script>\n# x"))
    )
    text = text_of(hostile)
    assert re.search(r"(?<!\\)<script", text) is None
    assert "\n# x" not in text
    assert "alert(1)" in text


def test_what_is_cited_is_listed():
    text = text_of(made.ordinary_set(criterion="gain-ratio", costs=(("age", 3),), cost_rule="exponential"))
    body, _, listed = text.partition("## Cited")
    keys = set(re.findall(r"\[([A-Z]+\d\d)\]", body))
    assert keys == {"DH14", "Q93", "N91"}
    assert set(re.findall(r"^- (\w+):", listed, re.MULTILINE)) == keys


def test_rules_are_mentioned_only_where_they_were_counted():
    pair = pair_datasets(load("sunburn"), load("sunburn"))
    trees = mine(pair, k=1, method="single", max_depth=2)
    document = json.loads(json.dumps(trees.to_document()))
    with_rules = methods_text(trees, document=document, pair=mined_pair(pair, trees))
    without = methods_text(trees, document=document)
    assert "[W27]" in with_rules
    assert "- W27: " in with_rules
    assert "W27" not in without


def test_values_that_were_taken_for_others_are_told():
    trees = made.ordinary_set()
    assert "write differently" not in text_of(trees)
    matches = (("smoker", "yes", "Y"), ("smoker", "no", "N"))
    valued = replace(trees, pair=replace(trees.pair, value_matches=matches))
    said = "write differently were matched as follows: yes with Y (smoker) and no with N (smoker)."
    assert said in text_of(valued)
    assert valued.to_document()["pair"]["value_map"] == {"smoker": {"Y": "yes", "N": "no"}}


def test_classes_that_were_renamed_are_told_and_kept():
    tables = [load(name) for name in ("spect-train", "spect-test")]
    assert "call differently" not in text_of(mine(pair_datasets(*tables), k=2))
    renamed = dict(zip(tables[0].class_names, ("healthy", "ill"), strict=True))
    trees = mine(pair_datasets(*tables, class_map=renamed), k=2)
    first, second = tables[0].class_names
    assert f"taken as follows: “{first}” as “healthy” and “{second}” as “ill”." in text_of(trees)
    read = parse_result(json.dumps(trees.to_document()).encode()).tree_set
    assert dict(read.pair.renamed_classes) == renamed
