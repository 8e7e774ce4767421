"""The conditions of a rule: the tests of a path, repeated ones merged, in the units of every table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ksdt_core.trees.paths import Path, tightest_tests
from ksdt_core.trees.reading import codes_of, threshold_texts
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.tree import Tree

Op = Literal["<=", ">", "=", "!="]
Value = float | str


@dataclass(frozen=True, slots=True)
class Condition:
    """One bound or one value of an attribute. An interval is two conditions, a lower bound and an upper one."""

    attribute: str
    op: Op
    value: Value  # as mined: on the scale of the pair, or a category
    values: tuple[Value, ...]  # the same in the units of each table
    column: int  # of the attribute among those of the tree
    code: int = -1  # of the category among those of the attribute, -1 of a number
    shown: tuple[str, ...] = field(default=(), compare=False)  # the values as people read them, () where not known
    codes: tuple[float, ...] = field(default=(), compare=False)  # all values of the attribute where they are codes

    @property
    def is_numeric(self) -> bool:
        return self.code < 0

    @property
    def key(self) -> tuple[str, Op, Value]:
        """What makes two conditions the same."""
        return self.attribute, self.op, self.value

    def holds(self, cells: NDArray[np.float64], table: int) -> NDArray[np.bool_]:
        """Which rows of the table meet it; one with a missing cell does not pass ≤ or =, as in the tree."""
        column = cells[:, self.column]
        passes = column <= float(self.values[table]) if self.is_numeric else column == self.code
        return passes if self.op in ("<=", "=") else ~passes


def path_conditions(
    tree: Tree,
    path: Path,
    thresholds: Sequence[NDArray[np.float64]],
    *,
    is_complete: bool = True,
    shared: SharedTree | None = None,
) -> tuple[Condition, ...]:
    """The conditions of a path, attributes in the order of their first test, a lower bound before an upper one.

    `thresholds` are those of the tree in the units of each table. Where ≠ leaves only one value of an attribute, the
    condition is = that value; not so if rows may have no value at all (`is_complete` is false). `shared` is the tree
    with what it knows of its tables, from which thresholds are written as people read them.
    """
    found = [
        _condition(tree, node, thresholds, goes_left=left, shared=shared) for node, left in tightest_tests(tree, path)
    ]
    by_attribute: dict[int, list[Condition]] = {}
    for node, _ in path:
        by_attribute.setdefault(int(tree.attribute[node]), [])
    for condition in found:
        by_attribute[condition.column].append(condition)
    return tuple(
        condition
        for column, conditions in by_attribute.items()
        for condition in sorted(
            _only_value(conditions, tree.categories[column]) if is_complete else conditions,
            key=lambda each: each.op == "<=",
        )
    )


def covered(conditions: Sequence[Condition], cells: NDArray[np.float64], table: int) -> NDArray[np.bool_]:
    """Which rows of the table meet all conditions."""
    mask = np.ones(cells.shape[0], dtype=np.bool_)
    for condition in conditions:
        mask &= condition.holds(cells, table)
    return mask


def _condition(
    tree: Tree,
    node: int,
    thresholds: Sequence[NDArray[np.float64]],
    *,
    goes_left: bool,
    shared: SharedTree | None,
) -> Condition:
    column = int(tree.attribute[node])
    attribute, names = tree.attributes[column], tree.categories[column]
    if names is None:
        values = tuple(float(units[node]) for units in thresholds)
        mined = float(tree.threshold[node])
        op: Op = "<=" if goes_left else ">"
        if shared is None:
            return Condition(attribute, op, mined, values, column)
        shown, codes = threshold_texts(shared, node), codes_of(shared, node)
        return Condition(attribute, op, mined, values, column, shown=shown, codes=codes)
    code = int(tree.category[node])
    return Condition(attribute, "=" if goes_left else "!=", names[code], (names[code],) * len(thresholds), column, code)


def _only_value(conditions: list[Condition], names: tuple[str, ...] | None) -> list[Condition]:
    """colour ≠ blue and colour ≠ green of three colours is colour = red."""
    excluded = [each for each in conditions if each.op == "!="]
    if names is None or not excluded or len(excluded) != len(names) - 1:
        return conditions
    code = next(code for code in range(len(names)) if code not in {each.code for each in conditions})
    first = conditions[0]
    return [Condition(first.attribute, "=", names[code], (names[code],) * len(first.values), first.column, code)]
