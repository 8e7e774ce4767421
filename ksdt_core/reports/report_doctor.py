"""What the doctor says of the two tables, for a report."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from itertools import chain

from ksdt_core.data.checks.checkup import Checkup
from ksdt_core.data.checks.finding import Finding as DoctorFinding
from ksdt_core.data.matching.maps import comma_text
from ksdt_core.errors import Remedy
from ksdt_core.options import flag_of
from ksdt_core.reports.provenance import converted_words
from ksdt_core.reports.report_blocks import Block, Finding, Paragraph, Run, Section, Table, cells, paragraph
from ksdt_core.text import listed, true_minus

SENTENCES = ("rows", "shared-attributes")  # findings whose sentence says it all
LONG_LIST, LINE_LETTERS, GAP = 20, 150, 4  # rows; letters of a line and between two columns
EXCLUDED = "Excluded from mining."
_LEVELS = {"error": "Problem", "warning": "Warning", "info": "Note"}


def doctor_section(checkup: Checkup | None, *, left_out: frozenset[str] = frozenset(), in_app: bool = False) -> Section:
    """All findings, with all their evidence; `left_out` are attributes that no tree was to test."""
    return Section("findings", "Checks of the tables", _blocks(checkup, left_out, in_app), short="Checks")


def _blocks(checkup: Checkup | None, left_out: frozenset[str], in_app: bool) -> tuple[Block, ...]:
    if checkup is None:
        return (paragraph("The tables were not available, so they were not checked.", "muted"),)
    if not checkup.findings:
        return (paragraph("No problems and no warnings."),)
    return tuple(Finding(each.level, tuple(_parts(each, checkup, left_out, in_app))) for each in checkup.findings)


def _parts(
    finding: DoctorFinding, checkup: Checkup, left_out: frozenset[str], in_app: bool
) -> Iterator[Paragraph | Table]:
    one = f", {finding.where}" if finding.where in (checkup.left, checkup.right) else ""  # of both the sentence tells
    runs = (Run(f"{_LEVELS[finding.level]}{one}:", "strong"), Run(f" {finding.what}"))
    helps = remedy_words(finding, in_app=in_app)
    lead = "To change this" if finding.level == "info" else "To fix this"
    remedy = f" {lead}: {helps}." if helps else ""
    if finding.is_settled_by(left_out):
        remedy = f" {EXCLUDED}"
    yield Paragraph((*runs, Run(remedy, "muted")) if remedy else runs)
    if finding.code in SENTENCES:
        return
    if finding.details:
        sides = {"left": checkup.left, "right": checkup.right}
        head = tuple(sides.get(name, name) for name in finding.heading)
        yield _evidence(head, [tuple(map(_cell, row)) for row in finding.details])


def _evidence(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> Table:
    """Every row; a long list of short ones is set several to a line, read line by line."""
    width = sum(max(map(len, column)) + GAP for column in zip(head, *rows, strict=True))
    side_by_side = max(1, LINE_LETTERS // width) if len(rows) > LONG_LIST else 1
    height = -(-len(rows) // side_by_side)
    padded = [*rows, *[("",) * len(head)] * (height * side_by_side - len(rows))]
    lines = [
        tuple(chain.from_iterable(padded[line * side_by_side : (line + 1) * side_by_side])) for line in range(height)
    ]
    return Table(tuple(cells(*line) for line in lines), head * side_by_side, look="evidence")


def _cell(value: object) -> str:
    return true_minus(f"{value:.6g}") if isinstance(value, float) else str(value)


_BY_HAND = {  # what a person must decide, by the code of the finding, and the option that says it
    "no-shared-attribute": ("match them on the page Data", "--attribute-map"),
    "unmatched-attributes": ("match more of them on the page Data", "--attribute-map"),
    "names-as-dates": ("restore the names in the file, or match them on the page Data", "--attribute-map"),
    "value-names": ("accept them on the page Data", "--value-map"),
    "values-differ": ("match the values on the page Data", "--value-map"),
    "values-partly": ("match those that are the same on the page Data", "--value-map"),
    "class-names": ("match the classes on the page Data", "--class-map"),
    "class-numbers": ("enter a number to cut at for each table on the page Data", "--left-cut and --right-cut"),
    "rare-class": ("add rows, or merge them into another class on the page Data", "--class-map"),
    "one-class": ("choose another class column on the page Data", "--target"),
    "codes": (
        "declare those that are categories or measurements on the page Data",
        "--categorical or --numeric",
    ),
    "class-map": ("correct the class map", ""),
    "attribute-map": ("correct the attribute map", ""),
    "value-map": ("correct the value map", ""),
}


def remedy_words(finding: DoctorFinding, *, in_app: bool = False) -> str:
    """What to do, without a full stop; empty where there is nothing to do. In the app no option is named."""
    if finding.remedies:
        return " and ".join(_asked(remedy, in_app) for remedy in finding.remedies)
    if finding.doubtful:
        return f"if it was recorded after the outcome, {_asked(Remedy('exclude', finding.doubtful), in_app)}"
    by_hand = _BY_HAND.get(finding.code)
    if by_hand is not None and finding.perhaps:
        words, option = by_hand
        return words if in_app or not option else f"{words} or with the option {option}"
    return " and ".join(filter(None, (finding.remedy, *(_asked(each, in_app) for each in finding.perhaps))))


def _asked(remedy: Remedy, in_app: bool) -> str:
    words = _words(remedy)
    return words if in_app else f"{words} (option {_typed(remedy)})"


def _words(remedy: Remedy) -> str:
    """What to do."""
    match remedy:
        case Remedy("scale", "rank"):
            return "compare percentiles"
        case Remedy("balance"):
            return "balance the classes"
        case Remedy("missing", "common"):
            return "fill missing values with the median or most common value"
        case Remedy("missing", "drop-columns"):
            return "exclude attributes with missing values"
        case Remedy("cut", str(point)):
            return f"cut both tables at {point}"
        case Remedy("exclude"):
            return f"exclude {listed(remedy.values, most=3)}"
        case Remedy("convert"):
            return f"convert {converted_words(remedy.values)}"
        case Remedy("max_missing", str()):
            return "exclude sparse attributes"
        case Remedy("permutations", str(n)):
            return f"test the set against {n} shuffles"
        case Remedy("class_map"):
            return "rename the classes"
    return f"set {remedy.option.replace('_', ' ')}{f' to {listed(remedy.values, most=3)}' if remedy.values else ''}"


def _typed(remedy: Remedy) -> str:
    """The option as it is typed; the words say already which names it is given where there are several."""
    value = f" {shlex.quote(comma_text(remedy.values))}" if len(remedy.values) == 1 else ""
    return flag_of(remedy.option) + value
