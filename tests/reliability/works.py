"""What is killed: `python -m tests.reliability.works WORK ...` does one thing again and again and tells of each.

Line by line on standard output, and only once a result is finished: what was told must be there afterwards.
"""

from __future__ import annotations

import io
import itertools
import json
import os
import random
import sys
import zipfile
from pathlib import Path
from typing import Any

from ksdt_core.store.database import Store, open_store

DOCUMENT = Path(__file__).parents[1] / "formats" / "older" / "result-1.json"
N_PLACES = 3  # outputs of a sweep that take turns
FORMATS = ("dot", "json", "svg", "bundle")
MOST_RUNS = 40


def tell(text: object) -> None:
    print(text, flush=True)


def warm_up() -> None:
    """Load what takes seconds, so that the kill comes in the midst of the work."""
    from ksdt_core.data.samples.catalogue import load
    from ksdt_core.studies.atlas.all_pairs import atlas
    from ksdt_core.studies.atlas.settings import atlas_settings

    tables = [load(name) for name in ("spect-train", "spect-test")]
    assert atlas(tables, atlas_settings(k=2, max_depth=1, permutations=1, scale="rank")).is_whole


def sweep(folder: str, first: str) -> None:
    """Sweeps with ever higher seeds, each over one that is there."""
    from ksdt_core.cli.main import run

    os.chdir(folder)
    run(["mine", "left.csv", "right.csv", "-o", "warm.json"])
    tell("READY")
    for seed in itertools.count(int(first)):
        words = ["mine", "left.csv", "right.csv", "--pool", "wvp2", "-k", "2", "--seed", str(seed), "--balance"]
        assert run([*words, "-o", f"result-{seed % N_PLACES}.json"]) == 0
        tell(seed)


def atlas(folder: str, *options: str) -> None:
    """The command itself; what it finished is in its file of finished pairs."""
    from ksdt_core.cli.main import run

    os.chdir(folder)
    warm_up()
    tell("READY")
    assert run(["atlas", *(f"table-{number}.csv" for number in range(4)), *options, "-o", "atlas.json"]) == 0
    tell("done")


def jobs(folder: str) -> None:
    """The app's worker process."""
    from ksdt_core.background import worker

    warm_up()
    tell("READY")
    sys.exit(worker.main(Path(folder)))


def upload_of(number: int) -> bytes:
    """The content of an upload, so large at times that writing it takes a while."""
    chance = random.Random(number)
    return chance.randbytes(chance.choice((100, 10_000, 1_000_000, 4_000_000)))


def uploads(folder: str, first: str) -> None:
    from ksdt_core.store.uploads import keep_upload

    store = open_store(Path(folder))
    tell("READY")
    for number in itertools.count(int(first)):
        upload = keep_upload(store, f"{number}.csv", content=upload_of(number))
        tell(f"{number} {upload.id}")


def run_document(number: int) -> dict[str, Any]:
    """A document of its own for each number."""
    document: dict[str, Any] = json.loads(DOCUMENT.read_bytes())
    document["config"]["seed"] = number
    return document


def changes(seed: int) -> list[tuple[str, int]]:
    """Things to do with runs, the same for the same seed."""
    chance = random.Random(seed)
    kinds = ("keep", "rename", "note", "pin", "delete", "restore", "import")
    return [(chance.choice(kinds), chance.randrange(MOST_RUNS)) for _ in range(20_000)]


def bundle_of(number: int) -> bytes:
    """A zip of three documents with a name and a note each."""
    from ksdt_core.formats.json_text import document_text
    from ksdt_core.store.run_documents import ABOUT

    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for each in range(number, number + 3):
            about = {"name": f"imported {each}", "note": f"note {each}", "seconds": 1.0}
            archive.writestr(f"{each}.json", document_text(run_document(each) | {ABOUT: about}))
    return packed.getvalue()


def change(store: Store, ids: list[str], kind: str, number: int, step: int) -> None:
    """Do one thing with one run."""
    from ksdt_core.store.exchange import import_runs
    from ksdt_core.store.runs import delete_runs, keep_run, note_run, pin_run, rename_run, restore_runs

    match kind:
        case "keep":
            keep_run(store, run_document(number), pair=None)
        case "rename":
            rename_run(store, ids[number], f"name {step}")
        case "note":
            note_run(store, ids[number], f"note {step}")
        case "pin":
            pin_run(store, ids[number], pinned=step % 2 == 0)
        case "delete":
            delete_runs(store, ids[number : number + 2])
        case "restore":
            restore_runs(store, ids[number : number + 2])
        case "import":
            import_runs(store, "runs.zip", content=bundle_of(number))


def store_writes(folder: str, seed: str, ids: str) -> None:
    store, known = open_store(Path(folder)), json.loads(ids)
    bundle_of(0)  # loads what the changes need, so that the kill comes in the midst of them
    tell("READY")
    for step, (kind, number) in enumerate(changes(int(seed))):
        change(store, known, kind, number, step)
        tell(step)


def exports(folder: str, first: str) -> None:
    """Exports of three results in turn into the same folder."""
    from ksdt_core.cli.main import run

    os.chdir(folder)
    run(["export", "result-0.json", "--format", "bundle", "-o", "warm"])
    sys.stdout.flush()
    tell("READY")
    for number in itertools.count(int(first)):
        form = FORMATS[number // N_PLACES % len(FORMATS)]
        assert run(["export", f"result-{number % N_PLACES}.json", "--format", form, "-o", form]) == 0
        tell(f"finished {number}")


WORKS = {
    "sweep": sweep,
    "atlas": atlas,
    "jobs": jobs,
    "uploads": uploads,
    "store-writes": store_writes,
    "exports": exports,
}

if __name__ == "__main__":
    WORKS[sys.argv[1]](*sys.argv[2:])
