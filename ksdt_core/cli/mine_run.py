"""Carrying out a study: mine, test, validate; a stop on the way keeps what was finished."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from ksdt_core.cli.interruptions import stop_if_interrupted
from ksdt_core.cli.messages import sentence
from ksdt_core.cli.mine_request import Study
from ksdt_core.cli.output import OutputOption
from ksdt_core.cli.progress import progress_bar
from ksdt_core.cli.report import on_terminal, say
from ksdt_core.cli.stopping import STOPPED, is_interruption, stop_requests
from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.errors import Interrupted, KsdtError, WorkersLost
from ksdt_core.evidence.cross_validation import cross_validate, cross_validated_pool
from ksdt_core.evidence.effects import measure_effects
from ksdt_core.evidence.pair_test import evidence
from ksdt_core.evidence.significance import significance
from ksdt_core.evidence.yardsticks import measure_yardsticks
from ksdt_core.formats.result import Documented, result_document
from ksdt_core.formats.source import Source
from ksdt_core.mining import Sweep, TreeSet, WeightCells, kernels_compiled, mine, weight_cells
from ksdt_core.mining.cells.robustness import robustness
from ksdt_core.mining.sweeps import mine_pool
from ksdt_core.text import p_text, score

COMPILING = "Compiling the mining code (once per machine), about 10 s ..."


@dataclass(slots=True)
class Progressed:
    """What has been finished so far."""

    study: Study
    entries: dict[int, TreeSet] = field(default_factory=dict)  # by the number of the weight vector
    cells: WeightCells | None = None  # all weights, where these were asked for
    extras: dict[str, Documented] = field(default_factory=dict)
    cv_sa: tuple[float, ...] | None = None  # of each entry, where the best is chosen by it
    stopped_in: str | None = None
    lost: str = ""  # why its workers could not finish it

    @property
    def result(self) -> TreeSet | Sweep | WeightCells:
        if self.cells is not None:
            return self.cells
        if self.study.pool is None:
            return self.entries[0]
        entries = tuple(self.entries[number] for number in sorted(self.entries))
        folds = None if self.cv_sa is None else self.study.n_folds
        return Sweep(self.study.pool, self.study.parameters, entries, self.cv_sa, folds)

    @property
    def best(self) -> TreeSet:
        """The one set, or the best of the sweep or of the triangle."""
        result = self.result
        if isinstance(result, WeightCells):
            return result.best.tree_set
        return result.best if isinstance(result, Sweep) else result

    def document(self, source: Source | None = None) -> dict[str, Any]:
        """The document of what is finished; `source` states where the tables lie."""
        result = self.result
        best, sweep = self.best, result if isinstance(result, Sweep) else None
        named = replace(best, settings=replace(best.settings, preset=self.study.preset))
        return result_document(named, sweep=sweep, source=source, pruned=(), **self.extras)

    def interruption(self, output: str) -> KsdtError:
        """What a stopped run has left behind."""
        stop = WorkersLost if self.lost else Interrupted
        why, place = self.lost or STOPPED, OutputOption(output).place
        if self.study.pool is not None and len(self.entries) < len(self.study.pool):
            done, asked = len(self.entries), len(self.study.pool)
            return stop("sweep-stopped", why=why, done=done, asked=asked, place=place)
        return stop("check-of-set-stopped", why=why, place=place, part=self.stopped_in)


def carry_out(pair: DatasetPair, study: Study) -> Progressed:
    """Mine, then test and validate as asked. A stop before any set is finished is passed on."""
    done = Progressed(study)
    if on_terminal() and not kernels_compiled():
        say(COMPILING)
    try:
        if study.exact:
            _solve(pair, done)
        elif study.pool is None:  # nothing could be kept before the one set is finished, so Ctrl-C stops at once
            trees = mine(pair, parameters=study.parameters, weights=study.weights)
            stop_if_interrupted()
            done.entries[0] = trees
        with stop_requests() as asked:
            _sweep(pair, done, asked)
            _test(pair, done, asked)
            _validate(pair, done, asked)
            _measure(pair, done, asked)
        done.extras["effects"] = measure_effects(pair, done.best)
    except WorkersLost as error:
        if not done.entries:
            raise
        done.extras["effects"] = measure_effects(pair, done.best)
        done.lost = sentence(error)
        return done
    except (KeyboardInterrupt, Interrupted, SystemError) as error:
        if not done.entries or not (isinstance(error, Interrupted) or is_interruption(error)):
            raise
        done.extras["effects"] = measure_effects(pair, done.best)
        return done
    done.stopped_in = None
    return done


def _solve(pair: DatasetPair, done: Progressed) -> None:
    """Keep the best set of all weights, and how much of the triangle it holds."""
    with stop_requests() as asked, progress_bar("Weight triangle, in 1/1000") as tick:
        cells = weight_cells(pair, parameters=done.study.parameters, progress=tick, should_stop=asked)
    done.cells, done.entries[0] = cells, cells.best.tree_set
    done.extras["robustness"] = robustness(cells, cells.best.weights)


def _sweep(pair: DatasetPair, done: Progressed, asked: Callable[[], bool]) -> None:
    pool = done.study.pool
    if pool is None:
        return
    done.stopped_in = "sweep"
    with progress_bar("Weightings") as tick:
        mine_pool(
            pair, done.study.parameters, pool, workers=done.study.workers, progress=tick, should_stop=asked,
            on_set=done.entries.__setitem__,
        )  # fmt: skip
    if done.study.best_by == "cv":
        done.stopped_in = "choice of the best weighting"
        with progress_bar("Folds of all weightings") as tick:
            validated = cross_validated_pool(
                pair, done.study.parameters, pool.vectors, folds=done.study.n_folds,
                workers=done.study.workers, progress=tick, should_stop=asked,
            )  # fmt: skip
        done.cv_sa = tuple(each.sa for each in validated)


def _test(pair: DatasetPair, done: Progressed, asked: Callable[[], bool]) -> None:
    study = done.study
    if study.permutations:
        done.stopped_in = "test of the pair"
        with progress_bar("Shuffles of the pair") as tick:
            done.extras["evidence"] = evidence(
                pair, exclude=study.parameters.exclude, workers=study.workers, progress=tick, should_stop=asked
            )
        done.stopped_in = "significance test"
        with progress_bar("Shuffles") as tick:
            done.extras["significance"] = significance(
                pair,
                done.result,
                permutations=study.permutations,
                early_stop=study.early_stop,
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


def _measure(pair: DatasetPair, done: Progressed, asked: Callable[[], bool]) -> None:
    study = done.study
    if study.yardsticks:
        done.stopped_in = "yardsticks"
        with progress_bar("Standard methods") as tick:
            done.extras["yardsticks"] = measure_yardsticks(
                pair,
                folds=study.n_folds,
                exclude=study.parameters.exclude,
                progress=tick,
                should_stop=asked,
            )


def outcome(document: dict[str, Any], output: str) -> str:
    """What a person at a terminal wants to know once the document is written."""
    scores, tested = document["scores"], document.get("significance")
    shared = (document.get("evidence") or {}).get("shared")
    chance = ", not tested against chance (--permutations 99)"
    if tested and shared:
        chance = f", shared signal of the pair {p_text(shared['p'])}"
    return f"SDTSQ {score(scores['sdtsq'])}{chance}; wrote {output}. Show it with: ksdt show {shlex.quote(output)}"
