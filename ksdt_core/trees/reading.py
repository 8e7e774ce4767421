"""The tests of a shared tree as people read them: in the units of the tables, codes as sets, names made safe."""

from __future__ import annotations

import math

from ksdt_core.text import beside, code_set, printable, separating
from ksdt_core.trees.paths import Path, tightest_tests, walk
from ksdt_core.trees.shared_tree import SharedTree

NUMERIC, EQUAL = ("≤", ">"), ("=", "≠")


def threshold_texts(shared: SharedTree, node: int) -> tuple[str, str]:
    """The threshold of a node in the units of the left and of the right table."""
    sides = ((shared.threshold_left, shared.between_left), (shared.threshold_right, shared.between_right))
    left, right = (
        separating(float(units[node]), *(between[node].tolist() if between is not None else (math.nan, math.nan)))
        for units, between in sides
    )
    return left, right


def codes_of(shared: SharedTree, node: int) -> tuple[float, ...]:
    """The codes of the attribute that a node tests; none where it has none or the tables part them differently."""
    codes = shared.codes[node] if shared.codes else None
    if codes is None:
        return ()
    left, right = float(shared.threshold_left[node]), float(shared.threshold_right[node])
    return codes if all((code <= left) == (code <= right) for code in codes) else ()


def signs(shared: SharedTree, node: int) -> tuple[str, str]:
    """The signs of the two children of a node."""
    return EQUAL if shared.tree.category[node] >= 0 or codes_of(shared, node) else NUMERIC


def question(shared: SharedTree, node: int) -> str:
    """What a node asks, without its attribute: `≤ 10.9 | 11.0`, `= 4`, `in {3, 4}` or `= red`."""
    way = next(path for found, path in walk(shared.tree) if found == node) if codes_of(shared, node) else ()
    return _answer(shared, node, ((node, True),), before=way)


def last_test(shared: SharedTree, path: Path) -> str:
    """The last test of a path with its attribute; of codes only those that the tests before it let through."""
    node, _ = path[-1]
    name = printable(shared.tree.attributes[int(shared.tree.attribute[node])])
    return f"{name} {_answer(shared, node, path[-1:], before=path[:-1])}"


def path_tests(shared: SharedTree, path: Path) -> list[str]:
    """The tests of a path with their attributes, those that a later one says better omitted, codes in one set."""
    tree, texts = shared.tree, []
    told: set[int] = set()
    tests = tightest_tests(tree, path)
    for node, goes_left in tests:
        column = int(tree.attribute[node])
        same = tuple(test for test in tests if tree.attribute[test[0]] == column)
        merged = all(codes_of(shared, each) for each, _ in same)
        if merged and column in told:
            continue
        told.add(column)
        words = _answer(shared, node, same if merged else ((node, goes_left),))
        texts.append(f"{printable(tree.attributes[column])} {words}")
    return texts


def _answer(shared: SharedTree, node: int, tests: Path, *, before: Path = ()) -> str:
    """The tests of one attribute as a condition; of codes only those that `before` lets through are named."""
    tree = shared.tree
    column = int(tree.attribute[node])
    goes_left = tests[0][1]
    values = tree.categories[column]
    if values is not None:
        return f"{EQUAL[0 if goes_left else 1]} {printable(values[int(tree.category[node])])}"
    codes = codes_of(shared, node)
    if codes:
        every = (*(test for test in before if tree.attribute[test[0]] == column), *tests)
        kept = [code for code in codes if all((code <= shared.threshold_left[at]) == left for at, left in every)]
        if kept:
            return code_set(kept)
    return f"{NUMERIC[0 if goes_left else 1]} {beside(*threshold_texts(shared, node))}"
