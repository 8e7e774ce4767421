"""The miners: PKSDT-Miner (`parallel`), SKSDT-Miner (`sequential`) and SDT-Miner (`single`) [DH14, section 4]."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

from ksdt_core.data.pair import DatasetPair
from ksdt_core.errors import InvalidDataError
from ksdt_core.mining.finishing import finished_trees, scored_set
from ksdt_core.mining.holdout import Split, held_out_pair, with_held_out_accuracies
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
    ground = Ground.of_pair(pair, parameters)
    for weights in vectors:
        yield mined_on(ground, weights)


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """What all weights are tried on: the rows mined, and those held out."""

    pair: DatasetPair
    split: Split | None
    parameters: MiningParameters

    @classmethod
    def of_pair(cls, pair: DatasetPair, parameters: MiningParameters) -> Self:
        if not parameters.holdout:
            return cls(pair, None, parameters)
        split = held_out_pair(pair, parameters.holdout)
        return cls(split.pair, split, parameters)


def mined_on(ground: Ground, weights: Weights) -> TreeSet:
    """The set of one weight vector; its accuracies are those on the rows held out, where there are any."""
    trees = mined_set(ground.pair, ground.parameters, ground.parameters.weights_or_default(weights))
    return trees if ground.split is None else with_held_out_accuracies(trees, ground.split)


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
        raise InvalidDataError(f"roots {', '.join(parameters.roots)}: {_why_rootless(pair, parameters)}.")
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


def _why_rootless(pair: DatasetPair, parameters: MiningParameters) -> str:
    """Why no tree begins with a wanted root, and what to do about it."""
    n_rows = pair.left.n_rows, pair.right.n_rows
    fewest = parameters.min_size_of(*n_rows)
    if min(n_rows) < fewest:
        return f"a table of {min(n_rows)} rows is not split where nodes need {fewest:g}; lower min_size"
    return "no split by these parts both tables; name other attributes"


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
