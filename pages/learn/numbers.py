"""Every number behind the tree: impurity of each split node, and what each attribute is worth there."""

from __future__ import annotations

import streamlit as st

from ksdt_core.figures.learning_charts import CRITERIA
from ksdt_core.rules.rule_words import rule_sentence
from ksdt_core.studies.learning.learned import Learned
from ksdt_core.studies.learning.run import judging_rows, training_rows
from ksdt_core.studies.learning.settings import LearnSettings
from ksdt_core.studies.learning.words import judged_words
from ksdt_core.studies.learning.worked import WorkedNode, worked_nodes
from ksdt_core.text import number, printable, score
from pages.common import frame, html_table
from pages.common.shelf import shared_by_bytes
from pages.common.wording import as_markdown
from pages.learn.both_trees import Study
from pages.learn.choice import Chosen

TAB = "Every number"
LARGE = 2_000_000  # cells
MOST_ROWS = 2000  # for which rules are pruned
MEASURES = ("gain", "split information", "gain ratio", "Gini reduction")


def show(chosen: Chosen, found: Study) -> None:
    """A table for the node that the reader chooses; the root first."""
    if found.learned.tree.numbers is not None:
        frame.note(
            "A tree that predicts numbers reduces the variance. Each node shows its mean and standard deviation."
        )
        return
    if chosen.table.values.size > LARGE:
        frame.note("The table is too large to show every number here.")
        return
    worked = _worked((found.grown, chosen), found.id, chosen.settings)
    if not worked:
        frame.note("The grown tree has no split.")
        return
    names = [" and ".join(each.way) or "all rows (root)" for each in worked]
    at = st.selectbox(
        "Node of the grown tree", range(len(worked)), format_func=lambda position: printable(names[position]),
        key=f"learn_node_{hash((found.id, chosen.settings))}",
    )  # fmt: skip
    node = worked[at]
    st.markdown(as_markdown(_about(node, chosen)))
    st.html(_table(node))
    if chosen.table.n_rows <= MOST_ROWS:
        _reduced(chosen, found)
    else:
        frame.note(
            f"Rule post-pruning is shown for up to {MOST_ROWS:,} rows. The command ksdt rules --reduce has no limit."
        )


@shared_by_bytes("Computing every number …")
def _worked(_both: tuple[Learned, Chosen], id: str, settings: LearnSettings) -> tuple[WorkedNode, ...]:
    grown, chosen = _both
    return worked_nodes(grown, training_rows(chosen.table, settings, chosen.target))


def _about(node: WorkedNode, chosen: Chosen) -> str:
    """The rows at a node, their impurity, and why its attribute was chosen."""
    names = chosen.table.class_names
    classes = ", ".join(f"{number(n)} {printable(name)}" for n, name in zip(node.counts, names, strict=True))
    said = f"{number(sum(node.counts))} rows: {classes}. Entropy {score(node.entropy)} bits, Gini impurity "
    said += f"{score(node.gini)}. "
    if chosen.settings.method == "random":
        return said + f"Chosen at random: {printable(node.chosen)}."
    by = CRITERIA[chosen.settings.valuing.criterion].lower()
    cost = " for its cost" if chosen.settings.costs else ""
    said += f"Chosen: {printable(node.chosen)}, by {by}{cost}"
    if node.average_gain is None:
        return said + "."
    return said + f" among the attributes that gain at least the average, {score(node.average_gain)} bits."


def _table(node: WorkedNode) -> str:
    rows = [
        (
            f"→ {each.attribute}" if each.attribute == node.chosen else each.attribute,
            each.split,
            " | ".join(", ".join(map(number, child)) for child in each.children[:6])
            + (" …" if each.n_children > 6 else "")
            + (f" | missing {number(each.unknown)}" if each.unknown else ""),
            score(each.gain),
            score(each.split_information),
            score(each.gain_ratio),
            score(each.gini),
        )
        for each in sorted(node.attributes, key=lambda each: -each.gain)[:60]
    ]
    heads = ("Attribute", "split", "rows of each class, by child", *MEASURES)
    return html_table.table(
        heads, rows, caption="Score of each attribute at this node", numbers={3, 4, 5, 6}, height=240
    )


def _reduced(chosen: Chosen, found: Study) -> None:
    """Rule post-pruning."""
    from ksdt_core.rules.reduction import reduced_table_rules

    with st.expander("Rules after rule post-pruning"):
        rows = judging_rows(chosen.table, chosen.settings, chosen.target)
        rules = reduced_table_rules(found.grown.tree.tree, rows)
        frame.note(
            "Each path of the grown tree is a rule. Conditions and rules that are not needed are removed, judged on "
            f"{judged_words(found.grown, rows.n_rows)}. The first rule that applies predicts the class."
        )
        st.markdown("\n".join(f"1. {as_markdown(rule_sentence(rule, rules))}" for rule in rules.rules[:40]))
