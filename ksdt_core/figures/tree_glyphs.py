"""What is written and drawn at each node of a tree, and how much room it takes: computed before anything is placed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ksdt_core.figures.class_groups import ClassGroups
from ksdt_core.figures.drawn_tree import AnyTree, Children, answer_at, n_answers, tables_of, tree_of
from ksdt_core.figures.escaping import one_line
from ksdt_core.figures.text_width import text_width
from ksdt_core.figures.tree_layout import Spacing, subtree_sizes
from ksdt_core.figures.tree_style import MINIATURE_BAR, MINIATURE_PITCH, MINIATURE_SQUARE, TreeStyle, name_height, pixel
from ksdt_core.figures.tree_words import (
    abbreviated,
    attribute_of,
    category_of,
    count_text,
    dsn_text,
    edge_signs,
    question_text,
    short_class_names,
    shorten,
)
from ksdt_core.text import number, signed
from ksdt_core.trees.learned_tree import LearnedTree
from ksdt_core.trees.node_warnings import NodeWarning, node_warnings
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.tree import LEAF, Tree
from ksdt_core.trees.value_tree import ValueTree

MOST_CLASSES_WITH_COUNTS = 3
NO_ROWS = "–"
MARK = "!"
THRESHOLD_LETTERS = 26  # of both tables' thresholds: a cut number is none
BLANK = "(blank)"  # in place of a name that has no letter
PLAIN_PITCH = 0.755  # from level to level where no counts stand between them, of the pitch with counts
DIAMOND = 4.5  # pixels from the middle of the mark of a minority answer to its corners
DROP = 0.8  # how much lower a staggered leaf hangs, of the pitch
CLEAR = 4.0  # pixels between an edge and a leaf that it passes
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
    second: str  # line of the box: the test of a split
    purity: tuple[str, ...]  # in its place at a leaf, one for each table
    counts: tuple[Counts, ...]  # left table, right table; none in a plain tree
    dsn: float
    dsn_text: str
    answer: int  # group of the class that it answers
    box_width: float
    count_place: float  # of the right table's counts: their middle, or their outer end where they grow inward
    half_width: float
    minority: tuple[bool, ...] = ()  # on screen, for each table whether the answer of a leaf is not its majority
    is_uneven: bool = False  # whether the two tables send clearly different shares of their rows each way


def node_glyphs(
    source: AnyTree, children: Children, style: TreeStyle, *, scale: str, groups: ClassGroups
) -> dict[int, Glyph]:
    """The glyphs of the nodes that are drawn."""
    tree = tree_of(source)
    names = leaf_names(tree.class_names, style)
    warnings = node_warnings(source) if isinstance(source, SharedTree) else {}
    maker = _Maker(source, tree, tables_of(source), style, scale, groups, names, subtree_sizes(tree), warnings)
    nodes = [0, *(child for both in children.values() for child in both)]
    found = {node: maker.glyph(node, open_=node in children) for node in nodes}
    if isinstance(source, LearnedTree) and style.detail != "miniature":
        for parent, below in children.items():  # room for the words on the ways
            for child, sign in zip(below, edge_signs(source, parent), strict=True):
                reach = style.letter * text_width(sign, style.sign_size, bold=True) / 2
                found[child] = replace(found[child], half_width=max(found[child].half_width, reach))
    return found


def leaf_names(class_names: Sequence[str], style: TreeStyle) -> tuple[str, ...]:
    """The class names as leaves carry them."""
    names = short_class_names([one_line(name) for name in class_names])
    names = tuple(name.strip() or BLANK for name in names)
    return abbreviated(names) if style.short_classes else tuple(map(shorten, names))


def spacing_of(style: TreeStyle, source: AnyTree) -> Spacing:
    """The room that glyphs of this style need."""
    if style.detail == "miniature":
        unit = pixel(style)
        return Spacing(
            level_pitch=name_height(style) + MINIATURE_PITCH * unit, sibling_gap=6 * unit, cousin_gap=8 * unit,
            above=2 * unit, below=name_height(style) + MINIATURE_BAR[1] * unit, margin=style.margin,
        )  # fmt: skip
    if not tables_of(source):
        pitch = PLAIN_PITCH * style.level_pitch
        return Spacing(pitch, style.sibling_gap, style.cousin_gap, 0.0, style.box_height, style.margin)
    n_classes = n_answers(source)
    n_below = 1 if n_classes == 2 or n_classes > MOST_CLASSES_WITH_COUNTS else n_classes - 1
    counted = style.detail != "no counts"
    more_lines = (n_below - 1) * LINE * style.count_size if counted else 0
    counts_below = (0.35 + n_below * LINE) * style.count_size if counted else 0
    pill = style.pill_gap + style.pill_height
    pitch = style.level_pitch + more_lines
    return Spacing(
        level_pitch=pitch,
        sibling_gap=style.sibling_gap,
        cousin_gap=style.cousin_gap,
        above=style.count_size * 1.2 if counted and n_classes <= MOST_CLASSES_WITH_COUNTS else style.outline,
        below=style.box_height + max(pill, counts_below),
        margin=style.margin,
        drop=DROP * pitch if style.staggered else 0.0,
        lane=style.widest_edge + style.edge_gap / 2 + CLEAR * pixel(style),
    )


@dataclass(frozen=True, slots=True)
class _Maker:
    source: AnyTree
    tree: Tree
    tables: tuple[NDArray[np.int64], ...]
    style: TreeStyle
    scale: str
    groups: ClassGroups
    leaf_names: tuple[str, ...]
    sizes: list[int]
    warnings: Mapping[int, NodeWarning]

    def glyph(self, node: int, *, open_: bool) -> Glyph:
        is_leaf = bool(self.tree.attribute[node] == LEAF)
        n_folded = 0 if open_ or is_leaf else self.sizes[node]
        answer = answer_at(self.source, node)
        counts = tuple(self._counts(cdv[node].tolist()) for cdv in self.tables)
        purity = self._purity(node, answer) if is_leaf and self.style.detail != "miniature" else ()
        name, second = self._texts(node, answer, is_leaf=is_leaf, n_folded=n_folded)
        is_uneven = node in self.warnings and not is_leaf
        box_width = self._box_width(name, second, purity, is_leaf=is_leaf, is_uneven=is_uneven)
        count_place, half_width = self._reach(box_width, counts)
        minority = self._minority(node) if is_leaf and purity else ()
        if any(minority):
            half_width = max(half_width, box_width / 2 + self._beside_box + 2.2 * DIAMOND * pixel(self.style))
        return Glyph(
            node, is_leaf, n_folded, name, second, purity, counts, *self._similarity(node, counts),
            self.groups.group[answer], box_width, count_place, half_width,
            minority=minority, is_uneven=is_uneven,
        )  # fmt: skip

    @property
    def _beside_box(self) -> float:
        return self.style.bar_gap + self.style.bar_width

    def _minority(self, node: int) -> tuple[bool, ...]:
        """For each table whether its side of the leaf is marked; in print the purities carry the mark."""
        return self.warnings[node].minority if self.style.inward and node in self.warnings else ()

    def _similarity(self, node: int, counts: tuple[Counts, ...]) -> tuple[float, str]:
        """DSN, and how it is written."""
        if not isinstance(self.source, SharedTree):
            return 1.0, ""
        if not any(any(table.groups) for table in counts):
            return 1.0, NO_ROWS  # rebuilt trees have such nodes: nobody is there to disagree
        dsn = float(self.source.dsn[node])
        return dsn, dsn_text(dsn)

    def _texts(self, node: int, answer: int, *, is_leaf: bool, n_folded: int) -> tuple[str, str]:
        """The first and the second line of the box."""
        if not self.style.names:
            return "", ""
        if n_folded:
            rows = " | ".join(f"{int(cdv[node].sum()):,}" for cdv in self.tables)
            name, second = f"{n_folded:,} nodes", f"{rows} rows" if rows else ""
        elif is_leaf:
            name, second = self._answer(node, answer) if self.style.detail != "miniature" else ("", "")
        else:
            name = shorten(_shown(attribute_of(self.source, node)), self.style.name_letters)
            question = one_line(question_text(self.source, node, scale=self.scale))
            is_name = category_of(self.source, node) is not None
            second = shorten(question, self.style.test_letters if is_name else THRESHOLD_LETTERS)
        return name, second if self.style.detail != "miniature" else ""

    def _answer(self, node: int, answer: int) -> tuple[str, str]:
        """Both lines of a leaf: its class, or a number and what it is the value of."""
        if isinstance(self.source, LearnedTree) and self.source.numbers is not None:
            return number(float(self.source.numbers.mean[node])), ""
        if not isinstance(self.source, ValueTree):
            return self.leaf_names[answer], ""
        outputs = self.source.outputs
        if len(outputs) == 1:
            return signed(float(self.source.values[node, 0]), 2), ""
        return signed(float(self.source.values[node, answer]), 2), shorten(_shown(outputs[answer]))

    def _counts(self, cdv: list[int]) -> Counts:
        groups = tuple(self.groups.counts(cdv))
        if self.style.detail in ("no counts", "miniature"):
            return Counts(groups, (), ())
        if len(cdv) > MOST_CLASSES_WITH_COUNTS:
            return Counts(groups, (), (), total=f"n {sum(cdv):,}")
        return Counts(groups, (cdv[0],), tuple(cdv[1:]))

    def _purity(self, node: int, label: int) -> tuple[str, ...]:
        """The share of rows of either table that the answer of a leaf is right for; marked where it is no majority."""
        if isinstance(self.source, LearnedTree) and self.source.numbers is not None:
            return (f"± {number(float(self.source.numbers.sd[node]))}",)
        tables = (self.source.counts,) if isinstance(self.source, LearnedTree) else self.tables  # not rounded
        sign = "%" if self.style.percent or len(self.tables) == 1 else ""
        warning = self.warnings.get(node) if not self.style.inward else None
        marks = [MARK if is_minority else "" for is_minority in warning.minority] if warning else ["", ""]
        return tuple(
            f"{mark}{100 * rows[node, label] / total:.0f}{sign}" if (total := rows[node].sum()) else NO_ROWS
            for rows, mark in zip(tables, marks, strict=False)
        )

    def _box_width(self, name: str, second: str, purity: tuple[str, ...], *, is_leaf: bool, is_uneven: bool) -> float:
        style = self.style
        badge = 3.2 * style.purity_size if is_uneven else 0.0  # a name is in the middle: room for it on both sides
        if style.detail == "miniature":
            unit = pixel(style)
            smallest = (MINIATURE_SQUARE if is_leaf else 3 * MINIATURE_BAR[0]) * unit
            return max(smallest, self._width(name, style.smallest, bold=True) + 6 * unit if name else 0)
        size = style.leaf_size if is_leaf else style.name_size
        widths = [
            style.leaf_width if is_leaf else style.split_width,
            self._width(name, size, bold=True) + max(badge, 2 * style.padding),
            self._width(second, style.test_size) + 2 * style.padding,
        ]
        if purity:  # on either side of the line in the middle
            widths.append(2 * max(self._width(text, style.purity_size) for text in purity) + style.padding)
        return max(widths)

    def _width(self, words: str, size: float, *, bold: bool = False) -> float:
        return self.style.letter * text_width(words, size, bold=bold)

    def _reach(self, box_width: float, counts: tuple[Counts, ...]) -> tuple[float, float]:
        """Where counts are centred, clear of the pill, and how far the glyph reaches from its middle."""
        style = self.style
        if style.detail == "miniature" or not counts:
            return 0.0, box_width / 2
        texts = [text for side in counts for text in (*map(count_text, (*side.above, *side.below)), side.total)]
        widest = max(self._width(text, style.count_size) for text in texts)
        bar_centre = box_width / 2 + style.bar_gap + style.bar_width / 2
        centre = max(bar_centre, (style.pill_width + widest) / 2 + style.outline) if widest else bar_centre
        edge = box_width / 2 + self._beside_box
        if style.inward:
            reach = max(edge, style.pill_width / 2 + 2 * style.outline + widest) if widest else edge
            return reach, reach
        return centre, max(edge, centre + widest / 2)


def _shown(name: str) -> str:
    """A name on one line; there is always something to see."""
    return one_line(name).strip() or BLANK
