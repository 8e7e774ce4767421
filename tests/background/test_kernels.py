"""Compiling ahead: stages are told one by one, pages wait for theirs, and a visit finds everything compiled."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest

from ksdt_core.background import compile_stamp, kernels
from tests.background.test_worker import ROOT
from tests.waiting import PATIENCE, wait_until

VISIT = """
from numba.core.registry import CPUDispatcher
import gc
from ksdt_core.background import kernels
kernels.prepare(lambda stage: None)

def signatures():
    return {
        (own.py_func.__module__, own.py_func.__name__): len(own.overloads)
        for own in gc.get_objects()
        if isinstance(own, CPUDispatcher) and own.py_func.__module__.startswith("ksdt_core")
    }

before = signatures()
import ksdt_core as ksdt
from ksdt_core.data.samples.catalogue import load
pair = ksdt.pair_datasets(load("cmc-working"), load("cmc-at-home"))
trees = ksdt.mine(pair, aus="llc", method="sequential", max_depth=2)
ksdt.evidence(pair, permutations=9)
wide = ksdt.pair_datasets(load("kc1"), load("pc1"), scale="rank")
assert ksdt.evidence(wide, permutations=9).pairing is not None
cells = ksdt.weight_cells(pair, k=2, max_depth=2)
cells.border(cells.best.weights)
ksdt.spectrum(trees)
ksdt.project(trees.trees, n_components=2)
after = signatures()
print(sorted(name for name in after if after[name] != before.get(name, 0)))
"""


def started(script: str, monkeypatch: pytest.MonkeyPatch) -> kernels.Preparation:
    monkeypatch.setattr(kernels, "_running", [])
    return kernels.start([sys.executable, "-c", script])


def test_a_page_waits_for_its_stage_only(monkeypatch):
    running = started("import time; print('mining', flush=True); time.sleep(600)", monkeypatch)
    kernels.wait_for("mining")
    assert not kernels.is_ready("triangle")
    waiting = threading.Thread(target=kernels.wait_for, args=("triangle",))
    waiting.start()
    running.stop()
    waiting.join(PATIENCE)
    assert not waiting.is_alive()
    assert all(kernels.is_ready(stage) for stage in kernels.STAGES)


def test_nobody_waits_for_a_process_that_failed(monkeypatch):
    started("raise SystemExit(1)", monkeypatch)
    wait_until(lambda: all(kernels.is_ready(stage) for stage in kernels.STAGES))


def test_without_such_a_process_everything_is_ready(monkeypatch):
    monkeypatch.setattr(kernels, "_running", [])
    assert kernels.is_ready("mining")
    kernels.wait_for("spectra")


def test_the_process_tells_its_stages_in_order():
    command = [sys.executable, "-m", "ksdt_core.background.kernels"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert told.split() == list(kernels.STAGES)


def test_a_visit_compiles_nothing_more():
    """Real tables of other types than those of the preparation use the same machine code."""
    told = subprocess.run([sys.executable, "-c", VISIT], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert told.strip() == "[]"


def test_the_server_takes_the_test_of_a_pair_into_its_own_process(monkeypatch):
    """Other stages stay with the process that compiles."""
    done = []
    monkeypatch.setattr(kernels, "prepare", lambda tell, stages: done.append(stages))
    kernels.load_pair_test()
    assert done == [("evidence",)]


def test_a_stage_is_finished_only_if_the_process_said_so(monkeypatch):
    """A server that is stopped must not begin to load: Python may hang when it ends in the middle of an import."""
    running = started("import time; print('mining', flush=True); time.sleep(600)", monkeypatch)
    assert kernels.wait_for("mining")
    running.stop()
    assert not kernels.wait_for("triangle")


def test_what_was_compiled_before_needs_no_process(monkeypatch, tmp_path):
    """A server spent two seconds of a core at each start to find that nothing was left to compile."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(kernels, "_running", [])
    begun = []
    monkeypatch.setattr(subprocess, "Popen", lambda command, **_: begun.append(command) or pytest.fail("a process"))
    (tmp_path / "mining").mkdir()
    machine_code = tmp_path / "mining" / "grow.nbi"
    machine_code.write_bytes(b"code")
    compile_stamp.put_stamp()
    running = kernels.start()
    assert all(kernels.is_ready(stage) and kernels.wait_for(stage) for stage in kernels.STAGES)
    running.stop()
    assert begun == []


def test_a_stamp_counts_for_nothing_once_machine_code_or_a_source_is_another(monkeypatch, tmp_path):
    core, kept = tmp_path / "core", tmp_path / "kept"
    core.mkdir()
    kept.mkdir()
    (core / "grow.py").write_text("1")
    (kept / "grow.nbi").write_bytes(b"code")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(kept))
    monkeypatch.setattr(compile_stamp, "CORE", core)
    assert not compile_stamp.is_stamped(), "there is none"
    compile_stamp.put_stamp()
    assert compile_stamp.is_stamped()
    (kept / "later.nbi").write_bytes(b"more code")
    assert compile_stamp.is_stamped(), "a kernel that no visit needs was compiled since"
    (kept / "grow.nbi").unlink()
    assert not compile_stamp.is_stamped()
    (kept / "grow.nbi").write_bytes(b"code")
    (core / "grow.py").write_text("12")
    assert not compile_stamp.is_stamped()
    compile_stamp.put_stamp()
    assert compile_stamp.is_stamped()
    (kept / compile_stamp.NAME).write_text("[")
    assert not compile_stamp.is_stamped()


def test_nothing_is_stamped_where_nothing_was_compiled(monkeypatch, tmp_path):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    compile_stamp.put_stamp()
    assert not compile_stamp.is_stamped()
