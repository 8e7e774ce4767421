"""What each attribute is worth at some rows of a table, also where rows are there only in parts."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.dataset import Categories
from ksdt_core.data.preparing.pairing import midpoint
from ksdt_core.learners.reaching import neighbours
from ksdt_core.learners.scan_kernels import scan_thresholds
from ksdt_core.measures.criteria import gini
from ksdt_core.measures.valuing import Criterion
from ksdt_core.text import separating

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
TIE = 1e-9


@dataclass(frozen=True, slots=True)
class AttributeWorth:
    """What the best split of a node by one attribute is worth."""

    attribute: str
    split: str  # `3 values`, `≤ 62`, `3 intervals`
    children: tuple[tuple[float, ...], ...]  # class counts of the rows whose value is known
    gain: float
    split_information: float
    gain_ratio: float
    gini: float
    unknown: float = 0.0  # rows without a value, where they go every way

    @property
    def n_children(self) -> int:
        return len(self.children)

    def value(self, criterion: Criterion) -> float:
        """By one of the criteria."""
        return {"gain": self.gain, "gain-ratio": self.gain_ratio, "gini": self.gini}[criterion]


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """The rows at a node as a learner sees them."""

    attributes: tuple[str, ...]
    categories: Categories
    n_classes: int
    cells: Floats  # (n_rows, n_attributes); missing only where rows go every way
    classes: Ints
    weights: Floats

    def counts(self, where: NDArray[np.bool_]) -> Floats:
        """The weight of each class."""
        found = np.bincount(self.classes[where], self.weights[where], minlength=self.n_classes)
        return found.astype(np.float64)


@dataclass(frozen=True, slots=True)
class Asked:
    """How splits are made: by which criterion thresholds are chosen, with how many rows in two children."""

    by: Criterion
    cuts: dict[int, Floats]  # of ID3: numeric columns are cut into these intervals
    is_binary: bool  # of CART: one value against all others
    least: float = 0.0


def attribute_worths(rows: Rows, asked: Asked) -> tuple[AttributeWorth, ...]:
    """What the best split by each attribute is worth, in the order of columns; those that split nothing are omitted."""
    thresholds, found = _thresholds(rows, asked), []
    for column, name in enumerate(rows.attributes):
        known = ~np.isnan(rows.cells[:, column])
        unknown = float(rows.weights[~known].sum())
        worths = []
        for words, child in _splits(rows, column, asked, thresholds):
            counts = (rows.counts(known & (child == position)) for position in np.unique(child[known]).tolist())
            children = [each for each in counts if each.any()]
            if sum(float(each.sum()) >= asked.least - TIE for each in children) >= 2:
                worths.append(worth(name, words, children, unknown))
        if worths:
            found.append(max(worths, key=lambda each: each.value(asked.by)))  # the first on a tie
    return tuple(found)


def worth(name: str, words: str, children: list[Floats], unknown: float = 0.0) -> AttributeWorth:
    """The measures of one split [Q93, chapter 3].

    With k the known weight and n all of it: gain = k/n · (H(known) − Σ_c n_c/k · H(c)), and the same for Gini; split
    information is the entropy of the children's weights, with the unknown weight as one child more.
    """
    whole, sizes = np.sum(children, axis=0), [float(each.sum()) for each in children]
    known = math.fsum(sizes)
    share = known / (known + unknown)

    def reduced(before: float, after: list[float]) -> float:
        return max(0.0, share * (before - math.fsum(n / known * each for n, each in zip(sizes, after, strict=True))))

    gain = reduced(bits(whole), [bits(each) for each in children])
    information = bits(np.array([*sizes, unknown]))
    return AttributeWorth(
        attribute=name,
        split=words,
        children=tuple(tuple(each.tolist()) for each in children),
        gain=gain,
        split_information=information,
        gain_ratio=min(1.0, gain / information) if information > TIE else 0.0,
        gini=reduced(float(gini(whole)), [float(gini(each)) for each in children]),
        unknown=unknown,
    )


def bits(weights: Floats) -> float:
    """Entropy −Σ p log2 p of weights that need not be whole."""
    total = math.fsum(weights.tolist())
    return math.fsum(-each / total * math.log2(each / total) for each in weights.tolist() if each > 0) + 0.0


def _splits(rows: Rows, column: int, asked: Asked, thresholds: dict[int, float]) -> Iterator[tuple[str, Ints]]:
    """The splits by one attribute in words, with the child of each row; several where one value is against the rest."""
    cells, values, cuts = rows.cells[:, column], rows.categories[column], asked.cuts.get(column)
    present = np.unique(cells[~np.isnan(cells)])
    if present.size < 2:
        return
    if cuts is not None:
        child = np.searchsorted(cuts, cells, side="left")
        used = np.unique(child[~np.isnan(cells)])
        words = _at_most(float(cuts[used[0]]), cells) if used.size == 2 else f"{used.size} intervals"
        yield words, child
    elif values is None:
        if column in thresholds:
            yield _at_most(thresholds[column], cells), (cells > thresholds[column]).astype(np.intp)
    elif asked.is_binary and present.size > 2:
        for value in present:
            yield "one value", (cells != value).astype(np.intp)
    else:
        yield f"{present.size} values", np.searchsorted(present, cells)


def _at_most(threshold: float, cells: Floats) -> str:
    """A threshold as people read it, which separates the same cells."""
    return f"≤ {separating(threshold, *neighbours(cells, threshold))}"


def _thresholds(rows: Rows, asked: Asked) -> dict[int, float]:
    """The best threshold of each numeric column, where there is one."""
    numeric = [c for c, values in enumerate(rows.categories) if values is None and c not in asked.cuts]
    if not numeric or not rows.classes.size:
        return {}
    columns = np.array(numeric, dtype=np.intp)
    order = np.ascontiguousarray(np.argsort(rows.cells[:, columns], axis=0, kind="stable").T.astype(np.int32))
    best, _, low, high = scan_thresholds(
        order, columns, np.asfortranarray(rows.cells), rows.classes, rows.weights, rows.n_classes,
        asked.by == "gini", asked.least, float(rows.weights.sum()),
    )  # fmt: skip
    return {column: midpoint(float(low[i]), float(high[i])) for i, column in enumerate(numeric) if best[i] > -0.5}
