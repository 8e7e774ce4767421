"""Maps that people write: which class is which, and which attribute is which."""

from __future__ import annotations

import csv
import io
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import IO

from ksdt_core.data.cells import listed
from ksdt_core.data.formulas import guarded, unguarded
from ksdt_core.errors import InvalidParameterError

HEADER = ("left", "right")
SEPARATORS = ("\t", ";", ",")
MapSource = str | os.PathLike[str] | IO[bytes]
_COLUMNS = {2: "two", 3: "three"}
_EQUALS = re.compile(r"(?<![<>!=])=(?!=)")  # not that of <=, >=, != or ==, which stand in names of classes


def parse_class_map(text: str | None) -> dict[str, str]:
    """The renamings of `old=new,old=new`; an item with a comma in it stands in double quotes.

    >>> parse_class_map("died=bad,>= 6=bad")
    {'died': 'bad', '>= 6': 'bad'}
    """
    renamed: dict[str, str] = {}
    for item in [] if text is None else comma_fields(text, "--class-map"):
        old, new = _renaming(item)
        if not (old and new):
            raise InvalidParameterError(
                f"--class-map: {listed([item])} is not old=new; write it as relapse=bad,died=bad."
            )
        if renamed.setdefault(old, new) != new:
            raise InvalidParameterError(
                f"--class-map renames {listed([old])} to {listed([renamed[old]])} and to {listed([new])}; keep one."
            )
    return renamed


def renamed_again(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, str]:
    """One map that does what two do one after the other.

    >>> renamed_again({"relapse": "bad"}, {"bad": "died"})
    {'bad': 'died', 'relapse': 'died'}
    """
    return dict(after) | {old: after.get(new, new) for old, new in before.items()}


def _renaming(item: str) -> tuple[str, str]:
    found = _EQUALS.search(item)
    at = found.start() if found else item.find("=")
    return (item[:at].strip(), item[at + 1 :].strip()) if at >= 0 else (item, "")


def comma_fields(text: str, option: str) -> list[str]:
    """The items of `A,B`, blanks around them left out; an item with a comma in it stands in double quotes."""
    try:
        rows = list(csv.reader([text], skipinitialspace=True))
    except csv.Error as error:
        raise InvalidParameterError(f"{option} cannot be read ({error}); write names parted by commas.") from None
    return [field.strip() for field in rows[0]] if rows else [""]


def comma_text(items: Iterable[str]) -> str:
    """The items as `comma_fields` reads them back.

    >>> comma_text(["age", "gene,7"])
    'age,"gene,7"'
    """
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(list(items))
    return line.getvalue()


def read_attribute_map(source: MapSource) -> dict[str, str]:
    """For attributes of the right table the attribute of the left one, from a file or an open binary file.

    The file has two columns, the left table's name and then the right table's, parted by tabs, semicolons or commas;
    a first line `left,right` is taken as a header. The map must be one-to-one.
    """
    name = source if isinstance(source, (str, os.PathLike)) else getattr(source, "name", "of two columns")
    where = f"attribute map {str(name)!r}"
    left_of: dict[str, str] = {}
    right_of: dict[str, str] = {}
    for number, row in rows_of_names(source, where):
        if len(row) != 2 or not all(row):
            raise InvalidParameterError(
                f"{where}, line {number}: two names are needed, the left table's and the right table's."
            )
        left, right = row
        if left_of.get(right, left) != left or right_of.get(left, right) != right:
            twice = right if right in left_of else left
            raise InvalidParameterError(
                f"{where}, line {number}: {listed([twice])} is given two partners; each attribute has one, so keep "
                "one line."
            )
        left_of[right], right_of[left] = left, right
    if not left_of:
        raise InvalidParameterError(f"{where} is empty; write a left and a right name a line.")
    return left_of


def attribute_map_text(attribute_map: Mapping[str, str]) -> str:
    """The map (left names by right names) as the text of a file that `read_attribute_map` reads back."""
    return text_of_names((HEADER, *((left, right) for right, left in attribute_map.items())))


def text_of_names(rows: Iterable[Sequence[str]]) -> str:
    """Rows as the text of a file that `rows_of_names` reads back and that a spreadsheet opens without harm."""
    cells = [[guarded(name) for name in row] for row in rows]
    in_quotes = any("\r" in name for row in cells for name in row)  # which the writer would not quote by itself
    lines = io.StringIO()
    csv.writer(lines, lineterminator="\n", quoting=csv.QUOTE_ALL if in_quotes else csv.QUOTE_MINIMAL).writerows(cells)
    return lines.getvalue()


def rows_of_names(source: MapSource, where: str, *, header: tuple[str, ...] = HEADER) -> list[tuple[int, list[str]]]:
    """The lines that say something, with their numbers; names may hold line ends if they are quoted.

    Fields are parted by tabs, semicolons or commas. A first line that is the header is left out.
    """
    try:
        with _opened(source) as stream:
            first = stream.readline()
            stream.seek(0)
            separator = next((mark for mark in SEPARATORS if mark in first), ",")
            reader = csv.reader(stream, delimiter=separator)
            rows = [(reader.line_num, [unguarded(name.strip()) for name in row]) for row in reader]
    except (OSError, ValueError, csv.Error) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "it is not a UTF-8 table"
        raise InvalidParameterError(
            f"{where} cannot be read ({reason}); give a CSV or TSV file of {_COLUMNS[len(header)]} columns."
        ) from None
    rows = [(number, row) for number, row in rows if any(row)]
    has_header = bool(rows) and tuple(name.lower() for name in rows[0][1]) == header
    return rows[1:] if has_header else rows


def _opened(source: MapSource) -> IO[str]:
    if isinstance(source, (str, os.PathLike)):
        return Path(source).open(encoding="utf-8-sig", newline="")
    return io.TextIOWrapper(io.BytesIO(source.read()), encoding="utf-8-sig", newline="")
