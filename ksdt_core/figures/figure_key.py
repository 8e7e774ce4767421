"""The key below a figure: which table is where, what colours, pills and widths mean, and names in full."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ksdt_core.figures.drawn_tree import n_answers, tree_of
from ksdt_core.figures.escaping import one_line
from ksdt_core.figures.glyph_svg import ColourBy
from ksdt_core.figures.palette import DSN_STEPS, Palette
from ksdt_core.figures.svg_parts import bar, number, rect, text
from ksdt_core.figures.text_width import cut, text_width, wrapped
from ksdt_core.figures.tree_glyphs import MARK, MOST_CLASSES_WITH_COUNTS, leaf_names
from ksdt_core.figures.tree_plan import TreePlan
from ksdt_core.figures.tree_style import Detail, TreeStyle, pixel
from ksdt_core.figures.tree_words import ELLIPSIS, attribute_of, rows_words
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.text import TableNames, balanced

WHERE = "not shown for lack of space; see a wider figure or the table of nodes"
LEFT_OUT: dict[Detail, str] = {"no counts": f"counts are {WHERE}", "miniature": f"thresholds and counts are {WHERE}"}


@dataclass(frozen=True, slots=True)
class _Item:
    """A piece of the key with its upper left corner at the origin."""

    drawing: str
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class FigureKey:
    """The key of some plans that share a pair of tables and a style."""

    plans: Sequence[TreePlan]
    names: TableNames
    palette: Palette
    style: TreeStyle  # of the figure, not of a plan that was made smaller
    colour: ColourBy
    prefix: str  # of an id that no drawing uses
    said: Sequence[str] = ()  # of the trees, such as that one predicts no better than guessing

    def draw(self, width: float) -> tuple[str, float]:
        """The key in a column of this width, and its height."""
        items = list(self._items(width))
        spare = (width - sum(item.width for item in items)) / (len(items) - 1)
        gap = min(2 * self._size, max(0.8 * self._size, spare))
        parts, x, y, row_height = [], 0.0, 0.0, 0.0
        for item in items:
            if x and x + item.width > width * 1.001:
                x, y, row_height = 0.0, y + row_height + 0.5 * self._size, 0.0
            parts.append(f'<g transform="translate({number(x)} {number(y)})">{item.drawing}</g>')
            x, row_height = x + item.width + gap, max(row_height, item.height)
        y += row_height
        size = self.style.dsn_size
        for line in self._note_lines(width):
            y += 1.35 * size
            parts.append(text(line, 0, y, size=size, fill=self.palette.ink, anchor="start"))
        return "".join(parts), y + 3 * pixel(self.style)

    @property
    def _size(self) -> float:
        return self.style.test_size

    def _items(self, width: float) -> Iterator[_Item]:
        left, right = (rows_words(self.plans[0].source, side) for side in (0, 1))
        yield self._table(f"{self.names.left}, {left}", "left, square:", width, rounded=False)
        yield self._table(f"{self.names.right}, {right}", "right, round:", width, rounded=True)
        yield from self._classes(width)
        if self.colour == "dsn":
            yield self._similarities()

    def _lines(self, lines: Sequence[str], x: float) -> tuple[str, float, float]:
        """Lines of text beside a sign: the drawing, its right end, its height."""
        size, pitch = self._size, 1.12 * self._size
        drawn = "".join(
            text(line, x, 0.87 * size + number_ * pitch, size=size, fill=self.palette.ink, anchor="start")
            for number_, line in enumerate(lines)
        )
        return drawn, x + max(text_width(line, size) for line in lines), 0.1 * size + len(lines) * pitch

    def _table(self, name: str, where: str, width: float, *, rounded: bool) -> _Item:
        """A bar as at the root, and whose it is."""
        plan, unit = self.plans[0], pixel(self.style)
        counts = plan.glyphs[0].counts[rounded].groups
        colours = [plan.groups.colour(group, self.palette) for group in range(len(counts))]
        size = (self.style.bar_width, 2.1 * self._size)
        clip = f' clip-path="url(#{self.prefix}-round)"' if rounded else ""
        drawn = bar(counts, colours, size, smallest=unit, gap=self.style.step_gap, page=self.palette.page)
        shape = rect(0, 0, *size, fill="#000", radius=self.style.bar_radius)
        defined = f'<defs><clipPath id="{self.prefix}-round">{shape}</clipPath></defs>' if rounded else ""
        start = size[0] + 0.4 * self._size
        lines, end, height = self._lines([where, *wrapped(cut(name), width - start, self._size)], start)
        return _Item(f"{defined}<g{clip}>{drawn}</g>{lines}", end, height)

    def _classes(self, width: float) -> Iterator[_Item]:
        """Two classes below each other; more in columns of two, in the order of the bars."""
        plan = self.plans[0]
        names = [one_line(name) for name in plan.groups.names(tree_of(plan.source).class_names)]
        if len(names) > 1:
            names = [f"{names[0]}, top", *names[1:-1], f"{names[-1]}, bottom"]
        for first in range(0, len(names), 2):
            drawing, end, height = "", 0.0, 0.0
            for group, name in enumerate(names[first : first + 2], start=first):
                item = self._class(group, name, width)
                drawing += f'<g transform="translate(0 {number(height)})">{item.drawing}</g>'
                end, height = max(end, item.width), height + item.height
            yield _Item(drawing, end, height)

    def _class(self, group: int, name: str, width: float) -> _Item:
        side, plan = 0.87 * self._size, self.plans[0]
        colour = plan.groups.colour(group, self.palette)
        outline = self.palette.ink if self.palette.name == "grey" else colour
        swatch = rect(0, 0.1 * self._size, side, side, fill=colour, stroke=outline, stroke_width=self.style.outline / 2)
        start = 1.35 * self._size
        lines, end, height = self._lines(wrapped(cut(name), width - start, self._size), start)
        return _Item(swatch + lines, end, height - 0.1 * self._size)

    @property
    def _balanced(self) -> str:
        source = self.plans[0].source
        return balanced(source) if isinstance(source, SharedTree) else ""

    def _similarities(self) -> _Item:
        """The steps of the pills' colours, with the numbers where they change."""
        size, small, side = self._size, self.style.dsn_size * 0.93, 1.65 * self._size
        inset = 0.5 * small
        name = f"{self._balanced}similarity (DSN)"
        parts = [text(name, 0, 0.87 * size, size=size, fill=self.palette.ink, anchor="start")]
        top = 1.15 * size
        for step, fill in enumerate(self.palette.dsn):
            x = inset + step * side
            parts.append(rect(x, top, side, 0.87 * size, fill=fill, stroke=self.palette.faint,
                              stroke_width=self.style.outline / 2))  # fmt: skip
            start = "1" if not step else f"{DSN_STEPS[step - 1]:.2f}".removeprefix("0")
            parts.append(text(start, x, top + 0.9 * size + 0.9 * small, size=small, fill=self.palette.ink))
        return _Item("".join(parts), max(inset + 5 * side, text_width(name, size)), top + 0.95 * size + small)

    def _note_lines(self, width: float) -> list[str]:
        return wrapped("; ".join(map(cut, self._notes())) + ".", width, self.style.dsn_size)

    def _notes(self) -> Iterator[str]:
        """What is left to say, names that were cut at the end."""
        details = {plan.style.detail for plan in self.plans}
        plan = self.plans[0]
        yield "Line width, share of rows"
        if details - {"miniature"} and any(" | " in g.second for plan_ in self.plans for g in plan_.glyphs.values()):
            yield "thresholds in the units of the left | right table"
        many = n_answers(plan.source) > MOST_CLASSES_WITH_COUNTS
        if "full" in details:
            yield "n, rows" if many else "numbers at bars, rows of each class"
        if details - {"miniature"}:
            yield "leaves, % of rows of that class"
        shown = [glyph for each in self.plans if each.style.detail != "miniature" for glyph in each.glyphs.values()]
        if any(purity.startswith(MARK) for glyph in shown for purity in glyph.purity):
            yield f"{MARK} at a leaf, most rows of that table have another class"
        if any(glyph.is_uneven for glyph in shown):
            yield f"{MARK} at a split, the rows of the two tables are divided in clearly different proportions"
        if "miniature" in details:
            yield "squares, class of a leaf" + ("; colour of a name, similarity" if self.colour == "dsn" else "")
        yield from self.said
        yield from (LEFT_OUT[detail] for detail in LEFT_OUT if detail in details)
        yield from (f"{short}, {full}" for short, full in self._cut_names())

    def _cut_names(self) -> Iterable[tuple[str, str]]:
        """Names that were cut, each once, with the full name."""
        found: dict[str, str] = {}
        for plan in self.plans:
            full_names = [one_line(name) for name in tree_of(plan.source).class_names]
            if plan.style.detail != "miniature":
                for short, full in zip(leaf_names(full_names, plan.style), full_names, strict=True):
                    if ELLIPSIS in short or (plan.style.short_classes and not full.endswith(short)):
                        found.setdefault(short, full)
            for node, glyph in plan.glyphs.items():
                if ELLIPSIS in glyph.name and not glyph.is_leaf:
                    found.setdefault(glyph.name, one_line(attribute_of(plan.source, node)))
        return found.items()
