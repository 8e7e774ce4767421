"""Ten thousand damaged files: every one is read or refused in one sentence, none brings the reader down."""

from __future__ import annotations

import io
import random
import zipfile
from collections.abc import Callable

import pytest

from ksdt_core.data import Limits
from ksdt_core.errors import KsdtError
from tests.data.hostile import good_files
from tests.data.tables import read_bytes_as

LIMITS = Limits(rows=100_000, columns=5_000, cell_length=50_000, size=1 << 24)
TOKENS = [
    *[
        b'"',
        b"'",
        b",",
        b";",
        b"\t",
        b"\n",
        b"\r",
        b"\x00",
        b"\xff",
        b"\xef\xbb\xbf",
        b"#",
        b"=",
        b"{",
        b"}",
        b"?",
        b" ",
    ],
    *[b"nan", b"inf", b"1e999", b"-0", b"9" * 30, b"True", b"class", b"\xc3\xa9", b"\xf0\x9f\xa7\xac", b"\xed\xa0\x80"],
    *[b"@data", b"@attribute", b"!Sample_", b"#1.3\n", b"sep=;\n", b'""', b"\n\n", b",,,", b"<x>", b"&a;"],
]
Damage = Callable[[random.Random, bytearray], None]


def flip(chance: random.Random, data: bytearray) -> None:
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def set_byte(chance: random.Random, data: bytearray) -> None:
    data[chance.randrange(len(data))] = chance.randrange(256)


def insert_token(chance: random.Random, data: bytearray) -> None:
    at = chance.randrange(len(data) + 1)
    data[at:at] = chance.choice(TOKENS)


def delete_piece(chance: random.Random, data: bytearray) -> None:
    at = chance.randrange(len(data))
    del data[at : at + chance.randint(1, 20)]


def repeat_piece(chance: random.Random, data: bytearray) -> None:
    at = chance.randrange(len(data))
    data[at:at] = data[at : at + chance.randint(1, 40)] * chance.randint(1, 4)


def swap_pieces(chance: random.Random, data: bytearray) -> None:
    a, b, n = chance.randrange(len(data)), chance.randrange(len(data)), chance.randint(1, 12)
    data[a : a + n], data[b : b + n] = data[b : b + n], data[a : a + n]


def cut_off(chance: random.Random, data: bytearray) -> None:
    del data[chance.randrange(len(data)) :]


DAMAGES: list[Damage] = [flip, set_byte, insert_token, insert_token, delete_piece, repeat_piece, swap_pieces, cut_off]


def damaged(chance: random.Random, seed: bytes) -> bytes:
    data = bytearray(seed)
    for _ in range(chance.choice((1, 1, 2, 3, 6))):
        if data:
            chance.choice(DAMAGES)(chance, data)
    return bytes(data)


def damaged_member(chance: random.Random, archive: bytes) -> bytes:
    """The archive with one of its files damaged: the packing is sound, the content is not."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as book, zipfile.ZipFile(stream, "w") as copy:
        victim = chance.choice([name for name in book.namelist() if "theme" not in name])
        for name in book.namelist():
            content = book.read(name)
            copy.writestr(name, damaged(chance, content) if name == victim else content)
    return stream.getvalue()


N_MUTATIONS = dict.fromkeys(good_files(), 550) | dict.fromkeys(("gzip", "xz", "bzip2", "zip", "parquet"), 900)
N_MUTATIONS["excel"] = 250


def test_there_are_ten_thousand() -> None:
    assert sum(N_MUTATIONS.values()) >= 10_000


@pytest.mark.filterwarnings("ignore:File contains an invalid specification")
@pytest.mark.parametrize("kind", N_MUTATIONS)
def test_damaged_files_never_bring_the_reader_down(kind: str) -> None:
    seed = good_files()[kind]
    chance = random.Random(f"damage to {kind}")
    n_read = 0
    messages: list[str] = []
    for _ in range(N_MUTATIONS[kind]):
        data = damaged_member(chance, seed) if kind == "excel" and chance.random() < 0.6 else damaged(chance, seed)
        try:
            table = read_bytes_as(data, limits=LIMITS)
        except KsdtError as error:
            messages.append(str(error))
        else:
            n_read += 1
            assert table.values.shape == (table.classes.size, len(table.attributes))
    assert n_read + len(messages) == N_MUTATIONS[kind]
    assert messages
    assert not [message for message in messages if "\n" in message or not message.endswith(".")]
