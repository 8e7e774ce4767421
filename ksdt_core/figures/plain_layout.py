"""What all charts have in common: no ground of their own, the ink of the theme, little room around."""

from __future__ import annotations

from typing import Any

from ksdt_core.figures.palette import Palette

FONT = "Source Sans, Source Sans Pro, sans-serif"  # that of the pages


def plain_layout(palette: Palette, *, height: float, margin: tuple[float, float, float, float]) -> dict[str, Any]:
    """The layout of a chart; `margin` is left, right, top, bottom in pixels."""
    left, right, top, bottom = margin
    return {
        "height": height,
        "margin": {"l": left, "r": right, "t": top, "b": bottom},
        "showlegend": False,
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": {"color": palette.muted, "size": 13, "family": FONT},
        "dragmode": False,
        "hoverlabel": {"bgcolor": palette.panel, "bordercolor": palette.line, "font": {"color": palette.ink}},
    }
