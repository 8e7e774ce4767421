"""What is written and drawn at each node of a tree, and how much room it takes: computed before anything is placed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ksdt_core.figures.class_groups import ClassGroups
from ksdt_core.figures.escaping import one_line
from ksdt_core.figures.text_width import text_width
from ksdt_core.figures.tree_layout import Spacing, fold_text, subtree_sizes
from ksdt_core.figures.tree_style import (
    MINIATURE_BAR,
    MINIATURE_PITCH,
    MINIATURE_SQUARE,
    TreeStyle,
    name_height,
    pixel,
)
from ksdt_core.figures.words import (
    abbreviated,
    attribute_of,
    count_text,
    dsn_text,
    question_text,
    short_class_names,
    shorten,
)
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.tree import LEAF

MOST_CLASSES_WITH_COUNTS = 3
NO_ROWS = "–"
BLANK = "(blank)"  # in place of a name that has no letter
LINE = 1.12  # from one line of counts to the next, in font sizes


@dataclass(frozen=True, slots=True)
class Counts:
    """The rows of one table at a node: by group of classes for the bar, and as written above and below it."""

    groups: tuple[int, ...]
    above: tuple[int, ...]  # at most one
    below: tuple[int, ...]
    total: str = ""  # in place of counts where there are many classes


@dataclass(frozen=True, slots=True)
class Glyph:
    """One node: its texts, its counts, and its measures in the unit of the style."""

    node: int
    is_leaf: bool
    n_folded: int  # nodes of the subtree that it stands for, 0 where nothing is folded
    name: str
    test: str
    purity: tuple[str, str] | None
    left: Counts
    right: Counts
    dsn: float
    dsn_text: str
    label: int  # group of the class that it answers
    box_width: float
    count_centre: float  # of the right table's counts, from the middle of the box
    half_width: float


def node_glyphs(
    shared: SharedTree,
    children: Mapping[int, tuple[int, int]],
    style: TreeStyle,
    *,
    scale: str,
    groups: ClassGroups,
) -> dict[int, Glyph]:
    """The glyphs of the nodes that are drawn."""
    maker = _Maker(shared, style, scale, groups, leaf_names(shared, style), subtree_sizes(shared.tree))
    nodes = [0, *(child for both in children.values() for child in both)]
    return {node: maker.glyph(node, open_=node in children) for node in nodes}


def leaf_names(shared: SharedTree, style: TreeStyle) -> tuple[str, ...]:
    """The class names as leaves carry them."""
    names = short_class_names([one_line(name) for name in shared.tree.class_names])
    names = tuple(name.strip() or BLANK for name in names)
    return abbreviated(names) if style.short_classes else tuple(map(shorten, names))


def spacing_of(style: TreeStyle, n_classes: int) -> Spacing:
    """The room that glyphs of this style need."""
    if style.detail == "miniature":
        unit = pixel(style)
        return Spacing(
            level_pitch=name_height(style) + MINIATURE_PITCH * unit, sibling_gap=6 * unit, cousin_gap=8 * unit,
            above=2 * unit, below=name_height(style) + MINIATURE_BAR[1] * unit, margin=style.margin,
        )  # fmt: skip
    n_below = 1 if n_classes == 2 or n_classes > MOST_CLASSES_WITH_COUNTS else n_classes - 1
    counted = style.detail != "no counts"
    more_lines = (n_below - 1) * LINE * style.count_size if counted else 0
    counts_below = (0.35 + n_below * LINE) * style.count_size if counted else 0
    pill = style.pill_gap + style.pill_height
    return Spacing(
        level_pitch=style.level_pitch + more_lines,
        sibling_gap=style.sibling_gap,
        cousin_gap=style.cousin_gap,
        above=style.count_size * 1.2 if counted and n_classes <= MOST_CLASSES_WITH_COUNTS else style.outline,
        below=style.box_height + max(pill, counts_below),
        margin=style.margin,
    )


@dataclass(frozen=True, slots=True)
class _Maker:
    shared: SharedTree
    style: TreeStyle
    scale: str
    groups: ClassGroups
    leaf_names: tuple[str, ...]
    sizes: list[int]

    def glyph(self, node: int, *, open_: bool) -> Glyph:
        shared, style = self.shared, self.style
        is_leaf = self._is_leaf(node)
        n_folded = 0 if open_ or is_leaf else self.sizes[node]
        label = int(shared.tree.label[node])
        left, right = self._counts(shared.cdv_left[node].tolist()), self._counts(shared.cdv_right[node].tolist())
        purity = self._purity(node, label) if is_leaf and style.detail != "miniature" else None
        name, test = self._texts(node, label, n_folded=n_folded)
        box_width = self._box_width(name, test, purity, is_leaf=is_leaf)
        if style.detail == "miniature":
            count_centre, half_width = 0.0, box_width / 2
        else:
            count_centre, half_width = self._reach(box_width, (left, right))
        dsn = float(shared.dsn[node])
        said = dsn_text(dsn)
        if not (shared.cdv_left[node].any() or shared.cdv_right[node].any()):
            dsn, said = 1.0, NO_ROWS  # rebuilt trees have such nodes: nobody is there to disagree
        return Glyph(
            node, is_leaf, n_folded, name, test, purity, left, right, dsn, said, self.groups.group[label],
            box_width, count_centre, half_width,
        )  # fmt: skip

    def _is_leaf(self, node: int) -> bool:
        return bool(self.shared.tree.attribute[node] == LEAF)

    def _texts(self, node: int, label: int, *, n_folded: int) -> tuple[str, str]:
        """The first and the second line of the box."""
        if not self.style.names:
            return "", ""
        if n_folded:
            rows = (int(cdv[node].sum()) for cdv in (self.shared.cdv_left, self.shared.cdv_right))
            name, test = fold_text(n_folded, *rows)
            return name, test if self.style.detail != "miniature" else ""
        if self._is_leaf(node):
            return ("" if self.style.detail == "miniature" else self.leaf_names[label]), ""
        test = shorten(one_line(question_text(self.shared, node, scale=self.scale)))
        name = shorten(one_line(attribute_of(self.shared, node)).strip() or BLANK, self.style.name_letters)
        return name, test if self.style.detail != "miniature" else ""

    def _counts(self, cdv: list[int]) -> Counts:
        groups = tuple(self.groups.counts(cdv))
        if self.style.detail in ("no counts", "miniature"):
            return Counts(groups, (), ())
        if len(cdv) > MOST_CLASSES_WITH_COUNTS:
            return Counts(groups, (), (), total=f"n {sum(cdv):,}")
        return Counts(groups, (cdv[0],), tuple(cdv[1:]))

    def _purity(self, node: int, label: int) -> tuple[str, str]:
        """The share of rows of either table that the answer of a leaf is right for."""
        sign = "%" if self.style.percent else ""
        left, right = (
            f"{100 * cdv[node, label] / total:.0f}{sign}" if (total := cdv[node].sum()) else NO_ROWS
            for cdv in (self.shared.cdv_left, self.shared.cdv_right)
        )
        return left, right

    def _box_width(self, name: str, test: str, purity: tuple[str, str] | None, *, is_leaf: bool) -> float:
        style = self.style
        if style.detail == "miniature":
            unit = pixel(style)
            smallest = (MINIATURE_SQUARE if is_leaf else 3 * MINIATURE_BAR[0]) * unit
            return max(smallest, text_width(name, style.smallest, bold=True) + 6 * unit if name else 0)
        size = style.leaf_size if is_leaf else style.name_size
        widths = [
            style.leaf_width if is_leaf else style.split_width,
            text_width(name, size, bold=True) + 2 * style.padding,
            text_width(test, style.test_size) + 2 * style.padding,
        ]
        if purity:  # on either side of the line in the middle
            widths.append(2 * max(text_width(text, style.purity_size) for text in purity) + style.padding)
        return max(widths)

    def _reach(self, box_width: float, both: tuple[Counts, Counts]) -> tuple[float, float]:
        """Where counts are centred, clear of the pill, and how far the glyph reaches from its middle."""
        style = self.style
        texts = [text for side in both for text in (*map(count_text, (*side.above, *side.below)), side.total)]
        widest = max(text_width(text, style.count_size) for text in texts)
        bar_centre = box_width / 2 + style.bar_gap + style.bar_width / 2
        centre = max(bar_centre, (style.pill_width + widest) / 2 + style.outline) if widest else bar_centre
        return centre, max(bar_centre + style.bar_width / 2, centre + widest / 2)
