"""Kill −9 during an atlas, on the command line and in the app: finished pairs stay, and the end is the same."""

from __future__ import annotations

import json
import time
from pathlib import Path

import numpy as np
from sqlalchemy import update

from ksdt_core.background.queue import DEAD_AFTER_SECONDS, MOST_ATTEMPTS, jobs_about, open_jobs, put_job
from ksdt_core.background.worker import work
from ksdt_core.cli.main import run
from ksdt_core.store import schema
from ksdt_core.store.atlas_request import SUBJECT, AtlasRequest, requested_datasets, work_file
from ksdt_core.store.database import Store, open_store
from ksdt_core.store.pair_request import TableRequest
from ksdt_core.store.steady_clock import steady_now
from ksdt_core.store.uploads import keep_upload
from ksdt_core.studies.atlas.all_pairs import atlas
from tests.reliability.killing import Killer, fewer_kills, on_posix, shown_files
from tests.reliability.works import warm_up

pytestmark = on_posix

GENTLY = 3  # a worker of the app gives way to everything else, so that it takes longer
OPTIONS = ("--pool", "wvp2", "-k", "2", "--max-depth", "2", "--scale", "rank", "--permutations", "4")


def table(number: int) -> bytes:
    random = np.random.default_rng(number)
    rows = random.normal(size=(60, 5))
    lines = (",".join([*(f"{value:.4f}" for value in row), "yes" if row[0] + row[1] > 0 else "no"]) for row in rows)
    return "\n".join(["a,b,c,d,e,class", *lines]).encode()


def finished_pairs(path: Path) -> set[str]:
    """The keys of the whole lines in a file of finished pairs."""
    keys = set()
    for line in path.read_bytes().split(b"\n") if path.exists() else ():
        try:
            keys.add(json.loads(line)["key"])
        except ValueError:
            continue  # empty, or cut short
    return keys


@fewer_kills
def test_command(tmp_path, n_kills):
    for number in range(4):
        (tmp_path / f"table-{number}.csv").write_bytes(table(number))
    names = [str(tmp_path / f"table-{number}.csv") for number in range(4)]
    wanted, output = tmp_path / "wanted.json", tmp_path / "atlas.json"
    warm_up()
    began = time.monotonic()
    assert run(["atlas", *names, *OPTIONS, "-o", str(wanted)]) == 0
    seconds = time.monotonic() - began
    given = shown_files(tmp_path)
    with Killer("atlas (command)") as killer:
        kept: set[str] = set()
        while killer.n_kills < n_kills:
            done = killer.killed("atlas", tmp_path, *OPTIONS, within=seconds)
            assert shown_files(tmp_path) <= given | {"atlas.json", "atlas.json.pairs.jsonl"}
            assert not output.exists() or output.read_bytes() == wanted.read_bytes()
            assert not done or output.exists()
            found = finished_pairs(tmp_path / "atlas.json.pairs.jsonl")
            assert kept <= found or output.exists()
            killer.n_finished += len(found - kept)
            if output.exists():  # begin again
                output.unlink()
                (tmp_path / "atlas.json.pairs.jsonl").unlink(missing_ok=True)
                found = set()
            kept = found
        assert run(["atlas", *names, *OPTIONS, "-o", str(output)]) == 0
        assert output.read_bytes() == wanted.read_bytes()


@fewer_kills
def test_job(tmp_path, n_kills):
    store = open_store(tmp_path)
    uploads = [keep_upload(store, f"{number}.csv", content=table(number)) for number in range(4)]
    tables = tuple(TableRequest("upload", upload.id, upload.file_name) for upload in uploads)
    options = {"k": 2, "max_depth": 2, "scale": "rank", "permutations": 4}
    seconds = seconds_for(store, AtlasRequest(tables, options))
    with Killer("atlas (app)") as killer:
        seed, ended, kept = 0, {}, set()
        while killer.n_kills < n_kills:
            if not open_jobs(store):
                request, kept = AtlasRequest(tables, options | {"seed": (seed := seed + 1)}), set()
                put_job(store, "atlas", subject=SUBJECT, request=request.to_document())
            killer.killed("jobs", tmp_path, within=GENTLY * seconds)
            found = finished_pairs(work_file(store, request).path)
            assert kept <= found or not open_jobs(store), "what was finished stays until the atlas is kept"
            killer.n_finished += len(found - kept)
            kept = found
            now = {job.id: job.state for job in jobs_about(store, SUBJECT, "atlas")}
            assert ended.items() <= now.items(), "what had ended stays as it is"
            ended = {job: state for job, state in now.items() if state not in ("queued", "running")}
            let_hearts_stop(store)
        while open_jobs(store):
            let_hearts_stop(store)
            work(store, idle_seconds=0)
        for job in jobs_about(store, SUBJECT, "atlas"):
            killer.n_finished += job.state == "done"
            if job.state == "failed":
                assert (job.attempts, job.problem.code) == (MOST_ATTEMPTS, "job-ends-workers")
            else:
                request = AtlasRequest.of_document(job.request)
                found = atlas(requested_datasets(store, request), request.settings).to_document()
                assert job.result == json.loads(json.dumps(found))


def seconds_for(store: Store, request: AtlasRequest) -> float:
    """How long the whole atlas takes here and now."""
    warm_up()
    began = time.monotonic()
    atlas(requested_datasets(store, request), request.settings)
    return time.monotonic() - began


def let_hearts_stop(store: Store) -> None:
    """As if the time had passed after which a silent worker counts as dead."""
    past = steady_now() - DEAD_AFTER_SECONDS - 1
    with store.writing() as connection:
        connection.execute(update(schema.jobs).where(schema.jobs.c.state == "running").values(heartbeat=past))
