"""Parts of a function's variance over the rows of a table as they are, with the dependence between their attributes.

With x a row, x_k' the attribute k of another row drawn at random, and f' = f(x with x_k' in place of x_k):

    Var f       over the rows, summed over the outputs
    alone, V_k  = Var E[f | x_k]           over the rows, x_k known up to its cell
    total, T_k  = ½ E (f - f')²            (Jansen's form; where attributes are independent it is the total of Sobol)

Where a tree answers classes, E (f - f')² counts the answers that change when the attribute is replaced.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ksdt_core.fourier.attribute_energy import AttributeEnergy
from ksdt_core.fourier.boxes import BoxFunction


def row_energy(
    function: BoxFunction, cells: NDArray[np.int32], weights: NDArray[np.float64] | None = None
) -> AttributeEnergy:
    """The parts of the variance over rows given by their cells; weights make tables of different sizes count alike.

    Every row is asked again for every cell of every attribute in which the function's boxes differ: exact, not sampled.
    """
    shares = np.full(cells.shape[0], 1 / cells.shape[0]) if weights is None else weights / weights.sum()
    values = function.at(cells)
    mean = shares @ values
    variance = float((shares @ (values - mean) ** 2).sum())
    alone, total = np.zeros((2, function.domain.n_features))
    tested = np.unique(function.boxes.feature).tolist()
    for feature in range(function.domain.n_features):  # also where no box tests it: it may go with one that is tested
        n_cells = function.domain.features[feature].n_cells
        held = np.bincount(cells[:, feature], weights=shares, minlength=n_cells)
        replaced = cells.copy()
        for cell in np.flatnonzero(held).tolist():
            if feature in tested:
                replaced[:, feature] = cell
                changes = (values - function.at(replaced)) ** 2
                total[feature] += held[cell] / 2 * float((shares @ changes).sum())
            inside = cells[:, feature] == cell
            there = shares[inside] @ values[inside] / held[cell]
            alone[feature] += held[cell] * float(((there - mean) ** 2).sum())
    names = tuple(feature.name for feature in function.domain.features)
    return AttributeEnergy(names, variance, alone, total, np.zeros((0, 0)))
