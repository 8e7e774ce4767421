"""Measures, Sobol indices and Shapley values by their plain definitions: every cell and every subset is visited."""

from __future__ import annotations

from itertools import chain, combinations
from math import factorial

import numpy as np

from tests.oracles import brute_fourier as brute


def marginals(features, rows):
    """The share of rows in each cell of each feature; a row lies in the first cell whose value is not below it."""
    found = []
    for column, values in features.items():
        cells = [next((i for i, v in enumerate(values) if row[column] <= v), len(values) - 1) for row in rows]
        found.append(np.bincount(cells, minlength=len(values)) / len(rows))
    return found


def cell_measure(shares):
    """The measure of every cell of Λ, in the order of `brute.points`: the product of the shares."""
    measure = np.ones(1)
    for share in shares:
        measure = np.outer(measure, share).ravel()
    return measure


def inner_products(functions, measure):
    """Σ_x μ(x) f(x) g(x) of every pair, summed over the outputs."""
    return np.array([[(measure[:, None] * f * g).sum() for g in functions] for f in functions])


def subsets(items):
    return chain.from_iterable(combinations(items, size) for size in range(len(items) + 1))


def explained(function, shares, known):
    """The variance of E[f | the features of `known`], summed over the outputs."""
    shape = [len(share) for share in shares]
    table = function.reshape(*shape, -1)
    mean = table
    for axis, share in enumerate(shares):
        weights = share.reshape([-1 if a == axis else 1 for a in range(len(shape) + 1)])
        if axis not in known:
            mean = np.broadcast_to((mean * weights).sum(axis=axis, keepdims=True), table.shape)
    measure = cell_measure(shares)[:, None]
    flat = mean.reshape(measure.size, -1)
    centre = (measure * flat).sum(axis=0)
    return float((measure * (flat - centre) ** 2).sum())


def sobol(function, shares):
    """Variance, first-order, total and pair parts of the variance, not divided by it."""
    n = len(shares)
    everything = set(range(n))
    variance = explained(function, shares, everything)
    alone = [explained(function, shares, {k}) for k in range(n)]
    total = [variance - explained(function, shares, everything - {k}) for k in range(n)]
    pairs = {
        (k, m): explained(function, shares, {k, m}) - alone[k] - alone[m] for k in range(n) for m in range(k + 1, n)
    }
    return variance, alone, total, pairs


def shapley(answer_of, row, draws):
    """Σ over the subsets S without k of |S|! (n - |S| - 1)! / n! (v(S + k) - v(S)).

    `answer_of` takes a row; `draws` are (probability, row) of what replaces the attributes outside S.
    """
    columns = sorted(row)
    n = len(columns)
    worth = {
        frozenset(known): sum(
            p * answer_of({c: row[c] if c in known else drawn[c] for c in columns}) for p, drawn in draws
        )
        for known in subsets(columns)
    }
    return {
        k: sum(
            factorial(len(s))
            * factorial(n - len(s) - 1)
            / factorial(n)
            * (worth[frozenset({*s, k})] - worth[frozenset(s)])
            for s in subsets([c for c in columns if c != k])
        )
        for k in columns
    }


def product_draws(features, rows):
    """Every cell of Λ as a row, with its measure under the product of the marginals of rows."""
    measure = cell_measure(marginals(features, rows))
    columns = list(features)
    return [
        (p, {column: features[column][cell] for column, cell in zip(columns, point, strict=True)})
        for p, point in zip(measure, brute.points(features), strict=True)
        if p > 0
    ]


def row_parts(answer_of, rows, columns):
    """Variance, first-order and total parts over rows as they are, by replacing values pair of rows by pair of rows.

    `answer_of` takes a row and gives a vector; `columns` maps a column to the key by which its values are told apart.
    """
    answers = np.array([answer_of(row) for row in rows])
    variance = ((answers - answers.mean(axis=0)) ** 2).sum(axis=1).mean()
    alone, total = {}, {}
    for column, cell_of in columns.items():
        cells = np.array([cell_of(row[column]) for row in rows])
        means = np.array([answers[cells == cell].mean(axis=0) for cell in cells])
        alone[column] = ((means - answers.mean(axis=0)) ** 2).sum(axis=1).mean()
        changes = [
            ((answer_of(np.where(np.arange(len(row)) == column, other[column], row)) - own) ** 2).sum()
            for row, own in zip(rows, answers, strict=True)
            for other in rows
        ]
        total[column] = np.mean(changes) / 2
    return variance, alone, total
