"""How numbers, tests and names are written in figures."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from ksdt_core.trees.shared_tree import SharedTree

NAME_WIDTH = 14
ELLIPSIS = "…"


def dsn_text(dsn: float) -> str:
    """A similarity with three digits; what lies below 1 is never written as 1.000 unless four digits round to it."""
    text = f"{dsn:.3f}"
    if text == "1.000" and dsn < 1 and f"{dsn:.4f}" != "1.0000":
        text = f"{dsn:.4f}"
    return text.removeprefix("0")


def count_text(n: int) -> str:
    """A number of rows: `1,380`."""
    return f"{n:,}"


def threshold_text(threshold: float, scale: str) -> str:
    """A threshold as mined: in the tables' unit, as a percentile P of each table, or in standard deviations."""
    if scale == "rank":
        return f"P{100 * threshold:.1f}"
    if scale == "zscore":
        return f"{threshold:+.2f} sd"
    return f"{threshold:.6g}"


def question_text(shared: SharedTree, node: int, *, scale: str = "none") -> str:
    """The question of a node without its attribute: `≤ 10.25` or `= red`."""
    category = category_of(shared, node)
    if category is not None:
        return f"= {category}"
    return f"≤ {threshold_text(float(shared.tree.threshold[node]), scale)}"


def category_of(shared: SharedTree, node: int) -> str | None:
    """The value a categorical node asks for, None at other nodes."""
    tree = shared.tree
    values = tree.categories[int(tree.attribute[node])] if tree.attribute[node] >= 0 else None
    return None if values is None else values[int(tree.category[node])]


def attribute_of(shared: SharedTree, node: int) -> str:
    """The name of the attribute that a node tests."""
    return shared.tree.attributes[int(shared.tree.attribute[node])]


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
    """Names cut to so many first letters, more where these begin several names: negative, positive → neg., pos."""
    for n_letters in range(fewest, max(map(len, names), default=0)):
        is_long = [len(name) > n_letters + 3 for name in names]
        begins = [name[:n_letters] for name in names]
        if all(begins.count(begin) == 1 for begin, long in zip(begins, is_long, strict=True) if long):
            return tuple(
                f"{begin.rstrip()}." if long else name for name, begin, long in zip(names, begins, is_long, strict=True)
            )
    return tuple(names)


def _n_shared_words(lists: Sequence[Sequence[str]]) -> int:
    """How many words all the lists begin with in common."""
    return next((i for i, words in enumerate(zip(*lists, strict=False)) if len(set(words)) > 1), min(map(len, lists)))
