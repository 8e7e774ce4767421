"""Large values that sessions share: bounded by bytes, made once."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from ksdt_core.store.pair_request import PairRequest
from pages.common import kept
from pages.common.shelf import Shelf, shelf, size_of
from tests.waiting import all_at_once


@dataclass(frozen=True, slots=True)
class Pair:
    left: np.ndarray
    right: np.ndarray
    names: tuple[str, ...] = ()


def test_the_oldest_go_when_the_bytes_are_used_up() -> None:
    shelf, made = Shelf(most_bytes=1_000_000), []

    def table(name: str) -> np.ndarray:
        def make() -> np.ndarray:
            made.append(name)
            return np.zeros(50_000)  # 400 kB

        return shelf.get(name, make)

    table("a")
    table("b")
    table("a")  # asked for again, so that b is now the oldest
    table("c")
    assert shelf.n_bytes == 800_000
    table("a")
    assert made == ["a", "b", "c"]
    table("b")
    assert made == ["a", "b", "c", "b"]


def test_one_value_larger_than_the_bound_is_held_alone() -> None:
    shelf = Shelf(most_bytes=1_000)
    shelf.get("small", lambda: np.zeros(10))
    large = shelf.get("large", lambda: np.zeros(1_000))
    assert shelf.get("large", lambda: np.zeros(1)) is large
    assert shelf.n_bytes == 8_000


def test_arrays_that_are_the_same_count_once() -> None:
    cells = np.zeros((100, 10))
    assert 8_000 <= size_of(Pair(cells, cells[:, :5])) < 9_000
    assert 16_000 <= size_of(Pair(cells, cells.copy())) < 17_000
    assert size_of(Pair(cells, cells, ("x" * 100_000,))) > 108_000


def test_sessions_that_want_the_same_value_at_once_make_it_once() -> None:
    shelf, made = Shelf(), []

    def make() -> int:
        made.append(1)
        time.sleep(0.05)
        return 7

    all_at_once(*[lambda: shelf.get("a", make)] * 4)
    assert made == [1]


def test_what_fails_is_tried_again() -> None:
    shelf = Shelf()
    for _ in range(2):
        try:
            shelf.get("a", lambda: 1 // 0)
        except ZeroDivisionError:
            continue
        raise AssertionError
    assert shelf.get("a", lambda: 3) == 3


def test_tables_and_pairs_of_the_pages_are_on_the_shelf(spect: PairRequest) -> None:
    before = shelf().n_bytes
    pair = kept.pair_of(spect)
    assert shelf().n_bytes - before >= size_of(pair)
    assert kept.pair_of(spect) is pair
