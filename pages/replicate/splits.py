"""All splits of the trees: what became of them in the third table, beside what they do in the two mined ones."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from ksdt_core.evidence.answers import Answers
from ksdt_core.evidence.replicated import ReplicatedNode, Replication, Status
from ksdt_core.evidence.replication_text import STATUS_WORDS
from ksdt_core.figures.class_groups import ClassGroups, class_groups
from ksdt_core.figures.forest_svg import ABOVE, NOT_ABOVE, ForestRow
from ksdt_core.figures.palette import Palette
from ksdt_core.figures.tree_words import shorten
from ksdt_core.text import PERCENT_SIGN, p_number, percent, printable, true_minus
from ksdt_core.trees.shared_tree import SharedTree
from pages.common.current import Current
from pages.common.frame import note, palette
from pages.common.html_table import Html
from pages.common.html_table import table as html_table

ORDER: tuple[Status, ...] = ("holds", "does-not-hold", "few-rows", "not-measured")
SIGNS: dict[Status, str] = {"holds": "✓", "does-not-hold": "✗", "few-rows": "–", "not-measured": "○"}
TONES: dict[Status, str] = {"holds": "ksdt-good", "does-not-hold": "ksdt-poor"}
TABS: dict[Status, str] = {"holds": "Hold", "does-not-hold": "Do not hold", "few-rows": "Too few rows"}
ENDS = ("square", "round", "pointed")
NAME_LETTERS = 22
HEIGHT = 236  # pixels of the rows


@dataclass(frozen=True, slots=True)
class Row:
    """A split of a tree."""

    tree: int
    node: ReplicatedNode
    children: tuple[tuple[Sequence[int], Sequence[int]], ...]  # of each table the class counts of both children


def table(current: Current, found: Replication, accuracies: Sequence[ForestRow], known: Sequence[Replication]) -> None:
    """The splits, those that hold first, all or of one kind; the numbers of the plot; and all tables that were tried.

    Those are the table that is shown and the others whose check was saved with the run.
    """
    rows = sorted(_rows(current, found), key=_order)
    kinds = {status: [row for row in rows if row.node.status == status] for status in ORDER}
    shown = {"All splits": rows}
    shown |= {TABS.get(status, f"Not in {printable(found.table.name)}"): few for status, few in kinds.items() if few}
    tried = list({one.table.name: one for one in (*known, found)}.values())
    more = ["Accuracy", *(["All tables"] if len(tried) > 1 else [])]
    tabs = st.tabs([*(f"{name} :gray-badge[{len(few)}]" for name, few in shown.items()), *more])
    for tab, few in zip(tabs, shown.values(), strict=False):
        with tab:
            st.html(_html(current, found, few, palette()))
    with tabs[len(shown)]:
        st.html(_accuracies(found, accuracies))
    if len(tried) > 1:
        with tabs[-1]:
            st.html(_all_tables(tried))
    note(
        f"Percentages are the rows of class “{found.result.classes[0]}” among the rows that meet the split | that "
        "do not. A split holds when it separates the classes in the direction of both mined tables (one-sided "
        "Fisher test, p < 0.05)."
    )


def _rows(current: Current, found: Replication) -> list[Row]:
    return [
        Row(number, node, _children(shared, tree.nodes, node.id))
        for number, (shared, tree) in enumerate(zip(current.trees.trees, found.trees, strict=True), start=1)
        for node in tree.nodes
        if node.status is not None
    ]


def _children(
    shared: SharedTree, nodes: Sequence[ReplicatedNode], node: int
) -> tuple[tuple[Sequence[int], Sequence[int]], ...]:
    left, right = int(shared.tree.left[node]), int(shared.tree.right[node])
    mined = ((rows[left].tolist(), rows[right].tolist()) for rows in shared.rows)
    return (*mined, (nodes[left].cdv, nodes[right].cdv))


def _order(row: Row) -> tuple[int, float, int, int]:
    status = row.node.status or "few-rows"
    return ORDER.index(status), 1.0 if row.node.p is None else row.node.p, row.tree, row.node.id


def _html(current: Current, found: Replication, rows: Sequence[Row], colours: Palette) -> str:
    names = (found.result.left.name, found.result.right.name, found.table.name)
    short = [shorten(name, NAME_LETTERS) for name in names]
    marked = [f"{mark} {name}" for mark, name in zip("■●▲", short, strict=True)]
    groups = class_groups(current.trees.trees[0])
    made = html_table(
        [f"In {short[2]}", "Split", "Where", *marked, "p, one-sided"],
        [_line(row, groups, colours) for row in rows],
        caption=f"Splits of the trees in {names[2]}",
        numbers=(6,),
        height=HEIGHT,
        about={0: names[2], **dict(zip((3, 4, 5), names, strict=True))},
    )
    return f"<div class='replicate-splits'>{made}</div>"


def _line(row: Row, groups: ClassGroups, colours: Palette) -> list[str]:
    node, status = row.node, row.node.status or "few-rows"
    words = STATUS_WORDS[status]
    said = f"<span class='{TONES.get(status, 'ksdt-muted')}'>{SIGNS[status]} {words[:1].upper()}{words[1:]}</span>"
    name = printable(node.attribute or "")
    split = (
        f"<b title='{html.escape(name)}'>{html.escape(shorten(name, NAME_LETTERS))}</b> "
        f"{html.escape(printable(true_minus(node.split or '')))}"
    )
    return [
        Html(said),
        Html(split),
        f"tree {row.tree}, {'root' if node.level == 1 else f'level {node.level}'}",
        *(Html(_cell(both, ends, groups, colours)) for both, ends in zip(row.children, ENDS, strict=True)),
        "" if node.p is None else p_number(node.p),
    ]


def _cell(children: tuple[Sequence[int], Sequence[int]], ends: str, groups: ClassGroups, colours: Palette) -> str:
    """The share of the first class in both children, and a bar for each."""
    shares = " | ".join(f"{100 * child[0] / sum(child):.0f}" if sum(child) else "–" for child in children)
    bars = "".join(_bar(child, ends, groups, colours) for child in children)
    return f"<span class='shares'>{shares}{PERCENT_SIGN}</span><span class='bars'>{bars}</span>"


def _bar(counts: Sequence[int], ends: str, groups: ClassGroups, colours: Palette) -> str:
    grouped = groups.counts(list(counts))
    parts = "".join(
        f"<i style='flex:{count} 0 0;background:{groups.colour(group, colours)}'></i>"
        for group, count in enumerate(grouped)
        if count
    )
    return f"<span class='ksdt-bar {f'ksdt-{ends}' if parts else 'none'}'>{parts}</span>"


def _accuracies(found: Replication, rows: Sequence[ForestRow]) -> str:
    """The numbers of the forest plot."""
    third = found.table.name
    trained = [
        f"{mark} {side.name}, training"
        for mark, side in zip("■●", (found.result.left, found.result.right), strict=True)
    ]
    return html_table(
        [
            "Tree",
            *trained,
            f"▲ {third}",
            f"{percent(0.95)} interval",
            f"Baseline of {third}",
            "Balanced accuracy",
            "Verdict",
        ],
        [
            [
                row.name,
                *(_training(row.mined, side) for side in range(2)),
                percent(row.third.accuracy, 1),
                " to ".join(percent(end, 1) for end in row.third.interval),
                percent(row.third.baseline, 1),
                percent(row.third.balanced_accuracy, 1),
                ABOVE if row.third.beats_baseline else NOT_ABOVE,
            ]
            for row in rows
        ],
        caption=f"Accuracy of the trees and of their vote in {third}",
        numbers=(1, 2, 3, 4, 5, 6),
        height=HEIGHT,
    )


def _all_tables(tried: Sequence[Replication]) -> str:
    """The vote of the trees in every table that was tried."""
    return html_table(
        [
            "Table",
            "Rows",
            "Correct",
            f"{percent(0.95)} interval",
            "Baseline",
            "Balanced accuracy",
            "p, shuffled classes",
            "Root splits that hold",
            "Verdict",
        ],
        [
            [
                printable(one.table.name),
                f"{one.table.rows:,}",
                percent(one.vote.accuracy, 1),
                " to ".join(percent(end, 1) for end in one.vote.interval),
                percent(one.vote.baseline, 1),
                percent(one.vote.balanced_accuracy, 1),
                p_number(one.vote.p_classes),
                f"{one.count('holds', roots=True)} of {sum(one.count(status, roots=True) for status in ORDER)}",
                ABOVE if one.vote.beats_baseline else NOT_ABOVE,
            ]
            for one in tried
        ],
        caption="The vote of the trees in each table",
        numbers=(1, 2, 3, 4, 5, 6, 7),
        height=HEIGHT,
    )


def _training(mined: Sequence[Answers], side: int) -> str:
    return percent(mined[side].accuracy, 1) if len(mined) > side else "–"
