"""What all charts have in common: ground and ink of the page, also in a file that is saved; little room around.

A layout is given to a figure when it is made: plotly checks the parts of one that is changed afterwards one by one,
which takes five times as long.
"""

from __future__ import annotations

from typing import Any

from ksdt_core.figures.palette import Palette

FONT = "Source Sans, Source Sans Pro, sans-serif"  # that of the pages
SIZE = 13  # of numbers and of titles of axes, which plotly would write larger


def plain_layout(palette: Palette, *, height: float, margin: tuple[float, float, float, float]) -> dict[str, Any]:
    """The layout of a chart; `margin` is left, right, top, bottom in pixels."""
    left, right, top, bottom = margin
    return {
        "height": height,
        "margin": {"l": left, "r": right, "t": top, "b": bottom},
        "showlegend": False,
        "paper_bgcolor": palette.page,
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": {"color": palette.muted, "size": SIZE, "family": FONT},
        "dragmode": False,
        "modebar": {"bgcolor": "rgba(0,0,0,0)", "color": palette.muted, "activecolor": palette.ink},
        "hoverlabel": {
            "bgcolor": palette.panel,
            "bordercolor": palette.line,
            "font": {"color": palette.ink, "family": FONT},
        },
        "template": plain_template(palette),
    }


def plain_template(palette: Palette) -> dict[str, Any]:
    """What holds where a chart says nothing; plotly's own template makes every chart seven thousand letters longer."""
    axis = {
        "automargin": True,
        "title": {"standoff": 15, "font": {"size": SIZE}},
        "ticks": "",
        "gridcolor": palette.page,
        "linecolor": palette.page,
        "zerolinecolor": palette.page,
    }
    upright = {**axis, "ticklabelstandoff": 5}
    layout = {"xaxis": axis, "yaxis": upright, "hovermode": "closest", "hoverlabel": {"align": "left"}}
    return {"layout": {**layout, "autotypenumbers": "strict"}}
