"""A progress bar on standard error, only where a person watches it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ksdt_core.cli.report import on_terminal

Tick = Callable[[int, int], None]  # done, total


@contextmanager
def progress_bar(what: str) -> Iterator[Tick]:
    """Yields what to call with (done, total) as work proceeds; the bar is gone when the work is done."""
    if not on_terminal():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
