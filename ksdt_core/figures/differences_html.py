"""The differences of two tables as a table of a page: node, two bars, what remains beyond the base rates, p-value."""

from __future__ import annotations

import math

from ksdt_core.figures.class_bar import SHAPES, class_bar, counts_text
from ksdt_core.figures.class_groups import ClassGroups, class_groups
from ksdt_core.figures.escaping import one_line, xml_text
from ksdt_core.figures.palette import LIGHT, Palette
from ksdt_core.figures.rules_html import conditions_html, similarity_pill, table_style
from ksdt_core.figures.tree_words import shorten
from ksdt_core.rules.difference_words import difference_sentence
from ksdt_core.rules.differences import Difference, Differences
from ksdt_core.text import p_number, printable
from ksdt_core.trees.shared_tree import SharedTree

N_COLUMNS = 7
ODDS = (
    "How many times larger the odds of the class are in one table than in the other at this node, after the "
    "difference between the whole tables (the base rates) is removed. 1 means no difference."
)
P = "p-value for no difference beyond the base rates, corrected for all nodes that were compared (Holm)."
_STYLE = """<style>
.ksdt-di tr.says{{display:none}} .ksdt-di tr:has(details[open])+tr.says{{display:table-row}}
.ksdt-di tr:has(details[open]) td,.ksdt-di tr.says td{{background:{panel}}}
.ksdt-di tr:has(details[open]) td{{border-bottom-color:transparent}}
.ksdt-di summary{{cursor:pointer;padding-left:15px;text-indent:-15px;list-style:none}}
.ksdt-di summary::before{{content:"▸";display:inline-block;width:15px;text-indent:0;color:{muted}}}
.ksdt-di details[open] summary::before{{content:"▾"}}
.ksdt-di summary::-webkit-details-marker{{display:none}}
.ksdt-di .odds{{white-space:nowrap}} .ksdt-di .weak{{color:{muted}}}
</style>"""


def differences_html(
    differences: Differences, shared: SharedTree, *, palette: Palette = LIGHT, about_dsn: str = ""
) -> str:
    """A row for each difference, the surest first; a row that is opened says the difference as a sentence.

    `shared` is a tree of the set, by which classes have their colours; `about_dsn` the help of a column.
    """
    groups = class_groups(shared)
    rows = "".join(_rows(each, differences, groups, palette) for each in differences.found)
    tables = "".join(
        f'<th scope="col" class="r" title="Rows of {xml_text(name)} at this node, by class">'
        f"{sign} {xml_text(shorten(one_line(name)))}</th>"
        for sign, name in zip("■●", differences.tables, strict=True)
    )
    dsn = "Balanced similarity (DSN)" if differences.is_balanced else "Similarity (DSN)"
    colours = {name: getattr(palette, name) for name in ("muted", "panel")}
    return (
        f"{table_style(differences.class_names, palette)}{_STYLE.format(**colours)}"
        "<div class='ksdt-ru ksdt-di' tabindex='0' role='region' aria-label='Differences'><table><thead>"
        f'<tr><th scope="col">#</th><th scope="col">Node</th><th scope="col" class="r">Trees</th>{tables}'
        f'<th scope="col" class="r" title="{xml_text(about_dsn)}">{dsn}</th>'
        f'<th scope="col" title="{xml_text(ODDS)}">Beyond base rates</th>'
        f'<th scope="col" class="r" title="{xml_text(P)}">Adjusted p</th></tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _rows(difference: Difference, differences: Differences, groups: ClassGroups, palette: Palette) -> str:
    trees = ", ".join(str(tree + 1) for tree in difference.trees)
    bars = "".join(
        f'<td class="r"><span>{counts_text(counts, total="")}</span>{class_bar(counts, groups, shape, palette)}</td>'
        for counts, shape in zip(difference.counts, SHAPES, strict=False)
    )
    weak = "" if difference.is_clear else " weak"
    return (
        f'<tr data-tree="{difference.trees[0] + 1}" data-leaf="{difference.node}"><td class="n">{difference.rank}</td>'
        f'<td class="w"><details><summary>{conditions_html(difference.conditions)}</summary></details></td>'
        f'<td class="r">{trees}</td>{bars}<td class="r">{similarity_pill(difference.dsn, palette)}</td>'
        f'<td class="odds{weak}">{_odds(difference, differences, groups, palette)}</td>'
        f'<td class="r{weak}">{xml_text(p_number(difference.p_corrected))}</td></tr>'
        f'<tr class="says"><td></td><td colspan="{N_COLUMNS}">'
        f"{xml_text(difference_sentence(difference, differences))}</td></tr>"
    )


def _odds(difference: Difference, differences: Differences, groups: ClassGroups, palette: Palette) -> str:
    """Which class has larger odds in which table, and how many times."""
    position = differences.class_names.index(difference.answer)
    colour = groups.colour(groups.group[position], palette)
    sign = "■" if difference.log_odds > 0 else "●"
    name = xml_text(shorten(printable(difference.answer)))
    times = math.exp(abs(difference.log_odds))
    return f'<span class="sq" style="background:{colour}"></span>{name}: {times:.1f} × in {sign}'
