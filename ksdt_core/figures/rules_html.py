"""The rules of one tree as a table of a page: conditions wrap, so that every threshold can be read."""

from __future__ import annotations

import re
from collections.abc import Collection

from ksdt_core.figures.class_groups import ClassGroups, class_groups
from ksdt_core.figures.escaping import one_line, xml_text
from ksdt_core.figures.palette import LIGHT, Palette
from ksdt_core.figures.tree_words import count_text, dsn_text, shorten
from ksdt_core.rules.condition_text import conditions_text
from ksdt_core.rules.evidence import Evidence
from ksdt_core.rules.frame import DEFAULT
from ksdt_core.rules.rule import Rule, RuleList
from ksdt_core.text import percent
from ksdt_core.trees.shared_tree import SharedTree

_STYLE = """<style>
.ksdt-ru{{overflow:auto;max-height:max(180px,calc(100vh - 760px))}}
.ksdt-ru thead th{{position:sticky;top:0;background:{page}}}
.ksdt-ru tr[data-leaf]:hover td{{background:{panel}}}
.ksdt-ru table{{border-collapse:collapse;width:100%;font-size:13.5px;color:{ink};line-height:1.35;
 font-variant-numeric:tabular-nums}}
.ksdt-ru th,.ksdt-ru td{{text-align:left;vertical-align:top;padding:3px 6px;border:0;border-bottom:1px solid {line}}}
.ksdt-ru th{{color:{muted};font-weight:600}}
.ksdt-ru .w{{min-width:130px;overflow-wrap:anywhere}}
.ksdt-ru .c{{min-width:{class_width}em;overflow-wrap:anywhere}}
.ksdt-ru .n{{color:{muted}}} .ksdt-ru .r{{text-align:right;white-space:nowrap}}
.ksdt-ru th.r{{white-space:normal}}
.ksdt-ru tr.here td{{background:{panel}}} .ksdt-ru tr.here .n{{color:{ink};font-weight:700}}
.ksdt-ru .sq{{display:inline-block;width:11px;height:11px;border-radius:2px;vertical-align:-1px;margin-right:6px}}
.ksdt-ru .pill{{display:inline-block;min-width:34px;padding:0 5px;border-radius:9px;font-size:12px;line-height:18px;
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
        f"{sign}\u00a0{xml_text(shorten(one_line(name)))} correct</th>"
        for sign, name in zip("■●", rules.tables, strict=True)
    )
    lowest = "Lowest balanced DSN" if rules.is_balanced else "Lowest DSN"
    dsn = "DSN" if rules.is_reduced else lowest
    colours = {name: getattr(palette, name) for name in ("ink", "muted", "line", "panel", "page")}
    class_width = min(12.0, 2.4 + 0.55 * max(map(len, rules.class_names)))
    style = _STYLE.format(**colours, class_width=f"{class_width:.1f}")
    return (
        f"{style}<div class='ksdt-ru' tabindex='0' role='region' aria-label='Rules'><table><thead>"
        f'<tr><th scope="col">#</th><th scope="col">If</th><th scope="col">Then</th>{tables}'
        f'<th scope="col" class="r" title="{xml_text(about_dsn)}">{dsn}</th></tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _row(
    number: int, rule: Rule, rules: RuleList, groups: ClassGroups, *, tree: int, is_here: bool, palette: Palette
) -> str:
    conditions = DEFAULT if rule.is_default else conditions_text(rule.conditions)
    words = xml_text(_SIGN.sub("\u00a0", conditions))
    colour = groups.colour(groups.group[rules.class_names.index(rule.answer)], palette)
    here = ' class="here"' if is_here else ""
    leaf = "" if rule.leaf is None else f' data-tree="{tree}" data-leaf="{rule.leaf}"'
    return (
        f'<tr{here}{leaf}><td class="n">{number}</td><td class="w">{words}</td>'
        f'<td class="c"><span class="sq" style="background:{colour}"></span>{xml_text(rule.answer)}</td>'
        f"{''.join(map(_seen, rule.evidence))}<td class='r'>{_similarity(rule, palette)}</td></tr>"
    )


def _seen(evidence: Evidence) -> str:
    share = "" if evidence.confidence is None else f' title="{percent(evidence.confidence, 1)}"'
    return f'<td class="r"{share}>{count_text(evidence.correct)} of {count_text(evidence.support)}</td>'


def _similarity(rule: Rule, palette: Palette) -> str:
    dsn = rule.dsn if rule.dsn_lowest is None else rule.dsn_lowest
    if dsn is None:
        return ""
    fill, ink = palette.dsn_colours(dsn)
    return f'<span class="pill" style="background:{fill};color:{ink}">{dsn_text(dsn)}</span>'
