"""Ways to damage a file that was good: each is drawn by Hypothesis as plain numbers, so that a failure shrinks."""

from __future__ import annotations

import copy
import io
import json
import zipfile
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from hypothesis import strategies as st

TOKENS = (
    *(b'"', b"'", b",", b";", b"\t", b"\n", b"\r", b"\x00", b"\xff", b"\xef\xbb\xbf", b"#", b"=", b"{", b"}", b"?"),
    *(b"nan", b"inf", b"1e999", b"-0", b"9" * 30, b"9" * 5000, b"True", b"class", b"\xc3\xa9", b"\xf0\x9f\xa7\xac"),
    *(b"\xed\xa0\x80", b"\xff\xfe", b"@data", b"@attribute", b"!Sample_", b"#1.3\n", b"sep=;\n", b'""', b"\n\n"),
    *(b" ", b",,,", b"<x>", b"&a;", b"[[[[", b"PK\x03\x04", b"PAR1", b"\x1f\x8b", b"attribute", b"left", b"\xc2\x85"),
    *(b"\xe2\x80\xa8", b"'=1+1", b"-1"),
)
Damage = Callable[[bytes, int, int], bytes]
Steps = Sequence[tuple[int, int, int]]


def _flip(data: bytes, a: int, b: int) -> bytes:
    return data[:a] + bytes([data[a] ^ (1 << b % 8)]) + data[a + 1 :]


def _set_byte(data: bytes, a: int, b: int) -> bytes:
    return data[:a] + bytes([b % 256]) + data[a + 1 :]


def _insert_token(data: bytes, a: int, b: int) -> bytes:
    return data[:a] + TOKENS[b % len(TOKENS)] + data[a:]


def _delete_piece(data: bytes, a: int, b: int) -> bytes:
    return data[:a] + data[a + 1 + b % 20 :]


def _repeat_piece(data: bytes, a: int, b: int) -> bytes:
    return data[:a] + data[a : a + 1 + b % 40] * (2 + b % 4) + data[a:]


def _splice(data: bytes, a: int, b: int) -> bytes:
    """The start of the file, and then its end from elsewhere."""
    return data[:a] + data[b % len(data) :]


def _cut_off(data: bytes, a: int, b: int) -> bytes:
    return data[:a]


def _another_encoding(data: bytes, a: int, b: int) -> bytes:
    names = ("utf-16", "utf-16-be", "utf-32", "utf-8-sig", "cp1252", "utf-7")
    return data.decode("utf-8", "replace").encode(names[b % len(names)], "replace")


DAMAGES: tuple[Damage, ...] = (
    *(_flip, _set_byte, _insert_token, _insert_token, _insert_token, _delete_piece, _repeat_piece, _splice, _cut_off),
    _another_encoding,
)
STEPS = st.lists(
    st.tuples(st.integers(0, len(DAMAGES) - 1), st.integers(0, 2**16), st.integers(0, 2**16)), min_size=1, max_size=5
)


def damaged(data: bytes, steps: Steps) -> bytes:
    """The file after these steps."""
    for which, a, b in steps:
        if data:
            data = DAMAGES[which](data, a % len(data), b)
    return data


def damaged_files(good: Sequence[bytes]) -> st.SearchStrategy[bytes]:
    return st.builds(damaged, st.sampled_from(good), STEPS)


def damaged_inside(good: bytes, pack: Callable[[bytes], bytes]) -> st.SearchStrategy[bytes]:
    """A sound packing with a damaged file in it, or the packing damaged."""
    inside = st.builds(lambda steps: pack(damaged(good, steps)), STEPS)
    return st.one_of(inside, damaged_files([pack(good)]))


def _repacked(archive: bytes, victim: int, steps: Steps) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(stream, "w") as new:
        names = [name for name in old.namelist() if "theme" not in name]
        for name in names:
            content = old.read(name)
            new.writestr(name, damaged(content, steps) if name == names[victim % len(names)] else content)
    return stream.getvalue()


def damaged_archives(archive: bytes) -> st.SearchStrategy[bytes]:
    """One file of the archive is damaged and the packing is sound, or the packing is damaged."""
    return st.one_of(st.builds(_repacked, st.just(archive), st.integers(0, 20), STEPS), damaged_files([archive]))


DEEP, HUGE, MANY = "@deep@", "@huge@", "@many@"  # what Python itself would refuse to write
WRITTEN = {
    DEEP: "[" * 20_000 + "]" * 20_000,
    HUGE: "1e999",
    MANY: "9" * 400,
}
ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2, 7, 2**31, 2**53 + 1, 2**63, 10**30, -(10**30), 0.5, -0.0, 5e-324, 1e308, -1e308),
    *(float("nan"), float("inf"), float("-inf"), DEEP, HUGE, MANY, "", " ", "x", "x" * 3000, "\ud800", "\x00", "a\nb"),
    *(
        "1",
        "NaN",
        "true",
        "../../etc/passwd",
        "<script>",
        "=1+1",
        "ksdt-result/1",
        "ksdt-result/2",
        "ksdt-result/99999",
    ),
    *([], {}, [[]], [None], {"": None}, [0] * 300, {"a": {"a": {"a": 1}}}),
)


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container and key in it, the outermost first."""
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, key
        yield from _places(value[key])


def _swapped(document: Any, edits: Sequence[tuple[int, int, int]]) -> Any:
    document = copy.deepcopy(document)
    for where, action, choice in edits:
        places = list(_places(document))
        if not places:
            return document
        container, key = places[where % len(places)]
        if action <= 3:
            container[key] = copy.deepcopy(ODD[choice % len(ODD)])
        elif action == 4:
            del container[key]
        elif action == 5:
            other, name = places[choice % len(places)]
            container[key] = copy.deepcopy(other[name])
        elif action == 6 and isinstance(container, dict):
            container[str(ODD[choice % len(ODD)])] = container.pop(key)
        elif isinstance(container, list):
            container.extend(copy.deepcopy(container) * (1 + choice % 3))
        else:
            container[f"more {choice % 9}"] = copy.deepcopy(ODD[choice % len(ODD)])
    return document


def _as_bytes(document: Any, twice: int, encoding: str) -> bytes:
    text = json.dumps(document)
    for word, written in WRITTEN.items():
        text = text.replace(json.dumps(word), written)
    if twice and text.startswith("{"):  # the same keys a second time
        text = "{" + text[1:-1] + "," + text[1 : 1 + twice].rpartition(",")[0].strip(",") + "}"
    return text.encode(encoding, "surrogatepass" if encoding.startswith("utf") else "replace")


def damaged_documents(good: Sequence[Any]) -> st.SearchStrategy[bytes]:
    """Documents with values swapped, keys gone or twice, odd numbers, deep nesting, other encodings, damaged bytes."""
    edits = st.lists(st.tuples(st.integers(0, 2**16), st.integers(0, 7), st.integers(0, 2**10)), min_size=1, max_size=3)
    encodings = st.sampled_from(["utf-8"] * 8 + ["utf-8-sig", "utf-16", "latin-1"])
    swapped = st.builds(_swapped, st.sampled_from(good), edits)
    written = st.builds(_as_bytes, swapped, st.sampled_from([0] * 6 + [80, 400]), encodings)
    return st.one_of(written, written, written, damaged_files([json.dumps(one).encode() for one in good]))
