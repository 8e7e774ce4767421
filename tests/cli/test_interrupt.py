"""Ctrl-C: exit code 130, and what was finished is kept."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from ksdt_core.cli import entry
from ksdt_core.cli import stability as command
from ksdt_core.cli.interruptions import NOTHING_WRITTEN
from ksdt_core.cli.output import OutputOption
from ksdt_core.cli.stopping import STOPPED, is_interruption, stop_requests
from ksdt_core.formats.result import parse_result, read_result
from ksdt_core.formats.weights_document import weight_cells_of
from ksdt_core.fourier import stability as watching
from ksdt_core.studies import streams
from ksdt_core.studies.stream_plan import StreamPlan
from ksdt_core.studies.stream_watch import generated_stream
from tests.cli.running import environment, line_of
from tests.waiting import PATIENCE, all_at_once

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals are sent as on POSIX systems")


MINE = ("mine", "left.csv", "right.csv")
IN_THE_FILE = OutputOption("result.json").place
STREAM = ("stability", "generated", "--chunk", "50", "--ensemble", "2", "--updates", "100")


def interrupted(
    place: str, folder: Path, *options: str, command: tuple[str, ...] = MINE, times: int = 1
) -> tuple[int, bytes, list[str]]:
    """Exit code, output and what was said after Ctrl-C of a command that is stopped at a place."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.cli.slowed", place, *command, *options],
        cwd=folder, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    killer = threading.Timer(PATIENCE, os.killpg, (process.pid, signal.SIGKILL))
    killer.start()
    try:
        assert process.stderr is not None
        assert any(line == b"READY\n" for line in iter(process.stderr.readline, b""))
        for _ in range(times):
            time.sleep(0.5)
            os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to every process of the command
        out, error = process.communicate()
    finally:
        killer.cancel()
        with contextlib.suppress(ProcessLookupError):  # its workers too, should any be left
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(PATIENCE)
    return process.returncode, out, error.decode().splitlines()


def test_a_sweep_keeps_the_finished_vectors(folder):
    code, out, said = interrupted("sweep", folder, "--pool", "wvp1", "-o", "result.json")
    assert (code, out) == (130, b"")
    result = read_result(folder / "result.json")
    finished = len(result.sweep)
    assert 2 <= finished < 36
    assert result.pool_size == 36
    assert said == [line_of("sweep-stopped", why=STOPPED, done=finished, asked=36, place=IN_THE_FILE)]


def test_a_second_ctrl_c_stops_at_once_and_still_keeps_them(folder):
    code, out, said = interrupted("stuck-sweep", folder, "--pool", "wvp2", times=2)
    assert code == 130
    assert len(parse_result(out).sweep) == 2
    assert said == [line_of("sweep-stopped", why=STOPPED, done=2, asked=10, place=OutputOption("-").place)]


@pytest.mark.parametrize("place", ["mining", "deaf-mining", "deaf-pairing"])
def test_before_the_first_set_is_finished_nothing_is_written(folder, place):
    """Compiled code may swallow Ctrl-C: it was lost once in 77 runs of `ksdt mine` on a busy machine."""
    before = sorted(folder.iterdir())
    code, out, said = interrupted(place, folder, "-o", "result.json")
    assert (code, out) == (130, b"")
    assert said == [f"ksdt: {NOTHING_WRITTEN}"]
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_significance_test_leaves_the_trees(folder, workers):
    options = ("--permutations", "20000", "--workers", workers, "-o", "result.json")
    code, out, said = interrupted("significance", folder, *options)
    assert (code, out) == (130, b"")
    assert said == [line_of("check-of-set-stopped", why=STOPPED, place=IN_THE_FILE, part="significance test")]
    result = read_result(folder / "result.json")
    assert result.significance is None
    assert len(result.tree_set.trees) == 5


def test_cells_that_were_found_are_kept(folder):
    words = ("weights", *MINE[1:])
    code, out, said = interrupted("cells", folder, "-o", "weights.json", command=words)
    assert (code, out) == (130, b"")
    cells = weight_cells_of(json.loads((folder / "weights.json").read_text(encoding="utf-8")))
    assert cells.n_cells >= 6
    assert 0 < cells.covered < 1
    assert said == [
        line_of("cells-stopped", why=STOPPED, covered=cells.covered, place=OutputOption("weights.json").place)
    ]


@pytest.mark.parametrize("place", ["stream-trees", "updates"])
def test_a_stream_keeps_the_steps_so_far(folder, place):
    code, out, said = interrupted(place, folder, "-o", "steps.json", command=STREAM)
    assert (code, out) == (130, b"")
    document = json.loads((folder / "steps.json").read_text(encoding="utf-8"))
    done = len(document["steps"])
    assert 2 <= done < 100
    assert document["interrupted"] is True
    assert document["updates"] == {"done": done, "asked": 100}
    assert said == [line_of("interrupted-updates", done=done, asked=100, place=OutputOption("steps.json").place)]


def test_steps_of_a_stopped_stream_are_left_when_it_is_asked_again(monkeypatch):
    """The first Ctrl-C ends the growing of trees, the second the steps that are then computed."""
    wanted = command.StabilityRequest("generated", chunk=50, ensemble=2, updates=40)
    real_trees, real_steps, asked = streams.stream_trees, watching.stability, []

    def trees(*arguments, should_stop, **options):
        def stopping(done, total):
            if done == 30:
                signal.raise_signal(signal.SIGINT)

        return real_trees(*arguments, **(options | {"progress": stopping}), should_stop=should_stop)

    def steps(*arguments, should_stop, **options):
        asked.append(should_stop())

        def stopping(done, total):
            if done == 5:
                signal.raise_signal(signal.SIGINT)

        return real_steps(*arguments, **(options | {"progress": stopping}), should_stop=should_stop)

    monkeypatch.setattr(streams, "stream_trees", trees)
    monkeypatch.setattr(watching, "stability", steps)
    document = command.watch_stream(generated_stream(StreamPlan(chunk=50, n_first=2, n_updates=40)), wanted)
    assert asked == [False]
    assert document["updates"] == {"done": 5, "asked": 40}


def test_before_the_first_update_of_a_stream_nothing_is_written(folder):
    command = (*STREAM[:4], "--ensemble", "60", "--updates", "5")
    code, out, said = interrupted("stream-trees", folder, "-o", "steps.json", command=command)
    assert (code, out) == (130, b"")
    assert len(said) == 1
    assert "nothing was written" in said[0]
    assert not (folder / "steps.json").exists()


def test_an_orthogonal_study_stops_at_once(folder):
    command = ("odt", "left.csv", "right.csv", "--trees", "2")
    code, out, said = interrupted("orthogonal", folder, command=command)
    assert (code, out, said) == (130, b"", [f"ksdt: {NOTHING_WRITTEN}"])


def test_requests_are_noted_and_the_former_handler_comes_back():
    before = signal.getsignal(signal.SIGINT)
    with stop_requests() as asked:
        assert not asked()
        signal.raise_signal(signal.SIGINT)
        assert asked()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_without_the_main_thread_nothing_is_asked():
    found = []

    def look():
        with stop_requests() as asked:
            found.append(asked())

    all_at_once(look)
    assert found == [False]


def test_an_error_made_of_ctrl_c_is_known():
    error = SystemError("returned a result with an exception set")
    error.__cause__ = SystemError("the same once more")
    error.__cause__.__context__ = KeyboardInterrupt()
    assert is_interruption(error)
    assert not is_interruption(SystemError("another"))


class _Pressed:
    """Stands in the way of an import as a Ctrl-C at that moment."""

    def find_spec(self, name, path=None, target=None):
        if name == "ksdt_core.cli.main":
            raise KeyboardInterrupt


def test_ctrl_c_while_libraries_are_loaded_is_a_sentence(monkeypatch, capsys):
    monkeypatch.delitem(sys.modules, "ksdt_core.cli.main", raising=False)
    monkeypatch.setattr(sys, "meta_path", [_Pressed(), *sys.meta_path])
    with pytest.raises(SystemExit) as ended:
        entry.main()
    assert ended.value.code == 130
    assert capsys.readouterr() == ("", f"ksdt: {NOTHING_WRITTEN}\n")
