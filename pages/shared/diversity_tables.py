"""The tables of the Diversity page as CSV."""

from __future__ import annotations

from collections.abc import Iterable

import streamlit as st

from ksdt_core.documents.csv_text import csv_text
from ksdt_core.figures.aligned_html import way_text
from ksdt_core.figures.words import attribute_of, question_text
from ksdt_core.measures.usage import common_attributes
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.trees.alignment import aligned
from ksdt_core.trees.paths import walk
from pages.shared.diversity_matrix import roots_of
from pages.shared.diversity_words import Pair, tree_pairs

Table = tuple[tuple[str, ...], list[tuple[object, ...]]]


def downloads(trees: TreeSet, pair: Pair) -> None:
    """A button for each table of the page."""
    row = st.container(horizontal=True)
    tables = {
        "Differences (CSV)": ("tree-pair-differences", difference_table(trees)),
        "Use of attributes (CSV)": ("attributes-by-tree-and-level", usage_table(trees)),
        f"Trees {pair[0] + 1} and {pair[1] + 1} (CSV)": (f"trees-{pair[0] + 1}-{pair[1] + 1}", pair_table(trees, pair)),
    }
    for label, (stem, (header, rows)) in tables.items():
        row.download_button(
            label,
            csv_text(header, rows),
            file_name=f"{stem}.csv",
            mime="text/csv",
            icon=":material/download:",
            on_click="ignore",
        )


def difference_table(trees: TreeSet) -> Table:
    """A row for every two trees."""
    roots = roots_of(trees)
    shared = common_attributes([each.tree for each in trees.trees])
    rows: list[tuple[object, ...]] = [
        (i + 1, j + 1, roots[i], roots[j], float(trees.tpd[i, j]), int(shared[i, j])) for i, j in tree_pairs(trees)
    ]
    return ("tree", "other_tree", "root", "other_root", "tpd", "shared_attributes"), rows


def usage_table(trees: TreeSet) -> Table:
    """A row for every split of every tree."""
    names = (trees.pair.left.name, trees.pair.right.name)
    rows: list[tuple[object, ...]] = []
    for number, shared in enumerate(trees.trees, start=1):
        levels = shared.tree.levels
        for node, _ in walk(shared.tree):
            if not shared.tree.is_leaf[node]:
                counts = (int(cdv[node].sum()) for cdv in (shared.cdv_left, shared.cdv_right))
                rows.append((number, int(levels[node]), attribute_of(shared, node), *counts))
    return ("tree", "level", "attribute", *(f"rows of {name}" for name in names)), rows


def pair_table(trees: TreeSet, pair: Pair) -> Table:
    """A row for every position of two trees: what each asks or answers, class counts of both tables, DSN."""
    both = [trees.trees[position] for position in pair]
    names, classes = (trees.pair.left.name, trees.pair.right.name), trees.pair.class_names
    rows: list[tuple[object, ...]] = []
    for place in aligned(both[0].tree, both[1].tree):
        cells: list[object] = [way_text(*both, place.way)]
        for shared, node in zip(both, (place.first, place.second), strict=True):
            if node is None:
                cells += [""] * (2 + 2 * len(classes))
                continue
            leaf = bool(shared.tree.is_leaf[node])
            cells.append(
                classes[int(shared.tree.label[node])]
                if leaf
                else f"{attribute_of(shared, node)} {question_text(shared, node, scale=trees.settings.scale)}"
            )
            cells += [*shared.cdv_left[node].tolist(), *shared.cdv_right[node].tolist(), float(shared.dsn[node])]
        rows.append(tuple(cells))
    return ("position", *(name for n in pair for name in _columns(n + 1, names, classes))), rows


def _columns(number: int, names: Iterable[str], classes: Iterable[str]) -> list[str]:
    counts = [f"tree {number}: {each} of {name}" for name in names for each in classes]
    return [f"tree {number}", *counts, f"tree {number}: dsn"]
