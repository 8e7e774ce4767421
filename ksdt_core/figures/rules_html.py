"""The rules of one tree as a table of a page: conditions wrap, so that every threshold can be read."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from ksdt_core.figures.class_bar import SHAPES, class_bar
from ksdt_core.figures.class_groups import ClassGroups, class_groups
from ksdt_core.figures.escaping import one_line, xml_text
from ksdt_core.figures.palette import LIGHT, Palette
from ksdt_core.figures.tree_words import count_text, dsn_text, shorten
from ksdt_core.rules.condition_text import EVERYTHING, by_attribute, conditions_text
from ksdt_core.rules.conditions import Condition
from ksdt_core.rules.evidence import Evidence
from ksdt_core.rules.frame import DEFAULT
from ksdt_core.rules.rule import Rule, RuleList
from ksdt_core.text import percent, printable
from ksdt_core.trees.shared_tree import SharedTree

_STYLE = """<style>
.ksdt-ru{{overflow:auto;max-height:max(186px,calc(100vh - 722px))}}
.ksdt-ru thead th{{position:sticky;top:0;background:{page};z-index:1}}
.ksdt-ru tr[data-leaf]:hover td{{background:{panel}}}
.ksdt-ru table{{border-collapse:collapse;width:100%;font-size:12.5px;color:{ink};line-height:17px;
 font-variant-numeric:tabular-nums}}
.ksdt-ru th,.ksdt-ru td{{text-align:left;vertical-align:top;padding:3px 5px;border:0;border-bottom:1px solid {line}}}
.ksdt-ru th{{color:{muted};font-weight:600;white-space:nowrap;overflow:hidden;text-overflow:ellipsis;max-width:13em}}
.ksdt-ru .w{{min-width:130px;overflow-wrap:anywhere}} .ksdt-ru .w span{{color:{muted}}}
.ksdt-ru .c{{min-width:{class_width}em;padding-left:22px;text-indent:-17px;overflow-wrap:anywhere}}
.ksdt-ru .n{{color:{muted}}} .ksdt-ru .r{{text-align:right;white-space:nowrap}}
.ksdt-ru tr.here td{{background:{panel}}} .ksdt-ru tr.here .n{{color:{ink};font-weight:700}}
.ksdt-ru .sq{{display:inline-block;width:11px;height:11px;border-radius:2px;vertical-align:-1px;margin-right:6px}}
.ksdt-ru .bar{{display:inline-flex;gap:1px;width:40px;height:10px;overflow:hidden;background:{line};margin-left:6px;
 vertical-align:-1px}} .ksdt-ru .bar.round{{border-radius:5px}}
.ksdt-ru .pill{{display:inline-block;min-width:34px;padding:0 5px;border-radius:9px;font-size:12px;line-height:17px;
 text-align:center}}
</style>"""
_SIGN = re.compile(r"(?<=[<>=≤≠]) | (?=<)")  # beside which no line ends


def rules_html(
    rules: RuleList,
    shared: SharedTree,
    *,
    tree: int = 1,
    passing: Collection[Rule] = (),
    palette: Palette = LIGHT,
    about_dsn: str = "",
) -> str:
    """A row for each rule of `shared`: conditions, class, correct rows of either table, DSN; those `passing` shaded.

    A row carries the number of its `tree` and its leaf, so that a page can light its path. `about_dsn` is the help of
    the last column.
    """
    groups = class_groups(shared)
    rows = "".join(
        _row(number, rule, rules, groups, tree=tree, is_here=rule in passing, palette=palette)
        for number, rule in enumerate(rules.rules, start=1)
    )
    tables = "".join(
        f'<th scope="col" class="r" title="Correct, of the rows of {xml_text(name)} that the rule covers">'
        f"{sign} {xml_text(shorten(one_line(name)))} correct</th>"
        for sign, name in zip("■●", rules.tables, strict=True)
    )
    lowest = "Lowest balanced similarity (DSN)" if rules.is_balanced else "Lowest similarity (DSN)"
    dsn = "Similarity (DSN)" if rules.is_reduced else lowest
    style = table_style(rules.class_names, palette)
    return (
        f"{style}<div class='ksdt-ru' tabindex='0' role='region' aria-label='Rules'><table><thead>"
        f'<tr><th scope="col">#</th><th scope="col">If</th><th scope="col">Then</th>{tables}'
        f'<th scope="col" class="r" title="{xml_text(about_dsn)}">{dsn}</th></tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def table_style(class_names: Sequence[str], palette: Palette) -> str:
    """The style of a table of rules, whose column of classes is as wide as their names need."""
    colours = {name: getattr(palette, name) for name in ("ink", "muted", "line", "panel", "page")}
    class_width = min(12.0, 2.4 + 0.55 * max(map(len, class_names)))
    return _STYLE.format(**colours, class_width=f"{class_width:.1f}")


def _row(
    number: int, rule: Rule, rules: RuleList, groups: ClassGroups, *, tree: int, is_here: bool, palette: Palette
) -> str:
    words = DEFAULT if rule.is_default else conditions_html(rule.conditions)
    dsn = rule.dsn if rule.dsn_lowest is None else rule.dsn_lowest
    colour = groups.colour(groups.group[rules.class_names.index(rule.answer)], palette)
    here = ' class="here"' if is_here else ""
    leaf = "" if rule.leaf is None else f' data-tree="{tree}" data-leaf="{rule.leaf}"'
    seen = "".join(_seen(*each, groups, palette) for each in zip(rule.evidence, SHAPES, strict=False))
    return (
        f'<tr{here}{leaf}><td class="n">{number}</td><td class="w">{words}</td>'
        f'<td class="c"><span class="sq" style="background:{colour}"></span>{_broken(xml_text(rule.answer))}</td>'
        f"{seen}<td class='r'>{similarity_pill(dsn, palette)}</td></tr>"
    )


def conditions_html(conditions: Sequence[Condition]) -> str:
    """What a row must meet; the names of attributes stand out."""
    parts = []
    for group in by_attribute(conditions):
        name = xml_text(printable(group[0].attribute))
        parts.append(xml_text(_SIGN.sub("\u00a0", conditions_text(group))).replace(name, f"<b>{_broken(name)}</b>", 1))
    return " <span>and</span> ".join(parts) or EVERYTHING


def _broken(name: str) -> str:
    """A name that may be broken between its parts."""
    return name.replace("_", "_<wbr>")


def _seen(evidence: Evidence, shape: str, groups: ClassGroups, palette: Palette) -> str:
    share = "" if evidence.confidence is None else f' title="{percent(evidence.confidence, 1)}"'
    counts = f"{count_text(evidence.correct)} of {count_text(evidence.support)}"
    return f'<td class="r"{share}><span>{counts}</span>{class_bar(evidence.counts, groups, shape, palette)}</td>'


def similarity_pill(dsn: float | None, palette: Palette) -> str:
    """A similarity (DSN) in its colour; nothing where there is none."""
    if dsn is None:
        return ""
    fill, ink = palette.dsn_colours(dsn)
    return f'<span class="pill" style="background:{fill};color:{ink}">{dsn_text(dsn)}</span>'
