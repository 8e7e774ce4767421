"""What the doctor says of the two tables, for a report."""

from __future__ import annotations

from collections.abc import Iterator

from ksdt_core.data.checks.checkup import Checkup
from ksdt_core.data.checks.finding import Finding as DoctorFinding
from ksdt_core.reports.report_blocks import Block, Finding, Paragraph, Run, Section, Table, cells, paragraph
from ksdt_core.reports.report_remedies import remedy_words

SENTENCES = ("rows", "shared-attributes")  # findings whose sentence says it all
_LEVELS = {"error": "Must be mended", "warning": "May mislead", "info": "Good to know"}


def doctor_section(checkup: Checkup | None, *, left_out: frozenset[str] = frozenset(), in_app: bool = False) -> Section:
    """All findings, with all their evidence; `left_out` are attributes that no tree was to test."""
    return Section("findings", "Findings about the tables", _blocks(checkup, left_out, in_app), short="Findings")


def _blocks(checkup: Checkup | None, left_out: frozenset[str], in_app: bool) -> tuple[Block, ...]:
    if checkup is None:
        return (paragraph("The tables were not at hand, so they were not looked over.", "muted"),)
    if not checkup.findings:
        return (paragraph("Nothing to mend and nothing that may mislead."),)
    return tuple(Finding(each.level, tuple(_parts(each, checkup, left_out, in_app))) for each in checkup.findings)


def _parts(
    finding: DoctorFinding, checkup: Checkup, left_out: frozenset[str], in_app: bool
) -> Iterator[Paragraph | Table]:
    one = f", {finding.where}" if finding.where in (checkup.left, checkup.right) else ""  # of both the sentence tells
    runs = (Run(f"{_LEVELS[finding.level]}{one}:", "strong"), Run(f" {finding.what}"))
    helps = remedy_words(finding, in_app=in_app)
    remedy = f" What helps: {helps}." if helps else ""
    if finding.doubtful and left_out.issuperset(finding.doubtful):
        remedy = " Mining left this out."
    yield Paragraph((*runs, Run(remedy, "muted")) if remedy else runs)
    if finding.code in SENTENCES:
        return
    if finding.details:
        sides = {"left": checkup.left, "right": checkup.right}
        head = tuple(sides.get(name, name) for name in finding.heading)
        yield Table(tuple(cells(*map(_cell, row)) for row in finding.details), head, look="evidence")


def _cell(value: object) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)
