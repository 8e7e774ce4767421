"""Columns that name the rows, distinguished from measurements."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ksdt_core.data.matching.identifiers import identifiers_of, is_identifier
from tests.data.tables import table_of

RANDOM = np.random.default_rng(2)
N = 40


def column(name: str, cells) -> bool:
    table = table_of("x", [(cell, "uv"[row % 2]) for row, cell in enumerate(cells)])
    return is_identifier(replace(table, attributes=(name,)), 0)


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("patient", [f"P{n}" for n in range(N)]),
        ("comment", [f"text {n}" for n in range(N - 2)] + ["text 0", "text 1"]),
        ("Pat-ID", RANDOM.choice(90_000, N, replace=False)),
        ("sample", RANDOM.permutation(N) * 3),
        ("nth", np.arange(N) + 17),
        ("barcode", ["AA-1", "AA-2", "AA-3", "AA-4"]),
    ],
)
def test_names_of_rows(name, cells) -> None:
    assert column(name, cells)


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("bmi", RANDOM.normal(25, 3, N)),
        ("sample", RANDOM.normal(25, 3, N)),
        ("platelets", RANDOM.choice(90_000, N, replace=False)),
        ("patient age", RANDOM.choice(90, N, replace=False)),
        ("dose", [*(f"{value:.3f}" for value in RANDOM.normal(25, 3, N)), "not known"]),
        ("dose", [*(f"{value:.3f}".replace(".", ",") for value in RANDOM.normal(25, 3, N))]),
        ("patient", np.arange(N) // 4),
        ("ward", list("abcd") * 10),
        ("letters", list("abcdefgh")),
        ("id", [None] * N),
    ],
)
def test_measurements_and_answers_are_no_names(name, cells) -> None:
    assert not column(name, cells)


def test_only_the_columns_asked_for_are_looked_at() -> None:
    rows = [(f"P{n}", n + 5, n % 3, "uv"[n % 2]) for n in range(N)]
    table = table_of("patient number age", rows)
    assert identifiers_of(table, ("patient", "number", "age")) == ("patient", "number")
    assert identifiers_of(table, ("number", "age")) == ("number",)
