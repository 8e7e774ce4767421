"""A tree as lines that fold, with bars, for screens that are too narrow for its drawing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from ksdt_core.evidence.replicated import ReplicatedTree
from ksdt_core.evidence.replication_text import STATUS_WORDS
from ksdt_core.figures.class_bar import SHAPES, class_bar, counts_text
from ksdt_core.figures.class_groups import ClassGroups, class_groups
from ksdt_core.figures.drawn_tree import AnyTree, answer_at, tree_of, visible_children
from ksdt_core.figures.escaping import one_line, xml_text
from ksdt_core.figures.palette import LIGHT, Palette
from ksdt_core.figures.tree_words import attribute_of, edge_signs, question_text, short_class_names
from ksdt_core.text import number, percent
from ksdt_core.trees.learned_tree import LearnedTree
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.tree import LEAF

INDENT = 10  # pixels for each level
BAR, DIGIT = 46, 6.2  # pixels of a bar and of a letter beside it
MOST_COUNTS = 2  # classes whose counts stand beside a bar; of more, their sum
MANY_LINES = 23  # of more only the first levels are open
OPEN_LEVELS = 3
_STYLE = """<style>
.ksdt-lines{{color:{ink};font-size:14px;font-variant-numeric:tabular-nums}}
.ksdt-lines .row{{display:grid;grid-template-columns:minmax(0,1fr) {bars}px {end}px;gap:6px;align-items:center;
 min-height:44px;border-top:1px solid {line};padding:2px 0;box-sizing:border-box}}
.ksdt-lines summary{{cursor:pointer;list-style:none}} .ksdt-lines summary::-webkit-details-marker{{display:none}}
.ksdt-lines summary .sign::after{{content:"▸";display:inline-block;width:14px;text-align:center}}
.ksdt-lines details[open]>summary .sign::after{{content:"▾"}}
.ksdt-lines .name{{display:flex;align-items:center;gap:4px;min-width:0}}
.ksdt-lines .sign{{color:{muted};flex:none}}
.ksdt-lines .words{{min-width:0;line-height:1.25;overflow-wrap:anywhere}}
.ksdt-lines .leaf{{border:1.25px solid;border-radius:5px;padding:1px 6px;font-size:13px;font-weight:650}}
.ksdt-lines .test{{display:block;color:{muted};font-size:12px}}
.ksdt-lines .bars{{display:grid;grid-template-columns:{bar}px auto;gap:3px 6px;align-items:center;font-size:12px;
 line-height:1.1}}
.ksdt-lines .bar{{display:flex;gap:1px;height:9px;overflow:hidden;background:{line}}}
.ksdt-lines .round{{border-radius:5px}}
.ksdt-lines .pointed{{clip-path:polygon(0 50%,5px 0,calc(100% - 5px) 0,100% 50%,calc(100% - 5px) 100%,5px 100%)}}
.ksdt-lines .end{{font-size:12px;line-height:1.2;text-align:right;color:{muted}}} .ksdt-lines .end b{{color:{ink}}}
</style>"""


@dataclass(frozen=True, slots=True)
class _Outline:
    """What the lines of one tree have in common."""

    source: AnyTree
    tables: Sequence[Sequence[Sequence[float]]]  # of each bar the counts by class at every node
    children: Mapping[int, tuple[int, ...]]
    groups: ClassGroups
    palette: Palette
    end: Callable[[int], str]  # what stands at the end of a line, as HTML
    leaf: Callable[[int], str]
    scale: str

    def framed(self, *, label: str, end: int) -> str:
        """All lines with their style, where the end of a line has so many pixels; bars are in a column of one width."""
        said = max((len(_said(counts)) for table in self.tables for counts in table), default=0)
        colours = {name: getattr(self.palette, name) for name in ("ink", "muted", "line")}
        style = _STYLE.format(**colours, end=end, bar=BAR, bars=round(BAR + 6 + DIGIT * said))
        lines = self.branch(0)
        return f'{style}<div class="ksdt-lines" role="group" aria-label="{xml_text(one_line(label))}">{lines}</div>'

    def branch(self, node: int, level: int = 0, sign: str = "") -> str:
        """A node and all that lies below it."""
        below = self.children.get(node)
        if below is None:
            return f'<div class="row">{self._line(node, level, sign)}</div>'
        signs = edge_signs(self.source, node)
        inside = "".join(self.branch(child, level + 1, way) for child, way in zip(below, signs, strict=True))
        is_open = level < OPEN_LEVELS or len(self.children) * 2 < MANY_LINES
        opened = ' open=""' if is_open else ""
        line = self._line(node, level, sign)
        return f'<details{opened}><summary class="row">{line}</summary>{inside}</details>'

    def _line(self, node: int, level: int, sign: str) -> str:
        bars = "".join(
            f"{class_bar(counts[node], self.groups, shape, self.palette)}<span>{_said(counts[node])}</span>"
            for counts, shape in zip(self.tables, SHAPES, strict=False)
        )
        return (
            f'<span class="name" style="padding-left:{INDENT * level}px"><span class="sign">{xml_text(sign)}</span>'
            f'{self._words(node)}</span><span class="bars">{bars}</span><span class="end">{self.end(node)}</span>'
        )

    def _words(self, node: int) -> str:
        is_split = tree_of(self.source).attribute[node] != LEAF
        if not is_split:
            group = self.groups.group[answer_at(self.source, node)]
            look = f"background:{self.groups.tint(group, self.palette)};"
            look += f"border-color:{self.groups.colour(group, self.palette)}"
            return f'<span class="words leaf" style="{look}">{xml_text(self.leaf(node))}</span>'
        asks = question_text(self.source, node, scale=self.scale)
        asks = one_line(asks) if node in self.children else f"{one_line(asks)} (folded)".strip()
        test = f'<span class="test">{xml_text(asks)}</span>' if asks else ""
        return f'<span class="words"><b>{xml_text(one_line(attribute_of(self.source, node)))}</b>{test}</span>'


def learned_outline(learned: LearnedTree, *, label: str, folded: Collection[int] = (), palette: Palette = LIGHT) -> str:
    """A learned tree: the training rows of each node as a bar, the held-out rows as one with round ends below it."""
    numbers = learned.numbers
    classes = _classes(learned)

    def end(node: int) -> str:
        if learned.tree.attribute[node] != LEAF:
            return ""
        if numbers is not None:
            return f"± {xml_text(number(numbers.sd[node]))}"
        total = float(learned.counts[node].sum())
        return percent(float(learned.counts[node][answer_at(learned, node)]) / total) if total else ""

    def leaf(node: int) -> str:
        return classes[answer_at(learned, node)] if numbers is None else number(numbers.mean[node])

    tables = [learned.counts.tolist()] + ([] if learned.held_out is None else [learned.held_out.tolist()])
    children = visible_children(learned, folded)
    lines = _Outline(learned, tables, children, class_groups(learned), palette, end, leaf, "none")
    return lines.framed(label=label, end=40)


def third_outline(
    shared: SharedTree, third: ReplicatedTree, *, label: str, scale: str = "none", palette: Palette = LIGHT
) -> str:
    """A shared tree with the bars of three tables, and what became of each split in the third."""
    nodes = {node.id: node for node in third.nodes}
    classes = _classes(shared)

    def end(node: int) -> str:
        status = nodes[node].status
        if status is None:
            return ""
        words = xml_text(STATUS_WORDS[status])
        return f"<b>{words}</b>" if status == "holds" else words

    tables = [*(rows.tolist() for rows in shared.rows), [nodes[node].cdv for node in range(shared.tree.n_nodes)]]
    lines = _Outline(
        shared, tables, visible_children(shared), class_groups(shared), palette, end,
        lambda node: classes[answer_at(shared, node)], scale,
    )  # fmt: skip
    return lines.framed(label=label, end=54)


def _classes(source: AnyTree) -> tuple[str, ...]:
    return short_class_names([one_line(name) for name in tree_of(source).class_names])


def _said(counts: Sequence[float]) -> str:
    return counts_text(counts, most=MOST_COUNTS)
