"""The matrix of an atlas as a control: a click on a cell opens the best set of that pair."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import streamlit as st

from ksdt_core.documents.text import document_text
from ksdt_core.figures.atlas_matrix import draw_atlas_matrix, matrix_width, score_text
from ksdt_core.glossary import GLOSSARY
from ksdt_core.store.atlas_request import AtlasRequest
from ksdt_core.studies.atlas.entry import PairEntry
from ksdt_core.studies.atlas.view import AtlasView
from ksdt_core.trees.printable import printable
from pages.shared import atlas_words, kept, place
from pages.shared.frame import palette
from pages.shared.page_words import for_the_page
from pages.shared.wording import as_markdown

CONFIG = {"displaylogo": False, "toImageButtonOptions": {"format": "svg", "filename": "atlas"}}
TREES, MINE, DATA = "pages/trees.py", "pages/mine.py", "pages/data.py"
_CLICKED, _PICK = "atlas_clicked", "atlas_pair"

Pair = tuple[int, int]


def open_if_clicked(request: AtlasRequest, atlas: AtlasView) -> None:
    """A cell was clicked: on to the trees of its pair."""
    pair: Pair | None = st.session_state.pop(_CLICKED, None)
    if pair is not None and atlas.entry(*pair) is not None:
        _open(request, atlas, pair, page=TREES)


def matrix(atlas: AtlasView, job_id: str) -> None:
    """The panel of the matrix."""
    st.subheader("Best set quality of every pair", help=GLOSSARY["SDTSQ"].help)
    st.markdown(f":gray[{atlas_words.findings(atlas)}]")
    key = f"atlas_matrix_{job_id}"
    st.plotly_chart(
        draw_atlas_matrix(atlas, palette=palette()),
        theme=None,
        key=key,
        width=matrix_width(atlas),
        on_select=lambda: _remember(key),
        selection_mode="points",
        config=CONFIG,
        alt=in_words(atlas),
    )
    tested = " with q, its p-value corrected for all pairs; bold: q ≤ 0.05" if atlas.settings["permutations"] else ""
    st.markdown(
        f":gray[Click a cell to open the trees of its pair. Above the diagonal: best SDTSQ{tested}. Below: number of "
        "shared attributes. Tables that share the best trees stand together; the tree joins groups at their mean "
        "1 − SDTSQ, pairs that could not be mined count as 1.]"
    )


def opener(request: AtlasRequest, atlas: AtlasView) -> None:
    """The same as a list, for keyboards and small screens, the best pair first."""
    n = len(atlas.names)
    every = ((i, j, atlas.entry(i, j)) for i in range(n) for j in range(i + 1, n))
    scores = {(i, j): entry.sdtsq or 0.0 for i, j, entry in every if entry is not None}
    pairs = sorted(scores, key=scores.__getitem__, reverse=True)
    row = st.container(horizontal=True, vertical_alignment="bottom")
    pair = row.selectbox(
        "Open a pair", pairs, format_func=lambda pair: _pair_words(atlas.entry(*pair)), key=_PICK, width=320
    )
    entry = None if pair is None else atlas.entry(*pair)
    if entry is None:
        return
    if entry.found is None:
        st.markdown(f":gray[{as_markdown(for_the_page(entry.problem or ''))}]")
        if row.button("Mend it on Data", icon=":material/build:"):
            _open(request, atlas, pair, page=DATA)
        return
    for page, label, icon in ((TREES, "Trees", "account_tree"), (MINE, "Mine", "tune")):
        if row.button(f"Open in {label}", key=f"atlas_open_{label}", icon=f":material/{icon}:"):
            _open(request, atlas, pair, page=page)


def download(document: Mapping[str, Any]) -> None:
    """The document, as `ksdt atlas` writes it."""
    st.download_button(
        "Atlas as JSON", document_text(json.loads(json.dumps(document))), file_name="atlas.json",
        mime="application/json", icon=":material/download:", on_click="ignore",
    )  # fmt: skip


def _open(request: AtlasRequest, atlas: AtlasView, pair: Pair, *, page: str) -> None:
    """Mine the pair with its best weights and go there; Back leads to the atlas."""
    entry = atlas.entry(*pair)
    classes = {name for number in pair for name in kept.table(request.tables[number]).class_names}
    wanted = request.pair(*pair, classes=classes)
    if entry is None or entry.found is None:
        place.settle(pair=kept.open_pair(wanted), job=place.here().job)
        page = DATA
    else:
        run, _ = kept.mined(wanted, request.settings.parameters, entry.found.best.weights)
        weights = place.weights_text(entry.found.best.weights)
        place.settle(pair=wanted.id, run=run, weights=weights, job=place.here().job)
    st.switch_page(page, query_params=place.as_query())


def _remember(key: str) -> None:
    for point in st.session_state[key]["selection"]["points"][:1]:
        tables = list(point.get("customdata") or [])
        if len(tables) == 2:
            st.session_state[_CLICKED] = (int(tables[0]), int(tables[1]))


def _pair_words(entry: PairEntry | None) -> str:
    if entry is None:
        return ""
    score = "not mined" if entry.sdtsq is None else f"SDTSQ {score_text(entry.sdtsq)}"
    return printable(f"{entry.left} : {entry.right} ({score})")


def in_words(atlas: AtlasView) -> str:
    """The chart for those who do not see it."""
    scores = ", ".join(
        f"{entry.left} and {entry.right} {score_text(entry.sdtsq)}" for entry in atlas.mined if entry.sdtsq is not None
    )
    order = ", ".join(atlas.names[table] for table in atlas.clustering.order)
    return f"Best SDTSQ of every pair: {scores or 'none was mined'}. Order of the clustering: {order}."
