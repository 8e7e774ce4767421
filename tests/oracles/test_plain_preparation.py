"""The prepared pair is the one that pandas makes: conversions, kinds, sparse columns, filling, scales with codes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ksdt_core.data import dataset_from_frame, pair_datasets
from ksdt_core.data.preparing.filled import filled_cells
from ksdt_core.mining.tree_set import PAIR, summary_of
from tests.oracles.plain_preparation import CLASS, Plan, Prepared, prepared, standard_scores

FORMULAS = {"*38.67": (38.67, 0.0), "*1.8+32": (1.8, 32.0), "-32": (1.0, -32.0), "*2.5": (2.5, 0.0)}


@st.composite
def frames(draw: st.DrawFn) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Two tables of measured columns, codes and texts with gaps, some of them sparse."""
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    kinds = draw(
        st.lists(st.sampled_from(["measured", "codes", "other codes", "many", "text"]), min_size=1, max_size=6)
    )
    tables = []
    for side in range(2):
        n_rows = draw(st.integers(6, 30))
        columns: dict[str, Any] = {}
        for position, kind in enumerate(kinds):
            columns[f"{kind}-{position}"] = _column(kind, random, n_rows, side)
        frame = pd.DataFrame(columns)
        share = draw(st.sampled_from([0.0, 0.1, 0.3]))
        for name in frame.columns:
            gone = random.random(n_rows) < (0.6 if random.random() < 0.15 else share)
            gone[0] = False  # some value is there, so that gaps can be filled
            frame.loc[gone, name] = None if frame[name].dtype == object else np.nan
        frame[CLASS] = ["a" if row % 2 else "b" for row in range(n_rows)]
        tables.append(frame)
    return tables[0], tables[1]


def _column(kind: str, random: np.random.Generator, n_rows: int, side: int) -> Any:
    if kind == "measured":
        return np.round(random.normal(50, 9, n_rows), 1)
    if kind == "text":
        return np.array(["red", "green", "blue"], dtype=object)[random.integers(0, 3, n_rows)]
    low, high = {"codes": (1, 5), "other codes": (4 * side, 4 * side + 3), "many": (0, 12)}[kind]
    return random.integers(low, high, n_rows).astype(float)


@st.composite
def plans(draw: st.DrawFn, names: list[str]) -> tuple[Plan, tuple[str, ...]]:
    """What is asked for, as the oracle takes it, and its conversions as the option has them."""
    numbers = [name for name in names if not name.startswith("text")]
    chosen = {name: draw(st.sampled_from(["", "numeric", "categorical"])) for name in numbers}
    convert, items = {}, []
    for name in numbers:
        if chosen[name] != "categorical" and draw(st.integers(0, 3)) == 0:
            table, formula = draw(st.sampled_from(["left", "right"])), draw(st.sampled_from(sorted(FORMULAS)))
            convert[table, name] = FORMULAS[formula]
            items.append(f"{table}:{name}={formula}")
    plan = Plan(
        missing=draw(st.sampled_from(["common", "class-common"])),
        max_missing=draw(st.sampled_from([0.0, 0.2, 0.5, 1.0])),
        scale=draw(st.sampled_from(["none", "rank", "zscore"])),
        numeric=tuple(name for name in numbers if chosen[name] == "numeric"),
        categorical=tuple(name for name in numbers if chosen[name] == "categorical"),
        convert=convert,
    )
    return plan, tuple(items)


@settings(max_examples=150)
@given(st.data())
def test_the_prepared_pair_is_that_of_pandas(data: st.DataObject) -> None:
    left, right = data.draw(frames())
    names = [str(name) for name in left.columns if name != CLASS]
    plan, items = data.draw(plans(names))
    expected = prepared(left, right, plan)
    how: dict[str, Any] = {name: getattr(plan, name) for name in ("missing", "max_missing", "scale")}
    how |= {"numeric": plan.numeric, "categorical": plan.categorical, "convert": items}
    tables = [dataset_from_frame(frame, CLASS, name) for frame, name in ((left, "L"), (right, "R"))]
    if len(expected.sparse) == len(names):
        return
    pair = pair_datasets(*tables, **how)
    assert list(pair.attributes) == [name for name in expected.left.columns if name != CLASS]
    assert list(pair.columns_dropped) == expected.sparse
    assert list(pair.unscaled) == expected.unscaled
    assert {name: (one, other) for name, one, other in filled_cells(pair)} == expected.filled
    for domain, frame in ((pair.left, expected.left), (pair.right, expected.right)):
        for column, name in enumerate(pair.attributes):
            values = pair.categories[column]
            if values is not None:
                assert [values[int(cell)] for cell in domain.scaled[:, column]] == frame[name].tolist()
            else:
                np.testing.assert_allclose(domain.scaled[:, column], frame[name].to_numpy(float), rtol=1e-9, atol=1e-12)
    _check_document(pair, expected, items)


def _check_document(pair: Any, expected: Prepared, items: tuple[str, ...]) -> None:
    document = PAIR.write(summary_of(pair))
    assert document["unscaled"] == expected.unscaled
    assert document["sparse"] == expected.sparse
    assert document["filled"] == {name: list(counts) for name, counts in expected.filled.items()}
    named = [f"{one['table']}:{one['attribute']}={one['formula']}" for one in document["conversions"]]
    assert named == list(items)


def test_standard_scores_of_numbers_whose_squares_overflow():
    """Four equal numbers and one above them: −0.5 and 2, however far above."""
    for far in (1.0, 1e300, 1e-300):
        column = pd.Series([0.0, 0.0, 0.0, 0.0, far])
        assert standard_scores(column).to_numpy() == pytest.approx([-0.5, -0.5, -0.5, -0.5, 2.0])
