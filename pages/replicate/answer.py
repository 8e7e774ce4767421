"""One replication on the page: the answer first, then the forest plot beside a tree, then all splits."""

from __future__ import annotations

import html
from collections.abc import Sequence

import streamlit as st

from ksdt_core.evidence.effects import Effects
from ksdt_core.evidence.replicated import Replication
from ksdt_core.evidence.replication_text import headline, sentences
from ksdt_core.figures.class_groups import class_groups
from ksdt_core.figures.forest_svg import NARROW, WIDE, ForestRow, forest_rows, forest_svg
from ksdt_core.figures.outline_html import third_outline
from ksdt_core.figures.third_bar import plan_with_third, third_svg
from ksdt_core.text import percent, printable
from pages.common import frame
from pages.common.current import Current
from pages.common.pictures import image_tag
from pages.common.tree_view import names_of, tree_title
from pages.replicate import downloads, splits
from pages.replicate.layout import Places

ROOM = 548.0  # pixels that the tree has on a wide screen
SMALLEST = 0.8  # of its size; where that is too wide it scrolls


def show(current: Current, found: Replication, predicted: Effects, at: Places, known: Sequence[Replication]) -> None:
    """All of one replication, and how it compares with those that were saved with the run."""
    with at.answer:
        frame.answer(headline(found), " ".join(sentences(found)[1:]))
    names = [tree_title(tree, shared) for tree, shared in enumerate(current.trees.trees)]
    rows = forest_rows(found, predicted.training, names)
    with at.plot:
        _forest(found, rows)
    with at.tree:
        tree = _tree(current, found)
    with at.splits:
        splits.table(current, found, rows, known)
        with st.container(key="replicate_files"):
            downloads.menu(current, found, rows, tree)


def tables_of(found: Replication) -> tuple[str, str, str]:
    """The names of the two mined tables and of the third."""
    return found.result.left.name, found.result.right.name, found.table.name


def _title(text: str, below: str) -> None:
    st.html(
        f"<h2 class='replicate-title'>{html.escape(printable(text))}</h2>"
        f"<p class='ksdt-note'>{html.escape(printable(below))}</p>"
    )


def _forest(found: Replication, rows: tuple[ForestRow, ...]) -> None:
    _title(
        "Accuracy in the three tables",
        (
            f"Lines show {percent(0.95)} intervals. Open marks are training rows, filled marks new rows. The tab "
            "Accuracy has the numbers."
        ),
    )
    wide, narrow = (
        image_tag(
            forest_svg(rows, tables_of(found), palette=frame.palette(), width=width),
            alt=headline(found),
            style=f"width:{width:.0f}px",
        )
        for width in (WIDE, NARROW)
    )
    st.html(f"<div class='replicate-forest'><div class='wide'>{wide}</div><div class='narrow'>{narrow}</div></div>")


def _tree(current: Current, found: Replication) -> int:
    """One tree with the bars of the third table; which one."""
    trees, k, chosen = current.trees, len(current.trees.trees), 0
    with st.container(horizontal=True, key="replicate_tree_head"):
        heading = st.empty()
        if k > 1:
            picked = st.segmented_control(
                "Tree", range(k), default=0, format_func=lambda tree: str(tree + 1), key="replicate_tree",
                label_visibility="collapsed", width="content",
            )  # fmt: skip
            chosen = picked if picked is not None and picked < k else 0
    shared, own = trees.trees[chosen], found.trees[chosen]
    title = tree_title(chosen, shared)
    with heading.container():
        _title(title, f"{percent(own.accuracy, 1)} of {found.table.name} correct")
    plan = plan_with_third(shared, own, scale=trees.settings.scale, max_width=ROOM)
    said = f"{title} in {found.table.name}"
    svg = third_svg(shared, own, names_of(trees), plan=plan, palette=frame.palette(), title=said)
    width = plan.layout.width
    picture = image_tag(svg, alt=said, style=f"width:{width:.0f}px;max-width:100%;min-width:{SMALLEST * width:.0f}px")
    drawing = f"<div class='replicate-tree' tabindex='0' role='group' aria-label='Drawing of the tree'>{picture}</div>"
    lines = third_outline(shared, own, label=said, scale=trees.settings.scale, palette=frame.palette())
    st.html(f"<div class='ksdt-drawn'>{drawing}</div><div class='ksdt-listed'>{lines}</div>")
    st.html(_key(current, found))
    return chosen


def _key(current: Current, found: Replication) -> str:
    """What the marks and the colours stand for."""
    colours = frame.palette()
    groups = class_groups(current.trees.trees[0])
    names = "".join(
        f"<span>{mark} {html.escape(printable(name))}</span>"
        for mark, name in zip("■●▲", tables_of(found), strict=True)
    )
    classes = "".join(
        f"<span><i style='background:{groups.colour(group, colours)}'></i>{html.escape(printable(name))}</span>"
        for group, name in enumerate(groups.names(current.trees.pair.class_names))
    )
    third = html.escape(printable(found.table.name))
    return f"<div class='replicate-key'>{names}{classes}<span>dashed: no row of {third} gets there</span></div>"
