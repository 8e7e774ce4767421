"""Functions on Λ that are constant on boxes: a tree is one, and so is any weighted sum of trees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from ksdt_core.compiled import kernel
from ksdt_core.errors import InvalidParameterError
from ksdt_core.fourier.domain import CellDomain


@dataclass(frozen=True, slots=True, eq=False)
class Boxes:
    """Boxes of Λ in compressed rows: the constraints of box b stand at positions start[b] to start[b + 1].

    A constraint keeps a feature to an interval of cells if it is numeric, to a subset of them if it is categorical.
    """

    start: NDArray[np.int64]  # (n_boxes + 1,)
    feature: NDArray[np.int32]  # (n_constraints,), position among the features of the domain
    low: NDArray[np.int32]  # first cell of an interval
    high: NDArray[np.int32]  # one past its last cell
    subset: NDArray[np.int32]  # row of `subsets`, or -1 for an interval
    share: NDArray[np.float64]  # mass of the cells that are left, as a share of that of all of the feature's cells
    subsets: NDArray[np.uint64]  # (n_subsets, n_words), bit c of a row states whether cell c belongs

    def __post_init__(self) -> None:
        for array in (self.start, self.feature, self.low, self.high, self.subset, self.share, self.subsets):
            array.setflags(write=False)

    @property
    def n_boxes(self) -> int:
        return int(self.start.size - 1)

    def volumes(self) -> NDArray[np.float64]:
        """μ(box) of each box, the product of its shares; |box| / |Λ| where all cells count alike."""
        volumes = np.ones(self.n_boxes)
        constrained = np.flatnonzero(self.start[1:] > self.start[:-1])
        if constrained.size:
            volumes[constrained] = np.multiply.reduceat(self.share, self.start[constrained])
        return volumes

    def take(self, chosen: NDArray[np.intp]) -> Self:
        """Only these boxes, in this order."""
        sizes = self.start[chosen + 1] - self.start[chosen]
        start = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        positions = np.repeat(self.start[chosen] - start[:-1], sizes) + np.arange(start[-1])
        return replace(
            self,
            start=start,
            feature=self.feature[positions],
            low=self.low[positions],
            high=self.high[positions],
            subset=self.subset[positions],
            share=self.share[positions],
        )

    def cells(self, constraint: int) -> NDArray[np.int64]:
        """The cells of the feature that one constraint leaves."""
        row = self.subset[constraint]
        if row < 0:
            return np.arange(self.low[constraint], self.high[constraint])
        bits = np.unpackbits(self.subsets[row].astype("<u8").view(np.uint8), bitorder="little")
        return np.flatnonzero(bits)


@dataclass(frozen=True, slots=True, eq=False)
class BoxFunction:
    """f(x) = Σ_b value_b · [x in box b], with one column of values for each output.

    Outputs are the indicator of the second class for two classes, one indicator a class for more, or whatever a
    real-valued function is made of.
    """

    domain: CellDomain
    boxes: Boxes
    values: NDArray[np.float64]  # (n_boxes, n_outputs)
    outputs: tuple[str, ...]  # names of the columns
    class_names: tuple[str, ...] = ()  # of a tree that answers classes; empty for other functions
    disjoint: bool = True  # the boxes of a tree are; those of a sum of trees overlap

    def __post_init__(self) -> None:
        self.values.setflags(write=False)

    @property
    def n_outputs(self) -> int:
        return len(self.outputs)

    def mean(self) -> NDArray[np.float64]:
        """Σ_x μ(x) f(x), by output."""
        averages: NDArray[np.float64] = self.boxes.volumes() @ self.values
        return averages

    def at(self, cells: NDArray[np.int32]) -> NDArray[np.float64]:
        """f(x) at points given by their cells (see `CellDomain.cells_of`), a column an output."""
        boxes = self.boxes
        constraints = (boxes.start, boxes.feature, boxes.low, boxes.high, boxes.subset, boxes.subsets)
        answers: NDArray[np.float64] = _values_at(*constraints, self.values, cells, self.disjoint)
        return answers


@kernel
def _values_at(
    start: Any, feature: Any, low: Any, high: Any, subset: Any, subsets: Any, values: Any, cells: Any, disjoint: Any
) -> Any:
    answers = np.zeros((cells.shape[0], values.shape[1]))
    for point in range(cells.shape[0]):
        for box in range(start.size - 1):
            inside = True
            for position in range(start[box], start[box + 1]):
                cell = cells[point, feature[position]]
                row = subset[position]
                if row < 0:
                    inside = low[position] <= cell < high[position]
                else:
                    inside = (subsets[row, cell >> 6] >> np.uint64(cell & 63)) & np.uint64(1) != 0
                if not inside:
                    break
            if inside:
                answers[point] += values[box]
                if disjoint:
                    break
    return answers


def combined(functions: Sequence[BoxFunction], coefficients: Sequence[float] | NDArray[np.float64]) -> BoxFunction:
    """Σ_i c_i f_i as one function: the boxes of all, their values multiplied."""
    if not functions or len(functions) != len(coefficients):
        raise InvalidParameterError(
            "functions-and-coefficients-differ", functions=len(functions), coefficients=len(coefficients)
        )
    first = functions[0]
    if any(function.domain != first.domain or function.outputs != first.outputs for function in functions):
        raise InvalidParameterError("functions-of-different-domains")
    values = [float(c) * function.values for c, function in zip(coefficients, functions, strict=True)]
    boxes = stacked([function.boxes for function in functions])
    disjoint = len(functions) == 1 and first.disjoint
    return BoxFunction(first.domain, boxes, np.concatenate(values), first.outputs, disjoint=disjoint)


def stacked(parts: Sequence[Boxes]) -> Boxes:
    """The boxes of several functions one after the other."""
    n_before = np.cumsum([0, *(part.feature.size for part in parts)])
    rows_before = np.cumsum([0, *(part.subsets.shape[0] for part in parts)])
    starts = [part.start[1:] + n for part, n in zip(parts, n_before[:-1], strict=True)]
    subset = [np.where(part.subset < 0, -1, part.subset + n) for part, n in zip(parts, rows_before[:-1], strict=True)]
    return Boxes(
        start=np.concatenate([np.zeros(1, dtype=np.int64), *starts]),
        feature=np.concatenate([part.feature for part in parts]),
        low=np.concatenate([part.low for part in parts]),
        high=np.concatenate([part.high for part in parts]),
        subset=np.concatenate(subset).astype(np.int32),
        share=np.concatenate([part.share for part in parts]),
        subsets=np.concatenate([part.subsets for part in parts]),
    )
