"""Text in the encodings of the world."""

from __future__ import annotations

import codecs

import pytest

from ksdt_core.errors import InvalidDataError
from tests.data.tables import cells_of, classes_of, read_bytes_as
from tests.refusals import refused

TEXT = "größe,città,class\n1,Zürich,ja\n2,Genève,nein\n3,Málaga,ja\n"
CELLS = {"größe": [1, 2, 3], "città": ["Zürich", "Genève", "Málaga"]}
RUSSIAN = "город,размер,class\nМосква,1,да\nКазань,2,нет\nНовгород,3,да\nВоронеж,4,нет\n"  # noqa: RUF001
JAPANESE = "都市,大きさ,class\n東京都,1,はい\n大阪府,2,いいえ\n京都府,3,はい\n北海道,4,いいえ\n"


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        codecs.BOM_UTF8 + TEXT.encode(),
        TEXT.encode("utf-16"),
        TEXT.encode("utf-16-le"),
        TEXT.encode("utf-16-be"),
        codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"),
        TEXT.encode("utf-32"),
        TEXT.encode("cp1252"),
    ],
    ids=["utf-8", "utf-8 mark", "utf-16", "utf-16-le bare", "utf-16-be bare", "utf-16-be", "utf-32", "cp1252"],
)
def test_western_text(data: bytes) -> None:
    assert cells_of(read_bytes_as(data)) == CELLS


def test_a_guess_is_noted_and_plain_text_is_not() -> None:
    assert read_bytes_as(TEXT.encode()).notes == ()
    assert "cp1252" in read_bytes_as(TEXT.encode("cp1252")).notes[0]


@pytest.mark.parametrize(("text", "encoding"), [(RUSSIAN, "cp1251"), (JAPANESE, "shift_jis"), (JAPANESE, "euc_jp")])
def test_other_scripts_are_guessed(text: str, encoding: str) -> None:
    expected = read_bytes_as(text.encode())
    table = read_bytes_as(text.encode(encoding))
    assert cells_of(table) == cells_of(expected)
    assert classes_of(table) == classes_of(expected)


def test_a_byte_far_down_that_is_not_utf8() -> None:
    data = b"x,town,class\n" + b"1,Bern,a\n" * 40_000 + "2,Zürich,b\n".encode("cp1252")
    table = read_bytes_as(data)
    assert cells_of(table)["town"][-1] == "Zürich"


def test_two_encodings_in_one_file_are_read_without_a_fall() -> None:
    table = read_bytes_as("x,town,class\n1,Zürich,a\n".encode() + "2,Genève,b\n".encode("cp1252"))
    assert table.n_rows == 2


def test_an_encoding_that_is_given() -> None:
    assert cells_of(read_bytes_as(TEXT.encode("cp850"), encoding="cp850")) == CELLS
    with refused("wrong-encoding", encoding="utf-8"):
        read_bytes_as(TEXT.encode("cp1252"), encoding="utf-8")
    with refused("unknown-encoding", option="encoding", value="klingon"):
        read_bytes_as(TEXT.encode(), encoding="klingon")


@pytest.mark.parametrize(
    "data",
    [bytes(range(256)) * 8, bytes(range(1, 256)) * 8, b"\xff\xfe" + bytes(range(255)), b"x,class\n1,a\x00\n"],
)
def test_bytes_that_are_no_text(data: bytes) -> None:
    with pytest.raises(InvalidDataError):
        read_bytes_as(data)
