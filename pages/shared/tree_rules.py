"""What a scientist takes home: the rules of the trees with evidence from both tables, and where the tables part."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from ksdt_core.documents.tables import frame_csv, named_columns
from ksdt_core.figures.rules_html import rules_html
from ksdt_core.glossary import GLOSSARY
from ksdt_core.mining.holdout import mined_rows
from ksdt_core.rules.difference_words import difference_sentence, differences_frame
from ksdt_core.rules.differences import Differences, alignable_differences
from ksdt_core.rules.frame import rules_frame
from ksdt_core.rules.full_paths import tree_rules
from ksdt_core.rules.reduction import reduced_rules
from ksdt_core.rules.rule import DESCRIPTIVE, Rule, RuleList
from ksdt_core.rules.words import rule_sentence
from ksdt_core.trees.printable import printable
from pages.shared import place
from pages.shared.current import Current
from pages.shared.frame import palette
from pages.shared.tree_view import tree_title
from pages.shared.wording import as_markdown

FEW = 5


def panel(current: Current, positions: tuple[int, ...]) -> None:
    """Rules of one of the trees that are shown, and the differences of the set."""
    rules_tab, differences_tab = st.tabs(["Rules", "Where the tables part"], key="rules_or_parts", on_change="rerun")
    if current.request is None:
        rules_tab.info("The tables of this run are not kept here, so its rules cannot be counted on them.")
        return
    with rules_tab:
        if rules_tab.open:
            _rules(current, positions)
    with differences_tab:
        if differences_tab.open:
            _differences(current)


def _rules(current: Current, positions: tuple[int, ...]) -> None:
    row = st.container(horizontal=True, vertical_alignment="bottom")
    here = place.here().tree_number
    options = list(positions)
    default = here - 1 if here is not None and here - 1 in options else options[0]
    position = row.selectbox(
        "Rules of",
        options,
        index=options.index(default),
        format_func=lambda p: tree_title(p, current.trees.trees[p]),
        key=f"rules_of_{here}_{positions}",
    )
    reduced = row.toggle(
        "Reduced",
        key="reduced_rules",
        help="Drops conditions that do not help, and ends with a default rule. Off: every path, which part the rows.",
    )
    rules = _rule_list(current, reduced=reduced)
    shown = RuleList(
        rules.tables,
        rules.class_names,
        rules.n_rows,
        rules.scale,
        rules.is_reduced,
        rules.of_tree(position),
        rules.trees,
    )
    _table(current, shown, position)
    with st.expander("The same in sentences", key="rule_sentences", on_change="rerun") as block:
        for rule in shown.rules if block.open else ():
            st.markdown(f"- {as_markdown(rule_sentence(rule, shown))}")
    st.markdown(f":gray[{DESCRIPTIVE}]")


def _table(current: Current, rules: RuleList, position: int) -> None:
    passing = _passing(current, rules.rules, position)
    st.html(rules_html(rules, current.trees.trees[position], passing=passing, palette=palette()))
    if passing:
        st.markdown(":gray[Shaded: rules that pass the selected node.]")
    table = rules_frame(rules)
    with st.expander("Lift, p-values and the units of each table", key="rule_numbers", on_change="rerun") as block:
        if block.open:
            _numbers(table, rules)
    st.download_button(
        "Rules as CSV",
        frame_csv(named_columns(table, rules.tables)),
        file_name=f"rules-tree-{position + 1}.csv",
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
    )


def _numbers(table: pd.DataFrame, rules: RuleList) -> None:
    """What else is known of each rule, by its number."""
    left, right = (printable(name) for name in rules.tables)
    number, text = st.column_config.NumberColumn, st.column_config.TextColumn
    columns = {
        "number": number("#", width=40),
        "lift_left": number(f"Lift, {left}", format="%.2f"),
        "lift_right": number(f"Lift, {right}", format="%.2f"),
        "p_corrected": number("p, shares differ", format="%.3g", help="Fisher’s test, corrected by Holm."),
        "copies": number("In trees", help="How many trees of the set have this very rule."),
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
    if not found.found:
        st.markdown("In these trees no node with enough rows of both tables is less alike than its tree.")
        return
    st.markdown("Within trees that are alike, the nodes where the two tables part, the least similar first.")
    for difference in found.found[:FEW]:
        st.markdown(f"- {as_markdown(difference_sentence(difference, found))}")
    table = differences_frame(found)
    with st.expander(f"All {len(found.found)} as a table, with the rows responsible"):
        st.dataframe(table, hide_index=True, column_config=_difference_columns(found))


def _difference_columns(found: Differences) -> dict[str, Any]:
    number, text = st.column_config.NumberColumn, st.column_config.TextColumn
    columns: dict[str, Any] = {
        "rank": number("#", width=40),
        "trees": "Trees",
        "where": text("Where", width="medium"),
        "kind": text("Kind", help="A rule ends in a leaf, a node is split further."),
        "dsn": number("DSN", format="%.3f", help=GLOSSARY["DSN"].help),
        "dsn_above": number("DSN one node above", format="%.3f"),
        "tree_ds": number("DS of the tree", format="%.3f", help=GLOSSARY["DS"].help),
        "p_corrected": number(
            "p",
            format="%.3f",
            help="That both tables mix the classes alike there, corrected for all nodes found (Holm). Above 0.05 the "
            "rows are too few to say that the tables differ.",
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
