"""Where the tables of a result lie and how they were read, so that they can be found again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from ksdt_core.data.limits import DEFAULT_LIMITS, Limits
from ksdt_core.documents.shape import SourcePart, TableSourcePart
from ksdt_core.errors import InvalidDocumentError, InvalidParameterError
from ksdt_core.mining.tree_set import encodable


@dataclass(frozen=True, slots=True)
class TableSource:
    """One table: a file, or the name of a bundled one, and the options that belong to it alone."""

    table: str  # a path as it was given, or the name of a bundled table
    bundled: bool = False
    target: str | None = None
    cut: tuple[float, ...] | None = None
    sheet: str | None = None
    fingerprint: str = ""  # of the table as it was read; empty where it is not known

    def to_document(self) -> dict[str, Any]:
        return {
            "table": encodable(self.table),
            "bundled": self.bundled,
            "target": None if self.target is None else encodable(self.target),
            "cut": None if self.cut is None else list(self.cut),
            "sheet": None if self.sheet is None else encodable(self.sheet),
            "fingerprint": self.fingerprint,
        }


@dataclass(frozen=True, slots=True)
class Source:
    """Both tables and how they were read and matched.

    What was done to them afterwards (missing cells, scale, balance, seed) stands among the settings of the result.
    """

    left: TableSource
    right: TableSource
    encoding: str | None = None
    limits: Limits = DEFAULT_LIMITS
    class_map: Mapping[str, str] = field(default_factory=dict)
    attribute_map: Mapping[str, str] = field(default_factory=dict)  # left names by right names

    def to_document(self) -> dict[str, Any]:
        return {
            "left": self.left.to_document(),
            "right": self.right.to_document(),
            "encoding": self.encoding,
            "limits": asdict(self.limits),
            "class_map": {encodable(old): encodable(new) for old, new in self.class_map.items()},
            "attribute_map": {encodable(right): encodable(left) for right, left in self.attribute_map.items()},
        }


def source_of(part: SourcePart) -> Source:
    """The source that a document tells."""
    try:
        limits = Limits(**part.limits.model_dump())
    except InvalidParameterError as error:
        raise InvalidDocumentError(f"source.limits: {str(error).rstrip('.')}") from None
    return Source(
        left=_table(part.left),
        right=_table(part.right),
        encoding=part.encoding,
        limits=limits,
        class_map=part.class_map,
        attribute_map=part.attribute_map,
    )


def _table(part: TableSourcePart) -> TableSource:
    cut = None if part.cut is None else tuple(part.cut)
    return TableSource(part.table, part.bundled, part.target, cut, part.sheet, part.fingerprint)
