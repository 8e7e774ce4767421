"""Hostile files, made by code: names and cells that break careless programs, and files that are broken themselves."""

from __future__ import annotations

import bz2
import codecs
import csv
import gzip
import io
import lzma
import pickle
import zipfile
from collections.abc import Iterator
from pathlib import Path

import openpyxl
import pandas as pd

FILES = Path(__file__).parent / "files"

NASTY = {
    "double quote": 'a"b',
    "two double quotes": '""',
    "single quote": "it's",
    "back quote": "`id`",
    "comma": "a,b",
    "semicolon": "a;b",
    "tab": "a\tb",
    "bar": "a|b",
    "newline": "a\nb",
    "windows newline": "a\r\nb",
    "line separator": "a\u2028b",
    "tag": "<b>bold</b>",
    "script": "<script>alert(1)</script>",
    "end of tag": "</svg>",
    "entity": "&lt;x&gt;",
    "ampersand": "a&b",
    "formula": "=1+1",
    "command": "=cmd|' /C calc'!A0",
    "plus": "+x",
    "minus": "-x",
    "at": "@SUM(A1)",
    "hash": "#x",
    "percent": "%s%n",
    "braces": "{0}{x}",
    "dollar": "${HOME}$(id)",
    "backslash": "a\\b",
    "backslash n": "a\\nb",
    "path": "../../etc/passwd",
    "address": "https://example.org/?a=b&c=d",
    "emoji": "🧬",
    "family emoji": "👩\u200d👩\u200d👧",
    "flag emoji": "🇨🇭",
    "arabic": "العمر",
    "hebrew": "גיל",
    "right to left mark": "abc\u202edef",
    "zero width": "a\u200bb",
    "combining": "e\u0301",
    "tower": "Z" + "\u0301" * 50,
    "turkish": "\u0130\u0131I",
    "sharp s": "ß",
    "chinese": "年龄",
    "mathematics": "x≤1∧y≥2",
    "private use": "\ue000",
    "beyond the first plane": "\U0001d518\U0001d52b",
    "no-break blank": "a\u00a0b",
    "long": "x" * 5000,
    "word none": "None",
    "word true": "true",
    "number like": "1e5x",
    "date": "2020-01-01",
    "gene as date": "1-Mar",
    "proto": "__proto__",
    "constructor": "constructor",
    "reserved": "CON",
    "sql": "'; DROP TABLE x; --",
    "dot": ".",
    "many blanks": "a   b",
    "bell": "a\x07b",
    "escape": "\x1b[31mred",
}


def csv_of(rows: list[list[str]], separator: str = ",") -> bytes:
    text = io.StringIO()
    csv.writer(text, delimiter=separator, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()


def nasty_tables() -> Iterator[tuple[str, str, str, bytes]]:
    """Name of the case, where the nasty text stands, the text, and a table that holds it there."""
    for case, text in NASTY.items():
        yield case, "attribute", text, csv_of([[text, "y", "class"], ["1", "u", "a"], ["2", "v", "b"]])
        yield case, "value", text, csv_of([["x", "y", "class"], ["1", text, "a"], ["2", "v", "b"]])
        yield case, "class", text, csv_of([["x", "y", "class"], ["1", "u", text], ["2", "v", "b"]])


def workbook(rows: list[list[object]]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def zipped(name: str, content: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
    return stream.getvalue()


def parquet(frame: pd.DataFrame) -> bytes:
    stream = io.BytesIO()
    frame.to_parquet(stream)
    return stream.getvalue()


def good_files() -> dict[str, bytes]:
    """A small valid file of every format, as seeds of broken ones."""
    rows = [["x", "y z", "class"], *[[f"{i * 0.37:.2f}", "uvw"[i % 3], "ab"[i % 2]] for i in range(12)]]
    text = csv_of(rows)
    frame = pd.read_csv(io.BytesIO(text))
    turned = frame.T.to_csv(header=[f"s{i}" for i in range(len(frame))]).encode()
    arff = (
        "% seed\n@relation seed\n@attribute x numeric\n@attribute 'y z' {u,v,w}\n@attribute class {a,b}\n@data\n"
        + "\n".join(",".join(row) for row in rows[1:])
    )
    geo = (
        '!Series_title\t"seed"\n!Sample_geo_accession\t"G1"\t"G2"\t"G3"\n'
        '!Sample_characteristics_ch1\t"class: a"\t"class: b"\t"class: a"\n!series_matrix_table_begin\n'
        '"ID_REF"\t"G1"\t"G2"\t"G3"\n"p1"\t1\t2\t3\n"p2"\t4\tnull\t6\n!series_matrix_table_end\n'
    )
    return {
        "comma": text,
        "semicolon": csv_of(rows, ";").replace(b".", b","),
        "tab": csv_of(rows, "\t"),
        "blank": csv_of(rows, " "),
        "turned": turned,
        "utf-16": text.decode().encode("utf-16"),
        "cp1252": text.decode().replace("u", "ü").encode("cp1252"),
        "arff": arff.encode(),
        "orange": (FILES / "orange-three-lines.tab").read_bytes(),
        "gct": (FILES / "cmappy-version-3.gct").read_bytes().replace(b"tissue", b"class"),
        "geo": geo.encode(),
        "gzip": gzip.compress(text, mtime=0),
        "xz": lzma.compress(text),
        "bzip2": bz2.compress(text),
        "zip": zipped("t.csv", text),
        "excel": workbook([[*rows[0]], *[[float(x), *more] for x, *more in rows[1:]]]),
        "parquet": parquet(frame),
    }


class Trap:
    """Unpickling this would leave a mark."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (Path.touch, (Path("trap-was-sprung"),))  # type: ignore[return-value]


def broken_files() -> dict[str, bytes]:
    """Files that are no tables, or only nearly."""
    good = good_files()
    text = good["comma"]
    wide = ",".join(f"c{i}" for i in range(10_000))
    cells = ",".join("1" for _ in range(10_000))
    files = {
        "nothing": b"",
        "a newline": b"\n",
        "newlines": b"\r\n" * 500,
        "blanks": b" " * 1000,
        "separators": b",,,,\n,,,,\n",
        "quotes": b'"' * 999,
        "open quote at the start": b'"' + text,
        "open quote at the end": text + b'"1,u,a\n',
        "quote in a cell": text.replace(b"u,a", b'u"u,a'),
        "a zero at the start": b"\x00" + text,
        "a zero inside": text.replace(b"u", b"\x00", 1),
        "a zero at the end": text + b"\x00",
        "zeros": bytes(4096),
        "all bytes": bytes(range(256)) * 16,
        "bytes without zero": bytes(range(1, 256)) * 16,
        "mark alone": codecs.BOM_UTF8,
        "two marks": codecs.BOM_UTF8 * 2 + text,
        "mark of utf-16 before utf-8": codecs.BOM_UTF16_LE + text,
        "mark of utf-32 before utf-8": codecs.BOM_UTF32_LE + text,
        "mark inside": text.replace(b"u,a", codecs.BOM_UTF8 + b"u,a"),
        "utf-16 of odd length": good["utf-16"][:-1],
        "utf-16 with utf-8": good["utf-16"] + text,
        "two encodings": text.replace(b"u", "ü".encode()) + "0.5,ü,a\n".encode("cp1252"),
        "overlong": text.replace(b"u", b"\xc0\xaf"),
        "lone surrogate": text.replace(b"u", b"\xed\xa0\x80"),
        "cut character": text + b"1,\xe2\x82",
        "long row": text + b"1,u,a,b\n",
        "longer row": text + b"1" + b",1" * 5000 + b"\n",
        "short row": text + b"1\n",
        "first row long": b"x,class\n1,2,3,4\n1,a\n",
        "duplicate names": b"x,x,class\n1,2,a\n3,4,b\n",
        "duplicate classes": b"x,class,class\n1,a,b\n2,b,a\n",
        "unnamed columns": b",,class\n1,2,a\n3,4,b\n",
        "names only": b"x,class",
        "class only": b"class\na\nb\n",
        "no class": b"x,y\n1,2\n",
        "classes missing": b"x,class\n1,\n2,NA\n",
        "infinite": b"x,class\ninf,a\n-inf,b\n",
        "too large": b"x,class\n1e999,a\n1,b\n",
        "huge integer": b"x,class\n" + b"9" * 400 + b",a\n1,b\n",
        "long integer": b"x,class\n" + b"9" * 5000 + b",a\n1,b\n",
        "tiny number": b"x,class\n1e-400,a\n4.9e-324,b\n",
        "one huge cell": b"x,class\n" + b"y" * 300_000 + b",a\n1,b\n",
        "one huge quoted cell": b'x,class\n"' + b"y\n" * 150_000 + b'",a\n1,b\n',
        "huge name": b"y" * 300_000 + b",class\n1,a\n2,b\n",
        "ten thousand columns": f"{wide},class\n{cells},a\n{cells},b\n".encode(),
        "ten thousand columns, short row": f"{wide},class\n{cells},a\n{cells}\n".encode(),
        "ten thousand columns, same name": f"{','.join(['c'] * 10_000)},class\n{cells},a\n".encode(),
        "ten thousand rows of commas": b"x,class\n" + b",\n" * 10_000,
        "carriage returns": text.replace(b"\n", b"\r"),
        "mixed line ends": text.replace(b"\n", b"\r\n", 3).replace(b"a\n", b"a\r"),
        "carriage return in a cell": text.replace(b"u,a", b"u\ru,a"),
        "form feed": text.replace(b"\n", b"\x0c\n"),
        "end of file mark": text + b"\x1a",
        "comments only": b"# a\n# b\n",
        "declared separator only": b"sep=;",
        "declared separator, other used": b"sep=;\n" + text,
        "declared strange separator": b'sep="\n' + text,
        "json": b'[{"x": 1, "class": "a"}]',
        "json lines": b'{"x": 1, "class": "a"}\n{"x": 2, "class": "b"}\n',
        "web page": b"<!DOCTYPE html><html><table><tr><td>1</td></tr></table></html>",
        "xml": b'<?xml version="1.0"?><x/>',
        "pdf": b"%PDF-1.7\n",
        "picture": b"\x89PNG\r\n\x1a\n",
        "hdf5": b"\x89HDF\r\n\x1a\n" + bytes(100),
        "numpy": b"\x93NUMPY\x01\x00v\x00{'descr': '<f8'}",
        "old excel": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(1000),
        "r data": b"RDX3\nX\n",
        "sqlite": b"SQLite format 3\x00" + bytes(100),
        "soft": b"^DATABASE = GeoMiame\n!Database_name = x\n",
        "cls": b"3 2 1\n# a b\n0 1 0\n",
        "arff without data": b"@relation x\n@attribute a numeric\n",
        "arff without attributes": b"@relation x\n@data\n1,2\n",
        "arff with a strange kind": b"@relation x\n@attribute a relational\n@data\n1\n",
        "arff open brace": b"@relation x\n@attribute a {u,v\n@data\nu\n",
        "gct counts": b"#1.2\n-1\t-1\nName\tDescription\n",
        "gct huge counts": b"#1.3\n999999999999\t999999999999\t99\t99\nid\n",
        "gct letters": b"#1.2\na\tb\n",
        "geo without table": b'!Series_title\t"x"\n',
        "geo with open table": b'!Sample_title\t"a"\n!series_matrix_table_begin\n"ID_REF"\t"a"\n',
        "orange head only": b"x\tclass\ncontinuous\tdiscrete\n\tclass\n",
        "orange two lines": b"x\tclass\ncontinuous\tdiscrete\n",
        "zip of nothing": zipped(".hidden", b""),
        "zip of a zip of a zip": zipped("a", zipped("b", zipped("c", zipped("d", text)))),
        "zip with an evil name": zipped("../../evil.csv", text),
        "gzip of nothing": gzip.compress(b""),
        "gzip of garbage": gzip.compress(bytes(range(256))),
        "gzip header only": b"\x1f\x8b",
        "xz header only": b"\xfd7zXZ\x00",
        "zip header only": b"PK\x03\x04",
        "parquet header only": b"PAR1",
        "parquet ends only": b"PAR1PAR1",
        "parquet with a long footer": b"PAR1" + b"\xff\xff\xff\x7f" + b"PAR1",
        "empty workbook": workbook([]),
        "workbook of one cell": workbook([["class"]]),
        "workbook of errors": workbook([["x", "class"], ["#DIV/0!", "a"], ["#N/A", "b"]]),
        "empty parquet": parquet(pd.DataFrame()),
        "parquet without rows": parquet(pd.DataFrame({"x": [], "class": []})),
        "pickle": pickle.dumps(Trap()),
        "old pickle": pickle.dumps(Trap(), protocol=0),
        "pickle in gzip": gzip.compress(pickle.dumps(Trap())),
    }
    for kind, data in good.items():
        for share in (0.02, 0.15, 0.4, 0.7, 0.95):
            files[f"{kind} cut at {share:.0%}"] = data[: int(len(data) * share)]
        files[f"{kind} twice"] = data + data
        files[f"{kind} backwards"] = data[::-1]
        files[f"{kind} with a hole"] = data[: len(data) // 2] + bytes(8) + data[len(data) // 2 + 8 :]
    return files
