"""Model files that other libraries write: XGBoost (JSON, UBJSON), LightGBM (text), CatBoost (JSON).

Nothing is unpickled: a pickle can run any code.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from ksdt_core.errors import InvalidDataError
from ksdt_core.learners.imported import of_catboost
from ksdt_core.learners.lightgbm_text import of_lightgbm_text
from ksdt_core.learners.sum_of_trees import SumOfTrees
from ksdt_core.learners.xgboost_files import of_ubjson, of_xgboost

XGBOOST, LIGHTGBM, CATBOOST = "XGBoost", "LightGBM", "CatBoost"
LARGEST_MODEL = 256 << 20  # bytes
_PICKLED, _CATBOOST_BINARY = (b"\x80\x02", b"\x80\x03", b"\x80\x04", b"\x80\x05"), b"CBM1"
_UBJSON = (b"{L", b"{i", b"{U", b"{I", b"{l", b"{#")
_DAMAGE = (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError, RecursionError)


def read_model_file(
    file: str, data: bytes, *, attributes: Sequence[str] | None = None, class_names: Sequence[str] | None = None
) -> tuple[str, SumOfTrees]:
    """The library that wrote a model file, and its model as a sum of trees; `file` is its name in messages.

    `attributes` and `class_names` take the place of the names in the file; XGBoost and LightGBM store no classes.
    """
    if len(data) > LARGEST_MODEL:
        raise InvalidDataError("model-file-too-large", file=file, megabytes=LARGEST_MODEL >> 20)
    try:
        return _read(file, data, attributes=attributes, class_names=class_names)
    except _DAMAGE:
        raise InvalidDataError("model-file-damaged", file=file) from None


def _read(file: str, data: bytes, **names: Any) -> tuple[str, SumOfTrees]:
    if data.startswith((b"tree\n", b"tree\r\n")):
        return LIGHTGBM, of_lightgbm_text(data.decode("utf-8").replace("\r\n", "\n"), file, **names)
    if data.startswith(_PICKLED):
        raise InvalidDataError("model-file-pickled", file=file)
    if data.startswith(_CATBOOST_BINARY):
        raise InvalidDataError("model-file-binary", file=file)
    document = of_ubjson(data) if data.startswith(_UBJSON) else _json_object(data)
    if isinstance(document.get("learner"), dict):
        return XGBOOST, of_xgboost(document["learner"], file, **names)
    if "features_info" in document and "model_info" in document:
        return CATBOOST, of_catboost(document, file, **names)
    raise InvalidDataError("model-file-unknown", file=file)


def _json_object(data: bytes) -> dict[str, Any]:
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
