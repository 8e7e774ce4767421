"""Names of genes that a spreadsheet has turned into dates or numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ksdt_core.data.checks.finding import Cell, Finding
from ksdt_core.data.checks.subject import Subject
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.errors import Remedy
from ksdt_core.text import counted, listed

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
FOREIGN_MONTHS = {"mrz": "mar", "mär": "mar", "mai": "may", "okt": "oct", "dez": "dec", "dic": "dec", "ago": "aug"}
GENES = {
    "mar": "MARCH{0} (now MARCHF{0}) or MARC{0} (now MTARC{0})",
    "sep": "SEPT{0} (now SEPTIN{0})",
    "dec": "DEC{0} (now DELEC1)",
    "oct": "OCT{0} (now POU… or SLC22A…)",
    "nov": "NOV (now CCN3)",
    "apr": "APR{0} (now TNFSF13 or PMAIP1)",
    "feb": "FEB{0}",
}
_MONTH = "(?:" + "|".join((*MONTHS, *FOREIGN_MONTHS, "sept")) + ")"
_COPY = r"(?:[._]\d+)?"  # readers number names that come twice
_DAY_MONTH = re.compile(rf"(?P<day>\d{{1,2}})[-. /]+(?P<month>{_MONTH})\.?(?:[-. /]+\d{{2,4}})?{_COPY}", re.IGNORECASE)
_MONTH_DAY = re.compile(rf"(?P<month>{_MONTH})\.?[-. /]+(?P<day>\d{{1,2}}){_COPY}", re.IGNORECASE)
_NUMERIC = re.compile(r"(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})(?:[ T]00:00(?::00)?)?" + _COPY)
_SLASHED = re.compile(r"(?P<month>\d{1,2})/(?P<day>\d{1,2})/(?P<year>\d{2}|\d{4})" + _COPY)
_POWER = re.compile(r"\d(?:[.,]\d+)?E\+\d{2}" + _COPY)
_BEGINNINGS = frozenset((*MONTHS, *FOREIGN_MONTHS))
MOST_SHARE = 0.5


def spreadsheet_findings(subject: Subject) -> Iterator[Finding]:
    """Attribute names such as 1-Mar, 2-Sep or 2.31E+13 in a table whose other names are none.

    Where most names are dates they are meant to be dates.
    """
    for table in subject.tables:
        found = [(name, genes) for name in table.attributes if (genes := former_name(name)) is not None]
        if found and len(found) <= MOST_SHARE * table.n_attributes:
            yield _finding(table, found)


def _finding(table: Dataset, found: list[tuple[str, str]]) -> Finding:
    rows: list[tuple[Cell, ...]] = list(found)
    return Finding(
        "warning",
        "names-as-dates",
        f"{counted(len(found), 'attribute name looks', 'attribute names look')} like a gene name that a "
        f"spreadsheet changed into a date or a number ({listed((name for name, _ in found), most=3)}).",
        table.name,
        remedy="restore the names in the file",
        perhaps=(Remedy("attribute_map"),),
        heading=("attribute", "possible original"),
        details=tuple(rows),
    )


def former_name(name: str) -> str | None:
    """What a name may have been before a spreadsheet took it for a date, or None where it is not a date.

    >>> former_name("2-Sep"), former_name("MARCH1")
    ('SEPT2 (now SEPTIN2)', None)
    """
    text = name.strip()
    if not text[:1].isdigit() and text[:3].lower() not in _BEGINNINGS:
        return None
    for pattern in (_DAY_MONTH, _MONTH_DAY, _NUMERIC, _SLASHED):
        found = pattern.fullmatch(text)
        if found is not None:
            return _gene(found["month"].lower()[:3], int(found["day"]))
    return "an identifier such as 2310009E13" if _POWER.fullmatch(text) else None


def _gene(month: str, day: int) -> str | None:
    if month.isdigit():
        if not 1 <= int(month) <= 12:
            return None
        month = MONTHS[int(month) - 1]
    month = FOREIGN_MONTHS.get(month, month)
    if not 1 <= day <= 31:
        return None
    return GENES.get(month, f"a name with {month.upper()} and {day}").format(day)
