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
        row = {
            column: values[cell] for (column, values), cell in zip(features.items(), point, strict=True)
        }
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
