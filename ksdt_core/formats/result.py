"""Result documents: made from a set, written, read back and checked."""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn, Protocol
from weakref import WeakKeyDictionary

from ksdt_core.codec import COUNT, NUMBER, PLAIN, TEXT, Codec, Field, many, optional, record
from ksdt_core.errors import InvalidDocumentError
from ksdt_core.formats.check_evidence import evidence_of_document
from ksdt_core.formats.check_replication import replications_of_document
from ksdt_core.formats.check_scores import check_scores
from ksdt_core.formats.check_settings import check_settings
from ksdt_core.formats.check_study import check_study
from ksdt_core.formats.check_tree import check_tree
from ksdt_core.formats.shape import result_part
from ksdt_core.formats.source import SOURCE, Source
from ksdt_core.formats.write import STANDARD_STREAM, reason_of
from ksdt_core.mining.sweeps import BestBy
from ksdt_core.mining.tree_set import RESULT_FORMAT, SET_SCORES, TREE_SET, SetScores, TreeSet
from ksdt_core.mining.used_settings import WEIGHTS
from ksdt_core.mining.weights import WeightPool, WeightVector

Step = Callable[[dict[str, Any]], dict[str, Any]]
_FORMAT = re.compile(r"(.+)/([1-9][0-9]{0,8})", re.ASCII)

STEPS: tuple[Step, ...] = ()  # from each version of the format to the next
STUDIED = ("significance", "cross_validated", "effects", "yardsticks", "evidence", "robustness", "replications")
"""What may be found out about a set, and be added to it later."""
LONGEST_COMPLAINT = 500  # letters
_STANDARD_INPUT: WeakKeyDictionary[Any, bytes] = WeakKeyDictionary()  # what was read of each stream


class Swept(Protocol):
    """A sweep: the pool asked for and the sets of its vectors, the first of them only where it was stopped."""

    @property
    def pool(self) -> WeightPool: ...

    @property
    def entries(self) -> Sequence[TreeSet]: ...

    @property
    def cv_sa(self) -> Sequence[float] | None: ...

    @property
    def folds(self) -> int | None: ...


class Documented(Protocol):
    """A finished computation that knows its part of the document."""

    def to_document(self) -> dict[str, Any]: ...


@dataclass(frozen=True, slots=True)
class SweepEntry:
    """What a document keeps of one weight vector of a sweep."""

    weights: WeightVector
    scores: SetScores
    cv_sa: float | None = None  # cross-validated shared accuracy, where the best set was chosen by it


@dataclass(frozen=True, slots=True)
class Pool:
    """The pool of a sweep: its name, how many vectors were asked for, and by what its best set was chosen."""

    name: str
    vectors: int
    best_by: BestBy = "sdtsq"
    folds: int | None = None  # of the cross-validation that it was chosen by


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """A set of trees and what was done around it; read back, also the document itself with whatever else it holds."""

    tree_set: TreeSet
    pool: Pool | None = None
    sweep: tuple[SweepEntry, ...] = ()  # empty where a single vector was mined
    significance: dict[str, Any] | None = None
    cross_validated: dict[str, Any] | None = None
    effects: dict[str, Any] | None = None
    yardsticks: dict[str, Any] | None = None
    evidence: dict[str, Any] | None = None
    robustness: dict[str, Any] | None = None
    replications: list[dict[str, Any]] | None = None  # its trees on further tables
    source: Source | None = None  # where its tables lie, if the document tells
    pruned: tuple[dict[str, Any], ...] = ()  # what was removed afterwards, the latest last
    document: dict[str, Any] = field(default_factory=dict)

    @property
    def pool_size(self) -> int | None:
        """Vectors asked for; more than the entries of `sweep` where the run was stopped."""
        return None if self.pool is None else self.pool.vectors


POOL = record(
    Pool,
    {
        "name": TEXT,
        "vectors": COUNT,
        "best_by": Field("best_by", PLAIN, usual="sdtsq"),
        "folds": Field("folds", optional(COUNT), usual=None),
    },
)
SWEEP_ENTRY = record(
    SweepEntry, {"weights": WEIGHTS, "scores": SET_SCORES, "cv_sa": Field("cv_sa", optional(NUMBER), usual=None)}
)
AROUND_THE_SET: Codec[Any] = record(
    dict,
    {
        "pool": Field("pool", optional(POOL), usual=None),
        "sweep": Field("sweep", many(SWEEP_ENTRY), usual=()),
        **{name: Field(name, PLAIN, usual=None) for name in STUDIED},
        "source": Field("source", optional(SOURCE), usual=None),
        "pruned": Field("pruned", many(PLAIN), usual=()),
    },
)
"""The keys of a result besides those of its set. `shape.py` says what values of other programs are checked to be."""
RESULT: Codec[Result] = Codec(
    lambda result: TREE_SET.write(result.tree_set) | AROUND_THE_SET.write(result),
    lambda found: Result(TREE_SET.read(found), document=found, **AROUND_THE_SET.read(found)),
)


def result_document(
    tree_set: TreeSet,
    *,
    sweep: Swept | None = None,
    source: Source | None = None,
    pruned: tuple[dict[str, Any], ...] = (),
    **studied: Documented | None,
) -> dict[str, Any]:
    """The document of a set; of a sweep give its best set and the sweep. `source` states where the tables are.

    `studied` holds further results about the set, by their key in the document: one of `STUDIED`.
    """
    parts: dict[str, Any] = {name: part.to_document() for name, part in studied.items() if part is not None}
    result = Result(
        tree_set=tree_set,
        pool=None if sweep is None else _pool(sweep),
        sweep=() if sweep is None else _sweep_entries(sweep),
        source=source,
        pruned=pruned,
        **parts,
    )
    document: dict[str, Any] = RESULT.write(result)
    return document


def _pool(sweep: Swept) -> Pool:
    return Pool(sweep.pool.name, len(sweep.pool), "sdtsq" if sweep.cv_sa is None else "cv", sweep.folds)


def _sweep_entries(sweep: Swept) -> tuple[SweepEntry, ...]:
    judged: Sequence[float | None] = sweep.cv_sa or [None] * len(sweep.entries)
    return tuple(
        SweepEntry(entry.settings.weights, entry.scores, cv_sa)
        for entry, cv_sa in zip(sweep.entries, judged, strict=True)
    )


def read_result(path: str | Path) -> Result:
    """The result in a file (`-`: standard input), after all checks that are possible without the data."""
    source = "standard input" if str(path) == STANDARD_STREAM else str(path)
    try:
        return parse_result(bytes_of(path))
    except InvalidDocumentError as error:
        raise InvalidDocumentError("document-refused", source=source, reason=error) from None


def parse_result(data: bytes) -> Result:
    """The result in the bytes of a document; an error starts with the place in the document."""
    document = up_to_date(json_object(data), RESULT_FORMAT, steps=STEPS)
    try:
        part = result_part(document)
        settings = check_settings(part)
        for number in range(len(part.trees)):
            check_tree(part, number, settings)
        tree_set = TREE_SET.read(document)
        check_scores(part, tree_set)
        check_study(part, tree_set)
        if document.get("evidence") is not None:
            evidence_of_document(document["evidence"])
        if document.get("replications") is not None:
            replications_of_document(document["replications"], tree_set)
    except InvalidDocumentError as error:
        raise InvalidDocumentError("document-damaged", reason=_cut(error)) from None
    return Result(tree_set, document=document, **AROUND_THE_SET.read(document))


def _cut(error: InvalidDocumentError) -> InvalidDocumentError | str:
    """The complaint, without its middle where a name in it is very long."""
    said = str(error)
    return error if len(said) <= LONGEST_COMPLAINT else f"{said[:300]} … {said[-100:]}"


def bytes_of(path: str | Path) -> bytes:
    try:
        if str(path) == STANDARD_STREAM:
            return _standard_input()
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise InvalidDocumentError("document-unreadable", reason=reason_of(error)) from None


def _standard_input() -> bytes:
    """All of standard input, which is read once: several readers may look whether it is theirs."""
    stream = sys.stdin.buffer
    if stream not in _STANDARD_INPUT:
        _STANDARD_INPUT[stream] = stream.read()
    return _STANDARD_INPUT[stream]


def json_object(data: bytes) -> dict[str, Any]:
    """The JSON object in these bytes; NaN and Infinity, which JSON does not have, are refused."""
    if not data.strip():
        raise InvalidDocumentError("document-empty")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidDocumentError("document-not-utf8") from None
    try:
        document = json.loads(text, parse_constant=_no_constant, parse_float=_finite)
    except json.JSONDecodeError as error:
        raise InvalidDocumentError("document-not-json", reason=error.msg, line=error.lineno) from None
    except (ValueError, RecursionError) as error:
        raise InvalidDocumentError("document-json-unreadable", reason=_first_line(error)) from None
    if not isinstance(document, dict):
        raise InvalidDocumentError("document-not-an-object")
    return document


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name[:40]} is not a finite number")


def _finite(digits: str) -> float:
    number = float(digits)
    return number if math.isfinite(number) else _no_constant(digits)  # 1e999


def _first_line(error: Exception) -> str:
    return "it is nested too deeply" if isinstance(error, RecursionError) else str(error).split(";")[0]


def up_to_date(document: dict[str, Any], known: str, *, steps: Sequence[Step] = ()) -> dict[str, Any]:
    """The document in the format `known`: an older one is brought up to date, a newer one is refused.

    Formats carry a version, as `ksdt-result/1`. The first step makes version 2 of version 1, and so on.

    >>> up_to_date({"format": "ksdt-x/1"}, "ksdt-x/2", steps=[lambda old: old | {"new": 0}])
    {'format': 'ksdt-x/2', 'new': 0}
    """
    found = document.get("format")
    if not isinstance(found, str):
        raise InvalidDocumentError("document-without-format", known=known)
    kind, newest = _parts(known)
    name, version = _parts(found)
    if name != kind:
        raise InvalidDocumentError("document-of-another-kind", found=[found], known=known)
    if version > newest:
        raise InvalidDocumentError("document-newer", found=[found], known=known)
    for step in steps[version - 1 :]:
        document = step(document)
    return {**document, "format": known}


def _parts(text: str) -> tuple[str, int]:
    """Kind and version; of a text that is no format at all, a kind that nothing has."""
    found = _FORMAT.fullmatch(text)
    return ("", 0) if found is None else (found[1], int(found[2]))
