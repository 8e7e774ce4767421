"""Hypothesis strategies shared by all tests: pairs of tables, weights and parameters, ties and all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from ksdt_core.data.model.dataset import Categories, Dataset
from ksdt_core.data.model.pair import DatasetPair, Preparation
from ksdt_core.data.preparing.pairing import prepare
from tests.pairs_by_hand import pair_of

NAMES = ("zeta", "beta", "alpha", "delta", "a b", "x≤1", "gene,7", "Beta")  # not in sorted order, as in real tables
CLASS_NAMES = ("ape", "bee", "cat", "dog", "eel")
COLOURS = ("blue", "green", "red", "white")

# What the values 0, 1, 2, .. of a drawn column stand for; the last pools bring neighbouring and extreme numbers.
NUMBER_POOLS = (
    tuple(float(i) for i in range(8)),
    (-2.5, -1.0, 0.0, 0.1, 0.2, 0.30000000000000004, 0.3, 7.0),
    (1.0, float(np.nextafter(1, 2)), float(np.nextafter(1, 0)), 1.0 + 4e-16, 2.0, 1e-300, -1e-300, 0.0),
    (1e15, 1e15 + 1, -1e15, 1e-15, 1e300, -1e300, 3.0, 5e-324),
)


@st.composite
def class_columns(draw: st.DrawFn, n_classes: int, max_rows: int) -> list[int]:
    """Classes of the rows of a table: every class once, and mostly more rows of any class after that."""
    n_more = draw(st.one_of(st.integers(0, 3), st.integers(max_rows // 2, max_rows)))
    more = draw(hnp.arrays(np.int8, n_more, elements=st.integers(0, n_classes - 1), fill=st.nothing())).tolist()
    return [*range(n_classes), *more]


@st.composite
def columns(draw: st.DrawFn, left: list[int], right: list[int]) -> tuple[list[float], list[float], bool]:
    """One attribute in both tables, and whether it is categorical; some follow the class, some are constant."""
    kind = draw(st.sampled_from(["number", "number", "class", "class", "category", "constant", "half constant"]))
    if kind == "class":
        noise = draw(hnp.arrays(np.int8, len(left) + len(right), elements=st.integers(-2, 2), fill=st.nothing()))
        values = (2 * np.array(left + right) + noise).astype(float).tolist()
    elif kind == "category":
        n_values = draw(st.integers(1, len(COLOURS)))
        codes = hnp.arrays(np.int8, len(left) + len(right), elements=st.integers(0, n_values - 1), fill=st.nothing())
        values = draw(codes).astype(float).tolist()
    else:
        pool = draw(st.sampled_from(NUMBER_POOLS))
        codes = draw(
            hnp.arrays(np.int8, len(left) + len(right), elements=st.integers(0, len(pool) - 1), fill=st.nothing())
        )
        values = [pool[code] for code in codes]
    if kind == "constant":
        values = [values[0]] * len(values)
    if kind == "half constant":
        values[: len(left)] = [values[0]] * len(left)
    return values[: len(left)], values[len(left) :], kind == "category"


@st.composite
def pairs(
    draw: st.DrawFn,
    *,
    max_rows: int = 14,
    max_attributes: int = 8,
    max_classes: int = 5,
    scales: Sequence[str] = ("none", "none", "zscore", "rank"),
    balanced: bool | None = None,
) -> DatasetPair:
    """A prepared pair. `balanced` says whether rows may count more than once (None: either)."""
    n_classes = draw(st.integers(2, max_classes))
    left, right = (draw(class_columns(n_classes, max_rows)) for _ in range(2))
    drawn = [draw(columns(left, right)) for _ in range(draw(st.integers(1, max_attributes)))]
    if draw(st.booleans()) and len(drawn) < max_attributes:
        drawn.insert(draw(st.integers(0, len(drawn))), draw(st.sampled_from(drawn)))  # the same column twice
    scale: Any = draw(st.sampled_from(scales))
    weights = None
    if draw(st.booleans()) if balanced is None else balanced:
        weights = tuple(draw(st.lists(st.integers(1, 4), min_size=n, max_size=n)) for n in (len(left), len(right)))
    categories: Categories = tuple(COLOURS if categorical else None for _, _, categorical in drawn)
    return pair_of(
        (list(zip(*(column for column, _, _ in drawn), strict=True)), left),
        (list(zip(*(column for _, column, _ in drawn), strict=True)), right),
        class_names=CLASS_NAMES[:n_classes],
        attributes=NAMES[: len(drawn)],
        categories=categories,
        scale=scale,
        weights=weights,
    )


@st.composite
def prepared_pairs(draw: st.DrawFn, **options: Any) -> DatasetPair:
    """A pair of the same kinds of tables, scaled and balanced by the product itself."""
    drawn = draw(pairs(balanced=False, **options))
    scale = drawn.preparation.scale
    preparation = Preparation(scale=scale, balance=draw(st.booleans()), seed=draw(st.integers(0, 2**31)))
    return prepare(drawn.matched, preparation)


@st.composite
def datasets(draw: st.DrawFn, *, missing: bool = False, **options: Any) -> Dataset:
    """One table; with `missing` some of its cells are."""
    table = draw(pairs(balanced=False, **options)).matched.left
    if not missing:
        return table
    gone = draw(hnp.arrays(np.bool_, table.values.shape, elements=st.booleans(), fill=st.just(False)))
    return replace(table, values=np.where(gone, np.nan, table.values))


@st.composite
def weight_vectors(draw: st.DrawFn, *, single: bool = False) -> tuple[float, ...]:
    """Weights above 0 that sum to 1: tenths, any shares, and vectors in which some part is next to nothing."""
    n_parts = 2 if single else 3
    kind = draw(st.sampled_from(["tenths", "any", "extreme"]))
    if kind == "tenths":
        cuts = sorted(draw(st.lists(st.integers(1, 9), min_size=n_parts - 1, max_size=n_parts - 1, unique=True)))
        return tuple((b - a) / 10 for a, b in zip([0, *cuts], [*cuts, 10], strict=True))
    if kind == "any":
        parts = draw(st.lists(st.floats(0.001, 1), min_size=n_parts, max_size=n_parts))
        return tuple(part / sum(parts) for part in parts)
    tiny = draw(
        st.lists(st.sampled_from([1e-10, 7e-10, 3e-8, 1e-5, 0.004]), min_size=n_parts - 1, max_size=n_parts - 1)
    )
    return tuple(draw(st.permutations([*tiny, 1 - sum(tiny)])))


@st.composite
def valuings(draw: st.DrawFn, attributes: Sequence[str]) -> dict[str, Any]:
    """A criterion and costs of some attributes; half of the time plain information gain, which is the usual case."""
    if draw(st.booleans()):
        return {}
    options: dict[str, Any] = {"criterion": draw(st.sampled_from(["gain", "gain-ratio", "gini"]))}
    if draw(st.booleans()):
        listed = draw(st.lists(st.sampled_from(attributes), min_size=1, unique=True))
        prices = st.one_of(st.sampled_from([1.0, 1, 2, 0.001, 1_000_000.0]), st.floats(0.01, 100))
        options["costs"] = {name: draw(prices) for name in listed}
        options["cost_rule"] = draw(st.sampled_from(["squared", "exponential"]))
        options["cost_weight"] = draw(st.sampled_from([0.0, 0.3, 1.0]))
    return options


@st.composite
def mining_options(draw: st.DrawFn, pair: DatasetPair, *, constraints: bool = True) -> dict[str, Any]:
    """Keywords of `mine` that make sense for this pair, weights included; most are left at a usual value."""
    method = draw(st.sampled_from(["parallel", "parallel", "sequential", "single"]))
    options: dict[str, Any] = {
        "method": method,
        "k": draw(st.sampled_from([1, 2, 3, 5, 9])),
        "weights": draw(weight_vectors(single=method == "single")),
        "aus": draw(st.sampled_from(["lnc", "llc"])),
        "atd": draw(st.sampled_from(["avgmin", "avg", "min"])),
        "ell": draw(st.sampled_from([1, 2, 3, 7])),
        "attr_fraction": draw(st.sampled_from([None, None, 0.2, 0.5, 1.0])),
        "min_size": draw(st.sampled_from([None, None, 0.0, 2.0, 3.5])),
        "min_leaf_share": draw(st.sampled_from([0.0, 0.0, 0.0, 0.1, 0.25, 0.4])),
        "max_depth": draw(st.sampled_from([3, 0, 1, 2])),
        "traversal": draw(st.sampled_from(["depth", "breadth"])),
    }
    options |= draw(valuings(pair.attributes))
    if constraints and draw(st.integers(0, 3)) == 0:
        names = draw(st.permutations(pair.attributes))
        n_excluded = draw(st.integers(0, len(names) - 1))
        options["exclude"] = tuple(names[:n_excluded])
        options["roots"] = tuple(names[n_excluded : n_excluded + draw(st.integers(0, 2))])
    return options
