"""A report as PDF on A4, made without a browser: Typst sets the pages, names from tables reach it as data alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ksdt_core.errors import KsdtError
from ksdt_core.figures.escaping import one_line
from ksdt_core.figures.text_width import cut
from ksdt_core.formats.write import reason_of
from ksdt_core.reports.report_blocks import Block, Drawing, Finding, Paragraph, Table, paragraph
from ksdt_core.reports.report_content import Report

TEMPLATE = "report.typ"
DATA = "report.json"
MOST_LETTERS = 400_000  # of a whole report, which are set in some seconds
CUTS = (100_000, 20_000, 5_000, 2_000, 600)  # letters of its longest words that are tried; short ones always stay
MOST_LINES = 160  # of the evidence of a check: some pages; that of thousands of genes would fill fifty
HEADER_LETTERS = 90  # what fits on one line at the head of a page
_NO_TIME = 0  # of making: the same report gives the same bytes


class ReportNotMade(KsdtError):
    """There was no place to set the pages of a report."""


def pdf_report(report: Report) -> bytes:
    """The bytes of the file; the same report gives the same bytes."""
    try:
        with TemporaryDirectory(prefix="ksdt-report-") as folder:
            return _compiled(report, Path(folder))
    except OSError as error:
        raise ReportNotMade("pdf-without-folder", reason=reason_of(error)) from None


def _compiled(report: Report, folder: Path) -> bytes:
    """The PDF, made of files in this folder."""
    from ksdt_core.figures.raster import figure_pdf

    drawings: list[Drawing] = []
    data = _bounded(_plain(on_paper(report), drawings))
    data["header"] = cut(data["heading"], HEADER_LETTERS)
    for number, drawing in enumerate(drawings):
        (folder / _file_name(number)).write_bytes(figure_pdf(drawing.svg))
    (folder / DATA).write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    return compiled(folder, TEMPLATE)


def compiled(folder: Path, template: str) -> bytes:
    """The PDF that a template makes of the files in a folder.

    The compiler can read nothing else, and load no packages: their place is a folder that is not there. It brings its
    fonts along; those of the system are asked only for letters that its own lack.
    """
    import typst  # large: only who needs it loads it

    (folder / template).write_text(_template(template), encoding="utf-8")
    nowhere = folder / "packages"
    return typst.compile(
        folder / template, root=folder, package_path=nowhere, package_cache_path=nowhere, timestamp=_NO_TIME
    )


def on_paper(report: Report) -> Report:
    """The report with the evidence of its checks short enough to print; what is left out is said and is in the HTML."""
    sections = (replace(each, blocks=tuple(map(_short_block, each.blocks))) for each in report.sections)
    return replace(report, sections=tuple(sections))


def _short_block(block: Block) -> Block:
    return replace(block, blocks=tuple(_short_evidence(block.blocks))) if isinstance(block, Finding) else block


def _short_evidence(blocks: tuple[Paragraph | Table, ...]) -> Iterator[Paragraph | Table]:
    for block in blocks:
        if not isinstance(block, Table) or len(block.rows) <= MOST_LINES:
            yield block
            continue
        yield replace(block, rows=block.rows[:MOST_LINES])
        yield paragraph(
            f"The first {MOST_LINES} of {len(block.rows):,} lines. The report as HTML has all of them.", "muted"
        )


def _plain(value: Any, drawings: list[Drawing]) -> Any:
    """The report as JSON knows it, words on one line; a drawing is named by its file and added to the list."""
    if isinstance(value, str):
        return one_line(value)
    if isinstance(value, tuple):
        return [_plain(each, drawings) for each in value]
    if isinstance(value, Drawing):
        drawings.append(value)
        return _fields(replace(value, svg=""), drawings) | {"file": _file_name(len(drawings) - 1)}
    return _fields(value, drawings) if is_dataclass(value) else value


def _bounded(data: Any) -> Any:
    """The report with long words cut as far as needed; a few names of 100,000 letters would fill a thousand pages."""
    lengths = list(_lengths(data))
    for most in CUTS:
        if sum(min(length, most) for length in lengths) <= MOST_LETTERS:
            return _cut(data, most)
    return _cut(data, CUTS[-1])


def _lengths(value: Any) -> Iterator[int]:
    if isinstance(value, str):
        yield len(value)
    elif isinstance(value, (list, dict)):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _lengths(each)


def _cut(value: Any, most: int) -> Any:
    if isinstance(value, str):
        return cut(value, most)
    if isinstance(value, list):
        return [_cut(each, most) for each in value]
    return {name: _cut(each, most) for name, each in value.items()} if isinstance(value, dict) else value


def _fields(value: Any, drawings: list[Drawing]) -> dict[str, Any]:
    plain = {field.name: _plain(getattr(value, field.name), drawings) for field in fields(value)}
    return plain | {"kind": getattr(value, "kind", "")}


def _file_name(number: int) -> str:
    return f"drawing-{number}.pdf"


@lru_cache(maxsize=2)
def _template(name: str) -> str:
    return (files("ksdt_core.reports") / "templates" / name).read_text(encoding="utf-8")
