"""Every count on every surface is what pandas counts on the original files: copies of rows are no observations."""

from __future__ import annotations

import csv
import html
import io
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ksdt_core.cli.show import result_lines
from ksdt_core.data.preparing.pairing import pair_datasets
from ksdt_core.data.readers.reading import read_dataset
from ksdt_core.figures.aligned_html import AlignedTrees, aligned_html
from ksdt_core.figures.figure_svg import figure_svg
from ksdt_core.figures.palette import LIGHT
from ksdt_core.figures.rules_html import rules_html
from ksdt_core.figures.tree_dot import tree_to_dot
from ksdt_core.figures.tree_style import SCREEN
from ksdt_core.figures.tree_svg import tree_svg
from ksdt_core.figures.tree_words import rows_words
from ksdt_core.formats.json_text import document_text
from ksdt_core.formats.result import parse_result
from ksdt_core.mining.miners import mine
from ksdt_core.reports.bundle_tables import node_files
from ksdt_core.reports.html_report import html_report
from ksdt_core.reports.report_content import report_content
from ksdt_core.rules import full_paths, parting_nodes
from ksdt_core.rules.difference_words import differences_frame
from ksdt_core.rules.differences import alignable_differences
from ksdt_core.rules.frame import rules_frame
from ksdt_core.rules.full_paths import tree_rules
from ksdt_core.rules.rules_view import RULES, rules_view
from ksdt_core.rules.table_rows import TableRows, pair_rows
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.text import TableNames
from pages.common.tree_view import legend
from pages.diversity.tables import pair_table, usage_table

SIDES = ("left", "right")
CLASSES = ("bad", "good")
NAMES = TableNames(*SIDES)
SVG = "{http://www.w3.org/2000/svg}"


def table(seed: int, n_rows: int, share: float, *, gaps: int) -> pd.DataFrame:
    """Two measured columns, integer codes from 1 to 4, a column of words, and a class that all of them tell."""
    generator = np.random.default_rng(seed)
    label = np.where(generator.random(n_rows) < share, *CLASSES[::-1])
    label[:2] = CLASSES
    good = (label == "good").astype(float)
    frame = pd.DataFrame(
        {
            "dose": (generator.gamma(3, 2, n_rows) + 2 * good).round(2),
            "age": (generator.normal(50, 12, n_rows) + 6 * good).round(),
            "pain": np.clip(generator.integers(1, 4, n_rows) + good, 1, 4).astype(int),
            "site": np.where(generator.random(n_rows) < 0.3 + 0.3 * good, "north", "south"),
            "class": label,
        }
    )
    frame.loc[:3, "pain"] = [1, 2, 3, 4]
    for name in ("dose", "pain", "site") if gaps else ():
        frame[name] = frame[name].mask(np.isin(frame.index, generator.integers(4, n_rows, gaps)))
    return frame


@dataclass(frozen=True)
class Case:
    """Two files, the pair and the set mined from them, and the counts that pandas finds at every node."""

    pair: object
    trees: object
    counts: list[list[dict[str, list[int]]]]  # by tree and node


def counted(document: dict, frames: dict[str, pd.DataFrame]) -> list[list[dict[str, list[int]]]]:
    """For each node of each tree of a document the rows of each class, by masks on the frames alone."""
    found = []
    for tree in document["trees"]:
        masks = {side: {0: pd.Series(True, index=frames[side].index)} for side in SIDES}
        for node in tree["nodes"]:
            if node["attribute"] is None:
                continue
            for side in SIDES:
                column = frames[side][node["attribute"]]
                passes = column == node["category"] if node["category"] else column <= node[f"threshold_{side}"]
                masks[side][node["left"]] = masks[side][node["id"]] & passes
                masks[side][node["right"]] = masks[side][node["id"]] & ~passes
        found.append(
            [
                {
                    side: [int((frames[side]["class"][mask[node["id"]]] == c).sum()) for c in CLASSES]
                    for side, mask in masks.items()
                }
                for node in tree["nodes"]
            ]
        )
    return found


def case(folder: Path, seed: int, *, scale: str, missing: str, holdout: float = 0.0) -> Case:
    frames = {
        "left": table(seed, 60, 0.3, gaps=5 if missing != "fail" else 0),
        "right": table(seed + 1000, 80, 0.65, gaps=3 if missing != "fail" else 0),
    }
    for side, frame in frames.items():
        frame.to_csv(folder / f"{side}.csv", index=False)
    read = [read_dataset(folder / f"{side}.csv", target="class") for side in SIDES]
    pair = pair_datasets(*read, scale=scale, missing=missing, balance=True, seed=seed)
    again = {side: pd.read_csv(folder / f"{side}.csv") for side in SIDES}
    if missing == "drop-rows":
        again = {side: frame.dropna() for side, frame in again.items()}
    if missing == "common":
        again = {side: filled(frame) for side, frame in again.items()}
    trees = mine(pair, k=2, max_depth=3)
    return Case(pair, trees, counted(trees.to_document(), again))


def filled(frame: pd.DataFrame) -> pd.DataFrame:
    """The median of what is measured; of codes and words the most common one, the first of equally common ones."""
    common = {name: frame[name].mode().min() for name in ("pain", "site")}
    return frame.fillna({"dose": frame["dose"].median(), **common})


CASES = given(
    seed=st.integers(0, 400),
    scale=st.sampled_from(["none", "rank"]),
    missing=st.sampled_from(["fail", "drop-rows", "common"]),
)
SOME = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def both(counts: dict[str, list[int]]) -> list[int]:
    return [*counts["left"], *counts["right"]]


@SOME
@CASES
def test_documents_and_texts(tmp_path, seed, scale, missing):
    made = case(tmp_path, seed, scale=scale, missing=missing)
    document = made.trees.to_document()
    result = parse_result(document_text(document).encode())
    assert made.pair.is_balanced
    for shared, tree, counts in zip(result.tree_set.trees, document["trees"], made.counts, strict=True):
        assert [[*node["rows_left"], *node["rows_right"]] for node in tree["nodes"]] == [both(each) for each in counts]
        assert [[*left, *right] for left, right in zip(*map(np.ndarray.tolist, shared.rows), strict=True)] == [
            both(each) for each in counts
        ]
    shown = "\n".join(result_lines(result))
    expected = [
        f"({left[0]}, {left[1]}) | ({right[0]}, {right[1]})"
        for tree in made.counts
        for left, right in map(dict.values, tree)
    ]
    assert sorted(re.findall(r"\(\d+, \d+\) \| \(\d+, \d+\)", shown)) == sorted(expected)
    told = re.findall(r"\(left (\d+) of (\d+), right (\d+) of (\d+)\)", shown)
    assert sorted(tuple(map(int, each)) for each in told) == sorted(leaf_supports(made))


def leaf_supports(made: Case) -> list[tuple[int, ...]]:
    """Right answers and rows of both tables at each leaf."""
    found = []
    for shared, counts in zip(made.trees.trees, made.counts, strict=True):
        for node in np.flatnonzero(shared.tree.is_leaf).tolist():
            label = int(shared.tree.label[node])
            left, right = counts[node]["left"], counts[node]["right"]
            found.append((left[label], sum(left), right[label], sum(right)))
    return found


@SOME
@CASES
def test_rules_and_differences(tmp_path, seed, scale, missing):
    made = case(tmp_path, seed, scale=scale, missing=missing)
    rules = tree_rules(made.trees, made.pair)
    for rule in RULES.write(rules_view(rules))["rules"]:
        counts = made.counts[rule["tree"]][rule["leaf"]]
        label = CLASSES.index(rule["class"])
        for side in SIDES:
            assert rule[f"counts_{side}"] == counts[side]
            assert rule[f"support_{side}"] == sum(counts[side])
            assert rule[f"confidence_{side}"] == pytest.approx(counts[side][label] / sum(counts[side]))
    frame = rules_frame(rules)
    supports = frame[["correct_left", "support_left", "correct_right", "support_right"]]
    assert sorted(map(tuple, supports.to_numpy().tolist())) == sorted(leaf_supports(made))
    for position, shared in enumerate(made.trees.trees):
        own = [rule for rule in rules.rules if rule.tree == position]
        page = rules_html(rules, shared)
        for rule in own:
            assert f">{rule.left.correct} of {rule.left.support}<" in page
    found = alignable_differences(made.trees, made.pair, min_rows=2, min_share=0.02, limit=None)
    parts = differences_frame(found)
    for difference, (_, row) in zip(found.found, parts.iterrows(), strict=True):
        counts = made.counts[difference.trees[0]][difference.node]
        for side in SIDES:
            assert row[f"counts_{side}"] == " | ".join(map(str, counts[side]))
            assert row[f"rows_{side}"] == sum(counts[side])
    at = CLASSES.index(found.base.answer)
    roots = [made.counts[0][0][side] for side in SIDES]
    assert found.base.shares == pytest.approx([root[at] / sum(root) for root in roots])


@SOME
@CASES
def test_tables_of_bundle_and_diversity(tmp_path, seed, scale, missing):
    made = case(tmp_path, seed, scale=scale, missing=missing)
    ((_, text),) = node_files(made.trees)
    for row in csv.DictReader(io.StringIO(text)):
        counts = made.counts[int(row["tree"]) - 1][int(row["node"])]
        for side in SIDES:
            assert [int(row[f"rows of {name} {side}"]) for name in CLASSES] == counts[side]
            assert int(row[f"rows {side}"]) == sum(counts[side])
    splits = [
        [sum(counts[node][side]) for side in SIDES]
        for shared, counts in zip(made.trees.trees, made.counts, strict=True)
        for node in np.flatnonzero(~shared.tree.is_leaf).tolist()
    ]
    assert sorted(list(row[3:]) for row in usage_table(made.trees)[1]) == sorted(splits)
    head, rows = pair_table(made.trees, (0, 1))
    columns = [position for position, name in enumerate(head) if " of " in name]
    shown = [
        [int(row[at]) for at in columns[half * 4 : half * 4 + 4] if row[at] != ""] for row in rows for half in (0, 1)
    ]
    expected = [both(each) for tree in made.counts for each in tree]
    assert sorted(each for each in shown if each) == sorted(expected)


@SOME
@CASES
def test_drawings(tmp_path, seed, scale, missing):
    made = case(tmp_path, seed, scale=scale, missing=missing)
    assert legend(made.trees, LIGHT)["similarity"] == "balanced similarity (DSN)"
    for position, (shared, counts) in enumerate(zip(made.trees.trees, made.counts, strict=True)):
        tips = [
            f"left: {left[0]} bad, {left[1]} good|right: {right[0]} bad, {right[1]} good"
            for left, right in map(dict.values, counts)
        ]
        svg = ElementTree.fromstring(tree_svg(shared, NAMES, scale=scale, style=SCREEN))
        for group in svg.iter(f"{SVG}g"):
            if group.get("data-node") is None:
                continue
            node = int(group.get("data-node"))
            assert tips[node] == "|".join(group.findtext(f"{SVG}title").split("\n")[1:3])
            texts = [text.text for text in group.iter(f"{SVG}text")]
            assert texts[-4:] == [str(n) for n in both(counts[node])]
            if shared.tree.is_leaf[node]:
                label = int(shared.tree.label[node])
                purity = [f"{100 * counts[node][side][label] / sum(counts[node][side]):.0f}" for side in SIDES]
                assert [text.lstrip("!") for text in texts[1:3]] == purity
        source = html.unescape(tree_to_dot(shared, NAMES, scale=scale))
        assert all(" · ".join(tip.split("|")) in source for tip in tips)
        assert "balanced similarity (DSN)" in source
        figure = figure_svg(made.trees, trees=[position], width="screen")
        for side, domain in zip(SIDES, (made.pair.left, made.pair.right), strict=True):
            n, mined = sum(counts[0][side]), domain.n_mined
            said = rows_words(shared, SIDES.index(side))
            assert [int(number) for number in re.findall(r"\d+", said)] == ([n, mined] if mined != n else [n])
            assert said in re.sub("<[^>]*>", " ", figure).replace("  ", " ")
    names = TableNames(*SIDES)
    aligned = aligned_html(AlignedTrees(*made.trees.trees, ("1", "2"), names, scale))
    expected = [f"{side}: {n[0]} bad, {n[1]} good" for tree in made.counts for node in tree for side, n in node.items()]
    assert sorted(re.findall(r'title="((?:left|right): \d+ bad, \d+ good)"', aligned)) == sorted(expected)


@settings(SOME, max_examples=5)
@CASES
def test_the_report(tmp_path, seed, scale, missing):
    made = case(tmp_path, seed, scale=scale, missing=missing)
    content = report_content(made.trees, document=made.trees.to_document(), pair=made.pair)
    words = re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", html_report(content)).replace("\xa0", " "))
    for correct, rows, right_correct, right_rows in leaf_supports(made):
        assert f"{correct} of {rows}, {100 * correct / rows:.0f} %" in words
        assert f"{right_correct} of {right_rows}, {100 * right_correct / right_rows:.0f} %" in words
    assert "balanced similarity (DSN)" in words
    for side in SIDES:
        root = made.counts[0][0][side]
        assert f"{root[0]} ({100 * root[0] / sum(root):.1f} %)" in words


SURFACES = {
    "result_lines": test_documents_and_texts, "tree_rules": test_rules_and_differences,
    "alignable_differences": test_rules_and_differences, "node_files": test_tables_of_bundle_and_diversity,
    "usage_table": test_tables_of_bundle_and_diversity, "pair_table": test_tables_of_bundle_and_diversity,
    "tree_svg": test_drawings, "tree_to_dot": test_drawings, "figure_svg": test_drawings, "aligned_html": test_drawings,
    "report_content": test_the_report,
}  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Copies(TableRows):
    """Rows that count as often as balancing drew them."""

    weights: np.ndarray

    def counts(self, rows):
        weights = self.weights[rows]
        return tuple(np.bincount(self.classes[rows], weights, minlength=self.n_classes).astype(int).tolist())


def counted_as_drawn(tree, pair):
    return tuple(
        Copies(rows.name, rows.position, rows.cells, rows.classes, rows.n_classes, side.weights)
        for rows, side in zip(pair_rows(tree, pair), (pair.left, pair.right), strict=True)
    )


def nodes_as_drawn(routed):
    """What `node_counts` gives, rows counted as often as balancing drew them."""
    children = (routed.tree.left.tolist(), routed.tree.right.tolist())
    found = []
    for rows, leaves in zip(routed.rows, routed.leaves(), strict=True):
        counts = np.array([rows.counts(leaves == node) for node in range(routed.tree.n_nodes)])
        for node in reversed(np.flatnonzero(~routed.tree.is_leaf).tolist()):  # children come after their parents
            counts[node] = sum(counts[side[node]] for side in children)
        found.append(counts)
    return found


@pytest.mark.parametrize("surface", SURFACES)
def test_copies_in_the_place_of_rows_are_noticed_on_every_surface(tmp_path, monkeypatch, surface):
    """While one surface is made, the trees give the counts that were mined for those of the rows."""
    true = globals()[surface]

    def with_copies(*arguments: object, **options: object) -> object:
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(SharedTree, "rows_left", property(lambda shared: shared.cdv_left))
            patched.setattr(SharedTree, "rows_right", property(lambda shared: shared.cdv_right))
            patched.setattr(full_paths, "pair_rows", counted_as_drawn)
            patched.setattr(parting_nodes, "node_counts", nodes_as_drawn)
            made = true(*arguments, **options)
            return list(made) if isinstance(made, Iterator) else made

    inner = SURFACES[surface].hypothesis.inner_test
    inner(tmp_path, seed=7, scale="rank", missing="common")
    monkeypatch.setitem(globals(), surface, with_copies)
    with pytest.raises(AssertionError):
        inner(tmp_path, seed=7, scale="rank", missing="common")
