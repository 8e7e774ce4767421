"""Carrying out a study: mine, test, validate; a stop on the way keeps what was finished."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from ksdt_core.cli.interruptions import stop_if_interrupted
from ksdt_core.cli.mine_request import Study
from ksdt_core.cli.progress import progress_bar
from ksdt_core.cli.report import on_terminal, say
from ksdt_core.cli.stopping import is_interruption, stop_requests
from ksdt_core.data.pair import DatasetPair
from ksdt_core.documents.result import Documented, result_document
from ksdt_core.documents.source import Source
from ksdt_core.errors import Interrupted, WorkersLost
from ksdt_core.mining import (
    Sweep,
    TreeSet,
    cross_validate,
    kernels_compiled,
    mine_with,
    significance,
)
from ksdt_core.mining.sweeps import mine_pool

COMPILE_SECONDS = 10


@dataclass(slots=True)
class Progressed:
    """What has been finished so far."""

    study: Study
    entries: dict[int, TreeSet] = field(default_factory=dict)  # by the number of the weight vector
    extras: dict[str, Documented] = field(default_factory=dict)
    stopped_in: str | None = None
    lost: str = ""  # why its workers could not finish it

    @property
    def result(self) -> TreeSet | Sweep:
        if self.study.pool is None:
            return self.entries[0]
        entries = tuple(self.entries[number] for number in sorted(self.entries))
        return Sweep(self.study.pool, self.study.parameters, entries)

    def document(self, source: Source | None = None) -> dict[str, Any]:
        """The document of what is finished; `source` tells where the tables lie."""
        result = self.result
        best, sweep = (result.best, result) if isinstance(result, Sweep) else (result, None)
        named = replace(best, settings=replace(best.settings, preset=self.study.preset))
        return result_document(named, sweep=sweep, source=source, **self.extras)

    def interruption(self, output: str) -> str:
        """One sentence on what a stopped run has left behind."""
        place = "on standard output" if output == "-" else f"in {output!r}"
        why = self.lost.rstrip(".") or "interrupted"
        if self.study.pool is not None and len(self.entries) < len(self.study.pool):
            finished = f"{len(self.entries)} of {len(self.study.pool)} weight vectors were finished"
            return f"{why}; {finished}, the best of them is {place}."
        return f"{why}; the trees are {place}, but the {self.stopped_in} was not finished."


def carry_out(pair: DatasetPair, study: Study) -> Progressed:
    """Mine, then test and validate as asked. A stop before any set is finished is passed on."""
    done = Progressed(study)
    if on_terminal() and not kernels_compiled():
        say(f"Compiling the mining kernels, once on this machine, about {COMPILE_SECONDS} s ...")
    try:
        if study.pool is None:  # nothing could be kept before the one set is finished, so Ctrl-C stops at once
            trees = mine_with(pair, study.parameters, study.weights)
            stop_if_interrupted()
            done.entries[0] = trees
        with stop_requests() as asked:
            _sweep(pair, done, asked)
            _test(pair, done, asked)
            _validate(pair, done, asked)
    except WorkersLost as error:
        if not done.entries:
            raise
        done.lost = str(error)
        return done
    except (KeyboardInterrupt, Interrupted, SystemError) as error:
        if not done.entries or not (isinstance(error, Interrupted) or is_interruption(error)):
            raise
        return done
    done.stopped_in = None
    return done


def _sweep(pair: DatasetPair, done: Progressed, asked: Callable[[], bool]) -> None:
    pool = done.study.pool
    if pool is None:
        return
    done.stopped_in = "sweep"
    with progress_bar("Weight vectors") as tick:
        mine_pool(
            pair, done.study.parameters, pool, workers=done.study.workers, progress=tick, should_stop=asked,
            on_set=done.entries.__setitem__,
        )  # fmt: skip


def _test(pair: DatasetPair, done: Progressed, asked: Callable[[], bool]) -> None:
    study = done.study
    if study.permutations:
        done.stopped_in = "significance test"
        with progress_bar("Shuffles") as tick:
            done.extras["significance"] = significance(
                pair,
                done.result,
                permutations=study.permutations,
                workers=study.workers,
                progress=tick,
                should_stop=asked,
            )


def _validate(pair: DatasetPair, done: Progressed, asked: Callable[[], bool]) -> None:
    study = done.study
    if study.folds:
        done.stopped_in = "cross-validation"
        with progress_bar("Folds") as tick:
            done.extras["cross_validated"] = cross_validate(
                pair, done.result, folds=study.folds, workers=study.workers, progress=tick, should_stop=asked
            )


def outcome(document: dict[str, Any], output: str) -> str:
    """What a person at a terminal wants to know once the document is written."""
    scores, tested = document["scores"], document.get("significance")
    chance = f", p = {tested['p_value']:.2g}" if tested else ", not tested against chance (--permutations 99)"
    return f"SDTSQ {scores['sdtsq']:.3f}{chance}; wrote {output}, read it with: ksdt show {shlex.quote(output)}"
