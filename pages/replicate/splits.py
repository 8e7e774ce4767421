"""All splits of the trees: what became of them in the third table, beside what they do in the two mined ones."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from ksdt_core.evidence.replicated import ReplicatedNode, Replication, Status
from ksdt_core.evidence.replication_text import STATUS_WORDS
from ksdt_core.figures.class_groups import ClassGroups, class_groups
from ksdt_core.figures.file_names import joined_stem
from ksdt_core.figures.palette import Palette
from ksdt_core.formats.csv_tables import replication_csv
from ksdt_core.text import printable
from ksdt_core.trees.shared_tree import SharedTree
from pages.common.current import Current
from pages.common.frame import palette

ORDER: tuple[Status, ...] = ("holds", "does-not-hold", "few-rows", "not-measured")
SIGNS: dict[Status, str] = {"holds": "✓", "does-not-hold": "✗", "few-rows": "–", "not-measured": "○"}
FILTERS: dict[Status, str] = {
    "holds": "Hold",
    "does-not-hold": "Do not hold",
    "few-rows": "Too few rows",
    "not-measured": "Not measured",
}
ALL = "All splits"
SHAPES = ("0", "5px", "clip")  # ends of the bars: square, round, pointed
_STYLE = """<style>.ksdt-splits {{max-height:430px;overflow:auto}} .ksdt-splits table {{border-collapse:collapse;
width:100%;font-size:13.5px}} .ksdt-splits th {{text-align:left;font-weight:400;position:sticky;top:0;
background:{page};color:{muted};white-space:nowrap}} .ksdt-splits td,.ksdt-splits th {{padding:4px 12px 4px 4px;
border-bottom:1px solid {line};white-space:nowrap}} .ksdt-splits td.p {{text-align:right}}
.ksdt-splits .bar {{display:inline-flex;width:44px;height:9px;margin-left:4px;overflow:hidden;vertical-align:middle}}
</style>"""


@dataclass(frozen=True, slots=True)
class Row:
    """A split of a tree."""

    tree: int
    node: ReplicatedNode
    children: tuple[tuple[Sequence[int], Sequence[int]], ...]  # of each table the class counts of both children


def table(current: Current, found: Replication, key: str) -> None:
    """The splits, those that hold first; all or those of one kind."""
    rows = sorted(_rows(current, found), key=_order)
    counts = {status: sum(row.node.status == status for row in rows) for status in ORDER}
    labels = {ALL: f"{ALL} {len(rows)}", **{FILTERS[s]: f"{FILTERS[s]} {n}" for s, n in counts.items() if n}}
    line = st.container(horizontal=True, vertical_alignment="center")
    shown = line.segmented_control(
        "Splits", list(labels), default=ALL, format_func=lambda name: labels[name], key=f"{key}_splits",
        label_visibility="collapsed", width="stretch",
    )  # fmt: skip
    stem = joined_stem(found.result.left.name, found.result.right.name, f"in {found.table.name}")
    line.download_button(
        "CSV", replication_csv(found), file_name=f"{stem}-splits.csv", mime="text/csv", icon=":material/download:",
        on_click="ignore", key=f"{key}_csv",
    )  # fmt: skip
    wanted = [row for row in rows if shown in (None, ALL) or FILTERS[row.node.status or "few-rows"] == shown]
    st.html(_html(current, found, wanted, palette()))


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
    first = html.escape(printable(found.result.classes[0]))
    heads = "".join(
        f"<th>{mark} {html.escape(printable(name))}: {first} ≤ | &gt;</th>"
        for mark, name in zip("■●▲", names, strict=True)
    )
    groups = class_groups(current.trees.trees[0])
    body = "".join(_line(row, groups, colours) for row in rows)
    style = _STYLE.format(page=colours.page, muted=colours.muted, line=colours.line)
    return (
        f"{style}<div class='ksdt-splits ksdt-num'><table><thead><tr><th>In {html.escape(printable(names[2]))}</th>"
        f"<th>Split</th><th>Where</th>{heads}<th>p, one-sided</th></tr></thead><tbody>{body}</tbody></table></div>"
    )


def _line(row: Row, groups: ClassGroups, colours: Palette) -> str:
    node, status = row.node, row.node.status or "few-rows"
    where = f"tree {row.tree}, {'root' if node.level == 1 else f'level {node.level}'}"
    cells = "".join(
        f"<td>{_shares(children)}{_bar(children[0], shape, groups, colours)}{_bar(children[1], shape, groups, colours)}"
        "</td>"
        for children, shape in zip(row.children, SHAPES, strict=True)
    )
    p = "" if node.p is None else "&lt; 0.001" if node.p < 0.0005 else f"{node.p:.3f}"
    split = f"<b>{html.escape(printable(node.attribute or ''))}</b> {html.escape(printable(node.split or ''))}"
    said = f"{SIGNS[status]} {STATUS_WORDS[status]}"
    strong = f"<b>{said}</b>" if status == "holds" else said
    return f"<tr><td>{strong}</td><td>{split}</td><td>{where}</td>{cells}<td class='p'>{p}</td></tr>"


def _shares(children: tuple[Sequence[int], Sequence[int]]) -> str:
    """The share of the first class in both children, in percent."""
    return " | ".join(f"{100 * child[0] / sum(child):.0f}" if sum(child) else "–" for child in children) + "\u2009%"


def _bar(counts: Sequence[int], shape: str, groups: ClassGroups, colours: Palette) -> str:
    grouped = groups.counts(list(counts))
    parts = "".join(
        f"<span style='flex:{count} 0 0;background:{groups.colour(group, colours)}'></span>"
        for group, count in enumerate(grouped)
        if count
    )
    ends = "clip-path:polygon(0 50%,5px 0,calc(100% - 5px) 0,100% 50%,calc(100% - 5px) 100%,5px 100%)"
    style = ends if shape == "clip" else f"border-radius:{shape}"
    empty = "" if any(grouped) else f";outline:1px dashed {colours.faint};outline-offset:-1px"
    return f"<span class='bar' style='{style}{empty}'>{parts}</span>"
