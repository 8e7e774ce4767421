"""TPD of every two trees as a small table of a page, to be read and not clicked."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ksdt_core.figures.difference_matrix import difference_shade, difference_text
from ksdt_core.figures.escaping import one_line, xml_text
from ksdt_core.figures.palette import LIGHT, Palette
from ksdt_core.figures.shades import text_on
from ksdt_core.figures.words import shorten

_STYLE = """<style>
.ksdt-td{{overflow-x:auto}}
.ksdt-td table{{border-collapse:separate;border-spacing:3px;font-size:13px;color:{ink};
 font-variant-numeric:tabular-nums}}
.ksdt-td th{{border:0;padding:4px 6px;text-align:center}} .ksdt-td th[scope=row]{{text-align:left;white-space:nowrap}}
.ksdt-td th span{{font-weight:400}} .ksdt-td td{{border:0;padding:6px 5px;min-width:40px;text-align:center}}
.ksdt-td td.same{{background:{panel}}}
</style>"""


def difference_table(tpd: NDArray[np.float64], roots: Sequence[str], *, label: str, palette: Palette = LIGHT) -> str:
    """A row and a column for each tree; a dark field is a large difference."""
    head = "".join(f'<th scope="col">{number}</th>' for number in range(1, len(roots) + 1))
    rows = "".join(
        f'<tr><th scope="row">{i + 1} <span>{xml_text(shorten(one_line(root)))}</span></th>'
        + "".join(_cell(tpd, i, j, palette) for j in range(len(roots)))
        + "</tr>"
        for i, root in enumerate(roots)
    )
    return (
        f"{_STYLE.format(ink=palette.ink, panel=palette.panel)}<div class='ksdt-td' tabindex='0' role='region' "
        f'aria-label="{xml_text(label)}"><table><thead><tr><td></td>{head}</tr></thead><tbody>{rows}</tbody></table></div>'
    )


def _cell(tpd: NDArray[np.float64], row: int, column: int, palette: Palette) -> str:
    if row == column:
        return '<td class="same"></td>'
    value = float(tpd[row, column])
    shade = difference_shade(value, palette)
    return f'<td style="background:{shade};color:{text_on(shade, palette)}">{difference_text(value)}</td>'
