"""What `ksdt mine` is asked to do, checked before any table is read."""

from __future__ import annotations

from dataclasses import dataclass

from ksdt_core.cli.from_fields import Given
from ksdt_core.cli.mine_options import EXACT, BestBy, Evidence, Preset, Weighing, costs_of_file
from ksdt_core.cli.worker_options import WorkerOptions
from ksdt_core.data.matching.attribute_names import require_attributes
from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.data.model.preparation import Preparation
from ksdt_core.data.preparing.folds import stratified_folds, stratified_holdout
from ksdt_core.errors import InvalidParameterError
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.weights import WeightPool, WeightVector, weight_pool
from ksdt_core.parallel.workers import Workers

USUAL_FOLDS = 5  # of yardsticks and of the choice among weightings where no cross-validation is asked for


@dataclass(frozen=True, slots=True)
class Study:
    """How a pair is prepared and mined, and what is done with the set afterwards."""

    parameters: MiningParameters
    preparation: Preparation
    weights: WeightVector  # used where there is no pool
    pool: WeightPool | None
    best_by: BestBy  # of the sets of the pool
    preset: str | None
    permutations: int
    folds: int
    yardsticks: bool
    workers: Workers
    early_stop: bool = False  # of shuffles
    exact: bool = False  # the best set of the whole weight triangle is kept

    @property
    def n_folds(self) -> int:
        """Folds of the cross-validation, or the default where none was asked for."""
        return self.folds or USUAL_FOLDS


def _pool_of(weighing: Weighing, *, single: bool) -> WeightPool | None:
    return None if weighing.pool in (None, EXACT) else weight_pool(weighing.pool, single=single)


def study_of(given: Given) -> Study:
    """The study that was asked for on the command line."""
    preset, weighing, evidence = given.of(Preset), given.of(Weighing), given.of(Evidence)
    workers = given.of(WorkerOptions)
    parameters = MiningParameters(
        **preset.under(MiningParameters, {**given.values_of(MiningParameters), **costs_of_file(given)})
    )
    if parameters.choose == "auto":
        for option in ("attr_fraction", "max_depth"):
            if option in given.typed:
                raise InvalidParameterError("exclude-each-other", option=option, other="choose")
    preparation = Preparation(**preset.under(Preparation, given.values_of(Preparation)))
    weights = None if weighing.weights is None else WeightVector.parse(weighing.weights)
    return Study(
        parameters=parameters,
        preparation=preparation,
        weights=parameters.weights_or_default(weights),
        pool=_pool_of(weighing, single=parameters.method == "single"),
        best_by=weighing.best_by,
        preset=preset.preset,
        permutations=evidence.permutations,
        folds=evidence.folds,
        yardsticks=evidence.yardsticks,
        workers=workers.chosen(),
        early_stop=evidence.early_stop,
        exact=weighing.pool == EXACT,
    )


def check_against_pair(study: Study, pair: DatasetPair) -> None:
    """What a study asks of the tables is there: attributes by name, rows enough to part. Said before the long work."""
    parameters, known = study.parameters, set(pair.attributes)
    require_attributes(parameters.exclude, (*pair.attributes, *pair.columns_dropped), option="exclude")
    require_attributes(parameters.roots, pair.attributes, option="roots")
    if known <= set(parameters.exclude):
        raise InvalidParameterError("nothing-to-split-by", option="exclude")
    parameters.valuing.costs_of(pair.attributes)
    for table in (pair.matched.left, pair.matched.right):
        if study.folds or study.yardsticks or study.best_by == "cv":
            stratified_folds(table.classes, study.n_folds, 0, class_names=table.class_names, name=table.name)
        if parameters.holdout:
            stratified_holdout(table.classes, parameters.holdout, 0, name=table.name)
