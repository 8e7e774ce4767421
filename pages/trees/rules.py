"""Tables below the drawings: rules with their evidence, where the tables differ, the rows of a node, its DOT."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import streamlit as st

from ksdt_core.figures.differences_html import differences_html
from ksdt_core.figures.rules_html import rules_html
from ksdt_core.formats.frame_text import frame_csv, named_columns
from ksdt_core.mining.holdout import mined_rows
from ksdt_core.mining.score_examples import help_with_number
from ksdt_core.mining.unit_words import converted_units
from ksdt_core.rules.difference_words import differences_frame, differences_headline
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
    st.markdown(f":gray[{as_markdown(_units(current))}{DESCRIPTIVE}]")


def _units(current: Current) -> str:
    """What the thresholds of a table are in, where that is not what its file has."""
    units = converted_units(current.trees.pair, current.trees.attributes)
    return f"Units converted: {units}. " if units else ""


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
    st.container(key="differences_bar").download_button(
        "CSV",
        drawn.once(
            lambda: frame_csv(named_columns(differences_frame(found), found.tables)), "differences csv", current.run
        ),
        file_name="differences.csv",
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
        key="differences_csv",
    )
    st.html(
        drawn.once(
            lambda: differences_html(
                found, current.trees.trees[0], palette=palette(), about_dsn=help_with_number("DSN", current.trees)
            ),
            "differences", current.run, current.request,
        )
    )  # fmt: skip
    st.markdown(
        f":gray[{as_markdown(_units(current))}The smallest p-values come first; below 0.05 the tables differ clearly. "
        "Open one to read it as a sentence. Nodes that only repeat a difference of their parent are excluded.]"
    )


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
