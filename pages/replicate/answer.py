"""One replication on the page: the answer first, then the forest plot beside a tree, then all splits."""

from __future__ import annotations

import streamlit as st

from ksdt_core.evidence.effects import Effects
from ksdt_core.evidence.replicated import Replication
from ksdt_core.evidence.replication_text import answer, headline, sentences
from ksdt_core.figures.file_names import joined_stem
from ksdt_core.figures.forest_svg import NARROW, WIDE, forest_rows, forest_svg
from ksdt_core.figures.palette import LIGHT
from ksdt_core.figures.third_bar import plan_with_third, third_svg
from ksdt_core.formats.json_text import document_text
from ksdt_core.text import percent, printable
from pages.common import frame
from pages.common.current import Current
from pages.common.pictures import image_tag
from pages.common.tree_view import names_of, tree_title
from pages.common.wording import as_markdown
from pages.replicate import saved, splits

MARKS = {
    "holds": ":green[:material/check_circle:]",
    "weak": ":orange[:material/warning:]",
    "not-shown": ":gray[:material/help:]",
}
ROOM = 520.0  # pixels that the tree has on a wide screen
_FOREST = """<style>.ksdt-forests img {{max-width:100%}} .ksdt-forests .narrow {{display:none}}
@media (max-width: 640px) {{.ksdt-forests .wide {{display:none}} .ksdt-forests .narrow {{display:block}}}}</style>
<div class='ksdt-forests'><div class='wide'>{wide}</div><div class='narrow'>{narrow}</div></div>"""


def show(current: Current, found: Replication, predicted: Effects, *, key: str, is_saved: bool) -> None:
    """All of one replication."""
    _headline(current, found, key, is_saved=is_saved)
    chart, tree = frame.side_by_side(f"forest_{key}", f"wide_tree_{key}")
    with chart:
        _forest(current, found, predicted, key)
    with tree:
        _tree(current, found, key)
    with st.container(border=True):
        splits.table(current, found, key)


def _headline(current: Current, found: Replication, key: str, *, is_saved: bool) -> None:
    row = st.container(horizontal=True, vertical_alignment="center")
    with row.container(key=f"roomy_said_{key}"):
        st.markdown(f"### {MARKS[answer(found)]} {as_markdown(headline(found))}")
        st.markdown(f":gray[{as_markdown(' '.join(sentences(found)[1:]))}]")
    if is_saved:
        row.button(
            "Remove from the run", key=f"{key}_remove", icon=":material/bookmark_remove:", width="content",
            on_click=saved.remove, args=(current, found), help="Reports and bundles of this run carry this check.",
        )  # fmt: skip
    else:
        row.button(
            "Save this check", key=f"{key}_save", type="primary", icon=":material/bookmark_add:", width="content",
            on_click=saved.keep, args=(current, found), help="Reports and bundles of this run will carry it.",
        )  # fmt: skip


def _forest(current: Current, found: Replication, predicted: Effects, key: str) -> None:
    st.subheader("Accuracy in the three tables")
    st.markdown(":gray[With 95 % intervals. Open marks: training rows. Filled marks: new rows.]")
    names = [printable(tree_title(tree, shared)) for tree, shared in enumerate(current.trees.trees)]
    rows = forest_rows(found, predicted.training, names)
    tables = (found.result.left.name, found.result.right.name, found.table.name)
    wide, narrow = (
        image_tag(
            forest_svg(rows, tables, palette=frame.palette(), width=width),
            alt=headline(found),
            style=f"width:{width}px",
        )
        for width in (WIDE, NARROW)
    )
    st.html(_FOREST.format(wide=wide, narrow=narrow))
    stem = joined_stem(found.result.left.name, found.result.right.name, f"in {found.table.name}")
    line = st.container(horizontal=True)
    _download(
        line, "Figure (SVG)", forest_svg(rows, tables, palette=LIGHT), f"{stem}-accuracy.svg", "image/svg+xml", key
    )
    text = document_text(found.to_document())
    _download(line, "Document (JSON)", text, f"{stem}.json", "application/json", key)


def _tree(current: Current, found: Replication, key: str) -> None:
    trees = current.trees
    row = st.container(horizontal=True, vertical_alignment="center")
    k = len(trees.trees)
    chosen = 0
    heading = row.empty()
    if k > 1:
        picked = row.segmented_control(
            "Tree", range(k), default=0, format_func=lambda tree: str(tree + 1), key=f"{key}_tree",
            label_visibility="collapsed", width="content",
        )  # fmt: skip
        chosen = picked or 0
    shared, own = trees.trees[chosen], found.trees[chosen]
    heading.subheader(as_markdown(tree_title(chosen, shared)))
    st.markdown(f":gray[{percent(own.accuracy, 1)} of {as_markdown(found.table.name)} correct]")
    title = f"{tree_title(chosen, shared)} in {found.table.name}"
    scale = trees.settings.scale
    plan = plan_with_third(shared, own, scale=scale, max_width=ROOM)
    svg = third_svg(shared, own, names_of(trees), plan=plan, palette=frame.palette(), title=title)
    width = plan.layout.width
    picture = image_tag(svg, alt=title, style=f"width:100%;min-width:{0.9 * width:.0f}px;max-width:{width:.0f}px")
    st.html(f"<div style='overflow-x:auto'>{picture}</div>")
    pair = trees.pair
    names = f"■ {pair.left.name} · ● {pair.right.name} · ▲ {found.table.name} (pointed ends)"
    st.markdown(f":gray[{as_markdown(names)}. Dashed: no row of {as_markdown(found.table.name)} comes there.]")
    stem = joined_stem(pair.left.name, pair.right.name, f"in {found.table.name}")
    light = third_svg(shared, own, names_of(trees), plan=plan_with_third(shared, own, scale=scale), title=title)
    line = st.container(horizontal=True)
    _download(line, "Figure (SVG)", light, f"{stem}-tree-{chosen + 1}.svg", "image/svg+xml", f"{key}_of_tree")


def _download(row: st.delta_generator.DeltaGenerator, label: str, data: str, name: str, mime: str, key: str) -> None:
    row.download_button(
        label, data, file_name=name, mime=mime, icon=":material/download:", on_click="ignore", key=f"{key}_{mime}"
    )
