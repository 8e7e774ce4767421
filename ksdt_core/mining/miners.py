"""The miners: PKSDT-Miner (`parallel`), SKSDT-Miner (`sequential`) and SDT-Miner (`single`) [DH14, section 4]."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ksdt_core.data.pair import DatasetPair
from ksdt_core.errors import InvalidDataError
from ksdt_core.mining.finishing import finished_trees, scored_set
from ksdt_core.mining.holdout import held_out_pair, with_held_out_accuracies
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.run import grow_trees
from ksdt_core.mining.tree_set import Settings, TreeSet
from ksdt_core.mining.weights import WeightVector
from ksdt_core.mining.workbench import Workbench, workbench_of
from ksdt_core.trees.shared_tree import SharedTree

Weights = WeightVector | Sequence[float] | None


def mine(pair: DatasetPair, *, weights: Weights = None, **options: Any) -> TreeSet:
    """Mine a diversified set of shared decision trees.

    `options` are the fields of `MiningParameters`: k, method, aus, atd, ell, attr_fraction, min_size, max_depth,
    traversal, exclude, roots, holdout, criterion, costs (a mapping from names, say), cost_rule, cost_weight.
    """
    return mine_with(pair, MiningParameters.of(options), weights)


def mine_with(pair: DatasetPair, parameters: MiningParameters, weights: Weights = None) -> TreeSet:
    """Mine with parameters that were checked before."""
    return next(mine_each(pair, parameters, [weights]))


def mine_each(pair: DatasetPair, parameters: MiningParameters, vectors: Iterable[Weights]) -> Iterator[TreeSet]:
    """One set after another for several weights; rows are held out once, and all sets share the rest."""
    split = held_out_pair(pair, parameters.holdout) if parameters.holdout else None
    for weights in vectors:
        vector = parameters.weights_or_default(weights)
        if split is None:
            yield mined_set(pair, parameters, vector)
        else:
            yield with_held_out_accuracies(mined_set(split.pair, parameters, vector), split)


def mined_set(
    pair: DatasetPair,
    parameters: MiningParameters,
    weights: WeightVector,
    *,
    may_be_rootless: bool = False,
) -> TreeSet:
    """Mine all rows of a pair; in a part of its rows no wanted root may be left, which is then no error."""
    workbench = workbench_of(pair)
    trees = mined_trees(pair, parameters, weights, workbench)
    if parameters.roots and not may_be_rootless and trees[0].tree.n_nodes == 1:
        raise InvalidDataError(
            f"roots {', '.join(parameters.roots)}: no split by these parts both tables; name other attributes."
        )
    tpd, scores = scored_set(trees, parameters.aus)
    return TreeSet(
        pair=workbench.summary(pair),
        settings=_settings(pair, parameters, weights),
        trees=trees,
        tpd=tpd,
        scores=scores,
        attributes=pair.attributes,
        categories=pair.categories,
    )


def mined_trees(
    pair: DatasetPair, parameters: MiningParameters, weights: WeightVector, workbench: Workbench
) -> tuple[SharedTree, ...]:
    """The trees alone, without the words about them that a result carries."""
    with workbench.lock:
        bench = workbench.bench(pair, parameters, weights)
        min_size = parameters.min_size_of(pair.left.n_mined, pair.right.n_mined)
        growth = grow_trees(bench, parameters, weights, min_size=min_size)
        return finished_trees(pair, bench, growth)


def _settings(pair: DatasetPair, parameters: MiningParameters, weights: WeightVector) -> Settings:
    n_candidates = pair.n_attributes - len(set(parameters.exclude))
    return Settings(
        k=parameters.k,
        method=parameters.method,
        weights=weights,
        aus=parameters.aus,
        atd=None if parameters.method == "single" else parameters.atd,
        ell=parameters.ell,
        attr_fraction=parameters.fraction_of(n_candidates),
        min_size=parameters.min_size_of(pair.left.n_mined, pair.right.n_mined),
        max_depth=parameters.max_depth,
        traversal=parameters.traversal,
        scale=pair.preparation.scale,
        balance=pair.preparation.balance,
        missing=pair.preparation.missing,
        seed=pair.preparation.seed,
        exclude=parameters.exclude,
        roots=parameters.roots,
        holdout=parameters.holdout,
        valuing=parameters.valuing,
    )
