"""The effect of every attribute in one table against that in the other."""

from __future__ import annotations

import plotly.graph_objects as go

from ksdt_core.evidence.pair_evidence import Evidence
from ksdt_core.figures.effect_points import EffectPlane, claimed_points
from ksdt_core.figures.escaping import plotly_text
from ksdt_core.figures.palette import LIGHT, Palette
from ksdt_core.figures.plain_layout import plain_layout
from ksdt_core.figures.tree_words import shorten

SIZE = (640.0, 460.0)  # pixels; a page may give it another width
MARGIN = (56.0, 16.0, 24.0, 52.0)  # left, right, top, bottom
FONT = 12.0
MOST_NAMED = 25
NAME_LETTERS = 24


def draw_effects(found: Evidence, *, palette: Palette = LIGHT) -> go.Figure:
    """Claimed attributes are dark and named, those whose effects differ are diamonds; on the line effects are equal."""
    is_area = len(found.pair.classes) <= 2
    plane = EffectPlane.of(found, SIZE[0] - MARGIN[0] - MARGIN[1], SIZE[1] - MARGIN[2] - MARGIN[3])
    figure = go.Figure(
        [plane.crowd(found, palette), claimed_points(found, 9, palette)],
        layout=plain_layout(palette, height=SIZE[1], margin=MARGIN)
        | {"annotations": plane.names(found.claimed, palette, most=MOST_NAMED, letters=NAME_LETTERS, size=FONT)},
    )
    low = max(plane.across[0], plane.upward[0])
    high = min(plane.across[1], plane.upward[1])
    line = {"color": palette.edge, "width": 1}
    if low < high:
        figure.add_shape(type="line", x0=low, y0=low, x1=high, y1=high, line=line, layer="below")
    if is_area:
        figure.add_vline(x=0.5, line=line | {"dash": "dot"}, layer="below")
        figure.add_hline(y=0.5, line=line | {"dash": "dot"}, layer="below")
    effect = "area under the curve (AUC)" if is_area else "Cramér’s V"
    for update, name, ends in (
        (figure.update_xaxes, found.pair.left.name, plane.across),
        (figure.update_yaxes, found.pair.right.name, plane.upward),
    ):
        update(
            title={"text": f"{effect} in {plotly_text(shorten(name, 40))}", "standoff": 8},
            range=ends,
            gridcolor=palette.line,
            zeroline=False,
            tickformat=".2~f",
        )
    return figure
