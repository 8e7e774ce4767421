"""The class null where cells were filled by class: they are filled again in every shuffle."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.preparing.missing import MissingRule, complete
from ksdt_core.data.preparing.scaling import scale_columns
from ksdt_core.evidence.third_table import ThirdTable
from ksdt_core.measures.answers import balanced_accuracy, confusion_matrix, majority_vote
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.trees.tree import Tree
from ksdt_core.trees.walk import predicted_classes


def refilled_classes(
    trees: TreeSet, table: ThirdTable, stopped: list[Tree], *, permutations: int, seed: int
) -> NDArray[np.float64]:
    """Balanced accuracies of the trees and of their vote under shuffled classes, (permutations, k + 1)."""
    generator = np.random.default_rng(np.random.SeedSequence([seed, 3]))
    n_classes = len(trees.pair.class_names)
    gaps = np.flatnonzero(np.isnan(table.matched.values).any(axis=0))
    holed = table.matched.take_columns(gaps.tolist())
    codes = tuple(table.codes[column] for column in gaps.tolist())
    cells, found = np.array(table.scaled), np.empty((permutations, len(stopped) + 1))
    for number in range(permutations):
        classes = generator.permutation(table.classes)
        drawn = replace(holed, classes=classes)
        filled = complete(drawn, MissingRule("class-common", tuple(range(drawn.n_attributes)), drawn, drawn, codes))
        cells[table.columns[gaps]] = scale_columns(filled.values, drawn.categories, trees.settings.scale, codes=codes).T
        answers = np.stack([predicted_classes(tree, cells.T) for tree in stopped])
        both = [*answers, majority_vote(answers, n_classes)]
        found[number] = [balanced_accuracy(confusion_matrix(classes, one, n_classes)) for one in both]
    return found
