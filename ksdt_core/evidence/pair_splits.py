"""Where the evidence of a pair cuts each attribute, and which rows of each table meet each split.

A numeric attribute is cut at nine points: under `rank` at 0.1 … 0.9, under `zscore` at the normal quantiles of these,
under `none` at the means of the two tables' deciles. Codes are cut at the midpoints of their values. A categorical
attribute has one split for each value.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ksdt_core.compiled import kernel
from ksdt_core.data.matching.attribute_names import require_attributes
from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.data.model.settled import Codes
from ksdt_core.data.preparing.codes import code_values
from ksdt_core.data.preparing.pairing import midpoint
from ksdt_core.errors import InvalidParameterError

Matrix = NDArray[np.float64]
Words = NDArray[np.uint64]

TENTHS = tuple(k / 10 for k in range(1, 10))
QUANTILES = tuple(NormalDist().inv_cdf(tenth) for tenth in TENTHS)
WORD = 64


@dataclass(frozen=True, slots=True, eq=False)
class Splits:
    """The splits of all attributes, in column order; those of attribute j are first[j] to first[j + 1]."""

    first: NDArray[np.int64]  # (n_attributes + 1,)
    attribute: NDArray[np.int64]  # (n_splits,)
    cuts: Matrix  # (n_splits,), a threshold or the position of a value
    categorical: NDArray[np.bool_]  # (n_attributes,)
    left: Words  # (n_splits, n_words), the rows of the left table that meet each split, a bit each
    right: Words

    @property
    def n_splits(self) -> int:
        return int(self.cuts.size)

    @property
    def n_attributes(self) -> int:
        return int(self.first.size - 1)


def without_attributes(pair: DatasetPair, exclude: Sequence[str]) -> DatasetPair:
    """The same pair with some attributes omitted; at least one must stay."""
    if not exclude:
        return pair
    require_attributes(tuple(exclude), pair.attributes, option="exclude")
    stay = [column for column, name in enumerate(pair.attributes) if name not in set(exclude)]
    if not stay:
        raise InvalidParameterError("nothing-to-split-by", option="exclude")
    left, right = (
        replace(side, original=original, scaled=original if side.scaled is side.original else side.scaled[:, stay])
        for side in (pair.left, pair.right)
        for original in (side.original[:, stay],)
    )
    return replace(
        pair,
        attributes=tuple(pair.attributes[column] for column in stay),
        categories=tuple(pair.categories[column] for column in stay),
        codes=tuple(pair.codes[column] for column in stay) if pair.codes else (),
        left=left,
        right=right,
    )


def codes_of_pair(pair: DatasetPair) -> Codes:
    """The codes of each attribute, as the pair was prepared: what is declared a number has none.

    A pair that was made manually does not know them; they are then taken from the cells as they were read.
    """
    if pair.codes:
        return pair.codes
    left, right = pair.matched.left, pair.matched.right
    place = {name: column for column, name in enumerate(left.attributes)}
    return tuple(
        code_values(left.values[:, place[name]], right.values[:, place[name]]) if kind is None else None
        for name, kind in zip(pair.attributes, pair.categories, strict=True)
    )


def tested_cells(pair: DatasetPair, codes: Codes) -> tuple[Matrix, Matrix]:
    """The cells that splits are about, one attribute a row: scaled ones, but codes and values as they are."""
    as_they_are = np.array(
        [kind is not None or code is not None for kind, code in zip(pair.categories, codes, strict=True)], dtype=bool
    )
    left, right = (_cells(side.original, side.scaled, as_they_are) for side in (pair.left, pair.right))
    return left, right


def _cells(original: Matrix, scaled: Matrix, as_they_are: NDArray[np.bool_]) -> Matrix:
    cells = np.array(scaled.T, order="C")
    if scaled is not original:
        cells[as_they_are] = original.T[as_they_are]
    return cells


def split_cells(
    left: Matrix, right: Matrix, kinds: Sequence[tuple[str, ...] | None], codes: Codes, scale: str
) -> Splits:
    """The splits of attributes whose cells are given, one attribute a row."""
    deciles = _mean_deciles(left, right) if scale == "none" else None
    cuts = [_cuts(j, kind, code, scale, deciles) for j, (kind, code) in enumerate(zip(kinds, codes, strict=True))]
    first = np.concatenate([[0], np.cumsum([len(own) for own in cuts])]).astype(np.int64)
    attribute = np.repeat(np.arange(len(cuts)), np.diff(first)).astype(np.int64)
    categorical = np.array([kind is not None for kind in kinds], dtype=bool)
    at = np.concatenate([np.asarray(own, dtype=np.float64) for own in cuts])
    return Splits(
        first=first,
        attribute=attribute,
        cuts=at,
        categorical=categorical,
        left=_met(left, attribute, at, categorical),
        right=_met(right, attribute, at, categorical),
    )


def _cuts(
    attribute: int,
    kind: tuple[str, ...] | None,
    code: tuple[float, ...] | None,
    scale: str,
    deciles: Matrix | None,
) -> Sequence[float]:
    if kind is not None:
        return range(len(kind))
    if code is not None:
        return [midpoint(smaller, larger) for smaller, larger in pairwise(code)]
    if deciles is not None:
        return list(deciles[:, attribute])
    return TENTHS if scale == "rank" else QUANTILES


def _mean_deciles(left: Matrix, right: Matrix) -> Matrix:
    with np.errstate(over="ignore", invalid="ignore"):
        of_left, of_right = (np.quantile(cells, TENTHS, axis=1) for cells in (left, right))
        return np.asarray(of_left / 2 + of_right / 2)


def _met(cells: Matrix, attribute: NDArray[np.int64], cuts: Matrix, categorical: NDArray[np.bool_]) -> Words:
    words = np.zeros((cuts.size, n_words(cells.shape[1])), dtype=np.uint64)
    _set_bits(cells, attribute, cuts, categorical, words)
    return words


def n_words(n_rows: int) -> int:
    """Words of 64 bits that hold a bit for each row."""
    return max(1, -(-n_rows // WORD))


@kernel
def _set_bits(cells: Any, attribute: Any, cuts: Any, categorical: Any, words: Any) -> None:
    one = np.uint64(1)
    for split in range(cuts.size):
        j, cut = attribute[split], cuts[split]
        for row in range(cells.shape[1]):
            value = cells[j, row]
            met = value == cut if categorical[j] else value <= cut
            if met:
                words[split, row // WORD] |= one << np.uint64(row % WORD)
