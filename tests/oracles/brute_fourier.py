"""The Fourier side by its plain definitions: every cell of Λ is visited and every sum is written out."""

from __future__ import annotations

from itertools import product

import numpy as np

from ksdt_core.trees.tree import LEAF


def cells_of_trees(trees):
    """λ of each tested column, and the value of a cell: the features of an ensemble as {column: representatives}."""
    thresholds = {}
    for tree in trees:
        for node in range(tree.n_nodes):
            column = int(tree.attribute[node])
            if column != LEAF:
                thresholds.setdefault(column, set())
                if tree.categories[column] is None:
                    thresholds[column].add(float(tree.threshold[node]))
    features = {}
    for column in sorted(thresholds):
        categories = trees[0].categories[column]
        if categories is not None:
            features[column] = [float(code) for code in range(len(categories))]
        else:
            cuts = sorted(thresholds[column])
            features[column] = [*cuts, cuts[-1] + 1.0]  # x = cut lies below it
    return features


def points(features):
    """Every cell of Λ, as a tuple of positions, the last feature running fastest."""
    return list(product(*(range(len(values)) for values in features.values())))


def answer(tree, row):
    """The class of one row, by walking the tree from its root."""
    node = 0
    while tree.attribute[node] != LEAF:
        column = int(tree.attribute[node])
        if tree.categories[column] is None:
            goes_left = row[column] <= tree.threshold[node]
        else:
            goes_left = row[column] == tree.category[node]
        node = int(tree.left[node] if goes_left else tree.right[node])
    return int(tree.label[node])


def answers(tree, features):
    """The class of every cell of Λ."""
    found = []
    for point in points(features):
        row = {column: values[cell] for (column, values), cell in zip(features.items(), point, strict=True)}
        found.append(answer(tree, row))
    return np.array(found)


def outputs(tree, features):
    """The function of a tree on Λ: a column for the second of two classes, or for each of more."""
    classes = answers(tree, features)
    wanted = [1] if len(tree.class_names) == 2 else range(len(tree.class_names))
    return np.stack([(classes == c).astype(float) for c in wanted], axis=1)


def basis(features):
    """ψ_j(x) for every partition j (a row) and every cell x (a column)."""
    n_cells = np.array([len(values) for values in features.values()])
    cells = np.array(points(features))
    return np.exp(2j * np.pi * ((cells / n_cells) @ cells.T))


def coefficients(function, features):
    """w_j = (1/|Λ|) Σ_x f(x) ψ_j(x) for every partition, in the order of `points`; a column an output."""
    return basis(features) @ function / function.shape[0]


def orders(features):
    """The number of non-zero entries of every partition."""
    return np.array([sum(entry != 0 for entry in point) for point in points(features)])


def inner_products(functions):
    """(1/|Λ|) Σ_x f(x) g(x) for every pair, summed over the outputs."""
    stacked = np.stack([function.ravel() for function in functions])
    return stacked @ stacked.T / functions[0].shape[0]


def projection(functions, n_components):
    """Scores and shares of variance of the principal components of the functions' spectra, by SVD, without signs."""
    stacked = np.stack([function.ravel() for function in functions]) / np.sqrt(functions[0].shape[0])
    centred = stacked - stacked.mean(axis=0)
    left, singular, _ = np.linalg.svd(centred, full_matrices=False)
    variance = singular**2
    total = variance.sum()
    shares = variance / total if total > 1e-12 else np.zeros_like(variance)
    return (left * singular)[:, :n_components], shares[:n_components]


def entropy(averages):
    """Entropy of averages of indicators, clipped to [0, 1]: of a yes and a no, or of several classes."""
    shares = np.clip(averages, 0, 1)
    if len(shares) == 1:
        shares = [shares[0], 1 - shares[0]]
    return -sum(p * np.log2(p) for p in shares if p > 0)


def build_tree(function, features, numeric, *, real=False):
    """TCFS by visiting every cell of each schema: nested (column, cell, left, right), leaves the averages."""
    shape = [len(values) for values in features.values()]
    return _build(function.reshape(*shape, -1), [list(range(n)) for n in shape], numeric, real)


def _average(table):
    return table.reshape(-1, table.shape[-1]).mean(axis=0)


def _build(table, cells, numeric, real):
    average = _average(table)
    if np.abs(table - average).max() < 1e-9:
        return tuple(average)
    candidates = []
    for axis, left in enumerate(cells):
        if len(left) < 2:
            continue
        varies = np.abs(table - table.mean(axis=axis, keepdims=True)).max() > 1e-9
        positions = range(len(left) - 1) if numeric[axis] else range(len(left))
        for position in positions if varies else []:
            inside = np.arange(len(left)) <= position if numeric[axis] else np.arange(len(left)) == position
            parts = [np.compress(chosen, table, axis=axis) for chosen in (inside, ~inside)]
            share = inside.mean()
            if real:
                gain = sum(
                    weight * ((_average(part) - average) ** 2).sum()
                    for weight, part in zip((share, 1 - share), parts, strict=True)
                )
            else:
                gain = entropy(average) - share * entropy(_average(parts[0]))
                gain -= (1 - share) * entropy(_average(parts[1]))
            edges = [
                np.take(table, [position], axis=axis),
                np.take(table, [min(position + 1, len(left) - 1)], axis=axis),
            ]
            useful = not numeric[axis] or np.abs(edges[0] - edges[1]).max() > 1e-9
            candidates.append((gain, axis, position, inside, useful))
    best = max(candidate[0] for candidate in candidates)
    if best <= 1e-12:
        chosen = next(candidate for candidate in candidates if candidate[4])
    else:
        chosen = next(candidate for candidate in candidates if candidate[0] >= best - 1e-12)
    _, axis, position, inside, _ = chosen
    children = []
    for mask in (inside, ~inside):
        left = [
            [c for c, keep in zip(cells[axis], mask, strict=True) if keep] if a == axis else own
            for a, own in enumerate(cells)
        ]
        children.append(_build(np.compress(mask, table, axis=axis), left, numeric, real))
    return (axis, cells[axis][position], *children)
