"""The matrix of an atlas as a control: a click on a cell opens the best set of that pair."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import streamlit as st

from ksdt_core.figures.atlas_matrix import By, draw_atlas_matrix, knows_gains, matrix_width
from ksdt_core.formats.json_text import document_text
from ksdt_core.store.atlas_request import AtlasRequest
from ksdt_core.studies.atlas.entry import PairEntry
from ksdt_core.studies.atlas.view import AtlasView
from ksdt_core.text import printable, score, signed
from pages.atlas import words
from pages.common import drawn, kept, place
from pages.common.frame import note, palette
from pages.common.wording import as_markdown

CONFIG = {"displaylogo": False, "toImageButtonOptions": {"format": "svg", "filename": "atlas"}}
TREES, MINE, DATA = "pages/trees/page.py", "pages/mine/page.py", "pages/data/page.py"
QUALITY = "Show set quality (SDTSQ) instead of the gain"
_CLICKED, _PICK = "atlas_clicked", "atlas_pair"

Pair = tuple[int, int]


def open_if_clicked(request: AtlasRequest, atlas: AtlasView) -> None:
    """A cell was clicked: on to the trees of its pair."""
    pair: Pair | None = st.session_state.pop(_CLICKED, None)
    if pair is not None and atlas.entry(*pair) is not None:
        _open(request, atlas, pair, page=TREES)


def matrix(atlas: AtlasView, job_id: str) -> None:
    """The panel of the matrix: coloured by gain over the baseline, or by score where that is asked for."""
    with st.container(horizontal=True, key="atlas_head"):
        st.html("<h2 class='atlas-title'>Every pair</h2>")
        by = _shown_number(atlas)
    tested = ", with q, the p-value corrected for all pairs (bold: q ≤ 0.05)" if atlas.settings["permutations"] else ""
    note(
        f"Click a cell to open the trees of its pair. Above the diagonal: {words.SHOWN[by]}{tested}. Below: number of "
        "shared attributes."
    )
    key = f"atlas_matrix_{job_id}"
    with st.container(key="atlas_scroll"):
        st.plotly_chart(
            drawn.chart(lambda: draw_atlas_matrix(atlas, by=by, palette=palette()), "atlas", job_id, by),
            theme=None,
            key=key,
            width=matrix_width(atlas),
            on_select=lambda: _remember(key),
            selection_mode="points",
            config=CONFIG,
            alt=in_words(atlas, by),
        )
    note(
        "Similar tables are next to each other. The dendrogram joins them at the mean of 1 − quality (SDTSQ). "
        "Pairs that were not mined count as 1."
    )


def _shown_number(atlas: AtlasView) -> By:
    """What the cells show: the gain, if the atlas knows it, or the score on request."""
    if not knows_gains(atlas):
        return "score"
    return "score" if st.toggle(QUALITY, key="atlas_by_score", help=words.gain_words(atlas)) else "gain"


def opener(request: AtlasRequest, atlas: AtlasView) -> None:
    """The same as a list, for keyboards and small screens, the best pair first."""
    n = len(atlas.names)
    every = ((i, j, atlas.entry(i, j)) for i in range(n) for j in range(i + 1, n))
    scores = {(i, j): (entry.gain or 0.0, entry.sdtsq or 0.0) for i, j, entry in every if entry is not None}
    pairs = sorted(scores, key=scores.__getitem__, reverse=True)
    row = st.container(horizontal=True, key="atlas_open")
    pair = row.selectbox(
        "Open a pair", pairs, format_func=lambda pair: _pair_words(atlas.entry(*pair)), key=_PICK, width=320,
        label_visibility="collapsed",
    )  # fmt: skip
    entry = None if pair is None else atlas.entry(*pair)
    if entry is None:
        return
    if entry.found is None:
        st.markdown(f":gray[{as_markdown(entry.problem or '')}]")
        if row.button("Fix it on Data", key="atlas_fix", icon=":material/build:"):
            _open(request, atlas, pair, page=DATA)
        return
    for page, label, icon in ((TREES, "Trees", "account_tree"), (MINE, "Mine", "tune")):
        if row.button(f"Open in {label}", key=f"atlas_open_{label}", icon=f":material/{icon}:"):
            _open(request, atlas, pair, page=page)


def download(document: Mapping[str, Any]) -> None:
    """The document, as `ksdt atlas` writes it."""
    st.download_button(
        "Atlas (JSON)", document_text(json.loads(json.dumps(document))), file_name="atlas.json",
        mime="application/json", icon=":material/download:", on_click="ignore", key="atlas_json",
    )  # fmt: skip


def _open(request: AtlasRequest, atlas: AtlasView, pair: Pair, *, page: str) -> None:
    """Mine the pair with its best weights and go there; Back leads to the atlas."""
    entry = atlas.entry(*pair)
    left, right = (kept.table(request.tables[number]) for number in pair)
    wanted = request.pair(left, right, numbers=pair)
    if entry is None or entry.found is None:
        place.settle(pair=kept.open_pair(wanted), job=place.here().job)
        page = DATA
    else:
        parameters = replace(request.settings.parameters, exclude=wanted.exclude)
        run, _ = kept.mined(wanted, parameters, entry.found.best.weights)
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
    quality = "not mined" if entry.sdtsq is None else f"quality {score(entry.sdtsq)}"
    gain = "" if entry.gain is None else f"gain {signed(entry.gain)}, "
    return printable(f"{entry.left} : {entry.right} ({gain}{quality})")


def in_words(atlas: AtlasView, by: By = "score") -> str:
    """The chart for those who do not see it."""
    shown = {"gain": lambda entry: signed(entry.gain or 0.0), "score": lambda entry: score(entry.sdtsq or 0.0)}
    scores = ", ".join(f"{entry.left} and {entry.right} {shown[by](entry)}" for entry in atlas.mined)
    order = ", ".join(atlas.names[table] for table in atlas.clustering.order)
    what = words.SHOWN[by]
    return (
        f"{what[0].upper()}{what[1:]} of every pair: {scores or 'no pair was mined'}. Order of the clustering: {order}."
    )
