"""What tasks work on: what all share, and parts of which a task needs only some."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Data:
    """Where there are parts, a task is the numbers of those that it needs."""

    shared: Any
    parts: Sequence[Any] | None = None

    def argument(self, task: Any) -> Any:
        """What the function gets for a task: its parts, or the task itself."""
        return task if self.parts is None else tuple(self.parts[number] for number in task)
