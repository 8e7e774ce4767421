"""How to make a pair again: where its two tables come from, and how they are matched and prepared."""

from __future__ import annotations

import hashlib
import io
import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, Self

from ksdt_core.data.matching.matching import renamed_classes
from ksdt_core.data.matching.value_matching import ValueMatch, value_map_of
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.data.model.preparation import OF_ATTRIBUTES, Preparation
from ksdt_core.data.preparing.pairing import pair_datasets
from ksdt_core.data.readers.facts import TableFacts, bundled_facts, table_facts
from ksdt_core.data.readers.limits import Limits
from ksdt_core.data.readers.reading import read_dataset
from ksdt_core.data.readers.target import DEFAULT_TARGET
from ksdt_core.data.samples.catalogue import CataloguePair, load
from ksdt_core.options import option_values, options_of
from ksdt_core.store.database import Store
from ksdt_core.store.uploads import upload_content, upload_name

Origin = Literal["catalogue", "upload"]
Names = tuple[tuple[str, str], ...]
ID_BYTES = 6
FIRST = ("missing", "scale", "balance", "seed")
"""The options of preparing that every request has in its JSON, from which its id is made."""
LATER_OPTIONS = tuple(name for name in options_of(Preparation) if name not in FIRST)
UPLOAD_LIMITS = Limits(size=1 << 30, cells=60_000_000)  # 480 MB as numbers
"""What a file that came through a browser may hold once unpacked: many people may share the server's memory."""


@dataclass(frozen=True, slots=True)
class TableRequest:
    """A table: a bundled one by its name, or an upload by its id, with the column that holds the class."""

    origin: Origin
    id: str
    name: str  # what the table is called on pages
    target: str | None = None  # None: the usual column
    cut: tuple[float, ...] | None = None
    sheet: str | None = None
    encoding: str | None = None

    @classmethod
    def bundled(cls, name: str) -> Self:
        return cls("catalogue", name, name)


@dataclass(frozen=True)
class Matching:
    """Two tables, and what means the same in them."""

    left: TableRequest
    right: TableRequest
    class_map: Names = ()  # renames classes in both tables
    right_class_map: Names = ()  # renames classes of the right table alone
    attribute_map: Names = ()  # (left name, right name), accepted by a person
    rejected: Names = ()  # suggested matches that a person turned down
    value_map: tuple[ValueMatch, ...] = ()  # (attribute, left value, right value), accepted by a person


@dataclass(frozen=True)
class PairRequest(Preparation, Matching):
    """Two tables and everything that is decided before mining."""

    exclude: tuple[str, ...] = ()  # attributes that mining is to omit

    def __post_init__(self) -> None:
        """Options are checked by `preparation`: what was saved can be read and shown whatever its values are."""

    @classmethod
    def of_catalogue(cls, entry: CataloguePair) -> Self:
        """A natural pair of bundled tables with the options that it names."""
        return cls(
            TableRequest.bundled(entry.left),
            TableRequest.bundled(entry.right),
            class_map=tuple(sorted(entry.class_map.items())),
            scale=entry.scale,
            missing=entry.missing,
        )

    @property
    def title(self) -> str:
        return f"{self.left.name} : {self.right.name}"

    @property
    def preparation(self) -> Preparation:
        return Preparation(**option_values(self, Preparation))

    def to_json(self) -> str:
        fields = asdict(self)
        for later in ("value_map", "exclude", *LATER_OPTIONS):  # ids are as they were before there were such
            if getattr(self, later) == PairRequest.__dataclass_fields__[later].default:
                del fields[later]
        return json.dumps(fields, sort_keys=True, ensure_ascii=True)

    @property
    def id(self) -> str:
        """A short name for exactly this request, the same on every machine."""
        return id_of(self.to_json())


def id_of(text: str) -> str:
    """The id of the request that has this JSON."""
    return hashlib.blake2b(text.encode(), digest_size=ID_BYTES).hexdigest()


def request_from_json(text: str) -> PairRequest:
    """The request that was written by `to_json`."""
    fields: dict[str, Any] = json.loads(text)
    for side in ("left", "right"):
        fields[side] = table_from(fields[side])
    for names in ("class_map", "right_class_map", "attribute_map", "rejected"):
        fields[names] = tuple((str(one), str(other)) for one, other in fields[names])
    fields["value_map"] = tuple((str(name), str(a), str(b)) for name, a, b in fields.get("value_map", ()))
    for several in ("exclude", *OF_ATTRIBUTES):
        fields[several] = tuple(map(str, fields.get(several, ())))
    return PairRequest(**fields)


def table_from(fields: Mapping[str, Any]) -> TableRequest:
    """The table whose fields were written as plain values."""
    return TableRequest(**{**fields, "cut": fields["cut"] and tuple(fields["cut"])})


def is_sound(table: TableRequest) -> bool:
    """Whether a request that anybody may have changed names a table that there may be."""
    texts = (table.id, table.name, *(text for text in (table.target, table.sheet, table.encoding) if text is not None))
    is_text = all(isinstance(text, str) for text in texts)
    return table.origin in ("catalogue", "upload") and is_text and all(map(math.isfinite, table.cut or ()))


def requested_tables(store: Store, request: PairRequest) -> tuple[Dataset, Dataset]:
    """The two tables; classes of the right one renamed where that was asked for."""
    left, right = (requested_table(store, side) for side in (request.left, request.right))
    return told_apart(left, right, request)


def names_told_apart(left: str, right: str) -> tuple[str, str]:
    """The names of two tables; a second one of the same name is called `name (2)`."""
    return left, f"{right} (2)" if left == right else right


def told_apart(left: Dataset, right: Dataset, request: PairRequest) -> tuple[Dataset, Dataset]:
    """Two tables that were read: with their own names, and classes of the right one renamed as asked."""
    name = names_told_apart(left.name, right.name)[1]
    if name != right.name:  # a table that is made again has all its cells checked again
        right = replace(right, name=name)
    if request.right_class_map:
        right = renamed_classes(right, dict(request.right_class_map))
    return left, right


def requested_facts(store: Store, request: TableRequest) -> TableFacts:
    """What is known of a table while its class column may not be."""
    if request.origin == "catalogue":
        return bundled_facts(request.id)
    content, where = upload_content(store, request.id), upload_name(store, request.id)
    return table_facts(content, where, sheet=request.sheet, encoding=request.encoding, limits=UPLOAD_LIMITS)


def requested_table(store: Store, request: TableRequest) -> Dataset:
    """One table, read from the catalogue or from the store."""
    if request.origin == "catalogue":
        return load(request.id, target=request.target, cut=request.cut)
    stream = io.BytesIO(upload_content(store, request.id))
    stream.name = upload_name(store, request.id)
    return read_dataset(
        stream,
        target=request.target or DEFAULT_TARGET,
        name=request.name,
        cut=request.cut,
        sheet=request.sheet,
        encoding=request.encoding,
        limits=UPLOAD_LIMITS,
    )


def requested_pair(store: Store, request: PairRequest) -> DatasetPair:
    """The pair, ready to be mined."""
    return pair_of_tables(requested_tables(store, request), request)


def as_mined(request: PairRequest, preparation: Preparation) -> PairRequest:
    """The request with the kinds and units that a set was mined under: older ones scaled codes and kept all columns."""
    return replace(request, **{name: getattr(preparation, name) for name in LATER_OPTIONS})


def pair_of_tables(tables: tuple[Dataset, Dataset], request: PairRequest) -> DatasetPair:
    """The pair of two tables that were read before."""
    return pair_datasets(
        *tables,
        class_map=dict(request.class_map),
        attribute_map=right_to_left(request.attribute_map),
        value_map=value_map_of(request.value_map),
        **asdict(request.preparation),
    )


def right_to_left(attribute_map: Names) -> Mapping[str, str]:
    """The attribute of the left table for attributes of the right one, as matching takes it."""
    return {right: left for left, right in attribute_map}
