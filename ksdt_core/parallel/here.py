"""Tasks in this process, one after another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ksdt_core.parallel.data import Data

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Here(Generic[Result]):
    """Does a task as soon as it is submitted."""

    function: Callable[[Any, Any], Result]
    data: Data

    def room(self) -> int:
        return 1

    def submit(self, task: Any) -> Future[Result]:
        done: Future[Result] = Future()
        done.set_result(self.function(self.data.shared, self.data.argument(task)))
        return done

    def result(self, future: Future[Result]) -> Result:
        return future.result()


@contextmanager
def done_here(function: Callable[[Any, Any], Result], data: Data) -> Iterator[Here[Result]]:
    """Nothing is to be started, and nothing to be ended."""
    yield Here(function, data)
