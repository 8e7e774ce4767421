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
from tests.reports.report_prose import VERSION


def text_of(tree_set, document=None) -> str:
    return methods_text(tree_set, document=document or tree_set.to_document())


def test_rows_weights_scores_and_seed_are_told(approved):
    trees = made.ordinary_set(seed=41)
    text = text_of(trees)
    for number in ("18", "20", "3", "0.3", "0.4", "41", f"{trees.scores.sdtsq:.3f}", f"{trees.scores.sa:.3f}"):
        assert re.search(rf"(?<![\w.]){re.escape(number)}(?![\w]|\.\d)", text), number
    assert all(name in text for name in trees.pair.class_names)
    approved(VERSION.sub("…", text))


def test_what_was_not_tested_is_said():
    text = text_of(made.ordinary_set())
    assert UNTESTED in text
    assert UNCHECKED in text


def test_nulls_and_cross_validation_are_told(approved):
    best, _ = made.swept_set()
    text = text_of(best, made.full_document())
    assert UNTESTED not in text
    for number in ("0.400", "0.650", "p = 0.200", "mine.txt"):
        assert number in text, number
    approved(VERSION.sub("…", text))


def test_a_choice_of_weights_is_told_only_where_there_was_one():
    best, _ = made.swept_set()
    document = made.full_document()
    assert "choice of weights" in text_of(best, document)
    tested = {name: value for name, value in document["significance"].items() if name != "vectors"}
    assert "choice of weights" not in text_of(
        best, {name: value for name, value in document.items() if name != "pool"} | {"significance": tested}
    )


SETTINGS = {
    "scale-rank": {"scale": "rank"},
    "scale-zscore": {"scale": "zscore"},
    "balance": {"balance": True},
    "missing-common": {"missing": "common"},
    "missing-drop-rows": {"missing": "drop-rows"},
    "missing-drop-columns": {"missing": "drop-columns"},
    "holdout": {"holdout": 0.25},
    "sequential": {"method": "sequential"},
    "breadth": {"traversal": "breadth"},
    "max-depth": {"max_depth": 0},
    "attr-fraction": {"attr_fraction": 0.2},
    "llc": {"aus": "llc"},
    "atd-min": {"atd": "min"},
    "atd-avg": {"atd": "avg"},
    "ell": {"ell": 7},
    "exclude": {"exclude": ("age",)},
    "roots": {"roots": ("age",)},
    "preset": {"preset": "published"},
    "costs": {"criterion": "gini", "costs": (("age", 3.0),)},
    "gini": {"criterion": "gini"},
}


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
def test_every_setting_has_its_words_only_where_it_is_set(settings, approved):
    """What the paragraph says with the setting and not without it."""
    usual = sentences(text_of(made.ordinary_set()))
    own = [sentence for sentence in sentences(text_of(made.ordinary_set(**settings))) if sentence not in usual]
    assert own
    approved("\n".join(own))


def sentences(text: str) -> list[str]:
    """Those of the paragraph, without the list of what is cited."""
    return re.split(r"(?<=\.)\s+", text.partition("## ")[0])


def test_a_single_tree_has_no_diversity(approved):
    text = text_of(made.single_set())
    assert "TD" not in text.split("##")[0].replace("SDTSQ", "").replace("SDTQ", "")
    approved(VERSION.sub("…", text))


def test_pruning_is_told(approved):
    trees = made.ordinary_set()
    pruned = {"method": "mdl", "tests_before": 9, "tests_after": 4}
    usual = sentences(text_of(trees))
    text = text_of(trees, trees.to_document() | {"pruned": [pruned]})
    approved("\n".join(sentence for sentence in sentences(text) if sentence not in usual))


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


def test_values_that_were_taken_for_others_are_told(approved):
    trees = made.ordinary_set()
    usual = sentences(text_of(trees))
    matches = (("smoker", "yes", "Y"), ("smoker", "no", "N"))
    valued = replace(trees, pair=replace(trees.pair, value_matches=matches))
    approved("\n".join(sentence for sentence in sentences(text_of(valued)) if sentence not in usual))
    assert valued.to_document()["pair"]["value_map"] == {"smoker": {"Y": "yes", "N": "no"}}


def test_classes_that_were_renamed_are_told_and_kept(approved):
    tables = [load(name) for name in ("spect-train", "spect-test")]
    renamed = dict(zip(tables[0].class_names, ("healthy", "ill"), strict=True))
    trees = mine(pair_datasets(*tables, class_map=renamed), k=2)
    (told,) = [sentence for sentence in sentences(text_of(trees)) if f"“{tables[0].class_names[0]}”" in sentence]
    approved(told)
    read = parse_result(json.dumps(trees.to_document()).encode()).tree_set
    assert dict(read.pair.renamed_classes) == renamed
