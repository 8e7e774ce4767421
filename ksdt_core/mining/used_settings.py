"""The settings of a run as they were used: every option of mining and of preparing, defaults resolved."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from ksdt_core.codec import NUMBER, Codec, optional, record
from ksdt_core.data.model.preparation import Preparation
from ksdt_core.data.preparing.settling import EVERY
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.weights import WeightVector
from ksdt_core.options import from_plain, option_fields, option_values, options_of, plain_values

WEIGHTS = record(WeightVector, {"ig": NUMBER, "ds": NUMBER, "atd": optional(NUMBER)})
"""A weight vector as plain values; `atd` is None for a single tree."""

ALWAYS_WRITTEN = (
    *("k", "method", "weights", "aus", "atd", "ell", "attr_fraction", "min_size", "max_depth", "traversal"),
    *("scale", "balance", "missing", "seed", "exclude", "roots", "holdout"),
    *("max_missing", "numeric", "categorical", "convert"),
)
"""The keys that every document has, in their order. Those of other options follow where they are not the default."""
BEFORE: Mapping[str, Any] = {"max_missing": 1.0, "numeric": [EVERY]}
"""What a document means that has no such key: it is from before there was the option, and its default is not that."""
MAY_BE_ABSENT = ("traversal", "exclude", "roots", "holdout", "max_missing", "numeric", "categorical", "convert")
_OF_MINING = options_of(MiningParameters)


@dataclass(frozen=True, kw_only=True)
class Settings(MiningParameters, Preparation):
    """Every setting of the run as it was used. What plays no part has its default."""

    attr_fraction: Annotated[float, _OF_MINING["attr_fraction"]] = 1.0
    min_size: Annotated[float, _OF_MINING["min_size"]] = 0.0
    weights: WeightVector
    preset: str | None = None  # the named settings that the run began from

    def __post_init__(self) -> None:
        MiningParameters.__post_init__(self)
        for field in option_fields(Settings):
            if not plays_a_part(self, field.name):
                object.__setattr__(self, field.name, field.default)

    @property
    def preparation(self) -> Preparation:
        """How the pair was prepared."""
        return Preparation(**option_values(self, Preparation))

    @property
    def fewest_rows(self) -> int:
        """Rows that both tables need at a node that is split: rows are whole, `min_size` often is not."""
        return math.ceil(self.min_size)

    def to_document(self) -> dict[str, Any]:
        document: dict[str, Any] = SETTINGS.write(self)
        return document


def plays_a_part(settings: Settings, name: str) -> bool:
    """Whether the option changes anything beside the others: a single tree has none to differ from."""
    if name == "atd":
        return settings.method != "single"
    needed = options_of(Settings)[name].only_with
    return not needed or bool(getattr(settings, needed))


def _written(settings: Settings) -> dict[str, Any]:
    values = plain_values(settings) | {"weights": WEIGHTS.write(settings.weights)}
    if settings.method == "single":
        values["atd"] = None
    document = {name: values[name] for name in ALWAYS_WRITTEN}
    for field in option_fields(Settings):
        is_usual = getattr(settings, field.name) == field.default and not field.option.only_with
        if field.name not in document and not is_usual and plays_a_part(settings, field.name):
            document[field.name] = values[field.name]
    return document if settings.preset is None else document | {"preset": settings.preset}


def _read(found: Mapping[str, Any]) -> Settings:
    given = {name: value for name, value in {**BEFORE, **found}.items() if name != "atd" or value is not None}
    weights = WEIGHTS.read(found["weights"])
    return Settings(weights=weights, preset=found.get("preset"), **from_plain(Settings, given))


SETTINGS: Codec[Settings] = Codec(_written, _read)
