"""`ksdt save` and `ksdt open`: the runs of the app with their tables, maps, evidence and notes in one file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from ksdt_core.cli.from_fields import Given, command_of
from ksdt_core.cli.output import deliver, deliver_lines
from ksdt_core.cli.report import say
from ksdt_core.options import Option

if TYPE_CHECKING:
    from ksdt_core.store.study import Opened, Study


@dataclass(frozen=True, slots=True)
class StudyFile:
    """A file of a study."""

    file: Annotated[str, Option("Study", "The study file, for example study.ksdt.", metavar="FILE", positional=True)]


@dataclass(frozen=True, slots=True)
class SaveRequest:
    """Which runs are saved."""

    runs: Annotated[
        tuple[str, ...],
        Option("Runs", "Only the runs with these ids.", metavar="ID,ID", default_text="all runs of the app"),
    ] = ()


@command_of(StudyFile, SaveRequest)
def save_command(given: Given) -> None:
    """Save the app's runs with their tables, maps, preparation, evidence and notes in one file.

    The file opens on another machine, in the app and with ksdt open. The same study gives the same bytes. The data
    folder is that of the app; the setting KSDT_DATA_FOLDER names another.
    """
    from ksdt_core.store.database import open_store
    from ksdt_core.store.folder import data_folder
    from ksdt_core.store.study import study_of
    from ksdt_core.store.study_file import study_bytes

    file, chosen = given.of(StudyFile).file, given.of(SaveRequest).runs
    study = study_of(open_store(data_folder()), chosen or None)
    deliver(study_bytes(study), file)
    say(f"wrote {file} with {_counts(study)}.")


@command_of(StudyFile)
def open_command(given: Given) -> None:
    """Add the tables, pairs and runs of a study to the app's store, and list them.

    Everything is checked first, and nothing is changed if the file is damaged. Runs that are already here keep their
    names and notes. The data folder is that of the app; the setting KSDT_DATA_FOLDER names another.
    """
    from ksdt_core.data.readers.reading import read_bytes
    from ksdt_core.store.database import open_store
    from ksdt_core.store.folder import data_folder
    from ksdt_core.store.study import keep_study
    from ksdt_core.store.study_file import read_study

    file = given.of(StudyFile).file
    study = read_study(file, read_bytes(Path(file)))
    opened = keep_study(open_store(data_folder()), study)
    deliver_lines(_lines(opened), "-")


def _counts(study: Study) -> str:
    from ksdt_core.text import counted

    parts = (("table", study.tables), ("pair", study.pairs), ("run", study.runs))
    return ", ".join(counted(len(items), name, f"{name}s") for name, items in parts)


def _lines(opened: Opened) -> Iterator[str]:
    from ksdt_core.text import printable

    study = opened.study
    yield f"Opened: {_counts(study)}"
    yield from (f"  table {printable(table.file_name)}, {len(table.content):,} bytes" for table in study.tables)
    yield from (f"  pair {pair.id} {printable(pair.title)}" for pair in study.pairs)
    for run, here in zip(study.runs, opened.runs, strict=True):
        words = [run.name, *_about(run.document)]
        was_here = " (already here)" if here in opened.known else ""
        yield f"  run {here} {printable(', '.join(word for word in words if word))}{was_here}"
        if run.note:
            yield f"    {printable(run.note)}"


def _about(document: Mapping[str, Any]) -> list[str]:
    """The tables of a run and how good it is."""
    from ksdt_core.store.run_documents import kind_of
    from ksdt_core.text import score

    match kind_of(document):
        case "learned":
            return ["learned tree", document["table"]["name"], f"{document['size']['leaves']} leaves"]
        case "model":
            return ["imported model", document["name"], document["library"]]
        case _:
            tables = " : ".join(str(document["pair"][side]["name"]) for side in ("left", "right"))
            evidence = [part for part in ("significance", "cross_validated", "evidence") if document.get(part)]
            return [tables, f"SDTSQ {score(document['scores']['sdtsq'])}", *evidence]
