"""Carrying out an atlas: finished pairs are kept beside the output until it is whole."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ksdt_core.cli.output import deliver_document
from ksdt_core.cli.progress import progress_bar
from ksdt_core.cli.report import on_terminal, say
from ksdt_core.cli.stopping import STOPPED, is_interruption, stop_requests
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.errors import Interrupted, KsdtError, WorkersLost
from ksdt_core.formats.write import STANDARD_STREAM
from ksdt_core.parallel.workers import Workers
from ksdt_core.studies.atlas.all_pairs import Atlas, atlas
from ksdt_core.studies.atlas.settings import AtlasSettings
from ksdt_core.studies.atlas.work_file import WorkFile

WORK_ENDING = ".pairs.jsonl"


def work_file_of(output: str) -> WorkFile | None:
    """Where finished pairs wait; standard output has no place beside it."""
    return None if output == STANDARD_STREAM else WorkFile(Path(output + WORK_ENDING))


def carry_out(
    tables: Iterable[Dataset], settings: AtlasSettings, *, workers: Workers, output: str, fresh: bool = False
) -> None:
    """Mine all pairs and write the document; a stop leaves a document of what is finished."""
    kept = work_file_of(output)
    if kept is not None and fresh:
        kept.remove()
    try:
        found = _mined(tables, settings, workers=workers, kept=kept)
    except (KeyboardInterrupt, SystemError) as error:
        if kept is None or not kept.path.exists() or not is_interruption(error):
            raise
        raise Interrupted("atlas-stopped-with-work", file=str(kept.path)) from None
    if not found.entries:
        raise (WorkersLost if found.lost else Interrupted)("atlas-stopped-empty", why=found.lost or STOPPED)
    deliver_document(found.to_document(), output)
    if not found.is_whole:
        raise _interruption(found, output)
    if kept is not None:
        kept.remove()
    _tell_problems(found)


def _mined(tables: Iterable[Dataset], settings: AtlasSettings, *, workers: Workers, kept: WorkFile | None) -> Atlas:
    read = list(tables)  # before the first request to stop is waited for: nothing could be kept yet
    with stop_requests() as asked, progress_bar("Pairs") as tick:
        return atlas(read, settings, workers=workers, kept=kept, progress=tick, should_stop=asked)


def _interruption(found: Atlas, output: str) -> KsdtError:
    """What a stopped atlas has left behind."""
    stop = WorkersLost if found.lost else Interrupted
    facts: dict[str, Any] = {"why": found.lost or STOPPED, "done": len(found.entries), "asked": found.n_pairs}
    if output == STANDARD_STREAM:
        return stop("atlas-stopped-on-output", **facts)
    return stop("atlas-stopped", file=output, **facts)


def _tell_problems(found: Atlas) -> None:
    """A person who watches is told of pairs without scores, anybody where there are no others."""
    failed = [entry for entry in found.entries if entry.problem is not None]
    if failed and (on_terminal() or len(failed) == found.n_pairs):
        first = failed[0]
        say(f"{len(failed)} of {found.n_pairs} pairs could not be mined; {first.left} : {first.right}: {first.problem}")
