"""Lists of regions: the largest, the best, those beyond the edges of the current one, and attributes by area."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from ksdt_core.mining.cells.neighbours import Neighbour, neighbours
from ksdt_core.mining.cells.robustness import Robustness, robustness_sentence
from ksdt_core.mining.cells.shares import SMALL_SHARE, share_text
from ksdt_core.mining.cells.weight_cells import WeightCells, WeightRegion
from ksdt_core.text import markdown_escaped, printable, score
from pages.common import kept
from pages.common.reruns import is_by_timer
from pages.mine import region_map

_KEPT = "run_with_robustness"
MOST = 20
HEIGHT = 260


def show(cells: WeightCells, current: int | None, found: Robustness | None) -> None:
    """How robust the current set is, and the lists of regions, each in a tab; a row that is selected is taken."""
    if found is not None:
        st.markdown(robustness_words(found))
    largest, best, edges, attributes = st.tabs(["Largest regions", "Best sets", "Neighbours", "Attributes"])
    with largest:
        _table(cells, cells.regions[:MOST], key="regions_largest")
    with best:
        ranked = sorted(cells.regions, key=lambda region: (-region.scores.sdtsq, region.number))
        _table(cells, ranked[:MOST], key="regions_best")
    with edges:
        _across(cells, current)
    with attributes:
        _attributes(cells)


def keep_robustness(found: Robustness, *, run: str) -> None:
    """The run keeps how much its set depends on the weights, for reports."""
    if st.session_state.get(_KEPT) != run:
        kept.add_to_run(run, {"robustness": found.to_document()})
        st.session_state[_KEPT] = run


def robustness_words(found: Robustness) -> str:
    """The same in words; a set that few weights give is said to be one."""
    said = robustness_sentence(found)
    return f"{said} Slightly different weights give other trees." if found.share < SMALL_SHARE else said


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
        "quality": score(scores.sdtsq),
        "accuracy": score(scores.sa),
        "similarity": score(scores.ds),
        "diversity": "–" if scores.td is None else score(scores.td),
        "roots": ", ".join("no split" if root is None else printable(root) for root in region.roots),
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
        st.markdown("The triangle is not solved for these weights.")
        return
    here = cells.regions[current]
    found = neighbours(cells, here)
    if not found:
        st.markdown("This region has no neighbours.")
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
        "share of the border": share_text(each.edge),
        "unchanged trees": f"{each.stays} of {len(here.roots)}",
        "changed roots": f"{gone} → {new}" if gone or new else "none",
        "quality": f"{score(each.region.scores.sdtsq)} ({'' if change < 0 else '+'}{score(change)})",
        "share": share_text(each.region.share),
    }


def _attributes(cells: WeightCells) -> None:
    name, share = cells.attributes[0] if cells.attributes else ("", 0.0)
    if name:
        st.markdown(f":gray[{markdown_escaped(name)} is used under {share_text(share)} of all weightings.]")
    st.dataframe(
        [{"attribute": printable(name), "used under": share_text(share)} for name, share in cells.attributes[:200]],
        hide_index=True,
        height=HEIGHT,
    )
