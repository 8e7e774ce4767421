"""Which attributes each tree tests at which level, as a table of a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ksdt_core.figures.escaping import one_line, xml_text
from ksdt_core.figures.palette import LIGHT, Palette
from ksdt_core.figures.tree_words import attribute_of, shorten
from ksdt_core.text import percent
from ksdt_core.trees.alignment import names_tested
from ksdt_core.trees.paths import walk
from ksdt_core.trees.shared_tree import SharedTree

LEVEL, NARROWEST = 44, 62  # pixels: the column of levels, and one of a tree, whose names wrap

_STYLE = """<style>
.ksdt-us{{overflow-x:auto}}
.ksdt-us table{{border-collapse:collapse;width:100%;min-width:{least}px;font-size:13px;color:{ink};line-height:1.3}}
.ksdt-us th,.ksdt-us td{{text-align:left;vertical-align:top;padding:6px 8px 6px 0;border:0;
 border-bottom:1px solid {line}}} .ksdt-us td{{overflow-wrap:anywhere}} .ksdt-us th{{white-space:nowrap}}
.ksdt-us thead th{{color:{muted};font-weight:600}} .ksdt-us tbody th{{color:{muted};font-weight:400}}
.ksdt-us .u{{margin-bottom:6px}}
.ksdt-us .u b{{padding:0 2px}}
.ksdt-us .u mark{{background:{ink};color:{page};border-radius:4px;padding:0 5px;font-weight:700;
 -webkit-box-decoration-break:clone;box-decoration-break:clone}}
.ksdt-us .u i{{display:block;height:4px;border-radius:2px;background:{line};margin-top:3px}}
.ksdt-us .u i span{{display:block;height:4px;border-radius:2px;background:{muted};min-width:2px}}
@media (max-width:640px){{.ksdt-us td{{white-space:nowrap}}}}
</style>"""


def shared_by_several(trees: Sequence[SharedTree]) -> set[str]:
    """The attributes that two or more trees test."""
    times = Counter(name for shared in trees for name in names_tested(shared.tree))
    return {name for name, count in times.items() if count > 1}


def usage_html(trees: Sequence[SharedTree], *, palette: Palette = LIGHT) -> str:
    """A column for each tree, a row for each level; a bar shows the mean share of the tables' rows at the split."""
    several = shared_by_several(trees)
    cells: dict[tuple[int, int], list[str]] = {}
    for column, shared in enumerate(trees):
        levels = shared.tree.levels
        for node, _ in walk(shared.tree):
            if not shared.tree.is_leaf[node]:
                place = (int(levels[node]), column)
                cells.setdefault(place, []).append(_use(shared, node, several))
    depth = max((level for level, _ in cells), default=0)
    head = "".join(f'<th scope="col">Tree {number}</th>' for number in range(1, len(trees) + 1))
    rows = "".join(
        f'<tr><th scope="row">{level}</th>'
        + "".join(f"<td>{''.join(cells.get((level, column), []))}</td>" for column in range(len(trees)))
        + "</tr>"
        for level in range(1, depth + 1)
    )
    colours = {name: getattr(palette, name) for name in ("ink", "muted", "line", "page")}
    style = _STYLE.format(**colours, least=LEVEL + NARROWEST * len(trees))
    return (
        f"{style}<div class='ksdt-us' tabindex='0' role='region' "
        "aria-label='Attributes by tree and level'><table><thead><tr>"
        f'<th scope="col">Level</th>{head}</tr></thead><tbody>{rows}</tbody></table></div>'
    )


def _use(shared: SharedTree, node: int, several: set[str]) -> str:
    name = attribute_of(shared, node)
    share = sum(float(rows[node].sum() / max(rows[0].sum(), 1)) for rows in shared.rows) / 2
    tag = "mark" if name in several else "b"
    words = f"{name}: {percent(share)} of the rows" + (", also in another tree" if name in several else "")
    return (
        f'<div class="u" title="{xml_text(words)}"><{tag}>{xml_text(shorten(one_line(name)))}</{tag}>'
        f'<i><span style="width:{share:.1%}"></span></i></div>'
    )
