"""What the doctor says of the two tables, for a report."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from ksdt_core.data.checks.checkup import Checkup
from ksdt_core.data.checks.finding import Finding as DoctorFinding
from ksdt_core.reports.report_blocks import Block, Finding, Paragraph, Run, Section, Table, cells, paragraph
from ksdt_core.reports.report_remedies import remedy_words

SENTENCES = ("rows", "shared-attributes")  # findings whose sentence says it all
LONG_LIST, LINE_LETTERS, GAP = 20, 110, 4  # rows; letters of a line and between two columns
_LEVELS = {"error": "Problem", "warning": "Warning", "info": "Note"}


def doctor_section(checkup: Checkup | None, *, left_out: frozenset[str] = frozenset(), in_app: bool = False) -> Section:
    """All findings, with all their evidence; `left_out` are attributes that no tree was to test."""
    return Section("findings", "Findings about the tables", _blocks(checkup, left_out, in_app), short="Findings")


def _blocks(checkup: Checkup | None, left_out: frozenset[str], in_app: bool) -> tuple[Block, ...]:
    if checkup is None:
        return (paragraph("The tables were not at hand, so they were not checked.", "muted"),)
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
    if finding.doubtful and left_out.issuperset(finding.doubtful):
        remedy = " Excluded from mining."
    yield Paragraph((*runs, Run(remedy, "muted")) if remedy else runs)
    if finding.code in SENTENCES:
        return
    if finding.details:
        sides = {"left": checkup.left, "right": checkup.right}
        head = tuple(sides.get(name, name) for name in finding.heading)
        yield _evidence(head, [tuple(map(_cell, row)) for row in finding.details])


def _evidence(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> Table:
    """Every row; a long list of short ones is set in columns side by side, read from top to bottom."""
    width = sum(max(map(len, column)) + GAP for column in zip(head, *rows, strict=True))
    side_by_side = max(1, LINE_LETTERS // width) if len(rows) > LONG_LIST else 1
    height = -(-len(rows) // side_by_side)
    padded = [*rows, *[("",) * len(head)] * (height * side_by_side - len(rows))]
    lines = [tuple(chain.from_iterable(padded[line::height])) for line in range(height)]
    return Table(tuple(cells(*line) for line in lines), head * side_by_side, look="evidence")


def _cell(value: object) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)
