"""Two trees side by side, position by position, as a table of a page."""

from __future__ import annotations

from dataclasses import dataclass

from ksdt_core.figures.class_groups import ClassGroups, class_groups
from ksdt_core.figures.escaping import one_line, xml_text
from ksdt_core.figures.palette import LIGHT, Palette
from ksdt_core.figures.tree_words import attribute_of, category_of, dsn_text, question_text, short_class_names, shorten
from ksdt_core.trees.alignment import Place, Way, aligned, names_tested
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.text import TableNames, balanced
from ksdt_core.trees.tree import LEAF, Tree

STEP = 15  # pixels a level goes outward
NAME_LETTERS = 20

_STYLE = """<style>
.ksdt-al{{overflow-x:auto;container-type:inline-size}}
.ksdt-al table{{border-collapse:collapse;width:100%;font-size:13.5px;color:{ink};
 font-variant-numeric:tabular-nums;line-height:1.25}}
.ksdt-al th{{font-weight:600;color:{muted};padding:4px 4px 8px;text-align:center;white-space:nowrap;border:0}}
.ksdt-al td{{padding:4px;border:0;border-top:1px solid {line};white-space:nowrap;vertical-align:middle}}
.ksdt-al td.a,.ksdt-al td.b,.ksdt-al th.a,.ksdt-al th.b{{white-space:normal}} .ksdt-al .q{{white-space:nowrap}}
.ksdt-al tr.main td{{border-top:2px solid {edge}}}
.ksdt-al .a{{text-align:right}} .ksdt-al .b{{text-align:left}} .ksdt-al .p{{text-align:center;color:{muted}}}
.ksdt-al .q{{color:{muted}}}
.ksdt-al mark{{background:{ink};color:{page};padding:0 .35em;border-radius:4px;font-weight:700;
 -webkit-box-decoration-break:clone;box-decoration-break:clone}}
.ksdt-al .same{{background:linear-gradient({ink},{ink}) center/100% 2px no-repeat}}
.ksdt-al .same span{{background:{page};padding:0 .4em}}
.ksdt-al .d{{text-align:center}}
.ksdt-al .pill{{display:inline-block;min-width:34px;padding:0 5px;border-radius:9px;font-size:12px;line-height:18px}}
.ksdt-al .bar{{display:flex;align-items:center;gap:4px;justify-content:center}}
.ksdt-al .bar i{{display:flex;gap:1px;width:clamp(22px,3.6cqw,48px);height:8px;overflow:hidden;flex:none}}
.ksdt-al .bar b{{font-weight:400;min-width:var(--n)}} .ksdt-al .bar b:first-child{{text-align:right}}
.ksdt-al .bar b.z{{color:{muted};opacity:.8}}
.ksdt-al .sq{{display:inline-block;width:11px;height:11px;border-radius:2px;vertical-align:-1px;margin:0 6px}}
.ksdt-al .key{{color:{muted};font-size:13.5px;margin-bottom:4px}} .ksdt-al .key .sq{{margin-left:0}}
.ksdt-al .key>span{{display:inline-block;margin-right:1.2em;overflow-wrap:anywhere}} .ksdt-al .key .t{{display:none}}
@container (max-width:940px) {{
 .ksdt-al tr{{display:grid;grid-template-columns:44px minmax(0,1fr) auto minmax(0,1fr) 44px;align-items:center;
  padding:4px 0;border-top:1px solid {line}}} .ksdt-al tr.main{{border-top:2px solid {edge}}}
 .ksdt-al td,.ksdt-al th{{padding:2px 4px;grid-row:1;min-width:0;overflow-wrap:anywhere}}
 .ksdt-al td,.ksdt-al tr.main td{{border:0}}
 .ksdt-al th.e{{display:none}}
 .ksdt-al .e1{{grid-column:1}} .ksdt-al .a{{grid-column:2}} .ksdt-al .p{{grid-column:3;min-width:66px}}
 .ksdt-al .b{{grid-column:4}} .ksdt-al .e2{{grid-column:5}}
 .ksdt-al .l1,.ksdt-al .r1{{grid-column:1/4}} .ksdt-al .l2,.ksdt-al .r2{{grid-column:3/6}}
 .ksdt-al td.l1,.ksdt-al td.l2{{grid-row:2}} .ksdt-al td.r1,.ksdt-al td.r2{{grid-row:3}}
 .ksdt-al .l1 .bar,.ksdt-al .r1 .bar{{justify-content:flex-start}}
 .ksdt-al .l2 .bar,.ksdt-al .r2 .bar{{justify-content:flex-end}}
 .ksdt-al .q{{white-space:normal}} .ksdt-al .bar i{{width:40px}} .ksdt-al .key .t{{display:inline}}
 .ksdt-al .l1 .bar::before,.ksdt-al .l2 .bar::before{{content:"■"}}
 .ksdt-al .r1 .bar::before,.ksdt-al .r2 .bar::before{{content:"●"}}
}}
</style>"""


@dataclass(frozen=True, slots=True)
class AlignedTrees:
    """Two trees of one set with what the table calls them."""

    first: SharedTree
    second: SharedTree
    titles: tuple[str, str]
    names: TableNames
    scale: str = "none"

    @property
    def common(self) -> list[str]:
        """The attributes that both trees test, sorted."""
        return sorted(names_tested(self.first.tree) & names_tested(self.second.tree))


def aligned_html(trees: AlignedTrees, *, splits_only: bool = False, palette: Palette = LIGHT) -> str:
    """A row for each position: similarity and class bars of both tables, the node of either tree, the way to it."""
    groups = class_groups(trees.first)
    common = set(trees.common)
    rows = []
    for place in aligned(trees.first.tree, trees.second.tree):
        if splits_only and not (_splits(trees.first.tree, place.first) or _splits(trees.second.tree, place.second)):
            continue
        rows.append(_row(trees, place, common, groups=groups, palette=palette))
    tables = "".join(
        f'<th scope="col" class="e">{marker} {xml_text(shorten(name))}</th>'
        for marker, name in (("■", trees.names.left), ("●", trees.names.right))
    )
    similarity = f"{balanced(trees.first)}similarity".capitalize()
    dsn = f'<th scope="col" class="e">{similarity} (DSN)</th>'
    head = (
        f'{dsn}{tables}<th scope="col" class="a" style="color:{palette.ink}">'
        f'{xml_text(trees.titles[0])}</th><th scope="col" class="p">Position</th>'
        f'<th scope="col" class="b" style="color:{palette.ink}">{xml_text(trees.titles[1])}</th>'
        f"{tables}{dsn}"
    )
    colours = {name: getattr(palette, name) for name in ("ink", "muted", "line", "edge", "page")}
    most = max(int(rows[0].sum()) for rows in trees.first.rows)
    return (
        f"{_STYLE.format(**colours)}<div class='ksdt-al' tabindex='0' role='region' "
        f"style='--n:{0.6 * len(f'{most:,}'):.1f}em' aria-label='Two trees, position by position'>"
        f"{_key(trees, groups, palette)}<table><thead><tr>{head}</tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _key(trees: AlignedTrees, groups: ClassGroups, palette: Palette) -> str:
    """Which colour is which class, and where bars have no heading, whose they are."""
    swatches = "".join(
        f'<span><span class="sq" style="background:{groups.colour(group, palette)}"></span>{xml_text(name)}</span>'
        for group, name in enumerate(groups.names(trees.first.tree.class_names))
    )
    tables = "".join(
        f'<span class="t">{marker} {xml_text(name)}</span>'
        for marker, name in (("■", trees.names.left), ("●", trees.names.right))
    )
    return f'<div class="key">{swatches}{tables}</div>'


def _row(trees: AlignedTrees, place: Place, common: set[str], *, groups: ClassGroups, palette: Palette) -> str:
    first, second = trees.first, trees.second
    same = (
        _splits(first.tree, place.first)
        and _splits(second.tree, place.second)
        and attribute_of(first, place.first or 0) == attribute_of(second, place.second or 0)
    )
    way = xml_text(way_text(first, second, place.way)).replace(" ", "&ensp;")
    pill, *bars = _evidence(second, place.second, trees.names, number=2, groups=groups, palette=palette)
    cells = [
        *_evidence(first, place.first, trees.names, number=1, groups=groups, palette=palette),
        _node(trees, first, place.first, common, side="a", palette=palette, level=place.level, groups=groups),
        f'<td class="p{" same" if same else ""}"><span>{way}</span></td>',
        _node(trees, second, place.second, common, side="b", palette=palette, level=place.level, groups=groups),
        *bars,
        pill,
    ]
    return f"<tr{' class=main' if place.level == 2 else ''}>{''.join(cells)}</tr>"


def _splits(tree: Tree, node: int | None) -> bool:
    return node is not None and bool(tree.attribute[node] != LEAF)


def _evidence(
    shared: SharedTree, node: int | None, names: TableNames, *, number: int, groups: ClassGroups, palette: Palette
) -> list[str]:
    """The similarity and the class bars of both tables at a node of the first or second tree."""
    if node is None:
        return ["<td></td>"] * 3
    fill, ink = palette.dsn_colours(float(shared.dsn[node]))
    pill = f'<span class="pill" style="background:{fill};color:{ink}">{dsn_text(float(shared.dsn[node]))}</span>'
    bars = [
        f'<td class="{side}{number}">'
        + _bar(shared, rows[node].tolist(), name, groups=groups, palette=palette, radius=radius)
        + "</td>"
        for side, rows, name, radius in (
            ("l", shared.rows_left, names.left, 0),
            ("r", shared.rows_right, names.right, 4),
        )
    ]
    return [f'<td class="d e{number}">{pill}</td>', *bars]


def _bar(
    shared: SharedTree, counts: list[int], name: str, *, groups: ClassGroups, palette: Palette, radius: int
) -> str:
    grouped = groups.counts(counts)
    parts = "".join(
        f'<span style="flex:{count} 0 0;background:{groups.colour(group, palette)}"></span>'
        for group, count in enumerate(grouped)
        if count
    )
    words = ", ".join(f"{count} {each}" for each, count in zip(shared.tree.class_names, counts, strict=True))
    numbers = counts if len(counts) == 2 else [None, sum(counts)]
    before, after = (
        "" if number is None else f'<b class="{"" if number else "z"}">{number:,}</b>' for number in numbers
    )
    return (
        f'<div class="bar" title="{xml_text(f"{name}: {words}")}">{before}'
        f'<i style="border-radius:{radius}px">{parts}</i>{after}</div>'
    )


def _node(
    trees: AlignedTrees,
    shared: SharedTree,
    node: int | None,
    common: set[str],
    *,
    side: str,
    palette: Palette,
    level: int,
    groups: ClassGroups,
) -> str:
    """What a node asks or answers, further outward the deeper it lies."""
    if node is None:
        return f'<td class="{side}"></td>'
    if _splits(shared.tree, node):
        name = attribute_of(shared, node)
        tag = "mark" if name in common else "b"
        question = xml_text(question_text(shared, node, scale=trees.scale))
        words = f'<{tag} title="{xml_text(name)}">{xml_text(shorten(one_line(name), NAME_LETTERS))}</{tag}>'
        inside = f'{words} <span class="q">{question}</span>'
    else:
        label = int(shared.tree.label[node])
        square = f'<span class="sq" style="background:{groups.colour(groups.group[label], palette)}"></span>'
        name = xml_text(shorten(one_line(short_class_names(shared.tree.class_names)[label]), NAME_LETTERS))
        inside = f"{name}{square}" if side == "a" else f"{square}{name}"
    edge = "right" if side == "a" else "left"
    return f'<td class="{side}" style="padding-{edge}:{6 + STEP * (level - 1)}px">{inside}</td>'


def way_text(first: SharedTree, second: SharedTree, way: Way) -> str:
    """`root`, or a sign for each step: ≤ and >, at categories = and ≠."""
    signs = []
    for depth, passes in enumerate(way):
        kinds = {_is_category(shared, way[:depth]) for shared in (first, second)} - {None}
        numeric, category = ("≤", "=") if passes else (">", "≠")
        signs.append("/".join(sign for sign, kind in ((numeric, False), (category, True)) if kind in kinds))
    return " ".join(signs) or "root"


def _is_category(shared: SharedTree, way: Way) -> bool | None:
    """Whether the node at the end of the way asks for a category; None where there is no split."""
    tree, node = shared.tree, 0
    for passes in way:
        if tree.attribute[node] == LEAF:
            return None
        node = int((tree.left if passes else tree.right)[node])
    return None if tree.attribute[node] == LEAF else category_of(shared, node) is not None
