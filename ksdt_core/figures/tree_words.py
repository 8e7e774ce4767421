"""How numbers, tests, names and whole nodes are written in figures."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from ksdt_core.figures.drawn_tree import AnyTree, tables_of, tree_of
from ksdt_core.figures.escaping import one_line
from ksdt_core.text import bounds, number, score, signed, true_minus
from ksdt_core.trees import reading
from ksdt_core.trees.learned_tree import LearnedTree, branch_texts, links, threshold_words
from ksdt_core.trees.node_warnings import node_warnings, warning_words
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.text import TableNames, balanced
from ksdt_core.trees.tree import LEAF
from ksdt_core.trees.value_tree import ValueTree

NAME_WIDTH = 14
WAY_WIDTH = 20  # letters on the way to a child
MOST_ABBREVIATED = 60  # letters; names that start with more in common are cut in the middle
ELLIPSIS = "…"


def dsn_text(dsn: float) -> str:
    """A similarity with three digits; what lies below 1 is never written as 1.000 unless four digits round to it."""
    return score(dsn).removeprefix("0")


def count_text(n: int) -> str:
    """A number of rows: `1,380`."""
    return f"{n:,}"


def rows_words(source: AnyTree, side: int) -> str:
    """How many rows of a table a tree is about: `n = 125`, and how many the miner counted where it drew rows again."""
    n = int(tables_of(source)[side][0].sum())
    if not isinstance(source, SharedTree):
        return f"n = {n:,}"
    mined = int((source.cdv_left, source.cdv_right)[side][0].sum())
    if not source.rows_known:
        return f"balanced n = {n:,}"
    return f"n = {n:,}" if n == mined else f"n = {n:,} (balanced to {mined:,} for mining)"


def threshold_text(threshold: float, scale: str) -> str:
    """A threshold as mined: in the tables' unit, as a percentile P of each table, or in standard deviations."""
    if scale == "rank":
        return f"P{100 * threshold:.1f}"
    if scale == "zscore":
        return f"{true_minus(f'{threshold:+.2f}')} sd"
    return true_minus(f"{threshold:.6g}")


def question_text(source: AnyTree, node: int, *, scale: str = "none") -> str:
    """The question of a node without its attribute, in the units of the tables: `≤ 10.9 | 11.0`, `= 4` or `= red`.

    A plain tree knows no units: its thresholds are as mined, on the `scale` of its pair.
    """
    if isinstance(source, SharedTree):
        return reading.question(source, node)
    if isinstance(source, LearnedTree) and not is_yes_or_no(source, node):
        return ""  # the ways to its children say it
    category = category_of(source, node)
    if category is not None:
        return f"= {category}"
    if isinstance(source, ValueTree) and scale == "none":
        return bounds(float(source.tree.threshold[node]))[0]
    if isinstance(source, LearnedTree):
        return f"≤ {threshold_words(source, node)}"
    return f"≤ {threshold_text(float(tree_of(source).threshold[node]), scale)}"


def is_yes_or_no(learned: LearnedTree, node: int) -> bool:
    """Whether a split asks one question that names its value, `≤ 54` or `= red`, rather than one way for each value."""
    values = learned.tree.categories[int(learned.tree.attribute[node])]
    return len(links(learned, node)) == 1 and (values is None or len(values) > 2)


def edge_signs(source: AnyTree, node: int) -> tuple[str, ...]:
    """The signs on the ways to the children of a node; the values where each has its own way."""
    if isinstance(source, LearnedTree) and not is_yes_or_no(source, node):
        return tuple(shorten(one_line(words), WAY_WIDTH) for words in branch_texts(source, node))
    if isinstance(source, SharedTree):
        return reading.signs(source, node)
    if category_of(source, node) is not None:
        return reading.EQUAL
    if isinstance(source, ValueTree):
        return tuple(side[0] for side in bounds(float(source.tree.threshold[node])))
    return reading.NUMERIC


def category_of(source: AnyTree, node: int) -> str | None:
    """The value a categorical node asks for, None at other nodes."""
    tree = tree_of(source)
    values = tree.categories[int(tree.attribute[node])] if tree.attribute[node] >= 0 else None
    return None if values is None else values[int(tree.category[node])]


def attribute_of(source: AnyTree, node: int) -> str:
    """The name of the attribute that a node tests."""
    tree = tree_of(source)
    return tree.attributes[int(tree.attribute[node])]


def node_words(source: AnyTree, node: int, names: TableNames, *, scale: str = "none") -> tuple[str, ...]:
    """A node in full, for tooltips: what it asks or answers, the class counts of either table, their similarity.

    Names are uncut and thresholds are in every unit.
    """
    head, classes = _head(source, node, scale=scale), tree_of(source).class_names
    if isinstance(source, LearnedTree):
        return (head, *_learned_words(source, node, names))
    if not isinstance(source, SharedTree):
        return (head,)
    counts = (
        f"{name}: " + ", ".join(f"{count_text(n)} {c}" for n, c in zip(cdv[node].tolist(), classes, strict=True))
        for name, cdv in zip((names.left, names.right), tables_of(source), strict=True)
    )
    warning = node_warnings(source).get(node)
    warned = () if warning is None else warning_words(warning, source, node, (names.left, names.right))
    return (head, *counts, f"{balanced(source)}DSN {score(source.dsn[node])}", *(f"! {words}" for words in warned))


def _learned_words(learned: LearnedTree, node: int, names: TableNames) -> tuple[str, ...]:
    """The rows of one table at a node, parts of rows with one decimal."""
    classes = learned.tree.class_names

    def rows(counts: Sequence[float]) -> str:
        return ", ".join(f"{part_text(n)} {c}" for n, c in zip(counts, classes, strict=True))

    words = [f"{names.left}: {rows(learned.counts[node].tolist())}"]
    if learned.held_out is not None:
        words.append(f"held out: {rows(learned.held_out[node].tolist())}")
    if learned.numbers is not None:
        words.append(f"mean {number(learned.numbers.mean[node])}, sd {number(learned.numbers.sd[node])}")
    return tuple(words)


def part_text(n: float) -> str:
    """A number of rows that may not be whole: `1,380` or `2.4`."""
    return f"{n:,.0f}" if abs(n - round(n)) < 0.05 else f"{n:,.1f}"


def _head(source: AnyTree, node: int, *, scale: str) -> str:
    tree = tree_of(source)
    if tree.attribute[node] != LEAF:
        if isinstance(source, LearnedTree) and not is_yes_or_no(source, node):
            return f"{attribute_of(source, node)}: {', '.join(branch_texts(source, node))}"
        units = _units_words(source, node, scale=scale) if isinstance(source, SharedTree) else ""
        return f"{attribute_of(source, node)} {question_text(source, node, scale=scale)}{units}"
    if isinstance(source, ValueTree):
        pairs = zip(source.outputs, source.values[node].tolist(), strict=True)
        return "; ".join(f"{name}: {signed(value, 4)}" for name, value in pairs)
    if isinstance(source, LearnedTree) and source.numbers is not None:
        return f"predicts {number(source.numbers.mean[node])}"
    return f"predicts {tree.class_names[int(tree.label[node])]}"


def _units_words(shared: SharedTree, node: int, *, scale: str) -> str:
    """The threshold as mined where a scale was chosen; empty elsewhere."""
    if scale == "none" or category_of(shared, node) is not None or reading.codes_of(shared, node):
        return ""
    return f" ({threshold_text(float(shared.tree.threshold[node]), scale)} in each table)"


def shorten(name: str, width: int = NAME_WIDTH) -> str:
    """A long name cut in the middle; the end stays, since long names often differ only there."""
    if len(name) <= width:
        return name
    kept = width - 1
    return name[: kept - kept // 2] + ELLIPSIS + name[len(name) - kept // 2 :]


def name_lines(name: str, width: int = NAME_WIDTH) -> tuple[str, ...]:
    """A name on one or two lines, broken between words where that shows it whole, else cut in the middle."""
    lines = textwrap.wrap(name, width, break_long_words=False, break_on_hyphens=False)
    if not 1 <= len(lines) <= 2:
        return (shorten(name, width),)
    return tuple(shorten(line, width) for line in lines)


def short_class_names(names: Sequence[str]) -> tuple[str, ...]:
    """Class names without the words that all of them share at the start or the end: ER negative → negative."""
    words = [name.split() for name in names]
    n_start = _n_shared_words(words)
    n_end = _n_shared_words([each[: n_start - 1 if n_start else None : -1] for each in words])
    short = tuple(" ".join(each[n_start : len(each) - n_end]) for each in words)
    says_something = all(any(map(str.isalnum, name)) for name in short)
    return short if says_something and len(set(short)) == len(short) else tuple(names)


def abbreviated(names: Sequence[str], *, fewest: int = 3) -> tuple[str, ...]:
    """Names cut to so many first letters, more where these start several names: negative, positive → neg., pos."""
    for n_letters in range(fewest, min(max(map(len, names), default=0), MOST_ABBREVIATED)):
        is_long = [len(name) > n_letters + 3 for name in names]
        begins = [name[:n_letters] for name in names]
        if all(begins.count(begin) == 1 for begin, long in zip(begins, is_long, strict=True) if long):
            return tuple(
                f"{begin.rstrip()}." if long else name for name, begin, long in zip(names, begins, is_long, strict=True)
            )
    return tuple(shorten(name) if len(name) > MOST_ABBREVIATED else name for name in names)


def _n_shared_words(lists: Sequence[Sequence[str]]) -> int:
    """How many words all the lists start with in common."""
    return next(
        (i for i, words in enumerate(zip(*lists, strict=False)) if len(set(words)) > 1), min(map(len, lists), default=0)
    )
