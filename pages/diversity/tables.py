"""The tables of the Diversity page as CSV."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

import streamlit as st

from ksdt_core.figures.aligned_html import way_text
from ksdt_core.figures.tree_words import attribute_of, question_text
from ksdt_core.formats.csv_text import csv_text
from ksdt_core.measures.usage import common_attributes
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.trees.alignment import aligned
from ksdt_core.trees.paths import walk
from pages.common import drawn, place
from pages.diversity.matrix import roots_of
from pages.diversity.words import Pair, tree_pairs

Cell = str | int | float
Table = tuple[tuple[str, ...], list[tuple[Cell, ...]]]


def downloads(trees: TreeSet, pair: Pair) -> None:
    """A button for each table of the page, behind one."""
    here = place.here()
    row = st.popover("Files", icon=":material/download:", width="content")
    tables: dict[str, tuple[str, Callable[[], Table]]] = {
        "Differences (CSV)": ("tree-pair-differences", lambda: difference_table(trees)),
        "Use of attributes (CSV)": ("attributes-by-tree-and-level", lambda: usage_table(trees)),
        f"Trees {pair[0] + 1} and {pair[1] + 1} (CSV)": (
            f"trees-{pair[0] + 1}-{pair[1] + 1}",
            lambda: pair_table(trees, pair),
        ),
    }
    for label, (stem, made) in tables.items():
        row.download_button(
            label,
            drawn.once(partial(_csv, made), "diversity csv", here.run, label),
            file_name=f"{stem}.csv",
            mime="text/csv",
            icon=":material/download:",
            on_click="ignore",
            width="stretch",
        )


def _csv(table: Callable[[], Table]) -> str:
    return csv_text(*table())


def difference_table(trees: TreeSet) -> Table:
    """A row for every two trees."""
    roots = roots_of(trees)
    shared = common_attributes([each.tree for each in trees.trees])
    rows: list[tuple[Cell, ...]] = [
        (i + 1, j + 1, roots[i], roots[j], float(trees.tpd[i, j]), int(shared[i, j])) for i, j in tree_pairs(trees)
    ]
    return ("tree", "other_tree", "root", "other_root", "tpd", "shared_attributes"), rows


def usage_table(trees: TreeSet) -> Table:
    """A row for every split of every tree."""
    names = (trees.pair.left.name, trees.pair.right.name)
    rows: list[tuple[Cell, ...]] = []
    for number, shared in enumerate(trees.trees, start=1):
        levels = shared.tree.levels
        for node, _ in walk(shared.tree):
            if not shared.tree.is_leaf[node]:
                counts = (int(rows_[node].sum()) for rows_ in shared.rows)
                rows.append((number, int(levels[node]), attribute_of(shared, node), *counts))
    return ("tree", "level", "attribute", *(f"rows of {name}" for name in names)), rows


def pair_table(trees: TreeSet, pair: Pair) -> Table:
    """A row for every position of two trees: what each asks or answers, class counts of both tables, DSN."""
    both = first, second = trees.trees[pair[0]], trees.trees[pair[1]]
    names, classes = (trees.pair.left.name, trees.pair.right.name), trees.pair.class_names
    rows: list[tuple[Cell, ...]] = []
    for at in aligned(first.tree, second.tree):
        cells: list[Cell] = [way_text(first, second, at.way)]
        for shared, node in zip(both, (at.first, at.second), strict=True):
            if node is None:
                cells += [""] * (2 + 2 * len(classes))
                continue
            leaf = bool(shared.tree.is_leaf[node])
            cells.append(
                classes[int(shared.tree.label[node])]
                if leaf
                else f"{attribute_of(shared, node)} {question_text(shared, node, scale=trees.settings.scale)}"
            )
            cells += [*shared.rows_left[node].tolist(), *shared.rows_right[node].tolist(), float(shared.dsn[node])]
        rows.append(tuple(cells))
    return ("position", *(name for n in pair for name in _columns(n + 1, names, classes))), rows


def _columns(number: int, names: Iterable[str], classes: Iterable[str]) -> list[str]:
    counts = [f"tree {number}: {each} of {name}" for name in names for each in classes]
    return [f"tree {number}", *counts, f"tree {number}: dsn"]
