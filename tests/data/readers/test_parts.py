"""Long text tables, read in parts: the same table, or the same error, as when read as a whole."""

from __future__ import annotations

import io
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksdt_core.data import read_dataset
from ksdt_core.data.readers import delimited, parts
from ksdt_core.data.readers.layout import find_layout
from ksdt_core.data.readers.limits import Limits
from ksdt_core.data.readers.plain_kernel import POWERS, read_plain
from ksdt_core.data.readers.table import ReadOptions
from ksdt_core.errors import KsdtError
from tests.refusals import refused

PLAIN = b"a,b,class\n" + b"".join(b"%d,%d.5,%s\n" % (i, i % 7, b"yes" if i % 3 else b"no") for i in range(200))

plain_numbers = st.one_of(
    st.integers(-(10**6), 10**6).map(str),
    st.floats(-1e6, 1e6).map(lambda value: f"{value:.4f}"),
    st.sampled_from(["-0", "0", "-0.0", "", "1e-5", "2.5E+3", ".5", "7.", "007"]),
)
ODD_NUMBERS = ("inf", "+3", " 4", "3 ", "1e400", "9007199254740993", "18446744073709551616", "0.1234567890123456789")
ODD_TEXTS = ("NA", "?", "word", "True", "-", "1e", "1_0", "1,2", "\ufeff1", "\r", "5\r\n6", "é")
QUOTED = ('"5"', '"a,b"', '"two\nlines"', '"', 'a"b')
odd_cells = st.sampled_from([*ODD_NUMBERS, *ODD_TEXTS, *QUOTED])
classes = st.sampled_from(["yes", "no", '"yes"', '"no"', " yes", "1", "NA", "", "naïve", "¿"])


@pytest.fixture(params=["compiled", "pandas"])
def in_parts(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table is read in parts of a few lines."""
    monkeypatch.setattr(parts, "PART_BYTES", 40)
    if request.param == "compiled":
        monkeypatch.setattr(parts, "WORTH_COMPILING", 0)
    else:
        monkeypatch.setattr(parts, "WORTH_COMPILING", 1 << 60)
        monkeypatch.setattr(parts, "is_compiled", lambda function: False)


def outcome(data: bytes, least: int) -> tuple[str, ...]:
    """The table's fingerprint and notes, or the error."""
    before, parts.LEAST_BYTES = parts.LEAST_BYTES, least
    try:
        table = read_dataset(io.BytesIO(data))
        return table.fingerprint(), *table.notes
    except KsdtError as error:
        return type(error).__name__, str(error)
    finally:
        parts.LEAST_BYTES = before


@st.composite
def long_tables(draw: st.DrawFn) -> bytes:
    """Many lines, a few of them drawn and all others copies, with up to two odd cells anywhere."""
    n_columns = draw(st.integers(1, 4))
    line = st.tuples(*[plain_numbers] * n_columns, classes).map(list)
    drawn = draw(st.lists(line, min_size=2, max_size=6))
    rows = [list(drawn[i % len(drawn)]) for i in range(draw(st.integers(8, 30)))]
    for _ in range(draw(st.integers(0, 2))):
        row = draw(st.sampled_from(rows))
        what = draw(st.integers(0, 4))
        if what == 0:
            row.append("1")
        elif what == 1:
            row.pop()
        else:
            row[draw(st.integers(0, len(row) - 1))] = draw(odd_cells)
    names = [*(f"x{i}" for i in range(n_columns)), "class"]
    if draw(st.integers(0, 4)) == 0:
        names[0] = draw(st.sampled_from(["", "Unnamed: 0", '"x\n0"']))
    end = draw(st.sampled_from(["\n", "\r\n"]))
    text = end.join(draw(st.sampled_from([",", ";", "\t"])).join(row) for row in [names, *rows])
    return (text + draw(st.sampled_from(["", end, end + end]))).encode()


@pytest.mark.slow
@pytest.mark.usefixtures("in_parts")
@given(data=long_tables())
def test_parts_and_whole_give_the_same_table_or_error(data: bytes) -> None:
    assert outcome(data, least=1) == outcome(data, least=1 << 60)


def parsed(data: bytes) -> object:
    options = ReadOptions("t.csv", limits=Limits())
    layout = find_layout(data, "t.csv")
    return delimited._parse_in_parts(data, layout, options, layout.names.index("class"))


@pytest.mark.usefixtures("in_parts")
@pytest.mark.parametrize(
    ("old", "new", "read"),
    [
        (b"", b"", True),
        (b"150,3.5,no", b"-0,1e-3,no", True),
        (b"150,3.5,no", b"NA,?,no", True),
        (b"150,3.5,no", b'150,3.5,"a,\nb"', False),
        (b"150,3.5,no", b"150,word,no", False),
        (b"150,3.5,no", b"150,3.5,no,1", False),
        (b"150,3.5,no", b"\n150,3.5,no", False),
        (b"150,3.5,no", b"9007199254740993.5,3.5,no", True),
    ],
)
def test_what_is_read_in_parts(monkeypatch: pytest.MonkeyPatch, old: bytes, new: bytes, read: bool) -> None:
    monkeypatch.setattr(parts, "LEAST_BYTES", 1)
    data = PLAIN.replace(old, new, 1)
    assert (parsed(data) is not None) == read
    assert outcome(data, least=1) == outcome(data, least=1 << 60)


@pytest.mark.usefixtures("in_parts")
def test_more_rows_than_the_limit_are_left_to_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "LEAST_BYTES", 1)
    with refused("too-many-rows", limit=100):
        read_dataset(io.BytesIO(PLAIN), limits=Limits(rows=100))


def test_many_empty_lines_need_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "LEAST_BYTES", 1)
    names = ",".join([*(f"x{i}" for i in range(900)), "class"]).encode()
    layout = find_layout(names + b"\n", "t.csv")
    no_rows = parts.parse_in_parts(
        names + b"\n" * 9_000_000, layout, text_at=900, most_rows=10**7, parse=lambda *_: pytest.fail("was parsed")
    )
    assert no_rows is None


@given(st.one_of(plain_numbers.filter(bool), st.floats(1e-6, 1e6).map(lambda value: f"{value:.12g}")))
def test_the_compiled_loop_reads_the_nearest_number(text: str) -> None:
    data = np.frombuffer(f"{text},{text}\n".encode(), dtype=np.uint8)
    cells, (whole, minus_zero) = np.empty((1, 2), order="F"), np.empty((2, 2), dtype=bool)
    letters, offsets = np.empty((0, data.size), dtype=np.uint8), np.zeros((0, 2), dtype=np.int64)
    no_texts = np.full(2, -1, dtype=np.intp)
    signs = (ord(","), ord("."))
    assert read_plain(data, 0, data.size, signs, no_texts, POWERS, cells, offsets, letters, whole, minus_zero)
    assert [struct.pack("d", value) for value in cells[0]] == [struct.pack("d", float(text))] * 2
    assert whole.all() == (text.lstrip("-").isdigit())


def test_cells_of_a_frame_that_others_hold_are_copied() -> None:
    table = read_dataset(io.BytesIO(PLAIN))
    assert table.values.flags.f_contiguous
    frame = delimited.read(PLAIN, ReadOptions("t.csv")).frame.astype({"a": float})
    held = read_dataset(frame)
    frame.iloc[0, 0] = 99.0
    assert held.values[0, 0] == 0.0
