"""The effect of every attribute in one table against that in the other."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from ksdt_core.evidence.pair_evidence import AttributeEvidence, Evidence
from ksdt_core.evidence.verdict import direction_words
from ksdt_core.figures.escaping import plotly_text
from ksdt_core.figures.palette import LIGHT, Palette
from ksdt_core.figures.plain_layout import plain_layout
from ksdt_core.figures.tree_words import shorten
from ksdt_core.text import p_text, score

HEIGHT = 460.0
MOST_NAMED = 15
NAME_LENGTH = 18
MOST_DRAWN = 3000  # points that no attribute is claimed for; of more the strongest are drawn


def draw_effects(found: Evidence, *, palette: Palette = LIGHT) -> go.Figure:
    """Claimed attributes are dark and named, those whose effects differ are diamonds; on the line effects are equal."""
    is_area = len(found.pair.classes) <= 2
    low, high = (0.0, 1.0)
    figure = go.Figure(layout=plain_layout(palette, height=HEIGHT, margin=(56, 16, 24, 52)))
    figure.add_shape(type="line", x0=low, y0=low, x1=high, y1=high, line={"color": palette.line, "width": 1})
    if is_area:
        for axis in ("x", "y"):
            other = "y" if axis == "x" else "x"
            ends = {f"{axis}0": 0.5, f"{axis}1": 0.5, f"{other}0": low, f"{other}1": high}
            figure.add_shape(type="line", line={"color": palette.line, "width": 1, "dash": "dot"}, **ends)
    claimed = found.claimed[:MOST_NAMED]
    rest = [entry for entry in found.attributes if not entry.is_claimed][:MOST_DRAWN]
    figure.add_trace(_points(rest, palette.faint, palette, named=False))
    figure.add_trace(_points(sorted(claimed, key=_place), palette.ink, palette, named=True))
    figure.add_trace(_points(found.claimed[MOST_NAMED:], palette.ink, palette, named=False))
    effect = "area under the curve (AUC)" if is_area else "Cramér’s V"
    for update, name in ((figure.update_xaxes, found.pair.left.name), (figure.update_yaxes, found.pair.right.name)):
        update(
            title={"text": f"{effect} in {plotly_text(shorten(name, 40))}", "standoff": 8},
            range=[low - 0.02, high + 0.02],
            gridcolor=palette.line,
            zeroline=False,
            tickformat=".2~f",
        )
    return figure


def _place(entry: AttributeEvidence) -> tuple[float, float]:
    return entry.effect_left, entry.effect_right


def _points(entries: Sequence[AttributeEvidence], colour: str, palette: Palette, *, named: bool) -> go.Scatter:
    return go.Scatter(
        x=[entry.effect_left for entry in entries],
        y=[entry.effect_right for entry in entries],
        mode="markers+text" if named else "markers",
        text=[plotly_text(shorten(entry.attribute, NAME_LENGTH)) for entry in entries],
        textposition=["top center" if position % 2 else "bottom center" for position in range(len(entries))],
        textfont={"color": palette.ink, "size": 12},
        marker={
            "size": [10 if entry.differs else 7 for entry in entries],
            "symbol": ["diamond-open" if entry.differs else "circle" for entry in entries],
            "color": colour,
            "line": {"color": colour, "width": 1.5},
        },
        customdata=[hover_words(entry) for entry in entries],
        hovertemplate="%{customdata}<extra></extra>",
    )


def hover_words(entry: AttributeEvidence) -> str:
    lines = [
        f"<b>{plotly_text(entry.attribute)}</b>",
        plotly_text(direction_words(entry)),
        f"adjusted {p_text(entry.p)}",
        f"{score(entry.effect_left)} and {score(entry.effect_right)}",
    ]
    if entry.differs:
        lines.append(f"effects differ ({p_text(entry.p_difference)})")
    return "<br>".join(lines)
