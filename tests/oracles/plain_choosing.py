"""Share of attributes and depth by cross-validation, as the definition says it and no faster.

Rows are dealt by `stratified_folds`, which has its own tests, and trees come from the miner, which has its own oracle;
all that `auto` adds is here in plain loops.
"""

from __future__ import annotations

from dataclasses import replace
from statistics import mean, stdev

from ksdt_core.data.preparing.balancing import balance_weights, unit_weights
from ksdt_core.data.preparing.folds import stratified_folds
from ksdt_core.mining.miners import mine


def shares(n):
    few = min(1.0, 36 / n)
    return [few] + [share for share in (0.02, 0.2, 1.0) if share > few]


def answer(shared, row, attributes):
    """Walk one scaled row down one tree."""
    tree, node = shared.tree, 0
    while tree.attribute[node] != -1:
        cell = row[attributes.index(tree.attributes[tree.attribute[node]])]
        is_left = cell == tree.category[node] if tree.category[node] >= 0 else cell <= tree.threshold[node]
        node = int(tree.left[node] if is_left else tree.right[node])
    return int(tree.label[node])


def balanced_vote(trees, rows, classes, attributes, n_classes):
    right = [[] for _ in range(n_classes)]
    for row, own in zip(rows, classes, strict=True):
        votes = [answer(shared, row, attributes) for shared in trees]
        winner = max(range(n_classes), key=lambda c: (votes.count(c), -c))
        right[own].append(winner == own)
    return mean(mean(map(float, hits)) for hits in right if hits)


def part_of(pair, rows):
    sides = {}
    for name in ("left", "right"):
        side = getattr(pair, name)
        original, scaled, classes = (getattr(side, what)[rows[name][0]] for what in ("original", "scaled", "classes"))
        sides[name] = replace(side, original=original, scaled=scaled, classes=classes, weights=unit_weights(classes))
    if pair.preparation.balance:
        both = [sides[name].classes for name in ("left", "right")]
        weights = balance_weights(*both, n_classes=len(pair.class_names), seed=pair.preparation.seed)
        sides = {name: replace(sides[name], weights=own) for name, own in zip(sides, weights, strict=True)}
    return replace(pair, **sides)


def grid_of(pair, **options):
    """[(share, depth, value, standard error)], the simplest first, and the number of folds."""
    n_classes, seed = len(pair.class_names), pair.preparation.seed
    fewest = min(list(side.classes).count(c) for side in (pair.left, pair.right) for c in range(n_classes))
    n_folds = max(2, min(5, fewest))
    folds = {name: stratified_folds(getattr(pair, name).classes, n_folds, seed) for name in ("left", "right")}
    found = []
    for share in shares(pair.n_attributes):
        for depth in (1, 2, 3, 4):
            values = []
            for number in range(n_folds):
                rows = {name: folds[name][number] for name in folds}
                trees = mine(part_of(pair, rows), attr_fraction=share, max_depth=depth, **options).trees
                values.append(mean(
                    balanced_vote(trees, getattr(pair, name).scaled[rows[name][1]],
                                  getattr(pair, name).classes[rows[name][1]], pair.attributes, n_classes)
                    for name in ("left", "right")
                ))  # fmt: skip
            found.append((share, depth, mean(values), stdev(values) / n_folds**0.5))
    return found, n_folds
