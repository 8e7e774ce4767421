"""The files of a replication: its splits, its figures, its document."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from ksdt_core.evidence.replicated import Replication
from ksdt_core.figures.file_names import joined_stem
from ksdt_core.figures.forest_svg import ForestRow, forest_svg
from ksdt_core.figures.palette import LIGHT
from ksdt_core.figures.third_bar import plan_with_third, third_svg
from ksdt_core.formats.csv_tables import replication_csv
from ksdt_core.formats.json_text import document_text
from pages.common.current import Current
from pages.common.tree_view import names_of, tree_title


def menu(current: Current, found: Replication, rows: Sequence[ForestRow], tree: int) -> None:
    """A button for each file, behind one."""
    left, right, third = found.result.left.name, found.result.right.name, found.table.name
    stem = joined_stem(left, right, f"in {third}")
    shared, own = current.trees.trees[tree], found.trees[tree]
    plan = plan_with_third(shared, own, scale=current.trees.settings.scale)
    title = f"{tree_title(tree, shared)} in {third}"
    drawing = third_svg(shared, own, names_of(current.trees), plan=plan, title=title)
    files = (
        ("Splits (CSV)", replication_csv(found), f"{stem}-splits.csv", "text/csv"),
        (
            "Accuracy (SVG)",
            forest_svg(rows, (left, right, third), palette=LIGHT),
            f"{stem}-accuracy.svg",
            "image/svg+xml",
        ),
        (f"Tree {tree + 1} (SVG)", drawing, f"{stem}-tree-{tree + 1}.svg", "image/svg+xml"),
        ("Document (JSON)", document_text(found.to_document()), f"{stem}.json", "application/json"),
    )
    with st.popover("Files", icon=":material/download:", width="content"):
        for number, (label, data, name, mime) in enumerate(files):
            st.download_button(
                label, data, file_name=name, mime=mime, icon=":material/download:", on_click="ignore",
                key=f"replicate_file_{number}", width="stretch",
            )  # fmt: skip
