"""How large a table may be."""

from __future__ import annotations

import csv
from collections.abc import Iterator

import pytest

from ksdt_core.data import Limits
from ksdt_core.errors import InvalidDataError, InvalidParameterError, Remedy
from tests.data.tables import read_bytes_as
from tests.refusals import refused

TEXT = b"x,y,class\n" + b"1,word,a\n2,other,b\n" * 5


@pytest.mark.parametrize(
    ("enough", "too_small", "code", "option"),
    [
        (Limits(rows=10), Limits(rows=9), "too-many-rows", "max_rows"),
        (Limits(columns=3), Limits(columns=2), "too-many-columns", "max_columns"),
        (Limits(cells=30), Limits(cells=29), "too-many-values", "max_values"),
        (Limits(cell_length=5), Limits(cell_length=4), "cell-too-long", "max_cell"),
        (Limits(size=len(TEXT)), Limits(size=len(TEXT) - 1), "table-too-large", "max_size"),
    ],
)
def test_each_limit_holds_exactly_and_names_its_option(
    enough: Limits, too_small: Limits, code: str, option: str
) -> None:
    assert read_bytes_as(TEXT, limits=enough).n_rows == 10
    with pytest.raises(InvalidDataError) as caught:
        read_bytes_as(TEXT, limits=too_small)
    assert (caught.value.code, caught.value.remedies) == (code, (Remedy(option),))


def test_a_turned_table_is_measured_as_it_will_be() -> None:
    text = b"gene,s1,s2,s3\nclass,a,b,a\n" + b"".join(b"g%d,1,2,3\n" % i for i in range(20))
    assert read_bytes_as(text, limits=Limits(rows=20, columns=21)).n_rows == 3
    with refused("too-many-columns", columns=20, limit=19):
        read_bytes_as(text, limits=Limits(columns=19))


@pytest.mark.parametrize("value", [0, -1, 1.5, True])
def test_limits_are_whole_numbers(value: object) -> None:
    with pytest.raises(InvalidParameterError, match="max_rows"):
        Limits(rows=value)  # type: ignore[arg-type]


@pytest.fixture
def usual_field_limit() -> Iterator[None]:
    """The limit of the csv module as a new process has it."""
    before = csv.field_size_limit(131_072)
    yield
    csv.field_size_limit(before)


@pytest.mark.usefixtures("usual_field_limit")
@pytest.mark.parametrize("separator", [b",", b"\t"])
@pytest.mark.parametrize("quote", [b"", b'"'])
def test_a_cell_may_be_as_long_as_the_option_says(separator: bytes, quote: bytes) -> None:
    cell = quote + b"y" * 200_000 + quote
    rows = [b"x", b"class"], [cell, b"a"], [b"word", b"b"]
    text = b"\n".join(separator.join(row) for row in rows) + b"\n"
    with refused("unclosed-quote", limit=131_072):
        read_bytes_as(text)
    with refused("unclosed-quote", limit=199_999):
        read_bytes_as(text, limits=Limits(cell_length=199_999))
    table = read_bytes_as(text, limits=Limits(cell_length=200_000))
    assert table.categories == (("word", "y" * 200_000),)
    assert read_bytes_as(text, limits=Limits(cell_length=10**30)).n_rows == 2
