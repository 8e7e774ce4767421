"""Tasks give the same results on any number of workers, stop when asked, and leave no process behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import process
from pathlib import Path

import pytest

from ksdt_core.errors import Interrupted, InvalidParameterError, WorkersLost
from ksdt_core.parallel.data import Data
from ksdt_core.parallel.executor import run_tasks
from ksdt_core.parallel.processes import done_by_processes
from tests.refusals import refused
from tests.waiting import PATIENCE, wait_until


def shifted(shared: int, task: int) -> int:
    return shared + task * task


def test_two_workers_give_what_one_gives_in_the_same_order() -> None:
    tasks = list(range(20))
    assert run_tasks(shifted, 3, tasks, workers=2) == run_tasks(shifted, 3, tasks, workers=1)


def test_progress_counts_up_to_all_tasks() -> None:
    seen: list[tuple[int, int]] = []
    run_tasks(shifted, 0, range(4), progress=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 4), (2, 4), (3, 4), (4, 4)]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_request_to_stop_ends_the_work(workers: int) -> None:
    with pytest.raises(Interrupted):
        run_tasks(shifted, 0, range(8), workers=workers, should_stop=lambda: True)


def test_no_worker_is_an_error() -> None:
    with refused("not-whole", InvalidParameterError, option="workers", value=0, minimum=1):
        run_tasks(shifted, 0, range(2), workers=0)


SLEEPERS = """
import sys
import time
from ksdt_core.parallel.executor import run_tasks

def sleep(shared, task):
    time.sleep(60)

if __name__ == "__main__":
    print("begun", flush=True)
    run_tasks(sleep, 0, range(4), workers=2)
"""


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc")
def test_workers_end_when_the_process_that_asked_for_them_is_killed(tmp_path: Path) -> None:
    """A regression: workers of a killed process waited for ever and kept its standard error open."""
    script = tmp_path / "sleepers.py"
    script.write_text(SLEEPERS, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, env=environment) as process:
        assert process.stdout is not None
        try:
            process.stdout.readline()
            wait_until(lambda: len(processes_of(script)) >= 3)  # itself and its helpers
        finally:
            process.send_signal(signal.SIGKILL)
        process.wait(timeout=PATIENCE)
        wait_until(lambda: not processes_of(script))


def processes_of(script: Path) -> list[str]:
    """Living processes whose command line names the script."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if str(script.parent).encode() in (folder / "cmdline").read_bytes():
                found.append(folder.name)
        except OSError:
            continue
    return found


def ends_its_process(shared: Path, task: int) -> int:
    """The third task kills its process the first time it is tried."""
    if task == 3 and not shared.exists():
        shared.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return shifted(0, task)


def always_ends_its_process(shared: int, task: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return task


@pytest.mark.skipif(os.name != "posix", reason="kills as on POSIX systems")
def test_a_killed_process_costs_a_retry_and_no_result(tmp_path: Path) -> None:
    found: dict[int, int] = {}
    results = run_tasks(ends_its_process, tmp_path / "killed", range(8), workers=2, on_result=found.__setitem__)
    assert results == [task * task for task in range(8)]
    assert found == dict(enumerate(results))
    assert (tmp_path / "killed").exists()


@pytest.mark.skipif(os.name != "posix", reason="kills as on POSIX systems")
def test_a_task_that_kills_every_process_is_given_up() -> None:
    with refused("workers-ended", WorkersLost, losses=3):
        run_tasks(always_ends_its_process, 0, range(2), workers=2)


@pytest.mark.skipif(os.name != "posix", reason="kills as on POSIX systems")
def test_a_task_that_a_broken_pool_forgot_is_done_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A task given at the moment at which a pool breaks is in none of its lists; its future was never done."""
    forgotten: list[object] = []
    whole = process._ExecutorManagerThread.terminate_broken

    def forgetful(manager: process._ExecutorManagerThread, *given: object) -> None:
        if not forgotten:
            forgotten.append(manager.pending_work_items.popitem())
        whole(manager, *given)

    monkeypatch.setattr(process._ExecutorManagerThread, "terminate_broken", forgetful)
    results = run_tasks(ends_its_process, tmp_path / "killed", range(8), workers=2)
    assert results == [task * task for task in range(8)]
    assert len(forgotten) == 1


def test_all_processes_are_there_before_any_can_be_lost() -> None:
    with done_by_processes(shifted, Data(0), 3) as processes:
        processes.submit(1)
        assert len(processes._pool._processes) == 3


@pytest.mark.parametrize("workers", [1, 2])
def test_a_task_may_ask_for_parts_by_their_numbers(workers: int) -> None:
    found = run_tasks(joined, "-", [(0, 1), (2, 0)], parts=["a", "b", "c"], workers=workers)
    assert found == ["a-b", "c-a"]


def joined(shared: str, parts: tuple[str, str]) -> str:
    return shared.join(parts)
