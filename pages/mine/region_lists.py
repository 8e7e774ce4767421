"""Lists of regions: the largest, the best, those beyond the edges of the current one, and attributes by area."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from ksdt_core.mining.cells.neighbours import Neighbour, neighbours
from ksdt_core.mining.cells.robustness import robustness, robustness_sentence
from ksdt_core.mining.cells.shares import SMALL_SHARE, share_text
from ksdt_core.mining.cells.weight_cells import WeightCells, WeightRegion
from ksdt_core.mining.weights import WeightVector
from ksdt_core.text import printable
from pages.common import kept
from pages.common.reruns import is_by_timer
from pages.mine import region_map

_KEPT = "run_with_robustness"
MOST = 20
HEIGHT = 260


def robustness_line(cells: WeightCells, weights: WeightVector, *, run: str) -> None:
    """How much the current set hangs on its weights; the run keeps it for reports."""
    found = robustness(cells, weights)
    if st.session_state.get(_KEPT) != run:
        kept.add_to_run(run, {"robustness": found.to_document()})
        st.session_state[_KEPT] = run
    said = robustness_sentence(found)
    if found.share < SMALL_SHARE:
        st.warning(f"{said} Slightly other weights give another set.", icon=":material/filter_center_focus:")
    else:
        st.markdown(said)


def show(cells: WeightCells, current: int | None) -> None:
    """The lists, each in a tab; a row that is selected is taken."""
    largest, best, edges, attributes = st.tabs(["Largest regions", "Best sets", "Across the edges", "Attributes"])
    with largest:
        _table(cells, cells.regions[:MOST], key="regions_largest")
    with best:
        ranked = sorted(cells.regions, key=lambda region: (-region.scores.sdtsq, region.number))
        _table(cells, ranked[:MOST], key="regions_best")
    with edges:
        _across(cells, current)
    with attributes:
        _attributes(cells)


def _table(cells: WeightCells, regions: Sequence[WeightRegion], *, key: str) -> None:
    st.dataframe(
        [_row(region) for region in regions],
        key=key,
        on_select=_selected,
        selection_mode="single-row",
        hide_index=True,
        height=HEIGHT,
    )
    st.session_state[f"{key}_numbers"] = [region.number for region in regions]
    st.session_state["regions_cells"] = cells


def _row(region: WeightRegion) -> dict[str, str]:
    scores = region.scores
    return {
        "share": share_text(region.share),
        "SDTSQ": f"{scores.sdtsq:.4f}",
        "SA": f"{scores.sa:.3f}",
        "DS": f"{scores.ds:.3f}",
        "TD": "–" if scores.td is None else f"{scores.td:.3f}",
        "trees start with": ", ".join("no split" if root is None else printable(root) for root in region.roots),
    }


def _selected() -> None:
    if is_by_timer():
        return
    for key in ("regions_largest", "regions_best", "regions_edges"):
        rows = st.session_state.get(key, {}).get("selection", {}).get("rows", [])
        if rows:
            region_map.choose(st.session_state["regions_cells"], st.session_state[f"{key}_numbers"][rows[0]])
            return


def _across(cells: WeightCells, current: int | None) -> None:
    if current is None:
        st.markdown("These weights lie outside the solved part of the triangle.")
        return
    here = cells.regions[current]
    found = neighbours(cells, here)
    if not found:
        st.markdown("No other set lies next to this one.")
        return
    st.dataframe(
        [_crossing(each, here) for each in found[:MOST]],
        key="regions_edges",
        on_select=_selected,
        selection_mode="single-row",
        hide_index=True,
        height=HEIGHT,
    )
    st.session_state["regions_edges_numbers"] = [each.region.number for each in found[:MOST]]


def _crossing(each: Neighbour, here: WeightRegion) -> dict[str, str]:
    change = each.region.scores.sdtsq - here.scores.sdtsq
    gone, new = (", ".join(printable(name) for name in names) for names in (each.roots_gone, each.roots_new))
    return {
        "part of the border": share_text(each.edge),
        "trees that stay": f"{each.stays} of {len(here.roots)}",
        "roots that change": f"{gone} → {new}" if gone or new else "none",
        "SDTSQ": f"{each.region.scores.sdtsq:.4f} ({change:+.4f})",
        "share": share_text(each.region.share),
    }


def _attributes(cells: WeightCells) -> None:
    name, share = cells.attributes[0] if cells.attributes else ("", 0.0)
    if name:
        st.markdown(f":gray[{_text(name)} is used under {share_text(share)} of all weightings.]")
    st.dataframe(
        [{"attribute": printable(name), "used under": share_text(share)} for name, share in cells.attributes[:200]],
        hide_index=True,
        height=HEIGHT,
    )


def _text(name: str) -> str:
    from ksdt_core.text import markdown_escaped

    return markdown_escaped(name)
