"""Two real pairs from their files to the report: every count, share, interval, score and p-value is computed again.

Balanced rows are drawn again, trees mined again, shuffles and folds made again, without a line of the product.
"""

from __future__ import annotations

import re
from copy import copy
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from ksdt_core.formats.result import parse_result
from ksdt_core.mining.miners import mine
from ksdt_core.store.database import open_store
from ksdt_core.store.folder import SETTING
from ksdt_core.store.pair_request import PairRequest, TableRequest, requested_pair
from ksdt_core.store.pairs import keep_pair
from ksdt_core.store.runs import keep_run, run_document
from ksdt_core.store.uploads import keep_upload
from ksdt_core.text import percent
from pages.common.current import Current
from pages.trees.exports import Order, Style
from tests.acceptance import (
    chance_again,
    claims,
    claims_of_differences,
    claims_of_drawings,
    claims_of_settings,
    every_number,
    everything_again,
    evidence_again,
    mining_again,
    pairing_again,
    real_tables,
)
from tests.acceptance import recounting as plain
from tests.acceptance.making import Case, How, in_order, made
from tests.acceptance.printed import printed_pages, unlike
from tests.acceptance.report_lines import Report, numbers
from tests.acceptance.wrong_numbers import unnoticed

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not real_tables.is_there(), reason="real tables of SurvSet; pip install ksdt[genes]"),
]
SIDES = ("left", "right")
N_TREES, N_FOLDS, N_SHUFFLES = 3, 5, 19


@pytest.fixture(scope="module", params=["cohorts", "studies"])
def case(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp(request.param)
    pair = real_tables.cohorts(folder) if request.param == "cohorts" else real_tables.studies(folder)
    most = 0.2 if request.param == "cohorts" else 0.35
    how = How(pair.target, most, N_TREES, N_FOLDS, N_SHUFFLES, has_yardsticks=True)
    return made(folder, pair.names, pair.frames, how, *pair.options)


def conditions(text: str) -> list[str]:
    return [] if text == "all rows" else text.split(" and ")


def of_side(condition: str, side: int) -> str:
    """One table's part of a condition that is printed for both: "age ≤ 62.5 | 46.5"."""
    return re.sub(r"(\S+) \| (\S+)", rf"\{side + 1}", condition)


def both_counts(case: Case, path: list[str]) -> list[plain.Counts]:
    return [table.counts(table.mask([of_side(each, side) for each in path])) for side, table in enumerate(case.tables)]


def test_the_pair_is_what_the_files_say(case):
    pair = case.document["pair"]
    assert [pair[side]["rows"] for side in SIDES] == [table.n_rows for table in case.tables]
    assert pair["attributes"] == case.tables[0].frame.shape[1] - 1
    assert pair["unscaled"] == case.codes
    assert len(case.codes) > 0
    assert case.sparse
    counts = [table.all_counts for table in case.tables]
    targets = plain.balanced_to(*counts)
    gained = [sum(target) - sum(count) for target, count in zip(targets, counts, strict=True)]
    assert min(gained) > 0
    for side, name, table, n, filled in zip(SIDES, case.names, case.tables, gained, case.n_filled, strict=True):
        assert pair[side].get("filled", 0) == filled
        (told,) = re.findall(rf"{re.escape(name)}: (\d+) training rows, (\d+) rows added", case.shown)
        assert told == (str(table.n_rows), str(n))
    assert f": {', '.join(case.sparse)}" in case.shown
    for tree in case.document["trees"]:
        assert [tree["nodes"][0][f"cdv_{side}"] for side in SIDES] == list(targets)
    for word in (*case.sparse, *case.codes):
        assert word in case.methods


def test_every_node_that_is_shown_has_the_rows_that_meet_its_printed_tests(case):
    shown = re.compile(r"^  (?P<bars>(?:│  )*)(?P<test>.+?)  +(?:→ )?\S+ +\((.+?)\) \| \((.+?)\) +balanced DSN (\S+)")
    found, path = 0, []
    for line in case.shown.splitlines():
        match = shown.match(line)
        if not match:
            continue
        depth, found = match["bars"].count("│"), found + 1
        path = [*path[: depth - 1], match["test"]] if depth else []
        counts = [[int(n) for n in match[group].split(", ")] for group in (3, 4)]
        assert both_counts(case, path) == counts, line
    assert found == sum(len(tree["nodes"]) for tree in case.document["trees"])


def test_nodes_of_the_bundle_and_of_the_document(case):
    left, right = case.names
    classes = case.tables[0].classes
    nodes = {(n, node["id"]): node for n, tree in enumerate(case.document["trees"], 1) for node in tree["nodes"]}
    for row in case.nodes:
        counts, node = both_counts(case, conditions(row["path"])), nodes[int(row["tree"]), int(row["node"])]
        for name, side, own in zip((left, right), SIDES, counts, strict=True):
            assert [int(row[f"rows of {each} {name}"]) for each in classes] == own == node[f"rows_{side}"]
            assert int(row[f"rows {name}"]) == sum(own)
            assert all(cdv >= n and (n > 0 or cdv == 0) for cdv, n in zip(node[f"cdv_{side}"], own, strict=True))
        assert float(row["dsn"]) == pytest.approx(plain.cosine(node["cdv_left"], node["cdv_right"]))
        together = np.add(node["cdv_left"], node["cdv_right"])
        assert row["label"] == classes[int(together.argmax())]
        if node["threshold"] is not None:
            _same_rows_scaled(case, node)
    assert len(case.nodes) == len(nodes)


def _same_rows_scaled(case: Case, node: dict) -> None:
    """The threshold that was mined and those in the units of the tables send the same rows each way."""
    for side, table in zip(SIDES, case.tables, strict=True):
        column = table.frame[node["attribute"]]
        scaled = column if node["attribute"] in case.codes else column.rank() / (len(column) + 1)
        assert ((scaled <= node["threshold"]) == (column <= node[f"threshold_{side}"])).all()


def test_scores_follow_from_the_nodes(case):
    trees = [
        {"nodes": [node | {"classes": list(case.tables[0].classes)} for node in tree["nodes"]]}
        for tree in case.document["trees"]
    ]
    for tree, told in zip(trees, case.document["trees"], strict=True):
        assert told["scores"] == pytest.approx(plain.tree_scores(tree["nodes"]))
    scores = plain.set_scores(trees)
    assert case.document["scores"] == pytest.approx(scores)
    assert f"Balanced SDTSQ {scores['sdtsq']:.3f}" in case.shown
    assert f"balanced quality (SDTSQ) of {scores['sdtsq']:.3f}" in case.methods
    tested = case.document["significance"]
    assert tested["statistic"] == pytest.approx(np.mean([plain.tree_scores(tree["nodes"])["sdtq"] for tree in trees]))
    for null in tested["nulls"].values():
        reached = sum(value >= tested["statistic"] for value in null["values"])
        assert null["p"] == pytest.approx((1 + reached) / 20)
        assert (null["mean"], null["sd"]) == pytest.approx((np.mean(null["values"]), np.std(null["values"])))


def test_rules_of_the_bundle(case):
    ps = []
    for row in case.rules:
        told = []
        for name, table in zip(case.names, case.tables, strict=True):
            counts = table.counts(table.mask(conditions(row[f"rule {name}"])))
            k, n = counts[table.classes.index(row["class"])], sum(counts)
            assert (int(row[f"support {name}"]), int(row[f"correct {name}"])) == (n, k)
            share, whole = k / n, table.all_counts[table.classes.index(row["class"])] / table.n_rows
            numbers = [float(row[f"{what} {name}"]) for what in ("confidence", "low", "high", "lift")]
            assert numbers == pytest.approx([share, *plain.wilson(k, n), share / whole])
            told.append((k, n, counts))
        assert float(row["dsn"]) == pytest.approx(plain.cosine(told[0][2], told[1][2]))
        ps.append(plain.fisher(told[0][:2], told[1][:2]))
    assert [float(row["p value"]) for row in case.rules] == pytest.approx(ps, abs=1e-9)
    assert [float(row["p corrected"]) for row in case.rules] == pytest.approx(plain.holm(ps), abs=1e-9)


def test_differences_of_the_bundle(case):
    whole = tuple(table.all_counts for table in case.tables)
    for row in case.differences:
        counts = both_counts(case, conditions(row["where"]))
        for name, own in zip(case.names, counts, strict=True):
            assert row[f"counts {name}"] == " | ".join(map(str, own))
        answer = case.tables[0].classes.index(row["class"])
        assert float(row["odds ratio"]) == pytest.approx(plain.odds_beyond(tuple(counts), whole, answer))
    listed = claims_of_differences.differences(case.again)
    assert [case.tables[0].classes[each.answer] for each in listed] == [row["class"] for row in case.differences]
    assert [each.p for each in listed] == pytest.approx([float(row["p corrected"]) for row in case.differences])
    assert listed


class Cells(HTMLParser):
    """The rows of the tables of a report, each with the heading of its section."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: list[tuple[str, list[str]]] = []
        self._heading, self._into = "", None
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("h2", "h3"):
            self._heading, self._into = "", "heading"
        elif tag == "tr":
            self.rows.append((self._heading, []))
        elif tag in ("td", "th") and self.rows:
            self.rows[-1][1].append("")
            self._into = "cell"

    def handle_endtag(self, tag: str) -> None:
        if tag in ("h2", "h3", "td", "th"):
            self._into = None

    def handle_data(self, data: str) -> None:
        if self._into == "heading":
            self._heading += data
        elif self._into == "cell":
            self.rows[-1][1][-1] += f" {data}" if self.rows[-1][1][-1] else data


def one_decimal(share: float) -> str:
    return percent(share, 1)


def answers(case: Case, tree: dict) -> list[pd.Series]:
    """What a tree answers for the rows of each table."""
    found = []
    for side, table in zip(SIDES, case.tables, strict=True):
        said = pd.Series("", index=table.frame.index)
        masks = {0: pd.Series(True, index=table.frame.index)}
        for node in tree["nodes"]:
            mask = masks[node["id"]]
            if node["attribute"] is None:
                said[mask] = node["label"]
                continue
            column = table.frame[node["attribute"]]
            passes = column == node["category"] if node["category"] else column <= node[f"threshold_{side}"]
            masks[node["left"]], masks[node["right"]] = mask & passes, mask & ~passes
        found.append(said)
    return found


def test_the_report(case):
    rows = Cells(case.report).rows
    cells = {" ".join(row) for _, row in rows}
    text = re.sub(r"\s+", " ", " ".join(cells))
    for row in case.rules:
        for name in case.names:
            k, n = int(row[f"correct {name}"]), int(row[f"support {name}"])
            low, high = (f"{100 * each:.0f}" for each in plain.wilson(k, n))
            share = rf"(?:{(200 * k + n) // (2 * n)}|{-(-(200 * k - n) // (2 * n))})"  # a half may go either way
            assert re.search(rf"{k} of {n}, {share}\s% \({low} to {high}\)", text), (name, row)
    said = [answers(case, tree) for tree in case.document["trees"]]
    second = case.tables[0].classes[1]
    training = [row for heading, row in rows if heading == "Training rows"]
    assert len(training) == 3 + len(said)
    for side, table in enumerate(case.tables):
        truth = table.frame[table.target]
        baseline = one_decimal(max(table.all_counts) / table.n_rows)
        assert training[1][1 + 3 * side].startswith(baseline)
        votes = sum((own[side] == second).astype(int) for own in said)
        vote = pd.Series(np.where(votes > len(said) / 2, second, table.classes[0]), index=truth.index)
        for row, own in zip(training[2:], [vote, *(each[side] for each in said)], strict=True):
            k = int((own == truth).sum())
            low, high = (f"{100 * each:.1f}" for each in plain.wilson(k, table.n_rows))
            assert row[1 + 3 * side].startswith(f"{one_decimal(k / table.n_rows)} ({low}–{high})")
            shares = [float((own[truth == name] == name).mean()) for name in table.classes]
            assert row[2 + 3 * side].startswith(one_decimal(float(np.mean(shares))))
            assert (
                row[3 + 3 * side]
                == f"{second} {one_decimal(shares[1])}\N{NO-BREAK SPACE}/\N{NO-BREAK SPACE}{one_decimal(shares[0])}"
            )
        assert f"AUC {plain.auc(votes / len(said), truth == second):.3f}" in training[2][2 + 3 * side]
    for name in case.sparse:
        assert name in case.report


def test_the_shared_signal_of_each_attribute(case):
    """Effects and scores at the splits that are told; their p-values come of shuffles."""
    told = case.document["evidence"]["attributes"]
    assert {each["attribute"] for each in told} == set(case.tables[0].frame.columns.drop(case.tables[0].target))
    rows = Cells(case.report).rows
    cells = {row[0]: row for heading, row in rows if row and heading == "Shared signal"}
    for each in told:
        zs = []
        for side, table in zip(SIDES, case.tables, strict=True):
            column, positive = table.frame[each["attribute"]], table.frame[table.target] == each["class"]
            at = each[f"split_{side}"]
            passes = column == at if isinstance(at, str) else column <= at
            zs.append(plain.hypergeometric_z(passes, positive))
            if not isinstance(at, str):
                assert each[f"effect_{side}"] == pytest.approx(plain.auc(column, positive))
                assert f"{each[f'effect_{side}']:.3f}" in " ".join(cells[each["attribute"]])
        sign = -1 if each["direction"] in ("higher", "unequal") else 1
        assert each["score"] == pytest.approx(min(sign * z for z in zs), abs=1e-6)


def test_balanced_draws_and_trees_are_those_that_the_definitions_give(case):
    ground, trees = case.again.mined
    names, classes = case.study.kinds.names, case.study.class_names
    for tree, told in zip(trees, case.document["trees"], strict=True):
        for node, said in zip(tree.nodes(), in_order(told["nodes"]), strict=True):
            assert [own.tolist() for own in node.cdv] == [said["cdv_left"], said["cdv_right"]]
            assert classes[node.label] == said["label"]
            assert (None if node.attribute is None else names[node.attribute]) == said["attribute"]
            if said["threshold"] is not None:
                assert said["threshold"] == pytest.approx(node.threshold, abs=1e-12)
            elif said["category"] is not None:
                assert case.study.kinds.words[said["attribute"]][int(node.threshold)] == said["category"]
    assert case.document["config"]["min_size"] == pytest.approx(ground.min_size)


def test_every_shuffle_reaches_what_mining_it_again_gives(case):
    tested = case.document["significance"]
    for null in chance_again.NULLS:
        reached = case.again.shuffles[null]
        assert tested["nulls"][null]["values"] == pytest.approx([np.mean(each) for each in reached])
        best = [max(each) for each in reached]
        assert tested["best_tree"][null] == pytest.approx(best)
        for tree, told in zip(case.document["trees"], tested["trees"], strict=True):
            n = sum(value >= tree["scores"]["sdtq"] for value in best)
            assert told[f"p_{null}"] == pytest.approx((1 + n) / (1 + N_SHUFFLES))


def confusion(classes: np.ndarray, said: np.ndarray) -> list[list[int]]:
    return [[int(((classes == own) & (said == answer)).sum()) for answer in (0, 1)] for own in (0, 1)]


def test_every_fold_answers_as_mining_it_again_does(case):
    said = case.again.folds
    told = case.document["cross_validated"]
    accuracies = []
    for side, name in enumerate(SIDES):
        classes = case.study.classes[side]
        own = told[name]
        assert [tree["confusion"] for tree in own["trees"]] == [confusion(classes, each) for each in said[side]]
        votes = said[side].sum(axis=0)
        assert own["vote"]["confusion"] == confusion(classes, (votes > N_TREES / 2).astype(int))
        assert own["vote"]["auc"] == pytest.approx(chance_again.area(votes / N_TREES, classes == 1))
        accuracies.append((said[side] == classes).mean(axis=1))
    assert (told["accuracy_left"], told["accuracy_right"]) == pytest.approx([own.mean() for own in accuracies])
    assert told["sa"] == pytest.approx(np.minimum(*accuracies).mean())


def test_yardsticks_are_what_scikit_learn_gives(case):
    found = case.again.yardsticks
    for told in case.document["yardsticks"]["learners"]:
        keys = {"cv": ("cv_left", "cv_right"), "transfer": ("left_from_right", "right_from_left")}
        for how, names in keys.items():
            for side, name in enumerate(names):
                chances, classes = found[told["learner"], how, side], case.study.classes[side]
                assert told[name]["answers"]["confusion"] == confusion(classes, chances.argmax(axis=1))
                assert told[name]["auc"] == pytest.approx(chance_again.area(chances[:, 1], classes == 1))


def test_the_evidence_of_the_pair(case):
    told = case.document["evidence"]
    found = case.again.evidence
    assert told["shared"]["statistic"] == pytest.approx(found.statistic)
    assert told["shared"]["p"] == pytest.approx(found.p_shared)
    for side in SIDES:
        numbers = [told["shared"][side][key] for key in ("p", "mean", "max")]
        assert numbers == pytest.approx([found.p[side], found.mean[side], found.largest[side]])
    assert told["pairing"] is None
    assert sum(len(group) for group in case.study.kinds.groups(case.study.codes) if len(group) > 1) < 20
    for each in told["attributes"]:
        own = found.attributes[each["attribute"]]
        assert (each["p"], each["p_difference"]) == pytest.approx((own.p, own.p_difference))
        assert each["score"] == pytest.approx(own.score, abs=1e-9)
        for side, name in enumerate(SIDES):
            assert each[f"effect_{name}"] == pytest.approx(own.effects[side])
            assert each[f"interval_{name}"] == pytest.approx(own.intervals[side])


def test_what_counts_again_shares_no_code_with_the_product():
    counting = (plain, mining_again, chance_again, evidence_again, pairing_again, everything_again)
    for module in (*counting, claims, claims_of_differences, claims_of_drawings, claims_of_settings):
        assert "ksdt_core" not in Path(module.__file__).read_text(encoding="utf-8"), module.__name__


def test_every_number_of_the_report_is_recomputed(case):
    """The list of what recomputes what is in `claims.py` and the files beside it."""
    assert list(every_number.complaints(case.again)) == []
    assert sum(len(numbers(line.words)) for line in case.again.lines) > 1000


def test_the_printed_report_has_the_same_sentences_and_numbers(case):
    pages = printed_pages(case.printed)
    assert list(unlike(case.again.lines, pages)) == []
    wrong = [re.sub(r"(?<=\d)\d\b", "x", pages[0]), *pages[1:]]
    assert len(list(unlike(case.again.lines, wrong))) > 5


def test_a_wrong_number_is_noticed_wherever_it_stands(case):
    n_wrong, missed = unnoticed(case.again)
    assert n_wrong > 900
    assert missed == []


UPLOADED = {  # what a person decides on Data, for the options of the command
    "smart": {"attribute_map": (("chol", "scl"),), "convert": ("left:chol=*38.67",)},
    "support": {"value_map": tuple(("ca", word, word.capitalize()) for word in ("metastatic", "no", "yes"))},
}


def test_the_report_that_the_app_exports_of_uploads_says_the_same(case, tmp_path, monkeypatch):
    """Both files uploaded, prepared and mined as the pages do; the exported report is recounted from the files."""
    import streamlit as st

    monkeypatch.setenv(SETTING, str(tmp_path))
    st.cache_resource.clear()
    store, target = open_store(), case.tables[0].target
    tables = (
        TableRequest("upload", keep_upload(store, f"{name}.csv", content=content).id, name, target=target)
        for name, content in zip(case.names, case.files, strict=True)
    )
    request = PairRequest(
        *tables, missing="common", scale="rank", balance=True, max_missing=case.again.most_missing,
        **UPLOADED[case.names[0]],
    )  # fmt: skip
    keep_pair(store, request)
    mined = mine(requested_pair(store, request), k=N_TREES)
    assert mined.to_document()["trees"] == case.document["trees"]
    run = keep_run(store, case.document, pair=request.id)
    trees = parse_result(run_document(store, run)).tree_set
    made = Order(trees, store, run, Current(run, trees, request).pair, Style(), False, "dsn", request).html().decode()
    exported = copy(case.again)  # with all that was computed again already
    object.__setattr__(exported, "lines", Report(made).lines)
    assert list(every_number.complaints(exported)) == []
    assert sum(len(numbers(line.words)) for line in exported.lines) > 1000
