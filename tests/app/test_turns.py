"""Pages take turns, nobody waits for long, and a page that fails gives its turn back."""

from __future__ import annotations

import threading

import pytest

from pages.common import frame
from tests.waiting import PATIENCE, all_at_once


def test_few_pages_are_made_at_once_and_all_are_made(monkeypatch):
    monkeypatch.setattr(frame, "PATIENCE", PATIENCE)  # on a busy machine nobody gets in for having waited long
    under_way, most, made = 0, 0, 0
    lock, together = threading.Lock(), threading.Barrier(frame.AT_ONCE, timeout=PATIENCE)

    def page() -> None:
        nonlocal under_way, most, made
        with frame.turn():
            with lock:
                under_way += 1
                most = max(most, under_way)
            together.wait()
            with lock:
                under_way -= 1
                made += 1

    all_at_once(*[page] * (6 * frame.AT_ONCE))
    assert (most, made) == (frame.AT_ONCE, 6 * frame.AT_ONCE)


def test_a_page_that_takes_long_is_not_waited_for(monkeypatch):
    ended, together = threading.Event(), threading.Barrier(frame.AT_ONCE + 1, timeout=PATIENCE)

    def slow() -> None:
        with frame.turn():
            together.wait()
            ended.wait(PATIENCE)

    slow_ones = [threading.Thread(target=slow, daemon=True) for _ in range(frame.AT_ONCE)]
    for reader in slow_ones:
        reader.start()
    together.wait()
    monkeypatch.setattr(frame, "PATIENCE", 0.05)
    try:
        with frame.turn():
            assert all(reader.is_alive() for reader in slow_ones)
    finally:
        ended.set()
        for reader in slow_ones:
            reader.join(PATIENCE)


def test_a_page_that_fails_gives_its_turn_back(monkeypatch):
    monkeypatch.setattr(frame, "PATIENCE", 0.0)
    for _ in range(frame.AT_ONCE + 1):
        with pytest.raises(ValueError, match="fault"), frame.turn():
            raise ValueError("fault")
    taken = [frame._turns.acquire(blocking=False) for _ in range(frame.AT_ONCE)]
    for _ in filter(None, taken):
        frame._turns.release()
    assert all(taken)
