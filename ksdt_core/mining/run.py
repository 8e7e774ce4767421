"""One run of the miner: from split tables and a weight vector to trees."""

from __future__ import annotations

import numpy as np

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.errors import KsdtError
from ksdt_core.mining import growing
from ksdt_core.mining.finishing import finished_trees
from ksdt_core.mining.growing import Growth, Rules
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.weights import WeightVector
from ksdt_core.mining.workbench import Bench, Workbench
from ksdt_core.trees.shared_tree import SharedTree

_AGGREGATES = {"avgmin": growing.AVGMIN, "avg": growing.AVG, "min": growing.MIN}


def grow_trees(bench: Bench, parameters: MiningParameters, weights: WeightVector, *, min_size: float) -> Growth:
    """Grow k trees from the rows of the root."""
    rules = rules_of(bench, parameters, (weights.ig, weights.ds, weights.atd or 0.0), min_size=min_size)
    growth = start_of(parameters.k, bench.candidates.columns.size, bench.splits.root)
    growth.cursor[growing.TICK] = bench.clock
    while True:
        need, first, second, third = growing.grow(bench.splits.tables, growth, rules)
        if need == growing.DONE:
            break
        if need == growing.NEEDS_TABLE:
            bench.splits.add_table(first, children_split=second + 1 != rules.max_level)
        elif need == growing.NEEDS_SPLIT:
            bench.splits.add_split(first, second, third)
        elif need == growing.NEEDS_ROOM:
            growth = with_room(growth, first, listed=rules.listed)
        else:
            raise KsdtError("growing-loop-need", need=need)
    bench.clock = int(growth.cursor[growing.TICK])
    return growth


def mined_trees(
    pair: DatasetPair,
    parameters: MiningParameters,
    weights: WeightVector,
    workbench: Workbench,
    *,
    observed: bool = False,
) -> tuple[SharedTree, ...]:
    """The one call of the kernels: the trees alone, without the words about them that a result carries."""
    with workbench.lock:
        bench = workbench.bench(pair, parameters, weights)
        min_size = parameters.min_size_of(pair.left.n_mined, pair.right.n_mined)
        growth = grow_trees(bench, parameters, weights, min_size=min_size)
        return finished_trees(pair, bench, growth, observed=observed)


def rules_of(
    bench: Bench, parameters: MiningParameters, weights: tuple[float, float, float], *, min_size: float
) -> Rules:
    """What decides splits on these candidates."""
    return Rules(
        w_ig=weights[0],
        w_ds=weights[1],
        w_atd=weights[2],
        min_size=min_size,
        max_level=parameters.max_depth + 1 if parameters.max_depth else 0,
        sequential=parameters.method == "sequential",
        breadth=parameters.traversal == "breadth",
        aggregate=_AGGREGATES[parameters.atd],
        ell=parameters.ell,
        listed=parameters.aus == "llc",
        allowed=np.stack([bench.candidates.at_root, bench.candidates.below]),
    )


def start_of(k: int, n_columns: int, root: int) -> Growth:
    """k trees of one open node each."""
    nodes = np.full((8, 64 * k), growing.NONE, dtype=np.int64)
    nodes[growing.TREE, :k] = np.arange(k)
    nodes[growing.ROW_SET, :k] = root
    nodes[growing.LEVEL, :k] = 1
    cursor = np.zeros(4, dtype=np.int64)
    cursor[growing.N_NODES] = k
    return Growth(
        cursor=cursor,
        nodes=nodes,
        open=np.stack([np.arange(k), np.arange(k)]),
        uses=np.zeros((2, k, n_columns), dtype=np.int64),
        level_uses=np.zeros((k, 0, n_columns), dtype=np.int32),
        dot=np.zeros((k, k)),
        norm=np.zeros(k),
        is_used=np.zeros(n_columns, dtype=np.bool_),
        bonus=np.zeros(n_columns),
        differences=np.zeros(k),
    )


def with_room(growth: Growth, level: int, *, listed: bool) -> Growth:
    """The same growth with room for twice the nodes, and for usage at this level."""
    nodes = np.concatenate([growth.nodes, np.full_like(growth.nodes, growing.NONE)], axis=1)
    level_uses = growth.level_uses
    if listed and level_uses.shape[1] < level:
        k, n_levels, n_columns = level_uses.shape
        more = np.zeros((k, max(level + 2, 2 * n_levels) - n_levels, n_columns), dtype=np.int32)
        level_uses = np.concatenate([level_uses, more], axis=1)
    return growth._replace(nodes=nodes, level_uses=level_uses)
