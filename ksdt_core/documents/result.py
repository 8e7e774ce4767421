"""Result documents: made from a set, written, read back and checked."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, Protocol

from ksdt_core.documents.check_scores import check_scores
from ksdt_core.documents.check_settings import check_settings, weights_of
from ksdt_core.documents.check_study import check_study
from ksdt_core.documents.check_tree import check_tree
from ksdt_core.documents.rebuild import rebuild_tree_set, set_scores
from ksdt_core.documents.shape import ResultPart, result_part
from ksdt_core.documents.source import Source, source_of
from ksdt_core.documents.versions import Step, up_to_date
from ksdt_core.documents.write import STANDARD_STREAM, reason_of
from ksdt_core.errors import InvalidDocumentError
from ksdt_core.mining.tree_set import RESULT_FORMAT, SetScores, TreeSet, encodable, weights_document
from ksdt_core.mining.weights import WeightPool, WeightVector

STEPS: tuple[Step, ...] = ()  # from each version of the format to the next
LONGEST_COMPLAINT = 500  # letters
WAY_OUT = "restore the original document or mine it again with ksdt mine"


class Swept(Protocol):
    """A sweep: the pool asked for and the sets of its vectors, the first of them only where it was stopped."""

    @property
    def pool(self) -> WeightPool: ...

    @property
    def entries(self) -> Sequence[TreeSet]: ...


class Documented(Protocol):
    """A finished computation that knows its part of the document."""

    def to_document(self) -> dict[str, Any]: ...


@dataclass(frozen=True, slots=True)
class SweepEntry:
    """What a document keeps of one weight vector of a sweep."""

    weights: WeightVector
    scores: SetScores


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """A document read back: its set as values, its sweep, and the document itself with whatever else it holds."""

    tree_set: TreeSet
    sweep: tuple[SweepEntry, ...]  # empty where a single vector was mined
    pool_name: str | None
    pool_size: int | None  # vectors asked for; more than the entries of `sweep` where the run was stopped
    significance: dict[str, Any] | None
    cross_validated: dict[str, Any] | None
    document: dict[str, Any]
    source: Source | None = None  # where its tables lie, if the document tells


def result_document(
    tree_set: TreeSet,
    *,
    sweep: Swept | None = None,
    significance: Documented | None = None,
    cross_validated: Documented | None = None,
    source: Documented | None = None,
) -> dict[str, Any]:
    """The document of a set; of a sweep give its best set and the sweep. `source` tells where the tables lie."""
    document = tree_set.to_document()
    if sweep is not None:
        document["pool"] = {"name": encodable(sweep.pool.name), "vectors": len(sweep.pool)}
        document["sweep"] = [
            {"weights": weights_document(entry.settings.weights), "scores": entry.scores.to_document()}
            for entry in sweep.entries
        ]
    if significance is not None:
        document["significance"] = significance.to_document()
    if cross_validated is not None:
        document["cross_validated"] = cross_validated.to_document()
    if source is not None:
        document["source"] = source.to_document()
    return document


def read_result(path: str | Path) -> Result:
    """The result in a file (`-`: standard input), with everything checked that can be without the data."""
    source = "standard input" if str(path) == STANDARD_STREAM else str(path)
    try:
        return parse_result(_bytes_of(path))
    except InvalidDocumentError as error:
        raise InvalidDocumentError(f"{source!r}: {error}.") from None


def parse_result(data: bytes) -> Result:
    """The result in the bytes of a document; an error begins with the place in the document."""
    document = up_to_date(_json_object(data), RESULT_FORMAT, steps=STEPS, writer="ksdt mine")
    try:
        part = result_part(document)
        check_settings(part)
        for number in range(len(part.trees)):
            check_tree(part, number)
        tree_set = rebuild_tree_set(part)
        check_scores(part, tree_set)
        check_study(part, tree_set)
        source = None if part.source is None else source_of(part.source)
    except InvalidDocumentError as error:
        raise InvalidDocumentError(f"{_cut(str(error))}; {WAY_OUT}") from None
    return Result(
        tree_set=tree_set,
        sweep=_sweep_entries(part),
        pool_name=part.pool.name if part.pool else None,
        pool_size=part.pool.vectors if part.pool else None,
        significance=document.get("significance"),
        cross_validated=document.get("cross_validated"),
        document=document,
        source=source,
    )


def _cut(complaint: str) -> str:
    """Without the middle where a name in it is very long."""
    return complaint if len(complaint) <= LONGEST_COMPLAINT else f"{complaint[:300]} … {complaint[-100:]}"


def _bytes_of(path: str | Path) -> bytes:
    try:
        if str(path) == STANDARD_STREAM:
            return sys.stdin.buffer.read()
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise InvalidDocumentError(
            f"cannot be read ({reason_of(error)}); give the path of a document written by ksdt mine"
        ) from None


def _json_object(data: bytes) -> dict[str, Any]:
    """The JSON object in these bytes; NaN and Infinity, which JSON does not have, are refused."""
    expected = "a result document written by ksdt mine is expected"
    if not data.strip():
        raise InvalidDocumentError(f"the document is empty; {expected}")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidDocumentError(f"not a UTF-8 text; {expected}") from None
    try:
        document = json.loads(text, parse_constant=_no_constant, parse_float=_finite)
    except json.JSONDecodeError as error:
        raise InvalidDocumentError(f"not JSON: {error.msg} in line {error.lineno}; {expected}") from None
    except (ValueError, RecursionError) as error:
        raise InvalidDocumentError(f"not JSON that can be read: {_first_line(error)}; {expected}") from None
    if not isinstance(document, dict):
        raise InvalidDocumentError(f"not a JSON object; {expected}")
    return document


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name[:40]} is not a finite number")


def _finite(digits: str) -> float:
    number = float(digits)
    return number if math.isfinite(number) else _no_constant(digits)  # 1e999


def _first_line(error: Exception) -> str:
    return "it is nested too deeply" if isinstance(error, RecursionError) else str(error).split(";")[0]


def _sweep_entries(part: ResultPart) -> tuple[SweepEntry, ...]:
    return tuple(
        SweepEntry(weights_of(entry.weights, "sweep", method=part.config.method), set_scores(entry.scores))
        for entry in part.sweep or ()
    )
