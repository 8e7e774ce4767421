"""Finished tasks as JSON files, so that a stopped run continues where it was."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any, Protocol

from ksdt_core.parallel.executor import run_tasks


class Task(Protocol):
    """Something to compute from the tables in a folder."""

    @property
    def key(self) -> str: ...

    def run(self, folder: Path) -> dict[str, Any]: ...


@dataclass(frozen=True, slots=True)
class Keeper:
    """The folder of finished tasks."""

    folder: Path

    def load(self, task: Task) -> dict[str, Any] | None:
        """What the task found, or None if it has not been done."""
        path = self._path(task)
        return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None

    def save(self, task: Task, found: dict[str, Any]) -> None:
        """Written beside and then moved, so that a file is whole or not there."""
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self._path(task)
        part = path.with_suffix(".part")
        part.write_text(json.dumps(found), encoding="utf-8")
        part.replace(path)
        print(f"{task.key}: {found['seconds']:.1f} s", flush=True)

    def work(self, tasks: Sequence[Task], tables: Path, *, workers: int) -> None:
        """Do what has not been done."""
        left = [task for task in tasks if self.load(task) is None]
        run_tasks(_timed, tables, left, workers=workers, on_result=self.save)

    def progress(self, tasks: Sequence[Task]) -> tuple[int, float]:
        """How many of the tasks are done, and the CPU seconds that they took."""
        found = [done for task in tasks if (done := self.load(task)) is not None]
        return len(found), sum(done["seconds"] for done in found)

    def _path(self, task: Task) -> Path:
        return self.folder / f"{task.key.replace(', ', '-').replace(' ', '_')}.json"


def _timed(tables: Path, task: Task) -> dict[str, Any]:
    start = process_time()
    found = task.run(tables)
    return found | {"seconds": process_time() - start}
