"""Carrying out an atlas: finished pairs are kept beside the output until it is whole."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ksdt_core.cli.output import deliver_document
from ksdt_core.cli.progress import progress_bar
from ksdt_core.cli.report import on_terminal, say
from ksdt_core.cli.stopping import is_interruption, stop_requests
from ksdt_core.data.dataset import Dataset
from ksdt_core.documents.write import STANDARD_STREAM
from ksdt_core.errors import Interrupted, WorkersLost
from ksdt_core.jobs.workers import Workers
from ksdt_core.studies.atlas import Atlas, AtlasSettings, atlas
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
        raise Interrupted(
            f"interrupted; finished pairs are in {str(kept.path)!r}, the same command goes on from there."
        ) from None
    if not found.entries and found.lost:
        raise WorkersLost(found.lost)
    if not found.entries:
        raise Interrupted("interrupted; no pair was finished, nothing was written.")
    deliver_document(found.to_document(), output)
    if not found.is_whole:
        raise (WorkersLost if found.lost else Interrupted)(_interruption(found, output))
    if kept is not None:
        kept.remove()
    _tell_problems(found)


def _mined(tables: Iterable[Dataset], settings: AtlasSettings, *, workers: Workers, kept: WorkFile | None) -> Atlas:
    read = list(tables)  # before the first request to stop is waited for: nothing could be kept yet
    with stop_requests() as asked, progress_bar("Pairs") as tick:
        return atlas(read, settings, workers=workers, kept=kept, progress=tick, should_stop=asked)


def _interruption(found: Atlas, output: str) -> str:
    why = found.lost.rstrip(".") or "interrupted"
    done = f"{why}; {len(found.entries)} of {found.n_pairs} pairs were finished"
    if output == STANDARD_STREAM:
        return f"{done}, they are on standard output; with -o FILE the same command could go on from there."
    return f"{done}, they are in {output!r}; the same command goes on from there."


def _tell_problems(found: Atlas) -> None:
    """A person who watches is told of pairs without scores, anybody where there are no others."""
    failed = [entry for entry in found.entries if entry.problem is not None]
    if failed and (on_terminal() or len(failed) == found.n_pairs):
        first = failed[0]
        say(f"{len(failed)} of {found.n_pairs} pairs could not be mined; {first.left} : {first.right}: {first.problem}")
