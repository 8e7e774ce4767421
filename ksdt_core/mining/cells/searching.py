"""The search for all cells of the weight triangle, compiled.

A *part* is a convex piece of the triangle with the choices that the miner makes in all of it so far. The largest part
is taken from a heap, its choices are made again from the first tree on (so that sums of usage carry the same rounding
as in the miner), and the next decision is looked at: where one split wins in the whole piece the part continues, else
the piece is divided and its parts go back to the heap. When no tree can split any more, the part is a cell.

Like the loop of the miner this one returns what it needs and is called again to continue.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ksdt_core.compiled import inner_kernel, kernel
from ksdt_core.mining import growing
from ksdt_core.mining.cells.pieces import divided, survivors_of, winner_at, wins_everywhere
from ksdt_core.mining.cells.polygons import measure
from ksdt_core.mining.cells.rivals import FIRST, gathered
from ksdt_core.mining.growing import NONE

DONE, NEEDS_TABLE, NEEDS_SPLIT, NEEDS_ROOM, NEEDS_SPACE, PAUSED = 0, 1, 2, 3, 4, 5  # what `search` returns

N_CHOICES, N_CORNERS, N_OPEN, N_CELLS, N_LINKS = 0, 1, 2, 3, 4  # places in Search.cursor: how many of each
CHOICE, LENGTH, AT, CORNERS, TIED, N_USED, N_PARTS = 5, 6, 7, 8, 9, 10, 11  # of the part at hand; parts so far
PARENT, CHOSEN_ATTRIBUTE, CHOSEN_CODE, DEPTH = 0, 1, 2, 3  # lines of Search.choices
LAST_CHOICE, FIRST_CORNER, PART_CORNERS, PART_TIED, NUMBER = 0, 1, 2, 3, 4  # columns of Search.open and Search.cells
FOUND, DROPPED = 0, 1  # places in Search.areas


class Search(NamedTuple):
    """What has been found, and what is still open."""

    cursor: NDArray[np.int64]
    areas: NDArray[np.float64]  # of the cells found, and of parts dropped for want of room
    choices: NDArray[np.int32]  # (4, n), each points to the one before it; attribute NONE passes a node over
    corners: NDArray[np.float64]  # (n, 2), of all parts and cells
    open: NDArray[np.int64]  # (n, 5), the parts in the heap
    sizes: NDArray[np.float64]  # (n,), their areas
    cells: NDArray[np.int64]  # (n, 4)
    cell_sizes: NDArray[np.float64]
    ends: NDArray[np.int64]  # (n, k), for each cell where the links of each tree end
    links: NDArray[np.int32]  # the links of all trees of all cells
    path: NDArray[np.int32]  # (2, n), attribute and code of each choice of the part at hand
    polygon: NDArray[np.float64]  # (n, 2), its corners
    used: NDArray[np.int64]  # attributes that its trees use


@inner_kernel
def _goes_first(search, a, b):  # type: ignore[no-untyped-def]
    """Whether part a comes before part b: the larger, on a tie the older."""
    if search.sizes[a] != search.sizes[b]:
        return search.sizes[a] > search.sizes[b]
    return search.open[a, NUMBER] < search.open[b, NUMBER]


@inner_kernel
def _swap(search, a, b):  # type: ignore[no-untyped-def]
    search.sizes[a], search.sizes[b] = search.sizes[b], search.sizes[a]
    for column in range(search.open.shape[1]):
        search.open[a, column], search.open[b, column] = search.open[b, column], search.open[a, column]


@kernel
def push(search, choice, corners, n, tied, size):  # type: ignore[no-untyped-def]
    """Put a part into the heap."""
    cursor = search.cursor
    at = cursor[N_OPEN]
    first = cursor[N_CORNERS]
    for i in range(n):
        search.corners[first + i, 0] = corners[i, 0]
        search.corners[first + i, 1] = corners[i, 1]
    cursor[N_CORNERS] += n
    search.sizes[at] = size
    line = search.open[at]
    line[LAST_CHOICE], line[FIRST_CORNER], line[PART_CORNERS] = choice, first, n
    line[PART_TIED], line[NUMBER] = tied, cursor[N_PARTS]
    cursor[N_PARTS] += 1
    cursor[N_OPEN] += 1
    while at > 0 and _goes_first(search, at, (at - 1) // 2):
        _swap(search, at, (at - 1) // 2)
        at = (at - 1) // 2


@inner_kernel
def _pop(search):  # type: ignore[no-untyped-def]
    """Take the largest part from the heap and make it the part at hand."""
    cursor = search.cursor
    line = search.open[0]
    first = line[FIRST_CORNER]
    cursor[CORNERS] = line[PART_CORNERS]
    for i in range(line[PART_CORNERS]):
        search.polygon[i, 0] = search.corners[first + i, 0]
        search.polygon[i, 1] = search.corners[first + i, 1]
    cursor[TIED] = line[PART_TIED]
    cursor[CHOICE] = line[LAST_CHOICE]
    cursor[N_OPEN] -= 1
    at = np.int64(0)
    _swap(search, at, cursor[N_OPEN])
    while True:
        first_child = 2 * at + 1
        if first_child >= cursor[N_OPEN]:
            break
        child = first_child
        if first_child + 1 < cursor[N_OPEN] and _goes_first(search, first_child + 1, first_child):
            child = first_child + 1
        if not _goes_first(search, child, at):
            break
        _swap(search, at, child)
        at = child


@kernel
def restart(search, growth, root):  # type: ignore[no-untyped-def]
    """Trees of one open node each, and the choices of the part at hand written out from first to last."""
    k = growth.norm.size
    cursor = search.cursor
    for i in range(cursor[N_USED]):
        attribute = search.used[i]
        growth.is_used[attribute] = False
        for t in range(k):
            growth.uses[growing.COUNT, t, attribute] = 0
            growth.uses[growing.LEVEL_SUM, t, attribute] = 0
            for level in range(growth.level_uses.shape[1]):
                growth.level_uses[t, level, attribute] = 0
    cursor[N_USED] = 0
    growth.cursor[growing.N_NODES] = k
    growth.cursor[growing.TURN] = 0
    growth.cursor[growing.PASSED] = 0
    for t in range(k):
        growth.norm[t] = 0.0
        for other in range(k):
            growth.dot[t, other] = 0.0
        growth.open[growing.HEAD, t] = t
        growth.open[growing.TAIL, t] = t
        for field in range(growth.nodes.shape[0]):
            growth.nodes[field, t] = NONE
        growth.nodes[growing.TREE, t] = t
        growth.nodes[growing.ROW_SET, t] = root
        growth.nodes[growing.LEVEL, t] = 1
    choice = cursor[CHOICE]
    length = 0 if choice == NONE else np.int64(search.choices[DEPTH, choice])
    cursor[LENGTH] = length
    cursor[AT] = 0
    while choice != NONE:
        length -= 1
        search.path[0, length] = search.choices[CHOSEN_ATTRIBUTE, choice]
        search.path[1, length] = search.choices[CHOSEN_CODE, choice]
        choice = np.int64(search.choices[PARENT, choice])


@inner_kernel
def _choose(search, parent, depth, attribute, code):  # type: ignore[no-untyped-def]
    """Enter a choice that follows another; returns its number."""
    number = search.cursor[N_CHOICES]
    search.cursor[N_CHOICES] += 1
    search.choices[PARENT, number] = parent
    search.choices[CHOSEN_ATTRIBUTE, number] = attribute
    search.choices[CHOSEN_CODE, number] = code
    search.choices[DEPTH, number] = depth
    return number


@inner_kernel
def _go_on(search, attribute, code):  # type: ignore[no-untyped-def]
    """Let the part at hand make one more choice."""
    cursor = search.cursor
    cursor[CHOICE] = _choose(search, cursor[CHOICE], cursor[LENGTH] + 1, attribute, code)
    search.path[0, cursor[LENGTH]] = attribute
    search.path[1, cursor[LENGTH]] = code
    cursor[LENGTH] += 1


@inner_kernel
def _make_choice(tables, growth, rules, search, t, node):  # type: ignore[no-untyped-def]
    """Let tree t do at its node what the path says; returns False where the children are not known yet."""
    cursor = search.cursor
    attribute = np.int64(search.path[0, cursor[AT]])
    nodes = growth.nodes
    if attribute == NONE:
        growth.open[growing.HEAD, t] = nodes[growing.NEXT_OPEN, node]
        cursor[AT] += 1
        return True
    row_set = nodes[growing.ROW_SET, node]
    link = growing.link_of(tables, row_set, attribute, np.int64(search.path[1, cursor[AT]]))
    if link == NONE:
        return False
    nodes[growing.LINK, node] = link
    nodes[growing.ATTRIBUTE, node] = attribute
    if not growth.is_used[attribute]:
        search.used[cursor[N_USED]] = attribute
        cursor[N_USED] += 1
    growing.use_attribute(growth, rules, t, attribute, nodes[growing.LEVEL, node])
    left, right = tables.links[growing.LINK_LEFT, link], tables.links[growing.LINK_RIGHT, link]
    growing.split_node(growth, rules.breadth, t, node, left, right)
    growth.cursor[growing.PASSED] = 0
    if not rules.sequential:
        growth.cursor[growing.TURN] = (t + 1) % growth.norm.size
    cursor[AT] += 1
    return True


@inner_kernel
def _keep_cell(search, growth):  # type: ignore[no-untyped-def]
    """Note the part at hand, whose trees are finished, as a cell with the links of each of its trees."""
    cursor = search.cursor
    cell = cursor[N_CELLS]
    first = cursor[N_CORNERS]
    for i in range(cursor[CORNERS]):
        search.corners[first + i, 0] = search.polygon[i, 0]
        search.corners[first + i, 1] = search.polygon[i, 1]
    cursor[N_CORNERS] += cursor[CORNERS]
    line = search.cells[cell]
    line[LAST_CHOICE], line[FIRST_CORNER], line[PART_CORNERS] = cursor[CHOICE], first, cursor[CORNERS]
    line[PART_TIED] = cursor[TIED]
    search.cell_sizes[cell] = measure(search.polygon, cursor[CORNERS])
    search.areas[FOUND] += search.cell_sizes[cell]
    for t in range(growth.norm.size):
        for node in range(growth.cursor[growing.N_NODES]):
            if growth.nodes[growing.TREE, node] == t and growth.nodes[growing.LINK, node] != NONE:
                search.links[cursor[N_LINKS]] = growth.nodes[growing.LINK, node]
                cursor[N_LINKS] += 1
        search.ends[cell, t] = cursor[N_LINKS]
    cursor[N_CELLS] += 1
    cursor[CORNERS] = 0


@inner_kernel
def _has_space(search, n_nodes, n_parts, n_corners):  # type: ignore[no-untyped-def]
    """Whether so many more parts with so many corners, or the cell at hand, can be noted."""
    cursor = search.cursor
    return (
        cursor[N_CHOICES] + n_parts + 1 <= search.choices.shape[1]
        and cursor[N_CORNERS] + n_corners + cursor[CORNERS] <= search.corners.shape[0]
        and cursor[N_OPEN] + n_parts <= search.sizes.size
        and cursor[N_CELLS] < search.cell_sizes.size
        and cursor[N_LINKS] + n_nodes <= search.links.size
        and cursor[LENGTH] + 1 < search.path.shape[1]
        and n_corners <= search.polygon.shape[0]
    )


@inner_kernel
def _part(search, lines, corners, splits, most):  # type: ignore[no-untyped-def]
    """Replace the part at hand by its pieces: continue with the largest where that is next, the others into the heap.

    Once cells and open parts reach `most`, only the largest pieces are followed. `splits` holds attribute and code.
    """
    cursor = search.cursor
    n = lines.shape[0]
    sizes = np.empty(n)
    by_size = np.empty(n, dtype=np.int64)  # the largest first
    for p in range(n):
        sizes[p] = measure(corners[lines[p, 1] :], lines[p, 2])
        at = p
        while at > 0 and sizes[by_size[at - 1]] < sizes[p]:
            by_size[at] = by_size[at - 1]
            at -= 1
        by_size[at] = p
    n_followed = min(n, max(np.int64(1), most - cursor[N_CELLS] - cursor[N_OPEN]))
    for p in by_size[n_followed:]:
        search.areas[DROPPED] += sizes[p]
    parent = cursor[CHOICE]
    depth = cursor[LENGTH] + 1
    was_tied = cursor[TIED]
    goes_on = cursor[N_OPEN] == 0 or sizes[by_size[0]] >= search.sizes[0]
    if not goes_on:
        cursor[CORNERS] = 0
    for position in range(n_followed):
        p = by_size[position]
        tied = max(was_tied, lines[p, 3])
        if position == 0 and goes_on:
            _go_on(search, splits[p, 0], splits[p, 1])
            cursor[CORNERS] = lines[p, 2]
            cursor[TIED] = tied
            for i in range(lines[p, 2]):
                search.polygon[i, 0] = corners[lines[p, 1] + i, 0]
                search.polygon[i, 1] = corners[lines[p, 1] + i, 1]
        else:
            choice = _choose(search, parent, depth, splits[p, 0], splits[p, 1])
            push(search, choice, corners[lines[p, 1] :], lines[p, 2], tied, sizes[p])


@inner_kernel
def _decide(tables, fronts, growth, rules, search, rivals, t, node, most, smallest):  # type: ignore[no-untyped-def]
    """Look at the next decision of the part at hand; returns False where there is no space for what follows."""
    cursor = search.cursor
    row_set, level = growth.nodes[growing.ROW_SET, node], growth.nodes[growing.LEVEL, node]
    used = search.used[: cursor[N_USED]]
    n = gathered(tables, fronts, growth, rules, used, t, row_set, level, rivals)
    n_nodes = growth.cursor[growing.N_NODES]
    if not _has_space(search, n_nodes, np.int64(1), np.int64(0)):
        return False
    if n == 0:
        _go_on(search, np.int32(NONE), np.int32(NONE))
        return True
    x = 0.0
    y = 0.0
    for v in range(cursor[CORNERS]):
        x += search.polygon[v, 0] / cursor[CORNERS]
        y += search.polygon[v, 1] / cursor[CORNERS]
    begin = tables.sets[growing.START, row_set]
    winner = winner_at(rivals, n, x, y)
    if wins_everywhere(rivals, n, winner, search.polygon, cursor[CORNERS]):
        place = begin + rivals.order[winner]
        attribute, code = tables.places[growing.POINT_ATTRIBUTE, place], tables.places[growing.POINT_CODE, place]
        _go_on(search, attribute, code)
        return True
    alive = survivors_of(rivals, n, winner, search.polygon, cursor[CORNERS])
    lines, corners = divided(rivals, alive, search.polygon, cursor[CORNERS], smallest)
    if lines.shape[0] == 0:  # slivers only: all of it goes to the winner at its centre
        lines = np.zeros((1, 4), dtype=np.int64)
        lines[0, 0], lines[0, 2] = winner, cursor[CORNERS]
        corners = search.polygon
    n_corners = np.int64(0)
    splits = np.empty((lines.shape[0], 2), dtype=np.int32)
    for p in range(lines.shape[0]):
        place = begin + rivals.order[lines[p, 0]]
        splits[p, 0] = tables.places[growing.POINT_ATTRIBUTE, place]
        splits[p, 1] = tables.places[growing.POINT_CODE, place]
        n_corners += lines[p, 2]
    if not _has_space(search, n_nodes, np.int64(lines.shape[0]), n_corners):
        return False
    _part(search, lines, corners, splits, most)
    return True


@kernel
def search_cells(tables, fronts, growth, rules, search, rivals, root, most, smallest, stop_at):  # type: ignore[no-untyped-def]  # noqa: C901 (a kernel)
    """Look for cells until all parts are done or there are `stop_at`; returns (DONE, ..) or what is needed."""
    k = growth.norm.size
    cursor = search.cursor
    nodes = growth.nodes
    while True:
        if cursor[CORNERS] == 0:
            if cursor[N_OPEN] == 0:
                return DONE, NONE, NONE, NONE
            if cursor[N_CELLS] >= stop_at:
                return PAUSED, NONE, NONE, NONE
            last = search.open[0, LAST_CHOICE]
            if last != NONE and search.choices[DEPTH, last] + 1 >= search.path.shape[1]:
                return NEEDS_SPACE, NONE, NONE, NONE
            _pop(search)
            restart(search, growth, root)
        t = growth.cursor[growing.TURN]
        if growth.cursor[growing.PASSED] >= k:
            if not _has_space(search, growth.cursor[growing.N_NODES], np.int64(1), cursor[CORNERS]):
                return NEEDS_SPACE, NONE, NONE, NONE
            _keep_cell(search, growth)
            continue
        node = growth.open[growing.HEAD, t]
        if node == NONE:
            growth.cursor[growing.TURN] = (t + 1) % k
            growth.cursor[growing.PASSED] += 1
            continue
        row_set, level = nodes[growing.ROW_SET, node], nodes[growing.LEVEL, node]
        if growing.terminates(tables.counts[row_set], level, rules):
            growth.open[growing.HEAD, t] = nodes[growing.NEXT_OPEN, node]
            continue
        if nodes.shape[1] < growth.cursor[growing.N_NODES] + 2:
            return NEEDS_ROOM, level, NONE, NONE
        if rules.listed and growth.level_uses.shape[1] < level:
            return NEEDS_ROOM, level, NONE, NONE
        if cursor[AT] < cursor[LENGTH]:
            if not _make_choice(tables, growth, rules, search, t, node):
                return NEEDS_SPLIT, row_set, np.int64(search.path[0, cursor[AT]]), np.int64(search.path[1, cursor[AT]])
            continue
        if tables.sets[growing.START, row_set] == NONE or row_set >= fronts.sets.shape[1]:
            return NEEDS_TABLE, row_set, level, NONE
        if fronts.sets[FIRST, row_set] == NONE or rivals.order.size < tables.sets[growing.SIZE, row_set]:
            return NEEDS_TABLE, row_set, level, NONE
        tables.sets[growing.USED_AT, row_set] = cursor[N_CHOICES]
        if not _decide(tables, fronts, growth, rules, search, rivals, t, node, most, smallest):
            return NEEDS_SPACE, NONE, NONE, NONE


@kernel
def replay(tables, growth, rules, search):  # type: ignore[no-untyped-def]
    """Make all choices of the path; returns False where there is no room for the nodes."""
    k = growth.norm.size
    nodes = growth.nodes
    while growth.cursor[growing.PASSED] < k:
        t = growth.cursor[growing.TURN]
        node = growth.open[growing.HEAD, t]
        if node == NONE:
            growth.cursor[growing.TURN] = (t + 1) % k
            growth.cursor[growing.PASSED] += 1
        elif growing.terminates(tables.counts[nodes[growing.ROW_SET, node]], nodes[growing.LEVEL, node], rules):
            growth.open[growing.HEAD, t] = nodes[growing.NEXT_OPEN, node]
        elif nodes.shape[1] < growth.cursor[growing.N_NODES] + 2 or not _make_choice(
            tables, growth, rules, search, t, node
        ):
            return False
    return True
