"""What the doctor says of the two tables, for a report."""

from __future__ import annotations

from collections.abc import Iterator

from ksdt_core.data.doctor.checkup import Checkup
from ksdt_core.data.doctor.finding import Finding as DoctorFinding
from ksdt_core.reports.report_blocks import Block, Finding, Paragraph, Run, Section, Table, cells, paragraph

MOST_ROWS = 3  # of evidence; more are counted
SENTENCES = ("rows", "shared-attributes")  # findings whose sentence says it all
_LEVELS = {"error": "To mend", "warning": "Mind", "info": "Good to know"}


def doctor_section(checkup: Checkup | None) -> Section:
    """All findings, with the most telling evidence of each."""
    return Section("doctor", "What the doctor found", _blocks(checkup), short="Doctor")


def _blocks(checkup: Checkup | None) -> tuple[Block, ...]:
    if checkup is None:
        return (paragraph("The tables were not at hand, so they were not looked over.", "muted"),)
    if not checkup.findings:
        return (paragraph("Nothing to mend and nothing to mind."),)
    return tuple(Finding(finding.level, tuple(_parts(finding, checkup))) for finding in checkup.findings)


def _parts(finding: DoctorFinding, checkup: Checkup) -> Iterator[Paragraph | Table]:
    one = f", {finding.where}" if finding.where in (checkup.left, checkup.right) else ""  # of both the sentence tells
    runs = (Run(f"{_LEVELS[finding.level]}{one}:", "strong"), Run(f" {finding.what}"))
    remedy = (Run(f" Remedy: {_remedy(finding)}.", "muted"),) if finding.remedy else ()
    yield Paragraph(runs + remedy)
    if finding.code in SENTENCES:
        return
    if finding.details:
        yield Table(
            tuple(cells(*map(_cell, row)) for row in finding.details[:MOST_ROWS]), finding.heading, look="evidence"
        )
    if finding.n_details > MOST_ROWS:
        yield paragraph(f"and {finding.n_details - MOST_ROWS:,} more", "note")


def _remedy(finding: DoctorFinding) -> str:
    return f"mine with {finding.remedy}" if finding.remedy.startswith("--") else finding.remedy


def _cell(value: object) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)
