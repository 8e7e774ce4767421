"""Blocks that show a finished result."""

from __future__ import annotations

import html

import streamlit as st

from ksdt_core.figures.tables import node_table, root_name, rule_table, score_table
from ksdt_core.figures.tree_dot import natural_width, tree_to_dot
from ksdt_core.figures.words import dsn_text, short_class_names
from ksdt_core.glossary import GLOSSARY
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.trees.printable import printable
from ksdt_core.trees.text import TableNames
from pages.shared.frame import palette, side_by_side
from pages.shared.wording import as_markdown, limit_sentence, majority_sentence

UNITS = {"rank": "P: percentile within each table", "zscore": "sd: standard deviations from each table’s mean"}
SCORE_LABELS = {"SDTSQ": "SDTSQ, set quality", "SA": "SA, accuracy", "DS": "DS, similarity", "TD": "TD, diversity"}


def names_of(trees: TreeSet) -> TableNames:
    return TableNames(trees.pair.left.name, trees.pair.right.name)


def score_card(trees: TreeSet) -> None:
    """SDTSQ and the three scores that it is made of, each with its help text."""
    scores = trees.scores
    values = {"SDTSQ": scores.sdtsq, "SA": scores.sa, "DS": scores.ds, "TD": scores.td}
    row = st.container(horizontal=True)
    for acronym, value in values.items():
        shown = "–" if value is None else f"{value:.4f}"
        row.metric(SCORE_LABELS[acronym], shown, help=GLOSSARY[acronym].help)
    st.markdown(limit_sentence(scores.sa, scores.ds, scores.td))
    _scores_of_each_tree(trees)
    st.markdown(
        f":gray[{majority_sentence(trees.trees[0], names_of(trees))} Accuracies are counted on the rows the trees were "
        "mined on; new rows will fare worse.]"
    )


def _scores_of_each_tree(trees: TreeSet) -> None:
    names = names_of(trees)
    number = st.column_config.NumberColumn
    st.dataframe(
        score_table(trees.trees),
        hide_index=True,
        column_config={
            "tree": "Tree",
            "root": "Starts from",
            "accuracy_left": number(f"Accuracy, {names.left}", format="percent"),
            "accuracy_right": number(f"Accuracy, {names.right}", format="percent"),
            "ds": number("DS", format="%.3f", help=GLOSSARY["DS"].help),
            "sdtq": number("SDTQ", format="%.3f", help=GLOSSARY["SDTQ"].help),
            "leaves": "Leaves",
        },
    )


def tree_titles(trees: TreeSet) -> list[str]:
    """`Tree 1 · alcohol` for each tree."""
    return [f"Tree {number} · {root_name(shared)}" for number, shared in enumerate(trees.trees, start=1)]


def key_to_the_drawing(trees: TreeSet) -> None:
    """What bars, colours and pills mean; names from the tables are escaped."""
    colours, names = palette(), names_of(trees)
    classes = trees.pair.class_names
    swatch = "display:inline-block;width:.75em;height:.75em;margin:0 .35em 0 0;vertical-align:-.05em"
    parts = [
        f'<span style="{swatch};background:{colours.muted}"></span>{_escape(names.left)}: at the left, square bars',
        f'<span style="{swatch};background:{colours.muted};border-radius:50%"></span>'
        f"{_escape(names.right)}: at the right, round bars",
        *(
            f'<span style="{swatch};background:{colours.class_colour(i)};border-radius:2px"></span>{_escape(name)}'
            for i, name in enumerate(classes)
        ),
        "DSN "
        + "".join(
            f'<span style="background:{fill};color:{ink};padding:0 .5em">{text}</span>'
            for text, dsn in (("≥ .99", 1.0), (".97", 0.98), (".95", 0.96), (".90", 0.92), ("&lt; .90", 0.5))
            for fill, ink in (colours.dsn_colours(dsn),)
        ),
        "level steps of the bars mean that the tables agree",
        f"in a leaf: % right in {_escape(names.left)} | {_escape(names.right)}",
        "wide lines carry more rows",
        *([UNITS[trees.settings.scale]] if trees.settings.scale in UNITS else []),
    ]
    items = "".join(f'<span style="white-space:nowrap">{part}</span>' for part in parts)
    st.html(
        f'<div style="display:flex;flex-wrap:wrap;gap:.3em 1.6em;font-size:.85rem;color:{colours.muted};'
        f'border-top:1px solid {colours.line};border-bottom:1px solid {colours.line};padding:.5em 0">{items}</div>'
    )


def trees_side_by_side(trees: TreeSet, chosen: list[int]) -> None:
    """The chosen trees, as many in a row as fit."""
    titles = tree_titles(trees)
    panels = side_by_side(*(f"tree_{position}" for position in chosen))
    for panel, position in zip(panels, chosen, strict=True):
        with panel:
            tree(trees, position, title=titles[position])


def tree(trees: TreeSet, position: int, *, title: str) -> None:
    """One tree with its scores."""
    shared, names = trees.trees[position], names_of(trees)
    st.markdown(f"**{as_markdown(title)}**")
    st.markdown(
        f":gray[accuracy {as_markdown(names.left)} {shared.accuracy_left:.1%}, {as_markdown(names.right)} "
        f"{shared.accuracy_right:.1%} · DS {shared.ds:.3f} · lowest DSN {dsn_text(float(shared.dsn.min()))}]"
    )
    dot = tree_to_dot(shared, names, scale=trees.settings.scale, palette=palette(), title=title)
    alt = f"{title}: {shared.tree.n_nodes} nodes; the tables below say the same"
    st.graphviz_chart(dot, width=natural_width(shared), alt=alt)


def rules_and_nodes(trees: TreeSet, chosen: list[int]) -> None:
    """Every path of the chosen trees as a rule, and every node with its numbers."""
    titles = tree_titles(trees)
    for tab, position in zip(st.tabs([as_markdown(titles[i]) for i in chosen]), chosen, strict=True):
        with tab:
            _rules(trees, position)
            with st.expander("All nodes, with the thresholds in the units of both tables"):
                _nodes(trees, position)


def _rules(trees: TreeSet, position: int) -> None:
    names = names_of(trees)
    table = rule_table(trees.trees[position], scale=trees.settings.scale)
    for side in ("left", "right"):
        table[side] = [f"{n} of {m}" for n, m in zip(table[f"right_{side}"], table[f"rows_{side}"], strict=True)]
    st.dataframe(
        table[["rule", "class", "left", "right", "dsn"]],
        hide_index=True,
        column_config={
            "rule": st.column_config.TextColumn("If", width="large"),
            "class": "Then",
            "left": f"Correct, {names.left}",
            "right": f"Correct, {names.right}",
            "dsn": st.column_config.NumberColumn("DSN", format="%.4f", help=GLOSSARY["DSN"].help),
        },
    )


def _nodes(trees: TreeSet, position: int) -> None:
    names, classes = names_of(trees), " | ".join(short_class_names(trees.pair.class_names))
    st.dataframe(
        node_table(trees.trees[position], scale=trees.settings.scale),
        hide_index=True,
        column_config={
            "node": "Node",
            "path": st.column_config.TextColumn("Rows with", width="medium"),
            "test": "Test",
            "threshold_left": f"Cut, {names.left}",
            "threshold_right": f"Cut, {names.right}",
            "label": "Majority",
            "counts_left": f"{names.left}: {classes}",
            "counts_right": f"{names.right}: {classes}",
            "dsn": st.column_config.NumberColumn("DSN", format="%.4f", help=GLOSSARY["DSN"].help),
        },
    )


def _escape(text: str) -> str:
    return html.escape(printable(text))
