"""The regions of the weight triangle as text, the answer first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ksdt_core.mining.cells.shares import filled_by, share_text
from ksdt_core.mining.cells.weight_cells import Cell, WeightCells, WeightRegion
from ksdt_core.mining.weights import WeightVector
from ksdt_core.text import counted, percent, printable, score

INDENT = "  "
MOST_REGIONS = 10
MOST_ATTRIBUTES = 10


def cells_lines(cells: WeightCells) -> Iterator[str]:
    """How many sets there are, how much the largest holds, the best one; then both lists and the attributes."""
    yield from _answer(cells)
    yield ""
    yield "Largest regions"
    yield from _table(cells.regions[:MOST_REGIONS])
    yield ""
    yield "Best sets"
    ranked = sorted(cells.regions, key=lambda region: (-region.scores.sdtsq, region.number))
    yield from _table(tuple(ranked[:MOST_REGIONS]))
    if cells.attributes:
        yield ""
        yield "Attributes, by the share of all weightings under which a tree uses them"
        for name, share in cells.attributes[:MOST_ATTRIBUTES]:
            yield f"{INDENT}{share_text(share):>9}  {printable(name)}"
        if len(cells.attributes) > MOST_ATTRIBUTES:
            yield f"{INDENT}{'':9}  and {len(cells.attributes) - MOST_ATTRIBUTES:,} more"


def _answer(cells: WeightCells) -> Iterator[str]:
    left, right = (printable(str(cells.pair[side]["name"])) for side in ("left", "right"))
    largest, best = cells.regions[0], cells.best
    sets = counted(len(cells.regions), "set of trees is", "sets of trees are")
    yield f"{left} : {right}: {sets} found over all weightings; the largest covers {share_text(largest.share)}."
    yield (
        f"The best set has SDTSQ {score(best.scores.sdtsq)} and holds for {share_text(best.share)} of all "
        f"weightings, for example {_weights(best)}."
    )
    if cells.validated:
        first = cells.validated[0]
        validated = cells.regions[first.region]
        yield (
            f"Of {counted(len(cells.validated), 'region', 'regions')} cross-validated ({first.folds} folds), that "
            f"of weights {_weights(validated)} is best: SA {score(first.sa)}, accuracy {score(first.accuracy_left)} | "
            f"{score(first.accuracy_right)}; it holds for {share_text(validated.share)}."
        )
    half, nearly_all = filled_by(cells, 0.5), filled_by(cells, 0.99)
    if half and nearly_all:
        yield f"{half:,} sets cover half of all weightings, {nearly_all:,} sets {percent(0.99)}."
    n_regions = counted(len(cells.regions), "region", "regions")
    yield f"Covered: {_covered(cells)} ({counted(cells.n_cells, 'cell', 'cells')} in {n_regions})."


def _covered(cells: WeightCells) -> str:
    ties = f"; {cells.tie_share:.2g} of it is decided by ties alone" if cells.tie_share > 0 else ""
    if cells.covered >= 1 - 1e-6:
        corner = "" if cells.is_segment else " except the corner where the weights of gain and similarity are 0"
        return f"the whole triangle{corner}{ties}" if not cells.is_segment else f"all weightings{ties}"
    more = f"there are more cells than the maximum of {cells.most:,}"
    rest = more if cells.n_cells >= cells.most else "the search was stopped before its end"
    return f"{share_text(cells.covered)} of {'all weightings' if cells.is_segment else 'the triangle'}{ties}; {rest}"


def _table(regions: tuple[WeightRegion, ...]) -> Iterator[str]:
    yield f"{INDENT}{'share':>9}  SDTSQ     SA     DS     TD  weights                       trees start with"
    for region in regions:
        scores = region.scores
        td = "     -" if scores.td is None else f"{scores.td:6.3f}"
        roots = ", ".join("(no split)" if root is None else printable(root) for root in region.roots)
        yield (
            f"{INDENT}{share_text(region.share):>9}  {score(scores.sdtsq)} {scores.sa:6.3f} {scores.ds:6.3f} {td}  "
            f"{_weights(region):28}  {roots}"
        )


def _weights(region: WeightRegion) -> str:
    """The inner point of a region with as few digits as keep it in the region, so that what is typed gives this set."""
    for digits in (3, 6, 9, 12):
        parts = _rounded(region.weights, digits)
        if min(parts) > 0 and any(_is_inside(cell, parts) for cell in region.cells):
            return ", ".join(f"{part:.{digits}f}" for part in parts)
    return ", ".join(repr(part) for part in region.weights.parts)


def _rounded(weights: WeightVector, digits: int) -> tuple[float, ...]:
    """Rounded weights that still sum to 1: the last is what the others leave."""
    first = [round(part, digits) for part in weights.parts[:-1]]
    return (*first, round(1 - sum(first), digits))


def _is_inside(cell: Cell, weights: Sequence[float]) -> bool:
    """Whether weights lie within a convex cell: on one side of all its edges. A segment has two ends."""
    x, y = weights[0], weights[1]
    if len(cell) == 2:
        return min(cell)[0] < x < max(cell)[0]
    ends = zip(cell, (*cell[1:], cell[0]), strict=True)
    turns = [(b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) for a, b in ends]
    return min(turns) > 0 or max(turns) < 0
