"""`ksdt backup` and `ksdt restore`: a copy of everything that the app has kept, and the way back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ksdt_core.cli.report import say


def backup_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write the backup.")],
    force: Annotated[bool, typer.Option("--force", help="Copy the store even if it is damaged.")] = False,
) -> None:
    """Copy the app's tables, pairs, runs and jobs to one file. The app can be running.

    The copy is checked before it replaces an earlier backup of that name. The data folder
    is that of the app; the setting KSDT_DATA_FOLDER names another. Only you can read the file.
    """
    from ksdt_core.store.backup import back_up
    from ksdt_core.store.folder import data_folder

    found = back_up(data_folder(), file, damaged_too=force)
    whole = ", ".join(f"{part.n_whole:,} {part.name}" for part in found.parts[1:])
    damaged = f"; it is damaged in {len(found.problems):,} places" if found.problems else ""
    say(f"wrote {file} with {whole}{damaged}.")


def restore_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup written by ksdt backup.")],
    force: Annotated[bool, typer.Option("--force", help="Replace the existing store, which is renamed.")] = False,
) -> None:
    """Replace the app's store with a backup. Stop the app first.

    The backup is checked first, and nothing is changed if it is damaged. The data folder is that of the
    app; the setting KSDT_DATA_FOLDER names another.
    """
    from ksdt_core.store.backup import put_back
    from ksdt_core.store.folder import data_folder

    folder = data_folder()
    kept = put_back(file, folder, replace=force)
    say(f"restored {file} to {folder}" + ("." if kept is None else f"; the old store is now {kept.name}."))
