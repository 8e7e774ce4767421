"""What the workers of the tests do; they import it by this name."""

from __future__ import annotations

import asyncio
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ksdt_core.errors import InvalidParameterError
from ksdt_core.parallel.cluster import nobody_waits


@dataclass(frozen=True, slots=True)
class Loaded:
    """Data that leave a line in a file wherever they arrive."""

    number: int
    log: Path

    def __reduce__(self) -> tuple[Any, ...]:
        return _arrived, (self.number, self.log)


def _arrived(number: int, log: Path) -> Loaded:
    with log.open("a", encoding="utf-8") as stream:
        stream.write(f"{os.getpid()}\n")
    return Loaded(number, log)


def shifted(shared: Loaded | int, task: int) -> int:
    return (shared if isinstance(shared, int) else shared.number) + task * task


def slowly_shifted(shared: Loaded, task: int) -> tuple[int, int]:
    """What `shifted` gives, and who gave it."""
    time.sleep(0.1)
    return shifted(shared, task), os.getpid()


def always_ends_its_worker(shared: int, task: int) -> int:
    if task == 1:
        os.kill(os.getpid(), 9)
    return task


def until_called_off(shared: Path, task: int) -> None:
    """Works for two minutes unless nobody waits for it any more, and says so."""
    (shared / f"begun-{task}").touch()
    for _ in range(1_200):
        if nobody_waits():
            (shared / f"ended-{task}").touch()
            return
        time.sleep(0.1)


def slowly_summed(shared: int, parts: tuple[Loaded, Loaded]) -> int:
    first, second = parts
    time.sleep(0.3)  # long enough for a scheduler to tidy up between two tasks
    return shared + first.number + second.number


def complains(shared: int, task: int) -> int:
    if task == 2:
        raise InvalidParameterError("task 2 is odd.")
    return task


def notices_losses_late(seconds: float, dask_scheduler: Any) -> None:
    """On a scheduler: from now on it takes so long to strike out a worker that has gone."""
    strike_out = dask_scheduler.remove_worker

    async def strike_out_late(*arguments: Any, **options: Any) -> Any:
        await asyncio.sleep(seconds)
        return await strike_out(*arguments, **options)

    dask_scheduler.remove_worker = strike_out_late
