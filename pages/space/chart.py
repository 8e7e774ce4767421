"""The scatter of the ensemble space: what fills it, how it is coloured, and which trees the reader picked."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from ksdt_core.figures.space_scatter import COLOUR_NAMES, ColourBy, draw_space
from ksdt_core.glossary import GLOSSARY
from ksdt_core.studies.tree_space import SpaceMeasure, TreeSpace
from pages.common import drawn
from pages.common.current import Current
from pages.common.frame import palette
from pages.common.wording import heading
from pages.space.state import CURRENT_SET, POOLS, Placed, Shown, Space, choose, colours_of

CONFIG = {
    "displaylogo": False,
    "toImageButtonOptions": {"format": "svg", "filename": "ensemble-space"},
    "scrollZoom": False,
}
CHART = "space_chart"
_POOL, _FORESTS, _MEASURE = "space_pool", "space_forests", "space_measure"
_COLOUR, _DIMENSIONS = "space_colour", "space_dimensions"
# While a lasso can be drawn, Streamlit takes no clicks, so it is one or the other.
PICKING = {"click": "Click a point to see its trees.", "lasso": "Draw a line around points to see their trees."}
MARKS = "Numbered rings are the current set. Larger marks are several trees with the same predictions."
AREAS = "Numbered rings are the current set. Each tree is shown once. Larger marks are mined under more weightings."
SETS = {CURRENT_SET: "this set", **POOLS}
MEASURES: dict[SpaceMeasure, str] = {"rows": "rows of both tables", "uniform": "whole domain (uniform)"}


def controls(current: Current, wanted: Shown) -> None:
    """Which trees, coloured by what, in how many dimensions."""
    row = st.container(horizontal=True, vertical_alignment="bottom")
    _follow(wanted)
    row.segmented_control(
        "Shared trees of",
        list(SETS),
        default=wanted.placed.pool or CURRENT_SET,
        format_func=lambda pool: SETS[pool].partition(" (")[0],
        key=_POOL,
        on_change=_changed,
        required=True,
        help=GLOSSARY["WVP"].help,
    )
    names = [table.name for table in (current.trees.pair.left, current.trees.pair.right)]
    row.segmented_control(
        "Compare predictions on",
        list(MEASURES),
        default=wanted.placed.measure,
        format_func=MEASURES.__getitem__,
        key=_MEASURE,
        on_change=_changed,
        required=True,
        help="By rows, each value counts as often as it occurs in the rows, and both tables have the same "
        "weight. On the whole domain, every combination of values has the same weight, even if no row has "
        "it. The published studies use the whole domain.",
    )
    row.toggle(
        "Forests of each table and of both",
        value=wanted.placed.forests,
        key=_FORESTS,
        on_change=_changed,
        help=f"Adds 30 random trees each, grown on {names[0]}, on {names[1]} and on both, with the maximum depth "
        "and scale of the shared trees.",
    )
    colours = colours_of(current)
    row.selectbox(
        "Colour by", colours, index=colours.index(wanted.colour), format_func=COLOUR_NAMES.__getitem__, key=_COLOUR,
        on_change=_changed, width=190,
    )  # fmt: skip
    row.segmented_control(
        "Dimensions", [2, 3], default=wanted.dimensions, key=_DIMENSIONS, on_change=_changed, required=True
    )


def _follow(wanted: Shown) -> None:
    """The widgets say what the address says."""
    said = {
        _POOL: wanted.placed.pool or CURRENT_SET,
        _FORESTS: wanted.placed.forests,
        _MEASURE: wanted.placed.measure,
        _COLOUR: wanted.colour,
        _DIMENSIONS: wanted.dimensions,
    }
    for key, value in said.items():
        if st.session_state.get(key) != value:
            st.session_state[key] = value


def _changed() -> None:
    said = st.session_state
    pool = None if said[_POOL] == CURRENT_SET else said[_POOL]
    placed = Placed(pool, bool(said[_FORESTS]), said[_MEASURE])
    choose(Shown(placed, said[_COLOUR], int(said[_DIMENSIONS])))


def scatter(found: Space, colour: ColourBy, dimensions: int) -> list[int]:
    """The chart; the positions of the trees that were clicked or lassoed."""
    by = "click"
    head = st.container(horizontal=True, vertical_alignment="center")
    head.subheader("Each point is a tree", width="stretch", help=GLOSSARY["projection"].help)
    if dimensions == 2:
        head.markdown(":gray[Select trees by]", width="content")
        by = head.segmented_control(
            "Pick trees by", list(PICKING), default="click", key="space_pick", required=True,
            label_visibility="collapsed",
        )  # fmt: skip
    lasso = by == "lasso"
    figure = drawn.chart(
        lambda: draw_space(
            found.space, colour=colour, dimensions=dimensions, current=found.current, lasso=lasso, palette=palette()
        ),
        "space", found.key, colour, dimensions, lasso,
    )  # fmt: skip
    key = f"{CHART}_{found.key}_{dimensions}_{by}"
    alt = f"{len(found.space.points)} trees as points of {dimensions} principal components; the table below lists them."
    marks = AREAS if found.root_shares else MARKS
    if dimensions == 3:
        st.plotly_chart(figure, theme=None, key=key, config=CONFIG, alt=alt)
        st.markdown(f":gray[Drag to rotate. {marks}]")
        return []
    event = st.plotly_chart(
        figure,
        theme=None,
        key=key,
        on_select="rerun",
        selection_mode=("points", "lasso", "box"),
        config=CONFIG,
        alt=alt,
    )
    st.markdown(f":gray[{PICKING[by]} {marks}]")
    places = found.space.places()
    picked = [point["customdata"][0] for point in event["selection"]["points"] if point.get("customdata")]
    return sorted({position for place in picked for position in places[int(place)]})


def table(space: TreeSpace) -> None:
    """Every tree with its place, for those who cannot see the chart or want the numbers."""
    frame = pd.DataFrame(
        {
            "source": [point.source for point in space.points],
            "tree": [point.number for point in space.points],
            "root": [point.root or "no split" for point in space.points],
            "weights": [_weights(point.weights) for point in space.points],
            "SDTSQ": [point.sdtsq for point in space.points],
            **{f"component {axis + 1}": space.projection.points[:, axis] for axis in range(3)},
        }
    )
    st.dataframe(
        frame, hide_index=True, column_config={str(name): heading(str(name)) for name in frame}, placeholder="–"
    )


def _weights(weights: object) -> str:
    parts = getattr(weights, "parts", ())
    return ", ".join(f"{part:g}" for part in parts)
