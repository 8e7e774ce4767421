"""How large a table may be."""

from __future__ import annotations

import pytest

from ksdt_core.data import Limits
from ksdt_core.errors import InvalidDataError, InvalidParameterError
from tests.data.tables import read_bytes_as

TEXT = b"x,y,class\n" + b"1,word,a\n2,other,b\n" * 5


@pytest.mark.parametrize(
    ("enough", "too_small", "option"),
    [
        (Limits(rows=10), Limits(rows=9), "--max-rows"),
        (Limits(columns=3), Limits(columns=2), "--max-columns"),
        (Limits(cell_length=5), Limits(cell_length=4), "--max-cell"),
        (Limits(size=len(TEXT)), Limits(size=len(TEXT) - 1), "--max-size"),
    ],
)
def test_each_limit_holds_exactly_and_names_its_option(enough: Limits, too_small: Limits, option: str) -> None:
    assert read_bytes_as(TEXT, limits=enough).n_rows == 10
    with pytest.raises(InvalidDataError, match=option):
        read_bytes_as(TEXT, limits=too_small)


def test_a_turned_table_is_measured_as_it_will_be() -> None:
    text = b"gene,s1,s2,s3\nclass,a,b,a\n" + b"".join(b"g%d,1,2,3\n" % i for i in range(20))
    assert read_bytes_as(text, limits=Limits(rows=20, columns=21)).n_rows == 3
    with pytest.raises(InvalidDataError, match="--max-columns"):
        read_bytes_as(text, limits=Limits(columns=19))


@pytest.mark.parametrize("value", [0, -1, 1.5, True])
def test_limits_are_whole_numbers(value: object) -> None:
    with pytest.raises(InvalidParameterError, match="max_rows"):
        Limits(rows=value)  # type: ignore[arg-type]
