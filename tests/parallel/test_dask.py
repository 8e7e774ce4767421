"""On a cluster the results are those of this process, whatever is killed on the way; what stands in the way is said."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest
from distributed import Client
from distributed.cfexecutor import ClientExecutor

from ksdt_core.background.kinds import weight_map
from ksdt_core.background.queue import kept_job, put_job
from ksdt_core.background.worker import work
from ksdt_core.cli import mine_run
from ksdt_core.cli.output import OutputOption
from ksdt_core.data.preparing.pairing import pair_datasets
from ksdt_core.errors import Interrupted, InvalidParameterError, WorkersLost
from ksdt_core.evidence.cross_validation import cross_validate
from ksdt_core.evidence.pair_test import evidence
from ksdt_core.evidence.significance import significance
from ksdt_core.formats.json_text import document_text
from ksdt_core.mining import mine, sweep
from ksdt_core.parallel import cluster as cluster_jobs
from ksdt_core.parallel import connecting, workers
from ksdt_core.parallel.executor import run_tasks
from ksdt_core.parallel.software import Software
from ksdt_core.parallel.workers import SETTING, Cluster, cluster_of_setting
from ksdt_core.studies.atlas.all_pairs import Atlas, atlas
from ksdt_core.studies.atlas.settings import atlas_settings
from ksdt_core.studies.atlas.work_file import WorkFile
from ksdt_core.studies.attributes.attribute_view import attribute_view
from ksdt_core.studies.what_if import what_if
from tests.cli.running import ROOT, line_of
from tests.parallel import dask_tasks
from tests.parallel.dask_cluster import Running, running_cluster
from tests.refusals import refused
from tests.studies.atlas_made import OTHER_CLASSES, alike
from tests.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.timeout(600)  # on a new machine each worker compiles the kernels for itself
SMALL = {"k": 2, "max_depth": 2}


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running_cluster(tmp_path_factory.mktemp("cluster")) as found:
        yield found


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Running]:
    """A cluster of its own, for a test that kills."""
    with running_cluster(tmp_path) as found:
        yield found


def text_of(found: Atlas) -> str:
    return document_text(found.to_document())


def test_results_come_in_order_and_each_is_told_of(running: Running) -> None:
    seen: list[tuple[int, int]] = []
    told: dict[int, int] = {}
    found = run_tasks(
        dask_tasks.shifted, 3, range(30), workers=running.cluster,
        progress=lambda done, total: seen.append((done, total)), on_result=told.__setitem__,
    )  # fmt: skip
    assert found == run_tasks(dask_tasks.shifted, 3, range(30))
    assert told == dict(enumerate(found))
    assert seen == sorted(seen)
    assert seen[-1] == (30, 30)


def test_data_reach_each_worker_once(running: Running, tmp_path: Path) -> None:
    log = tmp_path / "arrivals"
    found = run_tasks(dask_tasks.slowly_shifted, dask_tasks.Loaded(3, log), range(30), workers=running.cluster)
    assert {who for _, who in found} == {worker.pid for worker in running.workers}, "both have worked"
    assert Counter(log.read_text(encoding="utf-8").split()) == {str(worker.pid): 1 for worker in running.workers}


def test_parts_reach_a_worker_once_and_only_where_they_are_needed(running: Running, tmp_path: Path) -> None:
    logs = [tmp_path / f"part-{number}" for number in range(6)]
    parts = [dask_tasks.Loaded(number, log) for number, log in enumerate(logs)]
    tasks = [(first, second) for first in range(5) for second in range(5)]
    found = run_tasks(dask_tasks.slowly_summed, 100, tasks, parts=parts, workers=running.cluster)
    assert found == [100 + first + second for first, second in tasks]
    assert not logs[5].exists(), "no task asks for it"
    for log in logs[:5]:
        assert set(Counter(log.read_text(encoding="utf-8").split()).values()) == {1}


def test_an_error_of_a_task_comes_back_as_it_is(running: Running) -> None:
    with pytest.raises(InvalidParameterError, match=r"^task 2 is odd\.$"):
        run_tasks(dask_tasks.complains, 0, range(5), workers=running.cluster)


def test_tasks_that_are_called_off_notice_it(running: Running, tmp_path: Path) -> None:
    end = time.monotonic() + PATIENCE

    def both_have_begun() -> bool:
        assert time.monotonic() < end, "two workers do not begin two tasks"
        return len(list(tmp_path.glob("begun-*"))) == 2

    with pytest.raises(Interrupted):
        run_tasks(dask_tasks.until_called_off, tmp_path, range(9), workers=running.cluster, should_stop=both_have_begun)
    wait_until(lambda: len(list(tmp_path.glob("ended-*"))) == 2, "the workers go on with what nobody waits for")
    assert len(list(tmp_path.glob("begun-*"))) == 2, "what had not begun never begins"


def test_who_asked_was_killed_and_its_tasks_are_called_off(running: Running, tmp_path: Path) -> None:
    asking = (
        "from pathlib import Path; from ksdt_core.parallel.executor import run_tasks; "
        "from ksdt_core.parallel.workers import Cluster; from tests.parallel import dask_tasks; "
        f"place, there = Path({str(tmp_path)!r}), Cluster({running.address!r}); "
        "run_tasks(dask_tasks.until_called_off, place, range(9), workers=there)"
    )
    with subprocess.Popen([sys.executable, "-c", asking], cwd=ROOT) as process:
        try:
            wait_until(lambda: len(list(tmp_path.glob("begun-*"))) == 2, "nothing begins")
        finally:
            process.kill()
    wait_until(lambda: len(list(tmp_path.glob("ended-*"))) == 2, "the workers go on with what nobody waits for")
    assert len(list(tmp_path.glob("begun-*"))) == 2, "what had not begun never begins"


def test_every_study_gives_the_same_bytes(running: Running) -> None:
    left, right = alike(2)
    pair = pair_datasets(left, right, scale="rank")
    mined = mine(pair, **SMALL)

    def documents(who: Cluster | int) -> str:
        swept = sweep(pair, pool="wvp2", workers=who, holdout=0.3, **SMALL)
        found = {
            "sweep": [entry.to_document() for entry in swept.entries],
            "significance": significance(pair, swept, permutations=4, workers=who).to_document(),
            "evidence": evidence(pair, permutations=25, workers=who).to_document(),
            "folds": cross_validate(pair, mined, folds=3, workers=who).to_document(),
            "what if": [entry.to_document() for entry in what_if(left, right, permutations=3, workers=who, **SMALL)],
            "replicates": attribute_view(pair, mined, replicates=5, workers=who).to_document(),
            "map": weight_map(pair, SMALL, "wvp2", workers=who),
        }
        return document_text(found)

    assert documents(running.cluster) == documents(1)


def test_an_atlas_gives_the_same_bytes(running: Running) -> None:
    options = {**SMALL, "scale": "rank", "permutations": 2, "compare": True, "replicate": True}
    tables, chosen = [*alike(3), OTHER_CLASSES], atlas_settings(**options)
    assert text_of(atlas(tables, chosen, workers=running.cluster)) == text_of(atlas(tables, chosen))


def test_the_command_writes_the_same_bytes(running: Running, ksdt, folder: Path) -> None:
    options = ("left.csv", "right.csv", "--pool", "wvp2", "--permutations", "3", "--cv", "2")
    code, out, error = ksdt("mine", *options, "--scheduler", running.address)
    assert (code, error) == (0, "")
    assert out == ksdt("mine", *options)[1] != ""


def test_a_job_of_the_app_runs_on_the_cluster_of_the_setting(running: Running, kept, monkeypatch) -> None:
    request = {"pair": kept.pair, "vectors": [[0.3, 0.4, 0.3]], "permutations": 3, "folds": 2}
    results = []
    for address in ("", running.address):
        monkeypatch.setenv(SETTING, address)
        job = put_job(kept.store, "null", subject=kept.run, request=request).id
        work(kept.store, idle_seconds=0)
        ended = kept_job(kept.store, job)
        assert (ended.state, ended.problem) == ("done", None)
        results.append(json.dumps(ended.result))
    assert results[0] == results[1]


def test_a_job_with_a_wrong_setting_says_so(kept, monkeypatch) -> None:
    monkeypatch.setenv(SETTING, "somewhere")
    job = put_job(kept.store, "what-if", subject=kept.pair, request={"permutations": 0}).id
    work(kept.store, idle_seconds=0)
    ended = kept_job(kept.store, job)
    assert ended.state == "failed"
    assert (ended.problem.code, ended.problem.facts["setting"]) == ("scheduler-setting", SETTING)
    assert ended.problem.facts["reason"].code == "scheduler-address"


def test_killed_workers_cost_a_retry_and_a_killed_scheduler_a_sentence(mortal: Running, tmp_path: Path, monkeypatch):
    """The same atlas twice: both workers are killed on the way, then the scheduler; no pair is lost or differs."""
    monkeypatch.setattr(connecting, "CONNECT_SECONDS", 2.0)
    tables, chosen = alike(5), atlas_settings(**SMALL, scale="rank", permutations=2)
    expected = text_of(atlas(tables, chosen))

    def kill_workers(done: int, total: int) -> None:
        if done == 2 and len(mortal.workers) == 2:
            mortal.kill_worker(0)
        if done >= 4 and len(mortal.workers) == 2:
            mortal.kill_worker(1)  # with it go all the data
            mortal.add_workers(2)

    assert text_of(atlas(tables, chosen, workers=mortal.cluster, progress=kill_workers)) == expected
    assert len(mortal.workers) == 4

    def kill_scheduler(done: int, total: int) -> None:
        if done >= 3 and mortal.scheduler.poll() is None:
            mortal.kill_scheduler()

    kept = WorkFile(tmp_path / "pairs.jsonl")
    part = atlas(tables, chosen, workers=mortal.cluster, kept=kept, progress=kill_scheduler)
    assert part.lost == str(WorkersLost("scheduler-gone", address=mortal.address))
    assert 3 <= len(part.entries) < 10
    ticks: list[int] = []
    whole = atlas(tables, chosen, kept=kept, progress=lambda done, total: ticks.append(done))
    assert ticks[0] == len(part.entries), "finished pairs are not mined again"
    assert text_of(whole) == expected


def test_a_command_whose_scheduler_goes_keeps_what_it_has(mortal: Running, ksdt, folder: Path, monkeypatch) -> None:
    monkeypatch.setattr(connecting, "CONNECT_SECONDS", 2.0)

    def deadly(*arguments: object, progress: object, **options: object) -> object:
        return significance(*arguments, progress=lambda done, total: mortal.kill_scheduler(), **options)

    monkeypatch.setattr(mine_run, "significance", deadly)
    options = ("--permutations", "100000", "--scheduler", mortal.address, "-o", "result.json")
    code, out, error = ksdt("mine", "left.csv", "right.csv", *options)
    assert (code, out) == (2, "")
    gone, place = WorkersLost("scheduler-gone", address=mortal.address), OutputOption("result.json").place
    assert error == line_of("check-of-set-stopped", why=gone, place=place, part="significance test") + "\n"
    assert json.loads((folder / "result.json").read_text(encoding="utf-8"))["trees"]


def test_a_task_is_not_blamed_for_data_that_went_again_and_again(mortal: Running, tmp_path: Path) -> None:
    """Every worker goes after each of the first results, with all data; tasks that wait lose theirs four times."""
    parts = [dask_tasks.Loaded(number, tmp_path / f"part-{number}") for number in range(3)]
    tasks = [(first, second) for first in range(3) for second in range(3)]

    def kill_all(done: int, total: int) -> None:
        if done <= 4:
            for number in range(len(mortal.workers)):
                mortal.kill_worker(number)
            mortal.add_workers(1)

    found = run_tasks(dask_tasks.slowly_summed, 100, tasks, parts=parts, workers=mortal.cluster, progress=kill_all)
    assert found == [100 + first + second for first, second in tasks]


def test_data_are_sent_while_the_scheduler_does_not_know_yet_that_a_worker_was_killed(mortal: Running, monkeypatch):
    """Regression: data were broadcast, and Dask asked the killed worker for ever to take its copy."""
    checked = connecting._check_workers

    def killed_after_the_check(client: Client, address: str) -> None:
        checked(client, address)
        client.run_on_scheduler(dask_tasks.notices_losses_late, seconds=5.0)
        mortal.kill_worker(0)

    monkeypatch.setattr(connecting, "_check_workers", killed_after_the_check)
    found = run_tasks(dask_tasks.shifted, 3, range(6), workers=mortal.cluster)
    assert found == run_tasks(dask_tasks.shifted, 3, range(6))


def test_a_task_that_dask_has_forgotten_is_done_again(running: Running, monkeypatch) -> None:
    """Regression: when workers are killed, Dask now and then loses a task without a word; the study waited for ever."""
    monkeypatch.setattr(cluster_jobs, "FORGOTTEN_SECONDS", 1.0)
    submit, forgotten = ClientExecutor.submit, Future()
    answers = iter([forgotten])

    def forgets_the_first(*given: object, **options: object) -> Future:
        return next(answers, None) or submit(*given, **options)

    monkeypatch.setattr(ClientExecutor, "submit", forgets_the_first)
    found = run_tasks(dask_tasks.shifted, 3, range(6), workers=running.cluster)
    assert found == run_tasks(dask_tasks.shifted, 3, range(6))
    assert forgotten.cancelled()


@pytest.mark.soak
def test_a_task_that_kills_every_worker_is_given_up(mortal: Running) -> None:
    mortal.add_workers(3)
    with refused("task-ends-workers", WorkersLost):
        run_tasks(dask_tasks.always_ends_its_worker, 0, range(3), workers=mortal.cluster)


def test_a_scheduler_without_workers_or_with_other_ones_is_refused(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(connecting, "CONNECT_SECONDS", 1.0)
    other = tmp_path / "other" / "numpy-99.dist-info"
    other.mkdir(parents=True)
    (other / "METADATA").write_text("Metadata-Version: 2.1\nName: numpy\nVersion: 99\n", encoding="utf-8")
    with running_cluster(tmp_path, n_workers=0) as running:
        with refused("scheduler-without-workers", WorkersLost, address=running.address):
            run_tasks(dask_tasks.shifted, 0, range(3), workers=running.cluster)
        running.add_workers(1, path=other.parent)
        with refused("worker-versions-differ", WorkersLost) as caught:
            run_tasks(dask_tasks.shifted, 0, range(3), workers=running.cluster)
        assert caught.value.facts["worker"].startswith("tcp://127")
        assert caught.value.facts["differences"].startswith("numpy 99 ")


def test_an_address_where_nobody_answers(ksdt, folder: Path, monkeypatch) -> None:
    monkeypatch.setattr(connecting, "CONNECT_SECONDS", 1.0)
    address = "tcp://127.0.0.1:1"
    assert address in ksdt.refused(
        "atlas", "left.csv", "right.csv", "--scheduler", address, code="scheduler-silent", address=address
    )


def test_an_encrypted_address_without_certificates() -> None:
    with refused("scheduler-certificates", WorkersLost, address="tls://127.0.0.1:1"):
        run_tasks(dask_tasks.shifted, 0, range(3), workers=Cluster("tls://127.0.0.1:1"))


@pytest.mark.parametrize(
    "address", ["somewhere", "tcp://127.0.0.1", "http://127.0.0.1:80", "tcp://:1", "tcp://a:99999"]
)
def test_what_is_no_address(ksdt, folder: Path, address: str) -> None:
    words = ("mine", "left.csv", "right.csv", "--scheduler", address)
    said = ksdt.refused(*words, code="scheduler-address", option="scheduler", value=address)
    assert f"--scheduler {address!r}" in said


def test_processes_and_a_cluster_exclude_each_other(ksdt, folder: Path) -> None:
    words = ("mine", "left.csv", "right.csv", "--workers", "2", "--scheduler", "tcp://127.0.0.1:1")
    said = ksdt.refused(*words, code="exclude-each-other", option="workers", other="scheduler")
    assert "--workers" in said
    assert "--scheduler" in said


def test_without_the_package_it_is_named(monkeypatch) -> None:
    monkeypatch.setattr(workers, "find_spec", lambda name: None)
    with refused("scheduler-package", InvalidParameterError, value="tcp://127.0.0.1:8786"):
        Cluster("tcp://127.0.0.1:8786")


def test_a_worker_that_came_later_is_looked_at_too(running: Running, monkeypatch) -> None:
    newer = Software((("numpy", "99"),))
    monkeypatch.setattr(cluster_jobs, "software_here", lambda: newer)
    with refused("worker-versions-differ", WorkersLost) as caught:
        run_tasks(dask_tasks.shifted, 0, range(3), workers=running.cluster)
    assert re.fullmatch(r"numpy \S+ .* 99", caught.value.facts["differences"])


def test_no_setting_is_no_cluster(monkeypatch) -> None:
    monkeypatch.delenv(SETTING, raising=False)
    assert cluster_of_setting() is None


@pytest.mark.soak
def test_a_worker_killed_every_few_pairs_changes_no_byte(mortal: Running) -> None:
    tables, chosen = alike(9), atlas_settings(**SMALL, scale="rank", permutations=5)

    def kill_the_oldest(done: int, total: int) -> None:
        if done // 6 > len(mortal.workers) - 2 and done < total:
            mortal.kill_worker(len(mortal.workers) - 2)
            mortal.add_workers(1)

    found = atlas(tables, chosen, workers=mortal.cluster, progress=kill_the_oldest)
    assert found.lost == ""
    assert text_of(found) == text_of(atlas(tables, chosen))
    assert len(mortal.workers) >= 6
