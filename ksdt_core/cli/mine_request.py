"""What `ksdt mine` is asked to do, checked before any table is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ksdt_core.cli.bounds import check_sizes
from ksdt_core.data.attribute_names import require_attributes
from ksdt_core.data.cost_file import read_costs
from ksdt_core.data.folds import stratified_folds, stratified_holdout
from ksdt_core.data.pair import DatasetPair
from ksdt_core.errors import InvalidParameterError
from ksdt_core.jobs.workers import Workers
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.weights import WeightPool, WeightVector, weight_pool

PUBLISHED: Mapping[str, Any] = {
    "attr_fraction": 0.2,
    "min_size": None,  # 0.02 of the smaller table
    "max_depth": 0,
    "balance": True,
    "method": "parallel",
    "aus": "lnc",
    "atd": "avgmin",
    "ell": 3,
}
PRESETS: Mapping[str, Mapping[str, Any]] = {"published": PUBLISHED}


@dataclass(frozen=True, slots=True)
class Study:
    """How a pair is mined, and what is done with the set afterwards."""

    parameters: MiningParameters
    balance: bool
    weights: WeightVector  # used where there is no pool
    pool: WeightPool | None
    preset: str | None
    permutations: int
    folds: int
    workers: Workers


def settle_preset(preset: str | None, given: Mapping[str, Any]) -> dict[str, Any]:
    """The options given, and for those left out the values of the preset; what neither names is left out."""
    if preset is not None and preset not in PRESETS:
        raise InvalidParameterError(f"--preset {preset!r} is unknown; choose one of {', '.join(PRESETS)}.")
    settled = dict(PRESETS[preset]) if preset is not None else {}
    settled.update({name: value for name, value in given.items() if value is not None})
    return settled


def check_against_pair(study: Study, pair: DatasetPair) -> None:
    """What a study asks of the tables is there: attributes by name, rows enough to part. Said before the long work."""
    parameters, known = study.parameters, set(pair.attributes)
    for option, names in (("--exclude", parameters.exclude), ("--roots", parameters.roots)):
        require_attributes(names, pair.attributes, option=option)
    if known <= set(parameters.exclude):
        raise InvalidParameterError("--exclude leaves no attribute to split by; name fewer attributes.")
    parameters.valuing.costs_of(pair.attributes)
    for table in (pair.matched.left, pair.matched.right):
        if study.folds:
            stratified_folds(table.classes, study.folds, 0, class_names=table.class_names, name=table.name)
        if parameters.holdout:
            stratified_holdout(table.classes, parameters.holdout, 0, name=table.name)


def cost_options(file: str | None, rule: str | None, weight: float | None) -> dict[str, Any]:
    """What attributes cost and how it counts, from the options; the latter mean nothing without the former."""
    for option, value in (("--cost-rule", rule), ("--cost-weight", weight)):
        if file is None and value is not None:
            raise InvalidParameterError(f"{option} {value} needs costs; give them with --costs FILE.")
    if weight is not None and rule != "exponential":
        raise InvalidParameterError(f"--cost-weight {weight:g} is for --cost-rule exponential; give that, too.")
    return {"costs": None if file is None else read_costs(file), "cost_rule": rule, "cost_weight": weight}


def study_of(
    options: Mapping[str, Any],
    *,
    weights: str | None,
    pool: str | None,
    preset: str | None,
    permutations: int,
    folds: int,
    workers: Workers,
) -> Study:
    """The study that these options ask for; `options` are those of the miner and `balance`, None where not given."""
    if weights is not None and pool is not None:
        raise InvalidParameterError("--weights and --pool exclude each other; give one of them.")
    if permutations < 0:
        raise InvalidParameterError(f"--permutations {permutations} must be 0 or more; 99 is usual.")
    if folds != 0 and folds < 2:
        raise InvalidParameterError(f"--cv {folds} must be 0 (none) or at least 2 folds; 5 is usual.")
    sizes = {"-k": options.get("k"), "--ell": options.get("ell"), "--max-depth": options.get("max_depth")}
    check_sizes({**sizes, "--permutations": permutations})
    settled = settle_preset(preset, options)
    balance = bool(settled.pop("balance", False))
    parameters = MiningParameters.of(settled)
    vector = parameters.weights_or_default(None if weights is None else WeightVector.parse(weights))
    return Study(
        parameters=parameters,
        balance=balance,
        weights=vector,
        pool=None if pool is None else weight_pool(pool, single=parameters.method == "single"),
        preset=preset,
        permutations=permutations,
        folds=folds,
        workers=workers,
    )
