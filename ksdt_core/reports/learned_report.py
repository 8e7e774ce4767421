"""The report of a tree of one table: what it predicts, the drawing, rules, errors by size, settings."""

from __future__ import annotations

from typing import Literal

from ksdt_core.figures.learned_figure import learned_figure
from ksdt_core.figures.palette import GREY, LIGHT, Palette
from ksdt_core.options import option_fields
from ksdt_core.reports.html_report import html_report
from ksdt_core.reports.pdf_report import pdf_report
from ksdt_core.reports.provenance import value_words
from ksdt_core.reports.report_blocks import Drawing, Section, Table, cells, paragraph
from ksdt_core.reports.report_content import Report
from ksdt_core.reports.versions import program_version
from ksdt_core.studies.learning.learned import Learned
from ksdt_core.studies.learning.learned_rules import rule_table
from ksdt_core.studies.learning.settings import LearnSettings
from ksdt_core.studies.learning.words import headline, held_out_words, method_words, quality_words
from ksdt_core.text import counted, number

ReportForm = Literal["html", "report-pdf"]
STEM = "learned-tree"


def learned_report_file(
    learned: Learned, form: ReportForm, *, grey: bool = False, genes: bool = False
) -> tuple[str, bytes]:
    """Name and bytes of the report."""
    report = learned_report(learned, palette=GREY if grey else LIGHT, genes=genes)
    if form == "report-pdf":
        return f"{STEM}-report.pdf", pdf_report(report)
    return f"{STEM}.html", html_report(report).encode("utf-8")


def learned_report(learned: Learned, *, palette: Palette = LIGHT, genes: bool = False) -> Report:
    """The report, before it is HTML or PDF."""
    qualities = [quality_words(learned, learned.training, "training rows")]
    if learned.held_out is not None:
        qualities.append(quality_words(learned, learned.held_out, held_out_words(learned)))
    heading = f"Decision tree of {learned.table.name}"
    drawing = Drawing(
        learned_figure(learned, width="double", palette=palette, genes=genes), heading, is_tree=True,
        is_large=learned.tree.n_leaves > 12,
    )  # fmt: skip
    return Report(
        title=heading,
        heading=heading,
        opening=(
            paragraph(headline(learned), "strong"),
            paragraph(f"{method_words(learned)}. {'; '.join(qualities)}."),
        ),
        scores=(),
        sections=(
            Section("tree", "Tree", (drawing,)),
            Section("rules", "Rules", (_rules(learned),)),
            Section("size", "Error by size", (_sizes(learned),)),
            Section("settings", "Table and settings", (_settings(learned),)),
        ),
        palette=palette,
    )


def _rules(learned: Learned) -> Table:
    head, rows = rule_table(learned)
    return Table(tuple(cells(*row) for row in rows), head, numbers=tuple(range(2, len(head))), look="paths")


def _sizes(learned: Learned) -> Table:
    rows = tuple(
        cells(
            f"{point.leaves:,}",
            number(point.training),
            "–" if point.held_out is None else number(point.held_out),
            "fewest held-out errors" if position == learned.chosen else "",
        )
        for position, point in enumerate(learned.curve)
    )
    return Table(rows, ("Leaves", "training error", "held-out error", ""), numbers=(0, 1, 2))


def _settings(learned: Learned) -> Table:
    table, settings = learned.table, learned.settings
    counts = f"{counted(table.rows, 'row', 'rows')} learned from, {table.held_out:,} held out"
    facts = [
        ("Table", f"{table.name}: {counts}, {counted(table.attributes, 'attribute', 'attributes')}"),
        ("Target", learned.target),
        ("Fingerprint of the table", table.fingerprint or "unknown"),
        ("Program", f"KSDT Explorer {program_version()}"),
    ]
    said = {"prune": settings.pruning, "missing": settings.missing_way, "criterion": settings.valuing.criterion}
    idle = {
        "regression": not settings.regression,
        "discretise": settings.method != "id3",
        "cost_rule": not settings.costs,
        "cost_weight": not settings.costs,
        "confidence": settings.pruning != "error-based",
        "criterion": settings.regression or settings.method == "random",
    }
    for field in option_fields(LearnSettings):
        if idle.get(field.name):
            continue
        value = said.get(field.name, getattr(settings, field.name))
        facts.append((field.option.label, value_words(field.name, field.option, value)))
    return Table(tuple(cells(*fact) for fact in facts), ("Setting", "Value"), has_names=True)
