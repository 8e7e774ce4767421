"""What each kind of job does: a request in, a result out, progress on the way."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from ksdt_core.background.atlas import forget_pairs, requested_atlas
from ksdt_core.background.patience import patiently
from ksdt_core.background.queue import Job, forgive_attempts, kept_job, report_progress
from ksdt_core.codec import many
from ksdt_core.data.matching.value_matching import value_map_of
from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.errors import Interrupted, InvalidDataError, KsdtError
from ksdt_core.evidence.cross_validation import cross_validate, cross_validated_pool
from ksdt_core.evidence.pair_test import evidence
from ksdt_core.evidence.set_chance import Significance
from ksdt_core.evidence.significance import nulls_of, significance
from ksdt_core.evidence.yardsticks import measure_yardsticks
from ksdt_core.messages.stored import stored_text
from ksdt_core.mining.map_points import MAP_POINT, MapPoint
from ksdt_core.mining.miners import Ground
from ksdt_core.mining.node_rows import mined_pair
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.sweeps import Picked
from ksdt_core.mining.weights import WeightVector, weight_pool
from ksdt_core.parallel.executor import Progress, run_tasks
from ksdt_core.parallel.workers import Workers, cluster_of_setting
from ksdt_core.store.database import Store
from ksdt_core.store.pair_request import (
    as_mined,
    requested_pair,
    requested_table,
    requested_tables,
    right_to_left,
    table_from,
)
from ksdt_core.store.pairs import kept_pair
from ksdt_core.store.problems import UnwritableError
from ksdt_core.store.runs import add_to_run, run_result
from ksdt_core.studies.orthogonal import OTHER_STEPS, orthogonal_study
from ksdt_core.studies.orthogonal_choice import (
    COMPONENT_CHOICE,
    FOLDS,
    SIZE_STEP,
    SIZES,
    choose_components,
    more_trees,
    train_and_test,
    with_four_levels,
)
from ksdt_core.studies.orthogonal_settings import OrthogonalSettings
from ksdt_core.studies.stream_plan import StreamPlan
from ksdt_core.studies.stream_watch import generated_stream, watched_stream
from ksdt_core.studies.what_if import what_if

SECONDS_BETWEEN_REPORTS = 0.2
STUDY_DEPTH = 4  # of trees grown for the study: spectra of deeper ones take minutes on long tables


@dataclass(slots=True)
class Reporter:
    """Writes progress, not too often, and notices that the job is to end."""

    store: Store
    job: Job
    before: int = 0  # steps of parts that are finished
    total: int = 0  # of all parts; 0: each part tells
    _next: float = 0.0

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now < self._next and done < total:
            return
        self._next = now + SECONDS_BETWEEN_REPORTS
        done, total = self.before + done, self.total or total
        with suppress(UnwritableError):  # no reason to end the work: there may be room when it is finished
            if not report_progress(self.store, self.job.id, done=done, total=total, claimed=self.job.started):
                raise Interrupted("cancelled")


Work = Callable[[Store, Job, Reporter], Mapping[str, Any]]


def run_null(store: Store, job: Job, reporter: Reporter) -> Mapping[str, Any]:
    """Test a run against its nulls and on rows that it did not see; both become parts of its document.

    Trying weights is choosing: each shuffle and each fold takes the best of all the vectors that were tried. Where
    cross-validation chose, each fold chooses so, too, and a shuffle counts with its largest value. What earlier tests
    of the run found is kept beside the new one, with the number of vectors they were corrected for.
    """
    result = run_result(store, job.subject)
    tree_set, before = result.tree_set, result.significance and Significance.of_document(result.significance)
    request = kept_pair(store, job.request["pair"])
    as_then = as_mined(request, tree_set.settings.preparation)
    pair = _pair(store, job.request["pair"]) if as_then == request else requested_pair(store, as_then)
    mined_pair(pair, tree_set)  # refuses tables that are not those of the run
    own = tree_set.settings.weights
    tried = vectors_from(job.request["vectors"])
    picked = Picked(tree_set, tried if own in tried else (*tried, own), job.request.get("best_by", "sdtsq"))
    permutations, folds = int(job.request["permutations"]), int(job.request["folds"])
    n_shuffles = permutations * len(nulls_of(pair, tree_set.parameters.exclude))
    reporter.total = n_shuffles + folds
    workers = cluster_of_setting() or 1
    parts: dict[str, Any] = {}
    if folds:  # first, since it takes little time and says most
        try:
            validated = cross_validate(pair, picked, folds=folds, workers=workers, progress=reporter).to_document()
            patiently(lambda: add_to_run(store, job.subject, {"cross_validated": validated}), store.folder)
            parts["cross_validated"] = validated
        except Interrupted:
            raise
        except KsdtError as error:  # too few rows for folds, or workers lost: the nulls stand on their own
            parts["cross_validation_problem"] = stored_text(error)
    reporter.before = folds
    early_stop = bool(job.request.get("early_stop"))
    found = significance(
        pair, picked, permutations=permutations, early_stop=early_stop, workers=workers, progress=reporter
    )
    tested = found.after(before or None).to_document()
    patiently(lambda: add_to_run(store, job.subject, {"significance": tested}), store.folder)
    return {"significance": tested, **parts}


def run_yardsticks(store: Store, job: Job, reporter: Reporter) -> Mapping[str, Any]:
    """Logistic regression and a random forest on the rows of a run's pair; they become a part of its document."""
    pair = _pair(store, job.request["pair"])
    found = measure_yardsticks(
        pair, folds=int(job.request["folds"]), exclude=job.request["exclude"], progress=reporter
    ).to_document()
    patiently(lambda: add_to_run(store, job.subject, {"yardsticks": found}), store.folder)
    return found


def run_pool_cv(store: Store, job: Job, reporter: Reporter) -> Mapping[str, Any]:
    """The cross-validated shared accuracy of every weight vector."""
    found = cross_validated_pool(
        _pair(store, job.request["pair"]),
        MiningParameters.of(job.request["parameters"]),
        vectors_from(job.request["vectors"]),
        folds=int(job.request["folds"]),
        workers=cluster_of_setting() or 1,
        progress=reporter,
    )
    return {"cv_sa": [each.sa for each in found]}


def run_evidence(store: Store, job: Job, reporter: Reporter) -> Mapping[str, Any]:
    """Test the pair itself, without mining."""
    request = kept_pair(store, job.subject)
    pair = _pair(store, job.subject)
    exclude = [name for name in request.exclude if name in pair.attributes]
    workers = cluster_of_setting() or 1
    found = evidence(
        pair,
        permutations=int(job.request["permutations"]),
        exclude=exclude,
        workers=workers,
        progress=reporter,
    )
    return found.to_document()


def run_map(store: Store, job: Job, reporter: Reporter) -> Mapping[str, Any]:
    """Mine one set for every weight vector of a pool and keep what a map shows of each."""
    pair = _pair(store, job.request["pair"])
    return weight_map(
        pair,
        job.request["parameters"],
        job.request["pool"],
        workers=cluster_of_setting() or 1,
        progress=reporter,
    )


def run_what_if(store: Store, job: Job, reporter: Reporter) -> Mapping[str, Any]:
    """Mine under every mapping of the classes, the most convincing first."""
    request = kept_pair(store, job.subject)
    left, right = requested_tables(store, request)
    found = what_if(
        left,
        right,
        permutations=int(job.request["permutations"]),
        workers=cluster_of_setting() or 1,
        progress=reporter,
        attribute_map=right_to_left(request.attribute_map),
        value_map=value_map_of(request.value_map),
        **asdict(request.preparation),
    )
    return {"entries": [entry.to_document() for entry in found]}


def run_stability(store: Store, job: Job, reporter: Reporter) -> Mapping[str, Any]:
    """Follow an ensemble over a kept or bundled table, or over a generated stream."""
    plan = StreamPlan.of(job.request["plan"])
    table = job.request["table"]
    stream = generated_stream(plan) if table is None else requested_table(store, table_from(table))
    return watched_stream(stream, plan, progress=reporter).to_document()


def run_odt(store: Store, job: Job, reporter: Reporter) -> Mapping[str, Any]:
    """The orthogonal-tree study on a pair, or on one table of it; the number of components; what more trees bring."""
    wanted, pair = job.request, _pair(store, job.request["pair"])
    rows = wanted["rows"]
    if rows != "across":
        pair = train_and_test(pair, rows, seed=int(wanted["seed"]))
    pair = with_four_levels(pair)
    settings = OrthogonalSettings(
        n_trees=int(wanted["trees"]), learner=wanted["learner"], seed=int(wanted["seed"]), max_depth=STUDY_DEPTH
    )
    n_study = settings.n_trees + OTHER_STEPS
    reporter.total = n_study + FOLDS + len(SIZES)
    study = orthogonal_study(pair, settings, progress=reporter)
    reporter.before = n_study
    try:
        found = choose_components(pair, settings, progress=reporter)
        components = COMPONENT_CHOICE.write(found)
    except InvalidDataError:  # too few rows of a class for folds: the rest stands on its own
        components = None
    reporter.before = n_study + FOLDS
    steps = more_trees(pair, settings, progress=reporter)
    return {"study": study.to_document(), "components": components, "more_trees": many(SIZE_STEP).write(steps)}


def run_atlas(store: Store, job: Job, reporter: Reporter) -> Mapping[str, Any]:
    """Mine every pair of several tables; pairs that an earlier worker finished are not mined again."""

    def forgive() -> None:
        with suppress(UnwritableError):  # as with progress
            forgive_attempts(store, job.id, claimed=job.started)

    return requested_atlas(store, job.request, progress=reporter, went_on=forgive)


def vectors_from(parts: Iterable[Sequence[float]]) -> tuple[WeightVector, ...]:
    """Weight vectors from plain numbers, each once, in their order."""
    return tuple(dict.fromkeys(WeightVector.of(part) for part in parts))


def weight_map(
    pair: DatasetPair,
    options: Mapping[str, Any],
    pool: str,
    *,
    workers: Workers = 1,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """One entry for every vector of a pool, in its order."""
    parameters = MiningParameters.of(options)
    vectors = weight_pool(pool, single=parameters.method == "single").vectors
    entries = run_tasks(_entry, Ground.of_pair(pair, parameters), vectors, workers=workers, progress=progress)
    return {"pool": pool, "entries": entries}


def _entry(ground: Ground, vector: WeightVector) -> dict[str, Any]:
    point: dict[str, Any] = MAP_POINT.write(MapPoint.of_set(ground.mined(vector)))
    return point


def tidy(store: Store, job: Job) -> None:
    """What a job kept beside the store while it ran is of no use once its result is in the store."""
    if job.kind == "atlas" and kept_job(store, job.id).state == "done":
        forget_pairs(store, job.request)


@lru_cache(maxsize=2)
def _pair(store: Store, pair_id: str) -> DatasetPair:
    """The pair of this id; the next job is often about the same one."""
    return requested_pair(store, kept_pair(store, pair_id))


KINDS: Mapping[str, Work] = {
    "null": run_null,
    "evidence": run_evidence,
    "map": run_map,
    "yardsticks": run_yardsticks,
    "pool-cv": run_pool_cv,
    "what-if": run_what_if,
    "stability": run_stability,
    "odt": run_odt,
    "atlas": run_atlas,
}
