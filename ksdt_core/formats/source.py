"""Where the tables of a result lie and how they were read, so that they can be found again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ksdt_core.codec import NUMBER, PLAIN, TEXT, Codec, Field, many, optional, record
from ksdt_core.data.readers.limits import DEFAULT_LIMITS, Limits
from ksdt_core.options import from_plain, plain_values
from ksdt_core.text import encodable


@dataclass(frozen=True, slots=True)
class TableSource:
    """One table: a file, or the name of a bundled one, and the options that belong to it alone."""

    table: str  # a path as it was given, or the name of a bundled table
    bundled: bool = False
    target: str | None = None
    cut: tuple[float, ...] | None = None
    sheet: str | None = None
    fingerprint: str = ""  # of the table as it was read; empty where it is not known


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
        document: dict[str, Any] = SOURCE.write(self)
        return document


def _renamed(names: Mapping[str, str]) -> dict[str, str]:
    return {encodable(old): encodable(new) for old, new in names.items()}


NAMES: Codec[Mapping[str, str]] = Codec(_renamed, dict)
TABLE_SOURCE = record(
    TableSource,
    {
        "table": TEXT,
        "bundled": Field("bundled", PLAIN, absent=False),
        "target": Field("target", optional(TEXT), absent=None),
        "cut": Field("cut", optional(many(NUMBER)), absent=None),
        "sheet": Field("sheet", optional(TEXT), absent=None),
        "fingerprint": Field("fingerprint", PLAIN, absent=""),
    },
)
LIMITS: Codec[Limits] = Codec(plain_values, lambda found: Limits(**from_plain(Limits, found)))
SOURCE = record(
    Source,
    {
        "left": TABLE_SOURCE,
        "right": TABLE_SOURCE,
        "encoding": Field("encoding", PLAIN, absent=None),
        "limits": Field("limits", LIMITS, absent=DEFAULT_LIMITS),
        "class_map": Field("class_map", NAMES, absent={}),
        "attribute_map": Field("attribute_map", NAMES, absent={}),
    },
)
