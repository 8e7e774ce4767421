"""Compile what a first visit needs before somebody waits for it: `python -m ksdt_core.background.kernels`.

Machine code of the kernels is saved on disk. On a new machine nothing is there yet, and compiling takes some 30 seconds
of one core. The server starts this process when it starts itself, so that kernels compile while people read Start; a
page that needs them sooner waits for the stage it needs instead of compiling them a second time.

Each stage does on a small pair what the pages do on any pair, and is then told on standard output.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Literal, get_args

from ksdt_core.background import compile_stamp

if TYPE_CHECKING:
    from ksdt_core.data.model.pair import DatasetPair

Stage = Literal["evidence", "mining", "triangle", "spectra"]
STAGES: tuple[Stage, ...] = get_args(Stage)  # in the order in which a visit needs them

GENTLE = 5  # of 19: pages go first


class Preparation:
    """A process that compiles, and which stages it has finished; no process where all were finished before."""

    def __init__(self, command: list[str] | None) -> None:
        self._ready = {stage: threading.Event() for stage in STAGES}
        self._finished: set[str] = set()
        self._process: subprocess.Popen[str] | None = None
        if command is None:
            self._finished.update(STAGES)
            self._let_go()
            return
        self._process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        threading.Thread(target=self._follow, args=(self._process,), daemon=True).start()

    def is_ready(self, stage: Stage) -> bool:
        return self._ready[stage].is_set()

    def wait_for(self, stage: Stage) -> bool:
        """Whether the stage was finished, once it is or the process has ended: then the caller compiles."""
        self._ready[stage].wait()
        return stage in self._finished

    def stop(self) -> None:
        """End the process; what it has compiled so far stays."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait()

    def _follow(self, process: subprocess.Popen[str]) -> None:
        for line in process.stdout or ():
            if line.strip() in self._ready:
                self._finished.add(line.strip())
                self._ready[line.strip()].set()  # type: ignore[index]  # a stage, as was just seen
        self._let_go()
        process.wait()

    def _let_go(self) -> None:
        for event in self._ready.values():
            event.set()


_running: list[Preparation] = []  # of this server: none or one


def start(command: list[str] | None = None) -> Preparation:
    """Start to compile in its own process, unless that was done on this machine before."""
    if command is None and not compile_stamp.is_stamped():
        command = [sys.executable, "-m", "ksdt_core.background.kernels"]
    _running[:] = [Preparation(command)]
    return _running[0]


def load_pair_test() -> None:
    """Take what the verdict on a pair needs into this process, too: the first visitor does not wait for it."""
    prepare(lambda stage: None, ("evidence",))


def is_ready(stage: Stage) -> bool:
    """Whether nobody is compiling this stage now."""
    return all(running.is_ready(stage) for running in _running)


def wait_for(stage: Stage) -> bool:
    """Wait while this stage is being compiled; whether it was finished."""
    return all(running.wait_for(stage) for running in _running)


def prepare(tell: Callable[[Stage], None], stages: Sequence[Stage] = STAGES) -> None:
    """Run these stages, which compiles what is not on disk; each imports no more than it needs."""
    from ksdt_core.data import pair_datasets
    from ksdt_core.data.samples.planted import plant

    def planted(attributes: int) -> DatasetPair:
        made = plant(rows=(40, 50), attributes=attributes, depth=2, noise=0.2, seed=1)
        return pair_datasets(made.left, made.right, scale="rank")

    pair = planted(attributes=6)

    def test_pair() -> None:
        from ksdt_core.evidence.pair_evidence import FEWEST_MOVABLE
        from ksdt_core.evidence.pair_test import evidence

        evidence(planted(attributes=FEWEST_MOVABLE), permutations=19)  # enough to test the pairing, too

    def mining() -> None:
        from ksdt_core.mining import mine

        mine(pair, k=2)

    def triangle() -> None:
        from ksdt_core.mining import weight_cells

        cells = weight_cells(pair, k=2, max_depth=2)
        cells.border(cells.best.weights)
        cells.best_by("sdtsq").trees  # noqa: B018 (grows the trees again)

    def spectra() -> None:
        from ksdt_core.fourier.projection import project
        from ksdt_core.fourier.transform import spectrum
        from ksdt_core.mining import mine, sweep

        trees = mine(pair, k=2)
        spectrum(trees)
        project(sweep(pair, k=2, pool="wvp2").best.trees, n_components=2)

    work: Mapping[Stage, Callable[[], object]] = {
        "evidence": test_pair,
        "mining": mining,
        "triangle": triangle,
        "spectra": spectra,
    }
    for stage in stages:
        work[stage]()
        tell(stage)


if __name__ == "__main__":
    with suppress(AttributeError, OSError):  # there is no niceness on every system
        os.nice(GENTLE)
    prepare(lambda stage: print(stage, flush=True))
    compile_stamp.put_stamp()
