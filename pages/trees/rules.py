"""What a scientist takes home: the rules of the trees with evidence from both tables, and where the tables part."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st

from ksdt_core.figures.rules_html import rules_html
from ksdt_core.formats.frame_text import frame_csv, named_columns
from ksdt_core.glossary import GLOSSARY
from ksdt_core.mining.holdout import mined_rows
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
from pages.common.tree_view import tree_title
from pages.common.wording import as_markdown

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
    shown = replace(rules, rules=rules.of_tree(position))
    _table(current, shown, position)
    with st.expander("The same in sentences", key="rule_sentences", on_change="rerun") as block:
        for rule in shown.rules if block.open else ():
            st.markdown(f"- {as_markdown(rule_sentence(rule, shown))}")
    st.markdown(f":gray[{DESCRIPTIVE}]")


def _table(current: Current, rules: RuleList, position: int) -> None:
    passing = _passing(current, rules.rules, position)
    leaves = tuple(rule.leaf for rule in passing)
    key = (current.run, current.request, rules.is_reduced, position)
    st.html(
        drawn.once(
            lambda: rules_html(rules, current.trees.trees[position], passing=passing, palette=palette()),
            "rules", *key, leaves,
        )
    )  # fmt: skip
    if passing:
        st.markdown(":gray[Shaded: rules that pass the selected node.]")
    with st.expander("Lift, p-values and the units of each table", key="rule_numbers", on_change="rerun") as block:
        if block.open:
            _numbers(rules_frame(rules), rules)
    st.download_button(
        "Rules as CSV",
        drawn.once(lambda: frame_csv(named_columns(rules_frame(rules), rules.tables)), "rules csv", *key),
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
    st.markdown(f"**{as_markdown(differences_headline(found))}**")
    if not found.found:
        st.markdown("No node of these trees has enough rows of both tables.")
        return
    table = differences_frame(found)
    first = ["rank", "where", "counts_left", "counts_right", "class", "odds_ratio", "p_corrected"]
    order = [*first, *(str(name) for name in table if name not in first)]
    st.dataframe(table, hide_index=True, column_order=order, column_config=_difference_columns(found))
    st.markdown(":gray[The surest first. Nodes that only repeat a difference above them are left out.]")
    clear = [each for each in found.found if each.is_clear]
    with st.expander("The same in sentences", key="difference_sentences", on_change="rerun") as block:
        for difference in (clear or found.found[:FEW]) if block.open else ():
            st.markdown(f"- {as_markdown(difference_sentence(difference, found))}")


def _difference_columns(found: Differences) -> dict[str, Any]:
    number, text = st.column_config.NumberColumn, st.column_config.TextColumn
    columns: dict[str, Any] = {
        "rank": number("#", width=40),
        "trees": "Trees",
        "where": text("Where", width="medium"),
        "kind": text("Kind", help="A rule ends in a leaf, a node is split further."),
        "class": text("Class"),
        "odds_ratio": number(
            "Odds ratio",
            format="%.2f",
            help="Odds of the class in the first table against the second, base rates taken out: 1 is no difference.",
        ),
        "dsn": number(f"{'Balanced ' if found.is_balanced else ''}DSN", format="%.3f", help=GLOSSARY["DSN"].help),
        "dsn_above": number("DSN one node above", format="%.3f"),
        "tree_ds": number("DS of the tree", format="%.3f", help=GLOSSARY["DS"].help),
        "p_corrected": number(
            "p",
            format="%.3f",
            help="That nothing remains beyond the base rates, corrected for all nodes looked at (Holm).",
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
