"""Class leaves of orthogonal trees by their definition, cell by cell, and eigenvectors by one full decomposition."""

from __future__ import annotations

import numpy as np

from ksdt_core.trees.tree import LEAF
from tests.oracles import brute_fourier as brute


def scale_of(function, mean, row_weights):
    """b that minimises Σ_rows w (mean - b·function)²: the derivative of the sum is 0 there."""
    above = below = 0.0
    for value, wanted, weight in zip(function, mean, row_weights, strict=True):
        above += weight * float(np.dot(value, wanted))
        below += weight * float(np.dot(value, value))
    return above / below if below > 1e-12 else 0.0


def class_of(numbers):
    """The second of two classes above one half, the largest of more; up to 1e-9 the class listed first."""
    if len(numbers) == 1:
        return int(numbers[0] > 0.5 + 1e-9)
    return next(c for c, number in enumerate(numbers) if number >= max(numbers) - 1e-9)


def has_twins(tree):
    """Whether two leaves below one node answer alike."""
    for node in range(tree.n_nodes):
        if tree.attribute[node] != LEAF:
            left, right = int(tree.left[node]), int(tree.right[node])
            if tree.attribute[left] == tree.attribute[right] == LEAF and tree.label[left] == tree.label[right]:
                return True
    return False


def class_answers(values, scale):
    """The class of every cell of Λ, from the values of a function there."""
    return np.array([class_of(scale * numbers) for numbers in values])


def mean_output(trees, features):
    """The mean over the trees of their functions, at every cell of Λ."""
    return np.mean([brute.outputs(tree, features) for tree in trees], axis=0)


def turned(before, after, number):
    """How far the eigenvector of this number (from 1, by falling eigenvalue) turned, from two full decompositions."""
    first, later = (np.linalg.eigh(matrix)[1][:, -number] for matrix in (before, after))
    return min(float(np.linalg.norm(first - sign * later)) for sign in (1, -1))


def deflated(matrix, number):
    """The matrix without its first `number` - 1 eigenvectors: Σ_(k ≥ number) λ_k γ_k γ_kᵀ."""
    values, vectors = np.linalg.eigh(matrix)
    kept = len(values) - number + 1
    return (vectors[:, :kept] * values[:kept]) @ vectors[:, :kept].T
