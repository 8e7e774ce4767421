"""Pages take turns, nobody waits for long, and a page that fails gives its turn back."""

from __future__ import annotations

import threading

import pytest

from pages.shared import turns
from tests.waiting import PATIENCE


def test_few_pages_are_made_at_once_and_all_are_made(monkeypatch):
    monkeypatch.setattr(turns, "PATIENCE", PATIENCE)  # on a busy machine nobody gets in for having waited long
    under_way, most, made = 0, 0, 0
    lock, together = threading.Lock(), threading.Barrier(turns.AT_ONCE, timeout=PATIENCE)

    def page() -> None:
        nonlocal under_way, most, made
        with turns.turn():
            with lock:
                under_way += 1
                most = max(most, under_way)
            together.wait()
            with lock:
                under_way -= 1
                made += 1

    readers = [threading.Thread(target=page) for _ in range(6 * turns.AT_ONCE)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    assert (most, made) == (turns.AT_ONCE, 6 * turns.AT_ONCE)


def test_a_page_that_takes_long_is_not_waited_for(monkeypatch):
    ended, together = threading.Event(), threading.Barrier(turns.AT_ONCE + 1, timeout=PATIENCE)

    def slow() -> None:
        with turns.turn():
            together.wait()
            ended.wait(PATIENCE)

    slow_ones = [threading.Thread(target=slow) for _ in range(turns.AT_ONCE)]
    for reader in slow_ones:
        reader.start()
    together.wait()
    monkeypatch.setattr(turns, "PATIENCE", 0.05)
    try:
        with turns.turn():
            assert all(reader.is_alive() for reader in slow_ones)
    finally:
        ended.set()
        for reader in slow_ones:
            reader.join()


def test_a_page_that_fails_gives_its_turn_back(monkeypatch):
    monkeypatch.setattr(turns, "PATIENCE", 0.0)
    for _ in range(turns.AT_ONCE + 1):
        with pytest.raises(ValueError, match="fault"), turns.turn():
            raise ValueError("fault")
    taken = [turns._turns.acquire(blocking=False) for _ in range(turns.AT_ONCE)]
    for _ in filter(None, taken):
        turns._turns.release()
    assert all(taken)
