"""`ksdt verify`: is everything that the app has kept still what was written?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ksdt_core.cli.output import deliver_lines
from ksdt_core.cli.report import BAD_INPUT

if TYPE_CHECKING:
    from ksdt_core.store.verifying import Verified

MOST_NAMED = 50  # of each kind


def verify_command(
    folder: Annotated[
        Path | None,
        typer.Argument(metavar="[FOLDER]", help="A data folder, or a backup file (default: that of the app)."),
    ] = None,
) -> None:
    """Check the data folder of the app and list any damage.

    Every page of the store, every upload, pair, run and job is read and compared with what was saved. Nothing is
    changed, and the app can be running. The exit code is 0 if there is no damage, and 2 otherwise.
    """
    from ksdt_core.store.folder import data_folder
    from ksdt_core.store.verifying import verified

    found = verified(data_folder() if folder is None else folder)
    deliver_lines(_lines(found), "-")
    if found.problems:
        raise typer.Exit(BAD_INPUT)


def _lines(found: Verified) -> Iterator[str]:
    from ksdt_core.text import printable

    yield f"Store {printable(str(found.path))}: {found.size:,} bytes, format {found.version}"
    for part in found.parts:
        damaged = f"{len(part.problems):,} damaged" if part.problems else ""
        whole = f"{part.n_whole:,} whole" if part.name != "structure" else "" if damaged else "whole"
        yield f"  {part.name:10} {', '.join(filter(None, (whole, damaged)))}"
        for problem in part.problems[:MOST_NAMED]:
            yield f"    {printable(problem)}"
        if len(part.problems) > MOST_NAMED:
            yield f"    and {len(part.problems) - MOST_NAMED:,} more"
    if found.problems:
        yield (
            f"Problems: {len(found.problems):,}. Restore a backup with ksdt restore FILE --force. Undamaged data can"
        )
        yield "still be opened. Uploading a table or mining a pair again repairs it."
    else:
        yield "No damage found."
