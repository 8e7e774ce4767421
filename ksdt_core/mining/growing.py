"""Growing a set of trees, compiled: whose turn it is, which split wins, what that does to attribute usage.

The loop works on row sets that are known by number. When it meets a row set whose splits, or a split whose children,
have not been computed yet, it returns what it needs and is called again to continue.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ksdt_core.compiled import inlined, inner_kernel, is_compiled, kernel
from ksdt_core.mining.column_kernel import best_gains, merge_columns
from ksdt_core.mining.split_kernel import TIE, part_rows, promising_splits

Int32s = NDArray[np.int32]
Int64s = NDArray[np.int64]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

NONE = -1
DONE, NEEDS_TABLE, NEEDS_SPLIT, NEEDS_ROOM = 0, 1, 2, 3  # what `grow` returns
AVGMIN, AVG, MIN = 0, 1, 2  # how TPDs are aggregated

START, SIZE, USED_AT, FIRST_LINK = 0, 1, 2, 3  # lines of Tables.sets
NEXT_LINK, LINK_ATTRIBUTE, LINK_CODE, LINK_LEFT, LINK_RIGHT, LOWER_ROW, UPPER_ROW = 0, 1, 2, 3, 4, 5, 6  # Tables.links
POINT_ATTRIBUTE, POINT_CODE = 0, 1  # lines of Tables.places
GAIN, SIMILARITY = 0, 1  # lines of Tables.worths
N_NODES, TURN, PASSED, TICK = 0, 1, 2, 3  # places in Growth.cursor
TREE, ROW_SET, LEVEL, LINK, ATTRIBUTE, LEFT, RIGHT, NEXT_OPEN = 0, 1, 2, 3, 4, 5, 6, 7  # lines of Growth.nodes
HEAD, TAIL = 0, 1  # lines of Growth.open
COUNT, LEVEL_SUM = 0, 1  # planes of Growth.uses


class Tables(NamedTuple):
    """What is known of the row sets: class counts, splits that can win, children of splits made before.

    A set's splits stand at START .. START + SIZE of `places` and `worths`; START is NONE while they are not at hand.
    """

    counts: Int64s  # (n_sets, 2 · n_classes)
    sets: Int64s  # (4, n_sets)
    links: Int64s  # (7, n_links), splits that some tree made, chained by set, with two rows that they part
    places: Int32s  # (2, n_points), attribute and code
    worths: Floats  # (2, n_points), gain and similarity


class Rules(NamedTuple):
    """What decides a split, in numbers."""

    w_ig: float
    w_ds: float
    w_atd: float  # 0 for a single tree
    min_size: float
    max_level: int  # nodes of this level are leaves; 0: no bound
    sequential: bool
    breadth: bool
    aggregate: int
    ell: int
    listed: bool  # AUS llc
    allowed: Flags  # (2, n_attributes), which attributes may be used at a root, and which below


class Growth(NamedTuple):
    """The trees as they stand: nodes of all trees in the order they were made, open nodes, attribute usage."""

    cursor: Int64s
    nodes: Int64s  # (8, n_nodes)
    open: Int64s  # (2, k), first and last node of each tree that waits to be looked at
    uses: Int64s  # (2, k, n_attributes), Cnt(A) and the sum of the levels at which A is used
    level_uses: Int32s  # (k, n_levels, n_attributes), AUS llc
    dot: Floats  # (k, k), inner products of the trees' AUS
    norm: Floats  # (k,), squared norms of the AUS
    is_used: Flags  # (n_attributes,), in any tree
    bonus: Floats  # (n_attributes,), room to work in
    differences: Floats  # (k,), room to work in


@inlined
def terminates(counts, level, rules):  # type: ignore[no-untyped-def]
    """Whether the rows of either table are too few or of one class, or the tree is deep enough here."""
    if rules.max_level > 0 and level >= rules.max_level:
        return True
    n_classes = counts.size // 2
    for side in range(2):
        n_rows = 0
        largest = 0
        for c in range(n_classes):
            n = counts[side * n_classes + c]
            n_rows += n
            largest = max(largest, n)
        if n_rows < rules.min_size or largest == n_rows:
            return True
    return False


@inlined
def _aggregate(differences, n, rules):  # type: ignore[no-untyped-def]
    """ATD from TPDs: the mean of the ell smallest, the mean, or the smallest; 1 with no other tree."""
    if n == 0:
        return 1.0
    n_smallest = n
    if rules.aggregate == MIN:
        n_smallest = 1
    elif rules.aggregate == AVGMIN:
        n_smallest = min(rules.ell, n)
    total = 0.0
    for i in range(n_smallest):
        if n_smallest < n:
            smallest = i
            for j in range(i + 1, n):
                if differences[j] < differences[smallest]:
                    smallest = j
            differences[i], differences[smallest] = differences[smallest], differences[i]
        total += differences[i]
    return total / n_smallest


@inner_kernel
def _usage(growth, s, attribute, level, rules, after):  # type: ignore[no-untyped-def]
    """The component of tree s's AUS that a split by `attribute` at `level` touches, before or after that split.

    lnc: Cnt² / Σ levels; llc: the count at this level.
    """
    more = np.int64(after)
    if rules.listed:
        return np.float64(growth.level_uses[s, level - 1, attribute] + more)
    n = growth.uses[COUNT, s, attribute] + more
    if n == 0:
        return 0.0
    return n * n / np.float64(growth.uses[LEVEL_SUM, s, attribute] + more * level)


@inner_kernel
def difference_after(growth, t, attribute, level, rules):  # type: ignore[no-untyped-def]
    """ATD of tree t as it would be after a split by `attribute` at `level`; NONE stands for one no tree has used."""
    n_others = t if rules.sequential else growth.norm.size
    before = 0.0
    after = 1.0 if rules.listed else 1.0 / level
    if attribute != NONE:
        before = _usage(growth, t, attribute, level, rules, False)
        after = _usage(growth, t, attribute, level, rules, True)
    norm = growth.norm[t] + after * after - before * before
    n = 0
    for s in range(n_others):
        if s == t:
            continue
        difference = 1.0
        if growth.norm[s] > 0.0:
            dot = growth.dot[t, s]
            if attribute != NONE:
                dot += (after - before) * _usage(growth, s, attribute, level, rules, False)
            difference = 1.0 - dot / np.sqrt(norm * growth.norm[s])
        growth.differences[n] = difference
        n += 1
    return _aggregate(growth.differences, n, rules)


@inlined
def _weigh_attributes(growth, rules, t, level):  # type: ignore[no-untyped-def]
    """w_ATD · ATD of a split by each attribute, −∞ where it may not be used, into `bonus`."""
    allowed = rules.allowed[0 if level == 1 else 1]
    fresh = rules.w_atd * difference_after(growth, t, np.int64(NONE), level, rules)
    for a in range(allowed.size):
        if not allowed[a]:
            growth.bonus[a] = -np.inf
        elif growth.is_used[a]:
            growth.bonus[a] = rules.w_atd * difference_after(growth, t, np.int64(a), level, rules)
        else:
            growth.bonus[a] = fresh


@inlined
def _best_split(tables, bonus, rules, row_set):  # type: ignore[no-untyped-def]
    """The split with the best IDT = w_IG·IG + w_DS·DSN + w_ATD·ATD; of those within TIE the first; NONE if none."""
    begin = tables.sets[START, row_set]
    end = begin + tables.sets[SIZE, row_set]
    best = -np.inf
    for i in range(begin, end):
        worth = rules.w_ig * tables.worths[GAIN, i] + rules.w_ds * tables.worths[SIMILARITY, i]
        best = max(best, worth + bonus[tables.places[POINT_ATTRIBUTE, i]])
    if best == -np.inf:
        return NONE
    for i in range(begin, end):
        worth = rules.w_ig * tables.worths[GAIN, i] + rules.w_ds * tables.worths[SIMILARITY, i]
        if worth + bonus[tables.places[POINT_ATTRIBUTE, i]] >= best - TIE:
            return i
    return NONE


@inlined
def link_of(tables, row_set, attribute, code):  # type: ignore[no-untyped-def]
    """The number of this split if its children are known, else NONE."""
    link = tables.sets[FIRST_LINK, row_set]
    while link != NONE and (tables.links[LINK_ATTRIBUTE, link] != attribute or tables.links[LINK_CODE, link] != code):
        link = tables.links[NEXT_LINK, link]
    return link


@inlined
def use_attribute(growth, rules, t, attribute, level):  # type: ignore[no-untyped-def]
    """Enter a split into the attribute usage of tree t."""
    before = _usage(growth, t, attribute, level, rules, False)
    after = _usage(growth, t, attribute, level, rules, True)
    for s in range(growth.norm.size):
        if s != t:
            growth.dot[t, s] += (after - before) * _usage(growth, s, attribute, level, rules, False)
            growth.dot[s, t] = growth.dot[t, s]
    growth.norm[t] += after * after - before * before
    growth.uses[COUNT, t, attribute] += 1
    growth.uses[LEVEL_SUM, t, attribute] += level
    growth.is_used[attribute] = True
    if rules.listed:
        growth.level_uses[t, level - 1, attribute] += 1


@inlined
def split_node(growth, breadth, t, node, left_set, right_set):  # type: ignore[no-untyped-def]
    """Give the open node two open children: next in line depth first, last in line breadth first."""
    nodes = growth.nodes
    left = growth.cursor[N_NODES]
    right = left + 1
    growth.cursor[N_NODES] += 2
    for child in range(left, right + 1):
        nodes[TREE, child] = t
        nodes[ROW_SET, child] = left_set if child == left else right_set
        nodes[LEVEL, child] = nodes[LEVEL, node] + 1
        for field in (LINK, ATTRIBUTE, LEFT, RIGHT, NEXT_OPEN):
            nodes[field, child] = NONE
    nodes[LEFT, node] = left
    nodes[RIGHT, node] = right
    nodes[NEXT_OPEN, left] = right
    following = nodes[NEXT_OPEN, node]
    if breadth and following != NONE:
        nodes[NEXT_OPEN, growth.open[TAIL, t]] = left
        growth.open[HEAD, t] = following
        growth.open[TAIL, t] = right
    else:
        nodes[NEXT_OPEN, right] = following
        growth.open[HEAD, t] = left
        if following == NONE:
            growth.open[TAIL, t] = right


@kernel
def grow(tables, growth, rules):  # type: ignore[no-untyped-def]
    """Let the trees take turns until none can split; returns (DONE, ..) or what is needed to continue."""
    k = growth.norm.size
    cursor = growth.cursor
    nodes = growth.nodes
    while cursor[PASSED] < k:
        t = cursor[TURN]
        node = growth.open[HEAD, t]
        if node == NONE:
            cursor[TURN] = (t + 1) % k
            cursor[PASSED] += 1
            continue
        row_set = nodes[ROW_SET, node]
        level = nodes[LEVEL, node]
        point = NONE
        if not terminates(tables.counts[row_set], level, rules):
            if tables.sets[START, row_set] == NONE:
                return NEEDS_TABLE, row_set, level, NONE
            if nodes.shape[1] < cursor[N_NODES] + 2 or (rules.listed and growth.level_uses.shape[1] < level):
                return NEEDS_ROOM, level, NONE, NONE
            tables.sets[USED_AT, row_set] = cursor[TICK]
            _weigh_attributes(growth, rules, t, level)
            point = _best_split(tables, growth.bonus, rules, row_set)
        if point == NONE:
            growth.open[HEAD, t] = nodes[NEXT_OPEN, node]
            continue
        attribute = np.int64(tables.places[POINT_ATTRIBUTE, point])
        code = np.int64(tables.places[POINT_CODE, point])
        link = link_of(tables, row_set, attribute, code)
        if link == NONE:
            return NEEDS_SPLIT, row_set, attribute, code
        nodes[LINK, node] = link
        nodes[ATTRIBUTE, node] = attribute
        use_attribute(growth, rules, t, attribute, level)
        split_node(growth, rules.breadth, t, node, tables.links[LINK_LEFT, link], tables.links[LINK_RIGHT, link])
        cursor[TICK] += 1
        cursor[PASSED] = 0
        if not rules.sequential:
            cursor[TURN] = (t + 1) % k
    return DONE, NONE, NONE, NONE


def kernels_compiled() -> bool:
    """Whether the mining kernels were compiled on this machine before; if not, the first run takes some seconds."""
    return all(is_compiled(function) for function in (grow, promising_splits, part_rows, best_gains, merge_columns))
