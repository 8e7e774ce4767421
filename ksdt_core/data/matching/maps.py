"""Maps that people write: which class is which, which attribute is which, and what attributes cost."""

from __future__ import annotations

import csv
import io
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import IO

from ksdt_core.data.readers.formulas import guarded, unguarded
from ksdt_core.errors import InvalidParameterError

HEADER = ("left", "right")
COST_HEADER = ("attribute", "cost")
SEPARATORS = ("\t", ";", ",")
MapSource = str | os.PathLike[str] | IO[bytes]
_COLUMNS = {0: "several", 2: "two", 3: "three"}
_EQUALS = re.compile(r"(?<![<>!=])=(?!=)")  # not that of <=, >=, != or ==, which stand in names of classes


def parse_class_map(text: str | None) -> dict[str, str]:
    """The renamings of `old=new,old=new`; an item with a comma in it is in double quotes.

    >>> parse_class_map("died=bad,>= 6=bad")
    {'died': 'bad', '>= 6': 'bad'}
    """
    renamed: dict[str, str] = {}
    for item in [] if text is None else comma_fields(text, "class_map"):
        old, new = _renaming(item)
        if not (old and new):
            raise InvalidParameterError("not-a-renaming", option="class_map", item=item)
        if renamed.setdefault(old, new) != new:
            raise InvalidParameterError("renamed-twice", option="class_map", name=old, first=renamed[old], second=new)
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
    """The items of `A,B`, blanks around them omitted; an item with a comma in it is in double quotes."""
    try:
        rows = list(csv.reader([text], skipinitialspace=True))
    except csv.Error as error:
        raise InvalidParameterError("unreadable-names", option=option, reason=str(error)) from None
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

    The file has two columns, the left table's name and then the right table's, separated by tabs, semicolons or commas;
    a first line `left,right` is taken as a header. The map must be one-to-one.
    """
    name = source if isinstance(source, (str, os.PathLike)) else getattr(source, "name", "of two columns")
    left_of: dict[str, str] = {}
    right_of: dict[str, str] = {}
    for number, row in rows_of_names(source, "attribute map", str(name)):
        if len(row) != 2 or not all(row):
            raise InvalidParameterError("attribute-map-line", file=str(name), line=number)
        left, right = row
        if left_of.get(right, left) != left or right_of.get(left, right) != right:
            twice = right if right in left_of else left
            raise InvalidParameterError("two-partners", file=str(name), line=number, name=twice)
        left_of[right], right_of[left] = left, right
    if not left_of:
        raise InvalidParameterError("empty-attribute-map", file=str(name))
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


def rows_of_names(
    source: MapSource, what: str, name: str, *, header: tuple[str, ...] = HEADER
) -> list[tuple[int, list[str]]]:
    """The lines that say something, with their numbers; names may hold line ends if they are quoted.

    Fields are separated by tabs, semicolons or commas. A first line that is the header is omitted.
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
            "unreadable-map", what=what, file=name, reason=reason, columns=_COLUMNS[len(header)]
        ) from None
    rows = [(number, row) for number, row in rows if any(row)]
    has_header = bool(rows) and tuple(name.lower() for name in rows[0][1]) == header
    return rows[1:] if has_header else rows


def _opened(source: MapSource) -> IO[str]:
    if isinstance(source, (str, os.PathLike)):
        return Path(source).open(encoding="utf-8-sig", newline="")
    return io.TextIOWrapper(io.BytesIO(source.read()), encoding="utf-8-sig", newline="")


def read_costs(path: str | os.PathLike[str]) -> tuple[tuple[str, float], ...]:
    """Attributes and their costs from a file of two columns; a first line `attribute,cost` is taken as a header.

    Fields are separated by tabs, semicolons or commas. Callers check whether the numbers can be used.
    """
    where = str(path)
    costs: list[tuple[str, float]] = []
    for number, row in rows_of_names(path, "costs", where, header=COST_HEADER):
        if len(row) != 2 or not row[0]:
            raise InvalidParameterError("cost-line", file=where, line=number)
        try:
            costs.append((row[0], float(row[1])))
        except ValueError:
            raise InvalidParameterError(
                "cost-not-a-number", file=where, line=number, cost=row[1], attribute=row[0]
            ) from None
    if not costs:
        raise InvalidParameterError("no-costs", file=where)
    return tuple(costs)
