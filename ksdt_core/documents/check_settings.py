"""What a result document says of its pair and its settings, as far as it can be wrong without the data."""

from __future__ import annotations

import math

from ksdt_core.documents.agree import require_same
from ksdt_core.documents.shape import ConfigPart, PairPart, ResultPart, WeightsPart
from ksdt_core.errors import InvalidDocumentError, InvalidParameterError
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.weights import WeightVector


def check_settings(part: ResultPart) -> None:
    """Raise where the pair or the settings contradict themselves or the number of trees."""
    _check_pair(part.pair)
    _check_config(part.config)
    require_same("config.k", part.config.k, len(part.trees), source="the number of trees is")
    if [len(row) for row in part.tpd] != [len(part.trees)] * len(part.trees):
        raise InvalidDocumentError(f"tpd must have {len(part.trees)} rows of as many numbers, one for each tree")
    used = {node.attribute for tree in part.trees for node in tree.nodes} - {None}
    kept = max(1, math.ceil(part.config.attr_fraction * part.pair.attributes - 1e-9))  # the size of AttrSet
    if len(used) > (part.pair.attributes if part.config.roots else kept):
        raise InvalidDocumentError(
            f"pair.attributes is {part.pair.attributes} and config.attr_fraction keeps {kept} of them, "
            f"but the trees test {len(used)}"
        )


def parameters_of(config: ConfigPart) -> MiningParameters:
    """The settings as the miner takes them."""
    return MiningParameters(
        k=config.k,
        method=config.method,
        aus=config.aus,
        atd=config.atd or "avgmin",
        ell=config.ell,
        attr_fraction=config.attr_fraction,
        min_size=config.min_size,
        max_depth=config.max_depth,
        traversal=config.traversal,
        exclude=tuple(config.exclude),
        roots=tuple(config.roots),
        holdout=config.holdout,
        criterion=config.criterion,
        costs=tuple(config.costs.items()),
        cost_rule=config.cost_rule,
        cost_weight=config.cost_weight,
    )


def weights_of(part: WeightsPart, where: str, *, method: str) -> WeightVector:
    """The vector, checked to be one of two weights for a single tree and of three for a set."""
    if (part.atd is None) != (method == "single"):
        needed = "null" if method == "single" else "a number"
        raise InvalidDocumentError(f"{where}.atd must be {needed} for method {method}")
    try:
        return WeightVector(part.ig, part.ds, part.atd)
    except InvalidParameterError as error:
        raise InvalidDocumentError(f"{where}: {str(error).rstrip('.')}") from None


def _check_pair(pair: PairPart) -> None:
    _check_names("pair.classes", pair.classes)
    for attribute, values in pair.values.items():
        _check_names(f"pair.values[{attribute!r}]", values)
    if len(pair.values) > pair.attributes:
        raise InvalidDocumentError(
            f"pair.attributes is {pair.attributes} but pair.values lists {len(pair.values)} categorical attributes"
        )


def _check_names(where: str, names: list[str]) -> None:
    if names != sorted(set(names)):
        raise InvalidDocumentError(f"{where} must be in sorted order, each name once")


def _check_config(config: ConfigPart) -> None:
    single = config.method == "single"
    if single:
        require_same("config.k", config.k, 1, source="the method single makes")
    if (config.atd is None) != single:
        needed = "null" if single else "one of avgmin, avg, min"
        raise InvalidDocumentError(f"config.atd must be {needed} for method {config.method}")
    weights_of(config.weights, "config.weights", method=config.method)
    try:
        parameters_of(config)
    except InvalidParameterError as error:
        raise InvalidDocumentError(f"config: {str(error).rstrip('.')}") from None
