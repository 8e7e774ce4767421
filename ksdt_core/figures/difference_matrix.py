"""TPD of every two trees: a matrix with the number of shared attributes below the diagonal, or a small table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from ksdt_core.figures.cell_matrix import Cell, cell_box, cell_targets, cell_texts
from ksdt_core.figures.escaping import one_line, plotly_text, xml_text
from ksdt_core.figures.palette import LIGHT, Palette, mix, text_on
from ksdt_core.figures.plain_layout import plain_layout
from ksdt_core.figures.tree_words import shorten
from ksdt_core.text import score

CELL = 46.0  # pixels
CLOSE = 0.00005  # a difference that four digits do not show
GAP = 0.045  # of a cell, on each side
MOST_ZEROS, MOST_NUMBERS = 7, 12  # more trees leave no room for a leading zero, for numbers
LARGEST = 320.0  # pixels; the cells of many trees are smaller
TOP, BOTTOM, SIDE = 44.0, 8.0, 12.0  # above: numbers of the trees, and the buttons of the chart over them
LETTER = 6.6  # pixels

_STYLE = """<style>
.ksdt-td{{overflow-x:auto}}
.ksdt-td table{{border-collapse:separate;border-spacing:3px;font-size:13px;color:{ink};
 font-variant-numeric:tabular-nums}}
.ksdt-td th{{border:0;padding:4px 6px;text-align:center}} .ksdt-td th[scope=row]{{text-align:left;white-space:nowrap}}
.ksdt-td th span{{font-weight:400}} .ksdt-td td{{border:0;padding:6px 5px;min-width:40px;text-align:center}}
.ksdt-td td.same{{background:{panel}}}
</style>"""


def difference_text(tpd: float) -> str:
    """Three digits; below 1 it is never written as 1.000, above 0 never as 0.000, if four digits tell."""
    if CLOSE <= tpd < 0.0005:
        return "0.001"
    return score(1.0 if tpd > 1 - CLOSE else max(tpd, 0.0))


def draw_difference_matrix(
    tpd: NDArray[np.float64],
    roots: Sequence[str],
    *,
    shared: NDArray[np.int64],
    selected: Cell | None = None,
    palette: Palette = LIGHT,
) -> go.Figure:
    """`roots` name the trees. Below the diagonal stands `shared`, the number of attributes that two trees share.

    A cell is a marker that is not seen, so that it can be clicked; its customdata is the pair of trees from 0.
    """
    k = tpd.shape[0]
    names = [plotly_text(shorten(root)) for root in roots]
    widest = max(len(shorten(root)) for root in roots) + 2
    margin = (SIDE + LETTER * widest, SIDE, TOP, BOTTOM)
    layout = {
        **plain_layout(palette, height=TOP + BOTTOM + k * _cell(k), margin=margin),
        "hoverdistance": int(_cell(k)),
        "clickmode": "event+select",
        "shapes": _boxes(tpd, selected, palette),
        "xaxis": _axis(palette, [f"<b>{i + 1}</b>" for i in range(k)]) | {"side": "top", "range": [-0.5, k - 0.5]},
        "yaxis": _axis(palette, [f"<b>{i + 1}</b> {name}" for i, name in enumerate(names)])
        | {"range": [k - 0.5, -0.5]},
    }
    numbers = _numbers(tpd, shared, palette) if k <= MOST_NUMBERS else []
    return go.Figure([*numbers, _targets(tpd, shared, names)], layout)


def difference_table(tpd: NDArray[np.float64], roots: Sequence[str], *, label: str, palette: Palette = LIGHT) -> str:
    """A table in HTML, to be read and not clicked: a row and a column for each tree, dark for a large difference."""
    head = "".join(f'<th scope="col">{number}</th>' for number in range(1, len(roots) + 1))
    rows = "".join(
        f'<tr><th scope="row">{i + 1} <span>{xml_text(shorten(one_line(root)))}</span></th>'
        + "".join(_table_cell(tpd, i, j, palette) for j in range(len(roots)))
        + "</tr>"
        for i, root in enumerate(roots)
    )
    return (
        f"{_STYLE.format(ink=palette.ink, panel=palette.panel)}<div class='ksdt-td' tabindex='0' role='region' "
        f'aria-label="{xml_text(label)}"><table><thead><tr><td></td>{head}</tr></thead><tbody>{rows}</tbody></table></div>'
    )


def _table_cell(tpd: NDArray[np.float64], row: int, column: int, palette: Palette) -> str:
    if row == column:
        return '<td class="same"></td>'
    value = float(tpd[row, column])
    shade = difference_shade(value, palette)
    return f'<td style="background:{shade};color:{text_on(shade, palette)}">{difference_text(value)}</td>'


def _cell(k: int) -> float:
    """Pixels of a cell: so many trees stay on one screen."""
    return max(14.0, min(CELL, LARGEST / k))


def _axis(palette: Palette, ticks: list[str]) -> dict[str, Any]:
    plain = {"showgrid": False, "zeroline": False, "fixedrange": True, "ticks": "", "tickfont": {"color": palette.ink}}
    return {**plain, "tickvals": list(range(len(ticks))), "ticktext": ticks}


def _boxes(tpd: NDArray[np.float64], selected: Cell | None, palette: Palette) -> list[dict[str, Any]]:
    """A box for each cell and a ring around the chosen one, all at once: plotly checks a list faster than its parts."""
    k = tpd.shape[0]
    boxes = [
        cell_box(row, column, gap=GAP, look=_look(tpd, row, column, palette)) for row in range(k) for column in range(k)
    ]
    if selected is not None:
        ring = {"line": {"color": palette.ink, "width": 3}, "layer": "above"}
        boxes.append(cell_box(min(selected), max(selected), gap=0.0, look=ring))
    return boxes


def _look(tpd: NDArray[np.float64], row: int, column: int, palette: Palette) -> dict[str, Any]:
    if row == column:
        return {"fillcolor": palette.panel}
    if row < column:
        return {"fillcolor": difference_shade(float(tpd[row, column]), palette)}
    return {"fillcolor": palette.page, "line": {"color": palette.line, "width": 1}}


def difference_shade(tpd: float, palette: Palette) -> str:
    """From the ground to a dark slate: a dark field is a large difference."""
    return mix(mix(palette.ink, palette.page, share=0.84), palette.panel, share=max(tpd, 0.0) ** 1.5)


def _numbers(tpd: NDArray[np.float64], shared: NDArray[np.int64], palette: Palette) -> list[go.Scatter]:
    """The numbers, one trace for each colour of text."""
    by_ink: dict[str, list[tuple[int, int, str]]] = {}
    k = tpd.shape[0]
    for row in range(k):
        for column in range(k):
            if row < column:
                ink = text_on(difference_shade(float(tpd[row, column]), palette), palette)
                said = difference_text(float(tpd[row, column]))
                by_ink.setdefault(ink, []).append((row, column, said.removeprefix("0") if k > MOST_ZEROS else said))
            elif row > column:
                common = int(shared[row, column])
                by_ink.setdefault(palette.ink if common else palette.muted, []).append((row, column, str(common)))
    return cell_texts(by_ink, size=13 if k <= MOST_ZEROS else 11)


def _targets(tpd: NDArray[np.float64], shared: NDArray[np.int64], names: Sequence[str]) -> go.Scatter:
    k = tpd.shape[0]
    cells = [(row, column) for row in range(k) for column in range(k) if row != column]
    words = [
        f"trees {row + 1} ({names[row]}) and {column + 1} ({names[column]})<br>difference (TPD) "
        f"{difference_text(float(tpd[row, column]))}<br>shared attributes: {int(shared[row, column])}"
        for row, column in cells
    ]
    return cell_targets(cells, words, pairs=[sorted(pair) for pair in cells], size=_cell(k) * (1 - 2 * GAP))
