"""Alignable differences: where two tables part within trees that show how alike they are.

Two tables that have nothing in common differ everywhere, which tells nothing. Within a tree of high similarity most
nodes hold the same mix of classes in both tables; the few that do not are differences *given* what is alike. How common
a class is may differ, too: that difference is told once, and nodes are judged by what remains (`base_rate.py`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.data.model.row_numbers import Rows, table_row_numbers
from ksdt_core.errors import InvalidParameterError
from ksdt_core.given import is_number, whole
from ksdt_core.rules.base_rate import expected_share, remaining
from ksdt_core.rules.conditions import Condition
from ksdt_core.rules.evidence import holm, mixes_p_value
from ksdt_core.rules.full_paths import Trees, list_of_trees, routed_trees
from ksdt_core.rules.parting_nodes import CheckedNode, checked_nodes

MIN_ROWS = 5
MIN_SHARE = 0.05
LIMIT = 10
LEVEL = 0.05


@dataclass(frozen=True, slots=True, eq=False)
class Responsible:
    """The rows of one table that make a node differ from the other table's."""

    table: str
    classes: tuple[str, ...]  # those of which it has more than the base rates explain
    rows: Rows  # numbers of the rows of these classes at the node, the first row of the table being 1
    excess: float  # about how many of them are more than the other table and the base rates would give


@dataclass(frozen=True, slots=True, eq=False)
class Difference:
    """A node of a similar tree, and how the two tables differ there beyond their base rates."""

    rank: int  # 1 is the surest
    trees: tuple[int, ...]  # positions of the trees that have this node
    node: int  # in the first of them
    is_leaf: bool
    conditions: tuple[Condition, ...]
    counts: tuple[tuple[int, ...], tuple[int, ...]]  # rows by class, each row of each table once
    shares: tuple[tuple[float, ...], tuple[float, ...]]  # of the classes among these rows
    answer: str  # the class that differs most
    log_odds: float  # what remains beyond the base rates; above 0 where the left table has more of the class
    dsn: float  # as mined
    dsn_above: float  # of the node above
    tree_ds: float  # similarity DS of the first tree
    responsible: tuple[Responsible, Responsible]
    p_corrected: float  # that nothing remains, by Holm for all nodes looked at

    @property
    def is_clear(self) -> bool:
        return self.p_corrected < LEVEL


@dataclass(frozen=True, slots=True)
class BaseRate:
    """How common the class is that differs most between the whole tables."""

    answer: str
    shares: tuple[float, float]
    p_value: float  # that both tables mix the classes alike

    @property
    def differs(self) -> bool:
        return self.p_value < LEVEL


@dataclass(frozen=True, slots=True)
class Differences:
    """The differences found, and what was asked for."""

    tables: tuple[str, str]
    class_names: tuple[str, ...]
    scale: str
    is_balanced: bool  # whether DSN counts rows that balancing drew again
    min_ds: float
    min_rows: tuple[int, int]  # for each table
    n_trees: int  # trees as similar as `min_ds`
    base: BaseRate
    n_checked: int  # different nodes with enough rows
    n_clear: int  # of these those that differ clearly and do not only repeat a node above
    n_found: int  # nodes that do not only repeat a node above, of which the surest are listed
    found: tuple[Difference, ...]


def alignable_differences(
    trees: Trees,
    pair: DatasetPair,
    *,
    min_ds: float | None = None,
    min_rows: int = MIN_ROWS,
    min_share: float = MIN_SHARE,
    limit: int | None = LIMIT,
    row_numbers: tuple[Rows, Rows] | None = None,
) -> Differences:
    """How the two tables differ at the nodes of trees whose DS is at least `min_ds` (default: the set's mean).

    Alignable differences [GM94, alignable differences] are differences that are visible only in a common structure.
    A node is checked if it lies below the root and each table has at least `min_rows` rows and `min_share` of its
    rows there, every row counted once, also in a balanced pair. Nodes with the same conditions in several trees are
    one. Each is tested for what remains beyond the base rates; the p-values are corrected for all nodes looked at
    (Holm). A node below one that differs clearly is omitted where it only repeats that difference: where nothing
    remains beyond the nearest such node (p ≥ 0.05). At most `limit` are listed, the smallest p first. `row_numbers`
    gives for each row of `pair.matched` its position in the table as it was read, where rows were held out.
    """
    _check(min_ds, min_rows, min_share=min_share, limit=limit)
    shared_trees = list_of_trees(trees)
    least = math.fsum(shared.ds for shared in shared_trees) / len(shared_trees) if min_ds is None else min_ds
    alike = [
        (routed, shared)
        for routed, shared in zip(routed_trees(trees, pair), shared_trees, strict=True)
        if shared.ds >= least - 1e-12
    ]
    left, right = (max(min_rows, math.ceil(min_share * domain.n_rows - 1e-9)) for domain in (pair.left, pair.right))
    merged: dict[frozenset[object], list[CheckedNode]] = {}
    for routed, shared in alike:
        for node in checked_nodes(routed, shared, (left, right)):
            merged.setdefault(frozenset(condition.key for condition in node.conditions), []).append(node)
    checked = list(merged.values())
    corrected = [p or 0.0 for p in holm([same[0].beyond.p_value for same in checked])]
    listed = _not_repeated(checked, corrected)
    listed.sort(key=lambda each: (each[1], each[0][0].beyond.p_value, -abs(each[0][0].beyond.log_odds)))
    numbers = table_row_numbers(pair, row_numbers)
    return Differences(
        tables=(pair.left.name, pair.right.name),
        class_names=pair.class_names,
        scale=pair.preparation.scale,
        is_balanced=pair.is_balanced,
        min_ds=least,
        min_rows=(left, right),
        n_trees=len(alike),
        base=_base_rate(pair),
        n_checked=len(checked),
        n_clear=sum(p < LEVEL for _, p in listed),
        n_found=len(listed),
        found=tuple(_difference(rank, same, numbers, p) for rank, (same, p) in enumerate(listed[:limit], start=1)),
    )


def _not_repeated(checked: list[list[CheckedNode]], corrected: list[float]) -> list[tuple[list[CheckedNode], float]]:
    """The nodes that do not only repeat the nearest node above that differs clearly and is listed itself."""
    clear: dict[tuple[int, int], CheckedNode] = {}
    listed = []
    for same, p in zip(checked, corrected, strict=True):  # parents come first
        first = same[0]
        number = first.routed.number
        above = next((clear[number, at] for at in first.above if (number, at) in clear), None)
        if above is not None and remaining(first.counts, above.counts).p_value >= LEVEL:
            continue
        listed.append((same, p))
        if p < LEVEL:
            clear.update({(node.routed.number, node.node): node for node in same})
    return listed


def _base_rate(pair: DatasetPair) -> BaseRate:
    m = len(pair.class_names)
    counts = [np.bincount(side.classes, minlength=m).tolist() for side in (pair.left, pair.right)]
    shares = [[n / sum(each) for n in each] for each in counts]
    answer = max(range(m), key=lambda c: (round(abs(shares[0][c] - shares[1][c]), 12), c))
    return BaseRate(pair.class_names[answer], (shares[0][answer], shares[1][answer]), mixes_p_value(*counts))


def _check(min_ds: float | None, min_rows: int, *, min_share: float, limit: int | None) -> None:
    for option, value in (("min_ds", min_ds), ("min_share", min_share)):
        if value is not None and not (is_number(value) and 0 <= value <= 1):
            raise InvalidParameterError("out-of-range", option=option, value=value, low=0, high=1)
    for option, number in (("min_rows", min_rows), ("limit", limit)):
        if number is not None:
            whole(option, number, smallest=1)


def _difference(rank: int, same: Sequence[CheckedNode], numbers: tuple[Rows, ...], p_corrected: float) -> Difference:
    first = same[0]
    left, right = (_responsible(first, side, numbers[side]) for side in (0, 1))
    shares = tuple(tuple(n / max(1, sum(counts)) for n in counts) for counts in first.counts)
    return Difference(
        rank=rank,
        trees=tuple(sorted({node.routed.number for node in same})),
        node=first.node,
        is_leaf=bool(first.shared.tree.is_leaf[first.node]),
        conditions=first.conditions,
        counts=first.counts,
        shares=(shares[0], shares[1]),
        answer=first.shared.tree.class_names[first.beyond.answer],
        log_odds=first.beyond.log_odds,
        dsn=first.dsn,
        dsn_above=first.dsn_above,
        tree_ds=first.shared.ds,
        responsible=(left, right),
        p_corrected=p_corrected,
    )


def _responsible(node: CheckedNode, side: int, numbers: Rows) -> Responsible:
    """The rows of the class where the table has more of it than the base rates explain, else those of other classes."""
    rows, answer = node.routed.rows[side], node.beyond.answer
    has_more = (node.beyond.log_odds > 0) == (side == 0)
    classes = [c for c in range(rows.n_classes) if (c == answer) == has_more and node.counts[side][c]]
    here = rows.covered_by(node.conditions) & np.isin(rows.classes, classes)
    expected = expected_share(node.counts, node.base, answer, side) * sum(node.counts[side])
    return Responsible(
        table=rows.name,
        classes=tuple(node.shared.tree.class_names[position] for position in classes),
        rows=numbers[here],
        excess=abs(node.counts[side][answer] - expected),
    )
