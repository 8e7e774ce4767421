"""The miners: PKSDT-Miner (`parallel`), SKSDT-Miner (`sequential`) and SDT-Miner (`single`) [DH14, section 4]."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.errors import InvalidDataError, Remedy
from ksdt_core.mining.choice import Choice
from ksdt_core.mining.choosing import with_choice
from ksdt_core.mining.finishing import scored_set
from ksdt_core.mining.holdout import Split, held_out_pair, with_held_out_accuracies
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.run import mined_trees
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.mining.used_settings import Settings
from ksdt_core.mining.weights import WeightVector
from ksdt_core.mining.workbench import workbench_of
from ksdt_core.options import option_values
from ksdt_core.trees.shared_tree import SharedTree

Weights = WeightVector | Sequence[float] | None


def mine(
    pair: DatasetPair, *, weights: Weights = None, parameters: MiningParameters | None = None, **options: Any
) -> TreeSet:
    """Mine a diversified set of shared decision trees.

    `options` are the fields of `MiningParameters`. Alternatively pass them as `parameters`.
    """
    chosen = MiningParameters.of(options) if parameters is None else replace(parameters, **options)
    return next(mine_many(pair, chosen, [weights]))


def mine_many(pair: DatasetPair, parameters: MiningParameters, vectors: Iterable[Weights]) -> Iterator[TreeSet]:
    """One set after another for several weights; rows are held out once, and all sets share the rest."""
    ground = Ground.of_pair(pair, parameters)
    for weights in vectors:
        yield ground.mined(weights)


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """What all weights are tried on: the training rows, and those held out."""

    pair: DatasetPair
    split: Split | None
    parameters: MiningParameters
    may_be_rootless: bool = False  # in a part of the rows no wanted root may be left, which is then not an error
    choice: Choice | None = None  # how `auto` settled the parameters

    @classmethod
    def of_pair(cls, pair: DatasetPair, parameters: MiningParameters) -> Self:
        """The rows that the parameters leave to be mined."""
        split = held_out_pair(pair, parameters.holdout) if parameters.holdout else None
        return cls.of_rows(pair if split is None else split.pair, split, parameters)

    @classmethod
    def of_rows(
        cls, pair: DatasetPair, split: Split | None, parameters: MiningParameters, *, may_be_rootless: bool = False
    ) -> Self:
        """These rows, with share and depth chosen from them where that is asked for."""
        settled, choice = with_choice(pair, parameters)
        return cls(pair, split, settled, may_be_rootless, choice)

    def mined(self, weights: Weights) -> TreeSet:
        """The set of one weight vector; its accuracies are those on the rows held out, where there are any."""
        pair, parameters = self.pair, self.parameters
        vector, workbench = parameters.weights_or_default(weights), workbench_of(self.pair)
        return self.scored(mined_trees(pair, parameters, vector, workbench, observed=True), vector)

    def scored(self, trees: tuple[SharedTree, ...], weights: WeightVector) -> TreeSet:
        """The trees that were grown under these weights as a set with its scores."""
        pair, parameters = self.pair, self.parameters
        if parameters.roots and not self.may_be_rootless and trees[0].tree.n_nodes == 1:
            raise _rootless(pair, parameters)
        tpd, scores = scored_set(trees, parameters.aus)
        found = TreeSet(
            pair=workbench_of(pair).summary(pair).without(parameters.exclude),
            settings=_settings(pair, parameters, weights),
            trees=trees,
            tpd=tpd,
            scores=scores,
            choice=self.choice,
        )
        return found if self.split is None else with_held_out_accuracies(found, self.split)


def _rootless(pair: DatasetPair, parameters: MiningParameters) -> InvalidDataError:
    """Why no tree starts with a wanted root."""
    n_rows = pair.left.n_rows, pair.right.n_rows
    fewest = parameters.min_size_of(*n_rows)
    if min(n_rows) < fewest:
        return InvalidDataError(
            "roots-too-few-rows",
            option="roots",
            roots=parameters.roots,
            rows=min(n_rows),
            minimum=fewest,
            remedies=(Remedy("min_size"),),
        )
    return InvalidDataError("roots-do-not-split", option="roots", roots=parameters.roots, remedies=(Remedy("roots"),))


def _settings(pair: DatasetPair, parameters: MiningParameters, weights: WeightVector) -> Settings:
    n_candidates = pair.n_attributes - len(set(parameters.exclude) & set(pair.attributes))
    resolved = {
        "attr_fraction": parameters.fraction_of(n_candidates),
        "min_size": parameters.min_size_of(pair.left.n_mined, pair.right.n_mined),
    }
    return Settings(weights=weights, **option_values(pair.preparation), **option_values(parameters) | resolved)
