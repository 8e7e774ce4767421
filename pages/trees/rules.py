"""Tables below the drawings: rules with their evidence, where the tables differ, the rows of a node, its DOT."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st

from ksdt_core.figures.rules_html import rules_html
from ksdt_core.formats.frame_text import frame_csv, named_columns
from ksdt_core.mining.holdout import mined_rows
from ksdt_core.mining.score_examples import help_with_number
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.rules.difference_words import difference_sentence, differences_frame, differences_headline
from ksdt_core.rules.differences import Differences, alignable_differences
from ksdt_core.rules.frame import rules_frame
from ksdt_core.rules.full_paths import tree_rules
from ksdt_core.rules.reduction import reduced_rules
from ksdt_core.rules.rule import DESCRIPTIVE, Rule, RuleList
from ksdt_core.rules.rule_words import rule_sentence
from ksdt_core.text import printable
from pages.common import drawn, place
from pages.common.current import Current
from pages.common.frame import palette
from pages.common.wording import as_markdown
from pages.trees import graphviz_tab, node_table, patterns

FEW = 5
HEIGHT = 170  # pixels of a table that scrolls


def panel(current: Current, positions: tuple[int, ...], selected: tuple[int, int] | None) -> None:
    """Rules of a tree that is shown, patterns and differences of the pair, the rows of the node, the tree as DOT."""
    names = ["Rules", "Patterns", "Differences", "Rows", "Graphviz"]
    tabs = st.tabs(names, key="tree_tables", on_change="rerun")
    rules_tab, patterns_tab, differences_tab, rows_tab, dot_tab = tabs
    if current.request is None:
        for tab in (rules_tab, patterns_tab, differences_tab, rows_tab):
            tab.info("The tables of this run are not saved here, so these counts are not available.")
    else:
        with rules_tab:
            if rules_tab.open:
                _rules(current, positions, selected)
        with patterns_tab:
            if patterns_tab.open:
                patterns.show(current)
        with differences_tab:
            if differences_tab.open:
                _differences(current)
        with rows_tab:
            if rows_tab.open:
                node_table.rows(current, *selected) if selected else st.markdown("Select a node to list its rows.")
    with dot_tab:
        if dot_tab.open:
            graphviz_tab.show(current, positions)


def _rules(current: Current, positions: tuple[int, ...], selected: tuple[int, int] | None) -> None:
    row = st.container(horizontal=True, vertical_alignment="center", key="rules_bar")
    here = selected[0] if selected else (place.here().tree_number or 0) - 1
    position = positions[0]
    if len(positions) > 1:
        position = row.segmented_control(
            "Rules of",
            positions,
            default=here if here in positions else positions[0],
            format_func=lambda each: f"Tree {each + 1}",
            key=f"rules_of_{here}_{positions}",
            required=True,
            label_visibility="collapsed",
        )
    reduced = row.toggle(
        "Shorter rules",
        key="reduced_rules",
        help=("Removes conditions that do not help, and adds a default rule. If off, there is one rule for each leaf."),
    )
    every = _rule_list(current, reduced=reduced)
    shown = replace(every, rules=every.of_tree(position))
    key = (current.run, current.request, shown.is_reduced, position)
    row.download_button(
        "CSV",
        drawn.once(lambda: frame_csv(named_columns(rules_frame(shown), shown.tables)), "rules csv", *key),
        file_name=f"rules-tree-{position + 1}.csv",
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
        key="rules_csv",
    )
    passing = _passing(current, shown.rules, position)
    shared, leaves = current.trees.trees[position], tuple(rule.leaf for rule in passing)
    st.html(
        drawn.once(
            lambda: rules_html(
                shown, shared, tree=position + 1, passing=passing, palette=palette(),
                about_dsn=help_with_number("DSN", current.trees),
            ),
            "rules", *key, leaves,
        )
    )  # fmt: skip
    with st.expander("Rules as sentences, lift and p-values", key="rule_numbers", on_change="rerun") as block:
        if block.open:
            for rule in shown.rules:
                st.markdown(f"- {as_markdown(rule_sentence(rule, shown))}")
            _numbers(rules_frame(shown), shown)
    st.markdown(f":gray[{DESCRIPTIVE}]")


def _numbers(table: pd.DataFrame, rules: RuleList) -> None:
    """What else is known of each rule, by its number."""
    left, right = (printable(name) for name in rules.tables)
    number, text = st.column_config.NumberColumn, st.column_config.TextColumn
    columns = {
        "number": number("#", width=40),
        "lift_left": number(f"Lift, {left}", format="%.2f"),
        "lift_right": number(f"Lift, {right}", format="%.2f"),
        "p_corrected": number("p, shares differ", format="%.3g", help="Fisher’s test, corrected by Holm."),
        "copies": number("In trees", help="Number of trees of the set that contain this rule."),
        "rule_left": text(f"In the units of {left}", width="large"),
        "rule_right": text(f"In the units of {right}", width="large"),
    }
    numbered = table.assign(number=range(1, len(table) + 1))
    st.dataframe(numbered[[name for name in columns if name in numbered]], hide_index=True, column_config=columns)


def _passing(current: Current, rules: tuple[Rule, ...], position: int) -> list[Rule]:
    """The rules whose path passes the selected node."""
    here = place.here()
    if here.tree_number != position + 1 or not here.node_number:
        return []
    parents = current.trees.trees[position].tree.parents.tolist()

    def passes(leaf: int | None) -> bool:
        while leaf is not None and leaf > 0:
            if leaf == here.node_number:
                return True
            leaf = parents[leaf]
        return False

    return [rule for rule in rules if passes(rule.leaf)]


def _differences(current: Current) -> None:
    found = _difference_list(current)
    st.markdown(f"**{as_markdown(differences_headline(found))}**")
    if not found.found:
        st.markdown("No node of these trees has enough rows of both tables.")
        return
    table = differences_frame(found)
    first = ["rank", "where", "counts_left", "counts_right", "class", "odds_ratio", "p_corrected"]
    order = [*first, *(str(name) for name in table if name not in first)]
    st.dataframe(
        table,
        hide_index=True,
        height=HEIGHT,
        column_order=order,
        column_config=_difference_columns(found, current.trees),
    )
    st.markdown(
        ":gray[The most significant differences come first. Nodes that only repeat a difference of their "
        "parent are excluded.]"
    )
    clear = [each for each in found.found if each.is_clear]
    with st.expander("Differences as sentences", key="difference_sentences", on_change="rerun") as block:
        for difference in (clear or found.found[:FEW]) if block.open else ():
            st.markdown(f"- {as_markdown(difference_sentence(difference, found))}")


def _difference_columns(found: Differences, trees: TreeSet) -> dict[str, Any]:
    number, text = st.column_config.NumberColumn, st.column_config.TextColumn
    columns: dict[str, Any] = {
        "rank": number("#", width=40),
        "trees": "Trees",
        "where": text("Where", width="medium"),
        "kind": text("Kind", help="A rule ends in a leaf. A node is split further."),
        "class": text("Class"),
        "odds_ratio": number(
            "Odds ratio",
            format="%.2f",
            help=(
                "Odds of the class in one table relative to the other, corrected for the base rates. 1 means no "
                "difference."
            ),
        ),
        "dsn": number(
            f"{'Balanced ' if found.is_balanced else ''}DSN", format="%.3f", help=help_with_number("DSN", trees)
        ),
        "dsn_above": number("DSN of the parent node", format="%.3f"),
        "tree_ds": number("DS of the tree", format="%.3f", help=help_with_number("DS", trees)),
        "p_corrected": number(
            "p",
            format="%.3f",
            help=(
                "p-value for no difference beyond the base rates, corrected for all nodes that were compared (Holm)."
            ),
        ),
    }
    classes = ", ".join(map(as_markdown, found.class_names))
    for side, name in zip(("left", "right"), map(printable, found.tables), strict=True):
        columns[f"where_{side}"] = text(f"In the units of {name}", width="medium")
        columns[f"counts_{side}"] = text(f"By class, {name}", help=f"Rows of {classes}.")
        columns[f"rows_{side}"] = number(f"Rows, {name}", format="localized")
        columns[f"responsible_{side}"] = text(f"Rows responsible, {name}")
    return columns


def _rule_list(current: Current, *, reduced: bool) -> RuleList:
    return _rule_list_of(current, current.run, reduced)


@st.cache_resource(show_spinner="Counting the rules on both tables …", max_entries=32)
def _rule_list_of(_current: Current, run: str, reduced: bool) -> RuleList:
    pair = _current.mined_pair
    assert pair is not None
    return (reduced_rules if reduced else tree_rules)(_current.trees, pair)


def _difference_list(current: Current) -> Differences:
    return _difference_list_of(current, current.run)


@st.cache_resource(show_spinner="Looking for differences …", max_entries=32)
def _difference_list_of(_current: Current, run: str) -> Differences:
    pair = _current.mined_pair
    assert pair is not None
    whole = _current.pair
    assert whole is not None
    numbers = mined_rows(whole, _current.trees.settings.holdout)
    return alignable_differences(_current.trees, pair, row_numbers=numbers)
