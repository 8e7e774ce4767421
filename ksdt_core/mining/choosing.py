"""The share of candidate attributes and the depth, chosen by cross-validation inside the training rows (`auto`).

Grid: shares of the attributes (those that keep 36, a fiftieth, a fifth, all) and depths 1 to 4. Each setting is mined
on every training part at the default weights, and the vote of its trees answers the held-out rows. Its value is the
mean over folds of v_f = (BA_left,f + BA_right,f) / 2, with BA the balanced accuracy of the vote; its standard error is
the standard deviation of the v_f over √folds. The highest value is chosen; of equal ones (1e-12) that with the fewest
attributes, then that with the smallest depth. (Taking the simplest within one standard error of the best replicated
less well in the study, `docs/study.md`.)

Folds are made of the rows as they were prepared, so that a shuffled pair chooses in the same way as a real one.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.pair import DatasetPair, Domain
from ksdt_core.data.preparing.balancing import unit_weights
from ksdt_core.data.preparing.folds import stratified_folds
from ksdt_core.data.preparing.pairing import rebalanced
from ksdt_core.measures.answers import balanced_accuracy, confusion_matrix, majority_vote
from ksdt_core.mining.choice import Choice, Setting, best_setting
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.run import mined_trees
from ksdt_core.mining.workbench import Workbench
from ksdt_core.trees.columns import cells_of
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.walk import predicted_classes

FEW_ATTRIBUTES = 36
SHARES = (0.02, 0.2, 1.0)
DEPTHS = (1, 2, 3, 4)
FOLDS = 5

_choices: WeakKeyDictionary[DatasetPair, dict[MiningParameters, Choice]] = WeakKeyDictionary()
Rows = NDArray[np.intp]


def shares_for(n_attributes: int) -> tuple[float, ...]:
    """The shares that are tried: 36 attributes and every larger one of a fiftieth, a fifth and all."""
    few = min(1.0, FEW_ATTRIBUTES / n_attributes)
    return (few, *(share for share in SHARES if share > few))


def with_choice(pair: DatasetPair, parameters: MiningParameters) -> tuple[MiningParameters, Choice | None]:
    """The parameters for these rows: those given, or with `auto` those chosen; known choices of a pair are kept."""
    if parameters.choose == "fixed":
        return parameters, None
    asked = parameters.as_asked
    choices = _choices.setdefault(pair, {})
    if asked not in choices:
        choices[asked] = choose(pair, asked)
    choice = choices[asked]
    return replace(parameters, attr_fraction=choice.attr_fraction, max_depth=choice.max_depth), choice


def choose(pair: DatasetPair, parameters: MiningParameters) -> Choice:
    """The share of attributes and the depth for this pair; everything else is as in `parameters`."""
    smallest = min(int(np.bincount(side.classes).min()) for side in (pair.left, pair.right))
    n_folds = max(2, min(FOLDS, smallest))
    n_attributes = pair.n_attributes - len(set(parameters.exclude) & set(pair.attributes))
    tried = [(share, depth) for share in shares_for(max(1, n_attributes)) for depth in DEPTHS]
    values = np.array([_fold_values(part, parameters, tried) for part in _parts(pair, n_folds)])
    errors = values.std(axis=0, ddof=1) / math.sqrt(n_folds)
    grid = tuple(
        Setting(share, depth, value, error)
        for (share, depth), value, error in zip(tried, values.mean(axis=0).tolist(), errors.tolist(), strict=True)
    )
    chosen = best_setting(grid)
    return Choice(chosen.attr_fraction, chosen.max_depth, n_folds, grid)


@dataclass(frozen=True, slots=True, eq=False)
class _Part:
    """The rows of one fold: a pair of those to mine, and the others of each table."""

    pair: DatasetPair
    held_out: tuple[tuple[NDArray[np.float64], Rows], ...]  # scaled cells and classes


def _parts(pair: DatasetPair, n_folds: int) -> Iterator[_Part]:
    sides, seed = (pair.left, pair.right), pair.preparation.seed
    folds = [
        stratified_folds(side.classes, n_folds, seed, class_names=pair.class_names, name=side.name) for side in sides
    ]
    for (left, left_out), (right, right_out) in zip(*folds, strict=True):
        mined = replace(pair, left=_rows_of(pair.left, left), right=_rows_of(pair.right, right))
        if pair.preparation.balance:
            mined = rebalanced(mined, mined.left.classes, mined.right.classes, seed)
        rows = zip(sides, (left_out, right_out), strict=True)
        yield _Part(mined, tuple((side.scaled[out], side.classes[out]) for side, out in rows))


def _rows_of(side: Domain, rows: Rows) -> Domain:
    scaled = np.asfortranarray(side.scaled[rows])
    original = scaled if side.scaled is side.original else np.asfortranarray(side.original[rows])
    return Domain(side.name, original, scaled, side.classes[rows], unit_weights(rows))


def _fold_values(part: _Part, parameters: MiningParameters, tried: list[tuple[float, int]]) -> list[float]:
    """v_f of every setting."""
    workbench, weights = Workbench(), parameters.weights_or_default(None)
    values = []
    for share, depth in tried:
        setting = replace(parameters, attr_fraction=share, max_depth=depth)
        trees = mined_trees(part.pair, setting, weights, workbench)
        values.append(sum(_vote_value(part.pair, trees, *rows) for rows in part.held_out) / len(part.held_out))
    return values


def _vote_value(pair: DatasetPair, trees: tuple[SharedTree, ...], cells: NDArray[np.float64], classes: Rows) -> float:
    """Balanced accuracy of the vote on held-out rows, which walk by the scaled thresholds."""
    n_classes = len(pair.class_names)
    answers = np.stack([predicted_classes(each.tree, cells_of(each.tree, cells, pair.attributes)) for each in trees])
    return balanced_accuracy(confusion_matrix(classes, majority_vote(answers, n_classes), n_classes))
