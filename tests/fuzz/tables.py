"""Readers of tables as targets: every format, plain and packed."""

from __future__ import annotations

import bz2
import gzip
import lzma
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from ksdt_core.data import Limits
from ksdt_core.data.readers.facts import table_facts
from ksdt_core.data.readers.gct_classes import is_cls, join_classes
from tests.data.hostile import good_files, zipped
from tests.data.tables import read_bytes_as
from tests.fuzz.damage import damaged_archives, damaged_files, damaged_inside
from tests.fuzz.trying import Target

LIMITS = Limits(rows=100_000, columns=5_000, cell_length=50_000, size=1 << 24)
ASKED = st.sampled_from(
    [
        *[{}] * 6,
        *({"target": "y z"}, {"target": ""}, {"encoding": "utf-16"}, {"encoding": "cp1252"}, {"encoding": "no such"}),
        *({"cut": (1.0,)}, {"target": "x", "cut": (0.5, 2.0)}, {"sheet": "Sheet"}, {"sheet": "no such"}),
    ]
)
PACKINGS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": lambda data: gzip.compress(data, mtime=0),
    "xz": lzma.compress,
    "bzip2": bz2.compress,
    "zip": lambda data: zipped("t.csv", data),
}


def _read(asked: tuple[bytes, dict[str, Any]]) -> None:
    """As the command reads it, and as the page Data looks at it first."""
    data, options = asked
    _looked_at(data)
    table = read_bytes_as(data, limits=LIMITS, **options)
    assert table.values.shape == (table.classes.size, len(table.attributes))
    assert len(set(table.attributes)) == len(table.attributes)


def _looked_at(data: bytes) -> None:
    is_cls(data)
    table_facts(data, "table.dat", limits=LIMITS)


def _inputs(kind: str, good: bytes) -> st.SearchStrategy[bytes]:
    if kind == "excel":
        return damaged_archives(good)
    if kind in PACKINGS:
        return damaged_inside(good_files()["comma"], PACKINGS[kind])
    return damaged_files([good])


def _join(files: tuple[bytes, bytes]) -> None:
    table, classes = files
    read_bytes_as(join_classes(table, classes, "table.gct", limits=LIMITS), limits=LIMITS)


def table_targets() -> dict[str, Target]:
    """A target for each format, and one for a table and its classes in two files."""
    targets = {
        f"table: {kind}": Target(st.tuples(_inputs(kind, good), ASKED), _read, share=2 if kind == "excel" else 4)
        for kind, good in good_files().items()
    }
    gct = b"#1.2\n2\t4\nName\tDescription\ta\tb\tc\td\ng1\tx\t1\t2\t3\t4\ng2\ty\t4\t3\t2\t1\n"
    cls = b"4 2 1\n# no yes\n0 0 1 1\n"
    both = st.one_of(
        st.tuples(damaged_files([gct]), st.just(cls)),
        st.tuples(st.just(gct), damaged_files([cls])),
    )
    return targets | {"table: GCT with CLS": Target(both, _join, share=4)}
