"""What a result document says of its pair and its settings, as far as it can be wrong without the data."""

from __future__ import annotations

import math

from ksdt_core.errors import InvalidDocumentError, InvalidParameterError
from ksdt_core.formats.agree import require_same
from ksdt_core.formats.shape import ConfigPart, PairPart, ResultPart, WeightsPart
from ksdt_core.mining.used_settings import SETTINGS, Settings
from ksdt_core.mining.weights import WeightVector


def check_settings(part: ResultPart) -> Settings:
    """The settings; raise where they or the pair contradict themselves or the number of trees."""
    _check_pair(part.pair)
    settings = _checked_config(part.config)
    require_same("config.k", settings.k, len(part.trees), source="the number of trees is")
    if [len(row) for row in part.tpd] != [len(part.trees)] * len(part.trees):
        raise InvalidDocumentError("document-tpd-size", trees=len(part.trees))
    used = {node.attribute for tree in part.trees for node in tree.nodes} - {None}
    kept = max(1, math.ceil(settings.attr_fraction * part.pair.attributes - 1e-9))  # the size of AttrSet
    if len(used) > (part.pair.attributes if settings.roots else kept):
        raise InvalidDocumentError(
            "document-too-many-attributes", attributes=part.pair.attributes, kept=kept, used=len(used)
        )
    return settings


def weights_of(part: WeightsPart, where: str, *, method: str) -> WeightVector:
    """The vector, checked to be one of two weights for a single tree and of three for a set."""
    if (part.atd is None) != (method == "single"):
        needed = "null" if method == "single" else "a number"
        raise InvalidDocumentError("document-atd-for-method", where=f"{where}.atd", needed=needed, method=method)
    try:
        return WeightVector(part.ig, part.ds, part.atd)
    except InvalidParameterError as error:
        raise InvalidDocumentError("document-setting-refused", where=where, reason=error) from None


def _check_pair(pair: PairPart) -> None:
    _check_names("pair.classes", pair.classes)
    for attribute, values in pair.values.items():
        _check_names(f"pair.values[{attribute!r}]", values)
    if len(pair.values) > pair.attributes:
        raise InvalidDocumentError(
            "document-too-many-categorical", attributes=pair.attributes, categorical=len(pair.values)
        )


def _check_names(where: str, names: list[str]) -> None:
    if names != sorted(set(names)):
        raise InvalidDocumentError("document-names-not-sorted", where=where)


def _checked_config(config: ConfigPart) -> Settings:
    given = config.model_dump(exclude_unset=True)
    method, single = given["method"], given["method"] == "single"
    if single:
        require_same("config.k", given["k"], 1, source="the method single makes")
    if (given["atd"] is None) != single:
        needed = "null" if single else "one of avgmin, avg, min"
        raise InvalidDocumentError("document-atd-for-method", where="config.atd", needed=needed, method=method)
    weights_of(config.weights, "config.weights", method=method)
    try:
        return SETTINGS.read(given)
    except InvalidParameterError as error:
        raise InvalidDocumentError("document-setting-refused", where="config", reason=error) from None
