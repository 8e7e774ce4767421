"""How often two trees agree, as a table: one table's rows above the diagonal, the other's below it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ksdt_core.figures.escaping import one_line, xml_text
from ksdt_core.figures.palette import LIGHT, Palette, mix, text_on
from ksdt_core.text import percent

MOST_TREES = 12  # more leave no room for numbers


def agreement_html(
    above: NDArray[np.float64], below: NDArray[np.float64], titles: Sequence[str], *, palette: Palette = LIGHT
) -> str:
    """Shares of agreement of every two trees; darker is more often. Round cells are those below the diagonal."""
    k = above.shape[0]
    off = ~np.eye(k, dtype=bool)
    low = min(float(above[off].min()), float(below[off].min())) if k > 1 else 0.0
    heads = "".join(f"<th scope='col'>{number + 1}</th>" for number in range(k))
    body = "".join(
        f"<tr><th scope='row'>{xml_text(one_line(titles[i]))}</th>"
        + "".join(_cell(i, j, above if j > i else below, low, palette) for j in range(k))
        + "</tr>"
        for i in range(k)
    )
    return (
        f"<style>.ksdt-am{{border-spacing:3px;font-size:12.5px;font-variant-numeric:tabular-nums;width:100%}}"
        f".ksdt-am th{{font-weight:500;color:{palette.muted};text-align:left;max-width:110px;overflow:hidden;"
        "text-overflow:ellipsis;white-space:nowrap}.ksdt-am thead th{text-align:center}"
        ".ksdt-am td{text-align:center;height:28px;min-width:40px}</style>"
        f"<div class='ksdt-scroll'><table class='ksdt-am'><caption class='ksdt-unseen'>How often two trees agree"
        f"</caption><thead><tr><td></td>{heads}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _cell(i: int, j: int, shares: NDArray[np.float64], low: float, palette: Palette) -> str:
    if i == j:
        return f"<td style='background:{palette.panel}'></td>"
    share = float(shares[i, j])
    depth = 0.15 + 0.7 * (share - low) / (1 - low) if low < 1 else 0.85
    shade = mix(mix(palette.ink, palette.page, share=0.84), palette.panel, share=depth)
    radius = "" if j > i else "border-radius:9px;"
    return f"<td style='{radius}background:{shade};color:{text_on(shade, palette)}'>{percent(share)}</td>"
