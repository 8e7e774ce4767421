"""An atlas of three real tables with sparse columns, codes and other class shares, recounted from its files."""

from __future__ import annotations

import json
import math
from itertools import combinations
from pathlib import Path

import pandas as pd
import pytest

from ksdt_core.figures.atlas_matrix import draw_atlas_matrix
from ksdt_core.studies.atlas.view import ATLAS
from tests.acceptance import atlas_again, real_tables
from tests.acceptance.making import ksdt
from tests.acceptance.report_lines import numbers

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not real_tables.is_there(), reason="real tables of SurvSet; pip install ksdt[genes]"),
]
NAMES, TARGET, MOST, K, N_SHUFFLES = ("smart", "odd", "even"), "outcome", 0.2, 3, 3
PAIRS = tuple(combinations(range(3), 2))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("atlas")
    real_tables.write_three(made)
    files = [str(made / f"{name}.csv") for name in NAMES]
    ksdt(
        "atlas", *files, "--target", TARGET, "--scale", "rank", "--missing", "common", "-k", str(K), "--balance",
        "--permutations", str(N_SHUFFLES), "--replicate", "-o", str(made / "atlas.json"),
    )  # fmt: skip
    return made


@pytest.fixture(scope="module")
def tables(folder):
    return [pd.read_csv(folder / f"{name}.csv") for name in NAMES]


@pytest.fixture(scope="module")
def document(folder):
    return json.loads((folder / "atlas.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def again(tables):
    options = {"most_missing": MOST, "k": K, "n_shuffles": N_SHUFFLES}
    return [atlas_again.PairAgain.of([tables[left], tables[right]], TARGET, **options) for left, right in PAIRS]


def test_pairs_have_the_attributes_scores_and_gains_that_the_files_give(document, again):
    assert [len(pair.study.kinds.names) for pair in again] == [4, 4, 6], "pressures are sparse in one table"
    for told, own in zip(document["pairs"], again, strict=True):
        assert told["attributes"] == len(own.study.kinds.names)
        assert told["best"]["scores"] == pytest.approx(own.best.scores)
        assert tuple(told["best"]["weights"].values()) == pytest.approx(own.best.ground.weights)
        assert told["worst"]["scores"]["sdtsq"] == pytest.approx(own.worst)
        over = told["over_baseline"]
        assert [over["accuracy_left"], over["accuracy_right"]] == pytest.approx(own.accuracies)
        assert [over["baseline_left"], over["baseline_right"]] == pytest.approx(own.baselines)
        assert over["gain"] == pytest.approx(own.gain)


def test_p_and_q_values_and_the_clustering(document, again):
    ps = [own.p for own in again]
    assert [told["p_value"] for told in document["pairs"]] == pytest.approx(ps)
    assert [told["q_value"] for told in document["pairs"]] == pytest.approx(atlas_again.step_up(ps))
    heights = [merge["distance"] for merge in document["clustering"]["merges"]]
    assert heights == pytest.approx(atlas_again.merges([own.best.scores["sdtsq"] for own in again]))


def test_every_set_on_the_table_that_it_has_not_seen(document, again, tables):
    cells = []
    for told, own, pair in zip(document["pairs"], again, PAIRS, strict=True):
        (cell,), (third,) = told["replications"], set(range(3)) - set(pair)
        voted, vote = own.vote_on(tables[third], TARGET, MOST), cell["vote"]
        assert cell["table"] == NAMES[third]
        assert cell["rows"] == len(tables[third])
        assert cell["not_measured"] == voted.not_measured
        assert vote["accuracy"] == pytest.approx(voted.accuracy)
        assert vote["interval"] == pytest.approx(voted.interval)
        assert vote["balanced_accuracy"] == pytest.approx(voted.balanced_accuracy)
        assert vote["baseline"] == pytest.approx(voted.baseline)
        p = voted.p()
        assert vote["p_classes"] == pytest.approx(p, abs=5 * math.sqrt(p * (1 - p) / 1500) + 1e-3)
        cells.append(cell)
    qs = atlas_again.step_up([cell["vote"]["p_classes"] for cell in cells])
    assert [cell["q_value"] for cell in cells] == pytest.approx(qs)


def in_order(own, q):
    scores = [own.best.scores[key] for key in ("sdtsq", "sa", "ds", "td")]
    return [len(own.study.kinds.names), abs(own.gain), *own.accuracies, *own.baselines, *scores, own.p, q]


def test_what_is_shown_are_these_numbers(folder, document, again):
    shown = ksdt("show", str(folder / "atlas.json")).splitlines()
    qs = atlas_again.step_up([own.p for own in again])
    hovered = [
        text
        for trace in draw_atlas_matrix(ATLAS.read(document)).data
        for text in trace.text or ()
        if "best balanced quality" in text
    ]
    for (left, right), own, q in zip(PAIRS, again, qs, strict=True):
        name = f"{NAMES[left]} : {NAMES[right]}"
        line = next(each for each in shown if each.strip().startswith(name))
        true = in_order(own, q)
        said = numbers(line.partition(name)[2])
        assert len(said) == len(true), line
        assert all(one.says(other) for one, other in zip(said, true, strict=True)), (line, true)
        assert ("−" in line) == (own.gain < -0.0005)
        for text in (each for each in hovered if each.startswith(f"<b>{name}</b>")):
            told = numbers(text.replace("<br>", " ").partition("</b>")[2])
            attributes, gain, *shares, quality, _, _, _, p, _ = true
            order = [quality, *own.best.ground.weights, attributes, gain, *shares, p, q]
            assert len(told) == len(order), text
            assert all(one.says(other) for one, other in zip(told, order, strict=True)), (text, order)
    assert len(hovered) == 2 * len(again)


def test_what_counts_again_shares_no_code_with_the_product():
    assert "ksdt_core" not in Path(atlas_again.__file__).read_text(encoding="utf-8")
