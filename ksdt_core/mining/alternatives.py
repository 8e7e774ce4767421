"""The splits that a node could have had: of each candidate attribute the best one, ranked as the miner ranked them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.pair import DatasetPair, Domain
from ksdt_core.data.preparing.pairing import midpoint, threshold_between
from ksdt_core.measures.criteria import criterion_value, value_for_cost
from ksdt_core.measures.distribution import distribution_similarity
from ksdt_core.measures.diversity import aggregate_tree_difference, tree_pair_difference
from ksdt_core.measures.gain import split_score
from ksdt_core.measures.usage import UsageKind, tests_of, usage_of_tests, used_attributes
from ksdt_core.mining.node_rows import NodeRows, node_rows
from ksdt_core.mining.replay import splits_in_order
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.mining.workbench import workbench_of
from ksdt_core.trees.columns import columns_in
from ksdt_core.trees.growth import n_splits, tree_after
from ksdt_core.trees.tree import Tree

TIE = 1e-9
Counts = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Alternative:
    """The best split of one attribute at a node."""

    attribute: str
    threshold: float | None  # as mined; None for a categorical attribute
    threshold_left: float | None  # in the units of each table
    threshold_right: float | None
    category: str | None
    ig: float  # the value of the criterion, gain unless another was chosen
    dsn: float  # mean DSN of the two children
    dsn_children: tuple[float, float]
    atd: float | None  # None for a single tree
    score: float


def alternatives(
    pair: DatasetPair, trees: TreeSet, tree: int, *, node: int, most: int | None = 10
) -> tuple[Alternative, ...]:
    """The best split of every candidate attribute at a node, by decreasing score (IDT), as things stood at its turn.

    The first is the split that the miner made. At a leaf the trees are taken as they are when all is done: what would
    have been split next, had the node not terminated.
    """
    here = node_rows(pair, trees, tree, node=node)
    workbench = workbench_of(here.pair)
    with workbench.lock:
        chosen = workbench.bench(here.pair, trees.parameters, trees.settings.weights).candidates
    allowed = chosen.columns[chosen.at_root if node == 0 else chosen.below].tolist()
    fewest = [trees.parameters.fewest_in_leaf(side.n_mined) for side in (here.pair.left, here.pair.right)]
    differences = _differences(trees, here, tree, node=node)
    found: list[_Split] = []
    for batch in _batches([_splits_of(here, column, fewest) for column in allowed]):
        found += _best_of_each(batch, here, trees, differences)
    ranked = _ties_in_column_order(sorted(found, key=lambda split: -split.score))
    return tuple(_alternative(split, here) for split in ranked[:most])


_FRESH = -1  # stands for every attribute that no tree uses: all of them change a tree's difference alike
_MOST_SPLITS = 500_000  # valued at a time


@dataclass(frozen=True, slots=True, eq=False)
class _Splits:
    """Every common split of one attribute: class counts of the rows that go left, in both tables."""

    column: int
    places: NDArray[np.intp]  # position of the cut among `values`
    values: NDArray[np.float64]  # distinct cells in rising order, or the codes of the categories
    left: Counts  # (n_splits, n_classes)
    right: Counts


@dataclass(frozen=True, slots=True)
class _Split:
    """The best split of one attribute."""

    column: int
    threshold: float | None
    category: int | None
    ig: float
    dsn_children: tuple[float, float]
    atd: float | None
    score: float


def _splits_of(here: NodeRows, column: int, fewest: list[int]) -> _Splits:
    """The splits of a column that leave each child at least the `fewest` rows of each table."""
    categories = here.pair.categories[column]
    cells = [side.scaled[rows, column] for side, rows in here.sides]
    if categories is None:
        values = np.unique(np.concatenate(cells))
        codes = [np.searchsorted(values, own) for own in cells]
        inside = [_class_counts(here, side, code, values.size).cumsum(axis=0)[:-1] for side, code in enumerate(codes)]
    else:
        values = np.arange(len(categories), dtype=np.float64)
        inside = [_class_counts(here, side, own.astype(np.intp), values.size) for side, own in enumerate(cells)]
    outside = [total - part for total, part in zip(here.cdvs, inside, strict=True)]
    common = np.logical_and.reduce(
        [part.sum(axis=1) >= need for parts in (inside, outside) for part, need in zip(parts, fewest, strict=True)]
    )
    return _Splits(column, np.flatnonzero(common), values, inside[0][common], inside[1][common])


def _class_counts(here: NodeRows, side: int, codes: NDArray[np.intp], n_codes: int) -> Counts:
    """Mined rows of one table at the node by code and class, (n_codes, n_classes)."""
    domain, rows = here.sides[side]
    m = len(here.pair.class_names)
    flat = np.bincount(codes * m + domain.classes[rows], weights=domain.weights[rows], minlength=n_codes * m)
    return flat.astype(np.int64).reshape(n_codes, m)


def _batches(columns: list[_Splits]) -> Iterator[list[_Splits]]:
    """Columns that have splits, in lots of a size that memory can bear."""
    batch: list[_Splits] = []
    n_splits = 0
    for splits in columns:
        if splits.places.size:
            batch.append(splits)
            n_splits += splits.places.size
        if n_splits > _MOST_SPLITS:
            yield batch
            batch, n_splits = [], 0
    if batch:
        yield batch


def _best_of_each(
    batch: list[_Splits], here: NodeRows, trees: TreeSet, differences: dict[int, float] | None
) -> list[_Split]:
    """The best split of each attribute; among equal ones that with the smaller threshold or the earlier value."""
    inside = [np.concatenate([getattr(splits, side) for splits in batch]) for side in ("left", "right")]
    outside = [total - part for total, part in zip(here.cdvs, inside, strict=True)]
    valuing, weights = trees.settings.valuing, trees.settings.weights
    worth = criterion_value(valuing.criterion, np.stack([inside[0] + inside[1], outside[0] + outside[1]], axis=1))
    sizes = [splits.places.size for splits in batch]
    if valuing.costs:
        costs = valuing.costs_of(here.pair.attributes)[np.repeat([splits.column for splits in batch], sizes)]
        worth = value_for_cost(worth, costs, rule=valuing.cost_rule, weight=valuing.cost_weight)
    dsn = np.stack([distribution_similarity(*part) for part in (inside, outside)], axis=1)
    scores = weights.ig * worth + weights.ds * dsn.mean(axis=1)
    found, start = [], 0
    for splits, size in zip(batch, sizes, strict=True):
        own = scores[start : start + size]
        at = start + int(np.argmax(own >= own.max() - TIE))
        atd = None if differences is None else differences.get(splits.column, differences[_FRESH])
        found.append(_split(splits, at - start, here, ig=float(worth[at]), dsn=dsn[at], atd=atd, trees=trees))
        start += size
    return found


def _split(
    splits: _Splits,
    number: int,
    here: NodeRows,
    *,
    ig: float,
    dsn: NDArray[np.float64],
    atd: float | None,
    trees: TreeSet,
) -> _Split:
    place = int(splits.places[number])
    numeric = here.pair.categories[splits.column] is None
    return _Split(
        column=splits.column,
        threshold=midpoint(float(splits.values[place]), float(splits.values[place + 1])) if numeric else None,
        category=None if numeric else place,
        ig=ig,
        dsn_children=(float(dsn[0]), float(dsn[1])),
        atd=atd,
        score=split_score(trees.settings.weights.parts, ig, dsn=float(dsn.mean()), atd=atd),
    )


def _ties_in_column_order(ranked: list[_Split]) -> list[_Split]:
    """Among scores within 1e-9 of the best the attribute earlier in column order comes first."""
    tied = [split for split in ranked if split.score >= ranked[0].score - TIE]
    return sorted(tied, key=lambda split: split.column) + ranked[len(tied) :]


def _alternative(split: _Split, here: NodeRows) -> Alternative:
    column, threshold = split.column, split.threshold
    categories = here.pair.categories[column]
    own = [None if threshold is None else _own(side, rows, column, threshold) for side, rows in here.sides]
    return Alternative(
        attribute=here.pair.attributes[column],
        threshold=threshold,
        threshold_left=own[0],
        threshold_right=own[1],
        category=None if categories is None or split.category is None else categories[split.category],
        ig=split.ig,
        dsn=sum(split.dsn_children) / 2,
        dsn_children=split.dsn_children,
        atd=split.atd,
        score=split.score,
    )


def _own(domain: Domain, rows: NDArray[np.intp], column: int, threshold: float) -> float:
    return threshold_between(domain.original[rows, column], domain.scaled[rows, column], threshold)


def _differences(trees: TreeSet, here: NodeRows, tree: int, *, node: int) -> dict[int, float] | None:
    """ATD of the tree with one more test at the node, by attribute; `_FRESH` for those that no tree uses."""
    if trees.settings.method == "single":
        return None
    all_trees = [shared.tree for shared in trees.trees]
    in_pair = columns_in(all_trees[0], here.pair.attributes)
    before = _splits_before(trees, tree, node)
    now = [tree_after(each, splits) for each, splits in zip(all_trees, before, strict=True)]
    sequential = trees.settings.method == "sequential"
    others = [each for number, each in enumerate(now) if number != tree and not (sequential and number > tree)]
    level = int(all_trees[tree].levels[node])
    used = sorted(int(in_pair[column]) for column in used_attributes(now))
    fresh = next(column for column in range(len(used) + 1) if column not in used)
    kind = trees.settings.aus
    found = {}
    for column in (*used, fresh):
        columns = np.array(sorted({*used, column}), dtype=np.intp)
        own = _usage(now[tree], kind, columns, in_pair=in_pair, more=(column, level))
        differences = [tree_pair_difference(own, _usage(other, kind, columns, in_pair=in_pair)) for other in others]
        atd = aggregate_tree_difference(differences, trees.settings.atd, ell=trees.settings.ell)
        found[column if column in used else _FRESH] = atd
    return found


def _usage(
    tree: Tree, kind: UsageKind, columns: NDArray[np.intp], *, in_pair: NDArray[np.intp],
    more: tuple[int, int] | None = None,
) -> NDArray[np.float64]:  # fmt: skip
    """How the tree uses these columns of the pair; `in_pair` are the columns of its own attributes."""
    tested, levels = tests_of(tree)
    attributes = in_pair[tested].tolist()
    if more is not None:
        attributes, levels = [*attributes, more[0]], [*levels, more[1]]
    return usage_of_tests(attributes, levels, kind, columns=columns)


def _splits_before(trees: TreeSet, tree: int, node: int) -> tuple[int, ...]:
    """How many splits every tree had when this node was split; all of them for a leaf."""
    made = splits_in_order(trees)
    at = next((split.before for split in made if (split.tree, split.node) == (tree, node)), None)
    return at if at is not None else tuple(n_splits(shared.tree) for shared in trees.trees)
