"""Two real pairs from their files to the report: every count, share, interval, score and p-value is computed again.

Balanced rows are drawn again, trees mined again, shuffles and folds made again, without a line of the product.
"""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner

from ksdt_core.cli.main import app
from tests.acceptance import (
    chance_again,
    claims,
    claims_of_settings,
    every_number,
    everything_again,
    evidence_again,
    mining_again,
    real_tables,
)
from tests.acceptance import recounting as plain
from tests.acceptance.report_lines import NUMBER, Line, Report, numbers

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not real_tables.is_there(), reason="real tables of SurvSet; pip install ksdt[genes]"),
]
SIDES = ("left", "right")
N_TREES, N_FOLDS, N_SHUFFLES = 3, 5, 19
OPTIONS = [
    "--missing", "common", "--balance", "--scale", "rank", "-k", str(N_TREES), "--cv", str(N_FOLDS),
    "--permutations", str(N_SHUFFLES), "--yardsticks",
]  # fmt: skip


@dataclass(frozen=True)
class Case:
    """What the command wrote for a pair, and its tables as pandas reads them."""

    names: tuple[str, str]
    tables: tuple[plain.Table, plain.Table]
    study: chance_again.Study
    again: everything_again.Again
    sparse: list[str]
    codes: list[str]
    n_filled: tuple[int, int]
    document: dict
    shown: str
    rules: list[dict[str, str]]
    nodes: list[dict[str, str]]
    differences: list[dict[str, str]]
    report: str
    methods: str


def ksdt(*arguments: str) -> str:
    done = CliRunner().invoke(app, list(arguments))
    assert done.exit_code == 0, done.output
    return done.stdout


def made(folder: Path, names: tuple[str, str], target: str, frames: list[pd.DataFrame], most: float, *options: str):
    files = [str(folder / f"{name}.csv") for name in names]
    result = str(folder / "result.json")
    ksdt("mine", *files, "--target", target, "--max-missing", str(most), *OPTIONS, *options, "-o", result)
    ksdt("export", result, "--format", "html", "-o", str(folder / "report.html"))
    ksdt("export", result, "--format", "bundle", "-o", str(folder / "bundle.zip"))
    with zipfile.ZipFile(folder / "bundle.zip") as packed:
        csvs = [
            list(csv.DictReader(io.StringIO(packed.read(f"tables/{name}.csv").decode("utf-8"))))
            for name in ("rules", "nodes", "differences")
        ]
        methods = packed.read("methods.md").decode("utf-8")
    sparse = [name for name in frames[0] if any(frame[name].isna().mean() > most for frame in frames)]
    kept = [frame.drop(columns=sparse) for frame in frames]
    codes = [name for name in kept[0] if plain.are_codes(kept[0][name], kept[1][name])]
    classes = tuple(sorted(set(frames[0][target])))
    tables = tuple(plain.Table(plain.filled(frame, target, codes), target, classes) for frame in kept)
    study = chance_again.Study.of([kept[0], kept[1][kept[0].columns]], target, codes, k=N_TREES)
    report = (folder / "report.html").read_text(encoding="utf-8")
    document = json.loads(Path(result).read_text(encoding="utf-8"))
    again = everything_again.Again(
        study, tables, (frames[0], frames[1][frames[0].columns]), sparse, most,
        [float(each) for each in re.findall(r"=\*([\d.]+)", " ".join(options))],
        options.count("--attribute-map"), N_FOLDS, N_SHUFFLES, names,
        [[node["id"] for node in in_order(tree["nodes"])] for tree in document["trees"]], Report(report).lines,
    )  # fmt: skip
    return Case(
        names, tables, study, again, sparse, codes, tuple(int(frame.isna().sum().sum()) for frame in kept),
        document, ksdt("show", result), *csvs, report, methods,
    )  # fmt: skip


@pytest.fixture(scope="module", params=["cohorts", "studies"])
def case(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp(request.param)
    if request.param == "cohorts":
        real_tables.write_cohorts(folder)
        left = pd.read_csv(folder / "smart.csv")
        left["chol"] *= 38.67
        right = pd.read_csv(folder / "framingham.csv").rename(columns={"scl": "chol"})
        options = ("--attribute-map", str(folder / "attributes.csv"), "--convert", "left:chol=*38.67")
        return made(folder, ("smart", "framingham"), "outcome", [left, right], 0.2, *options)
    real_tables.write_studies(folder)
    left, right = (pd.read_csv(folder / f"{name}.csv") for name in ("support", "rhc"))
    right["ca"] = right["ca"].str.lower()
    return made(folder, ("support", "rhc"), "died", [left, right], 0.35, "--value-map", str(folder / "values.csv"))


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
        assert f"{name}: {table.n_rows} rows mined, {n} rows gained by balancing" in case.shown
    assert f"excluded because too many values are missing: {', '.join(case.sparse)}" in case.shown
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
    assert f"balanced quality SDTSQ {scores['sdtsq']:.3f}" in case.methods
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
    return f"{100 * share:.1f}\N{NO-BREAK SPACE}%"


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


def in_order(nodes: list[dict]) -> list[dict]:
    """The nodes of a tree of a document, depth first, the child for which the test holds first."""
    by_id = {node["id"]: node for node in nodes}
    found, stack = [], [0]
    while stack:
        node = by_id[stack.pop()]
        found.append(node)
        stack.extend(child for child in (node["right"], node["left"]) if child is not None)
    return found


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
            assert each[f"effect_{name}"] == pytest.approx(own.areas[side])
            assert each[f"interval_{name}"] == pytest.approx(own.intervals[side])


def test_what_counts_again_shares_no_code_with_the_product():
    for module in (plain, mining_again, chance_again, evidence_again, everything_again, claims, claims_of_settings):
        assert "ksdt_core" not in Path(module.__file__).read_text(encoding="utf-8"), module.__name__


def test_every_number_of_the_report_is_recomputed(case):
    """The list of what recomputes what is in `claims.py` and `claims_of_settings.py`."""
    assert list(every_number.complaints(case.again)) == []
    assert sum(len(numbers(line.words)) for line in case.again.lines) > 1000


def with_a_wrong_number(line: Line) -> Iterator[Line]:
    """The line with each of its numbers changed in turn.

    A threshold may be changed without a change of rows, where other conditions exclude the same ones.
    """
    has_conditions = line.head[:1] in (("If",), ("Where",))
    for at, cell in enumerate(line.cells):
        if at == 0 and has_conditions:
            continue
        for match in NUMBER.finditer(cell):
            cells = [*line.cells[:at], f"{cell[: match.start('number')]}9{cell[match.start('number') :]}"]
            cells += line.cells[at + 1 :]
            yield replace(line, cells=cells, words="".join(f" {each}" for each in cells))
    for match in NUMBER.finditer("" if line.cells else line.words):
        yield replace(line, words=f"{line.words[: match.start('number')]}9{line.words[match.start('number') :]}")


def is_noticed(case: Case, line: Line) -> bool:
    try:
        return any(every_number.of_line(case.again, line))
    except (AssertionError, LookupError, ValueError):
        return True


def test_a_wrong_number_is_noticed_wherever_it_stands(case):
    lines = [line for line in case.again.lines if line.section not in (*every_number.NO_RESULTS, "Versions")]
    lines = [line for line in lines if line.node is None and "KSDT Explorer" not in line.words]
    wrong = [each for line in lines for each in with_a_wrong_number(line)]
    assert len(wrong) > 500
    assert [each.words for each in wrong if not is_noticed(case, each)] == []
