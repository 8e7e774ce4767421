"""Alignable differences: where two tables part within trees that show how alike they are.

Two tables that have nothing in common differ everywhere, which tells nothing. Within a tree of high similarity most
nodes hold the same mix of classes in both tables; the few that do not are differences *given* what is alike.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ksdt_core.data.pair import DatasetPair
from ksdt_core.data.row_numbers import Rows, table_row_numbers
from ksdt_core.errors import InvalidParameterError
from ksdt_core.given import is_number, whole
from ksdt_core.rules.conditions import Condition
from ksdt_core.rules.evidence import holm, mixes_p_value
from ksdt_core.rules.full_paths import Trees, list_of_trees, routed_trees
from ksdt_core.rules.parting_nodes import PartingNode, parting_nodes

MIN_ROWS = 5
MIN_SHARE = 0.05
LIMIT = 10


@dataclass(frozen=True, slots=True, eq=False)
class Responsible:
    """The rows of one table that make a node differ from the other table's."""

    table: str
    classes: tuple[str, ...]  # those with a larger share than in the other table
    rows: Rows  # numbers of the rows of these classes at the node, the first row of the table being 1
    excess: float  # about how many of them are more than the other table's shares would give


@dataclass(frozen=True, slots=True, eq=False)
class Difference:
    """A node of a similar tree at which the class mixes of the two tables part."""

    rank: int  # 1 is the least similar
    trees: tuple[int, ...]  # positions of the trees that have this node
    node: int  # in the first of them
    is_leaf: bool
    conditions: tuple[Condition, ...]
    counts: tuple[tuple[int, ...], tuple[int, ...]]  # rows by class, each row of each table once
    shares: tuple[tuple[float, ...], tuple[float, ...]]  # of the classes as mined, after balancing where it was chosen
    dsn: float  # as mined
    dsn_above: float  # of the node above
    tree_ds: float  # similarity DS of the first tree
    responsible: tuple[Responsible, Responsible]
    p_corrected: float | None  # that both mix the classes alike, by Holm for all nodes found; None for a balanced pair


@dataclass(frozen=True, slots=True)
class Differences:
    """The differences found, and what was asked for."""

    tables: tuple[str, str]
    class_names: tuple[str, ...]
    scale: str
    is_balanced: bool
    min_ds: float
    min_rows: tuple[int, int]  # for each table
    n_trees: int  # trees as similar as `min_ds`
    n_found: int  # nodes that part, of which the least similar are listed
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
    """The nodes at which the two tables part most, in trees whose DS is at least `min_ds` (default: the set's mean).

    Alignable differences [GM94, alignable differences]: those that only a common structure lets one see.
    A node counts if each table has at least `min_rows` rows and `min_share` of its rows there, every row counted once,
    and if its DSN is below the DS of its tree, the mean over all nodes. The root is no difference within a tree. DSN is
    that of the rows as mined: in a balanced pair a mere difference in how common the classes are tells nothing.
    Nodes with the same conditions in several trees are one difference. At most `limit` are listed, the lowest DSN
    first, then the most rows. Each comes with a test whether its mixes differ at all, corrected for all nodes found:
    few rows part by chance. `row_numbers` gives for each row of `pair.matched` its position in the table as it was
    read, where rows were held out.
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
    merged: dict[frozenset[object], list[PartingNode]] = {}
    for routed, shared in alike:
        for node in parting_nodes(routed, shared, (left, right)):
            merged.setdefault(frozenset(condition.key for condition in node.conditions), []).append(node)
    order = sorted(merged.values(), key=lambda same: (same[0].dsn, -same[0].n_rows))
    numbers = table_row_numbers(pair, row_numbers)
    is_balanced = bool(pair.left.n_gained or pair.right.n_gained)  # rows counted once then have other shares
    corrected = holm([None if is_balanced else mixes_p_value(*same[0].counts) for same in order])
    found = zip(order[:limit], corrected[:limit], strict=True)
    return Differences(
        tables=(pair.left.name, pair.right.name),
        class_names=pair.class_names,
        scale=pair.preparation.scale,
        is_balanced=is_balanced,
        min_ds=least,
        min_rows=(left, right),
        n_trees=len(alike),
        n_found=len(order),
        found=tuple(_difference(rank, same, numbers, p) for rank, (same, p) in enumerate(found, start=1)),
    )


def _check(min_ds: float | None, min_rows: int, *, min_share: float, limit: int | None) -> None:
    for option, value in (("min_ds", min_ds), ("min_share", min_share)):
        if value is not None and not (is_number(value) and 0 <= value <= 1):
            raise InvalidParameterError(f"{option} {value!r} must lie between 0 and 1.")
    for option, number in (("min_rows", min_rows), ("limit", limit)):
        if number is not None:
            whole(option, number, smallest=1)


def _difference(
    rank: int, same: Sequence[PartingNode], numbers: tuple[Rows, ...], p_corrected: float | None
) -> Difference:
    first = same[0]
    left, right = (_responsible(first, side, numbers[side]) for side in (0, 1))
    return Difference(
        rank=rank,
        trees=tuple(sorted({node.routed.number for node in same})),
        node=first.node,
        is_leaf=bool(first.shared.tree.is_leaf[first.node]),
        conditions=first.conditions,
        counts=first.counts,
        shares=(tuple(first.mined_shares(0).tolist()), tuple(first.mined_shares(1).tolist())),
        dsn=first.dsn,
        dsn_above=first.dsn_above,
        tree_ds=first.shared.ds,
        responsible=(left, right),
        p_corrected=p_corrected,
    )


def _responsible(node: PartingNode, side: int, numbers: Rows) -> Responsible:
    rows, larger = node.routed.rows[side], node.larger_classes(side)
    more = (node.mined_shares(side) - node.mined_shares(1 - side))[larger].sum()
    here = rows.covered_by(node.conditions) & np.isin(rows.classes, larger)
    return Responsible(
        table=rows.name,
        classes=tuple(node.shared.tree.class_names[position] for position in larger.tolist()),
        rows=numbers[here],
        excess=float(more) * sum(node.counts[side]),
    )
