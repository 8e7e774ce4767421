"""What does tasks side by side, as futures of `concurrent.futures`."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any, Protocol, TypeVar

Result = TypeVar("Result")


class TaskLost(Exception):
    """A task that went with the worker that had it; it is to be submitted again.

    It is a suspect where it may have been what ended the worker, and not where only its data went.
    """

    def __init__(self, *, is_suspect: bool) -> None:
        super().__init__()
        self.is_suspect = is_suspect


class Pool(Protocol[Result]):
    """Somebody who has the function and the data, and takes tasks."""

    def room(self) -> int:
        """How many tasks may be under way now; 0 while nobody is there to take one."""

    def submit(self, task: Any) -> Future[Result]:
        """Begin a task."""

    def result(self, future: Future[Result]) -> Result:
        """What a finished future holds; `TaskLost` where that was lost."""
