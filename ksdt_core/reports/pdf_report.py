"""A report as PDF on A4, made without a browser: Typst sets the pages, names from tables reach it as data alone."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ksdt_core.documents.write import reason_of
from ksdt_core.errors import KsdtError
from ksdt_core.figures.escaping import one_line
from ksdt_core.reports.report_blocks import Drawing
from ksdt_core.reports.report_content import Report

TEMPLATE = "report.typ"
DATA = "report.json"
_NO_TIME = 0  # of making: the same report gives the same bytes


class ReportNotMade(KsdtError):
    """There was no place to set the pages of a report."""


def pdf_report(report: Report) -> bytes:
    """The bytes of the file; the same report gives the same bytes."""
    try:
        with TemporaryDirectory(prefix="ksdt-report-") as folder:
            return _compiled(report, Path(folder))
    except OSError as error:
        raise ReportNotMade(
            f"the report cannot be made as PDF, since its pages need a folder for temporary files: {reason_of(error)}; "
            "name another folder in TMPDIR, or take the report as HTML."
        ) from None


def _compiled(report: Report, folder: Path) -> bytes:
    """The PDF, made of files in this folder.

    The compiler can read nothing else, and load no packages: their place is a folder that is not there. It brings its
    fonts along; those of the system are asked only for letters that its own lack.
    """
    import typst  # both converters are large: only who needs them loads them

    from ksdt_core.figures.raster import figure_pdf

    drawings: list[Drawing] = []
    data = _plain(report, drawings)
    for number, drawing in enumerate(drawings):
        (folder / _file_name(number)).write_bytes(figure_pdf(drawing.svg))
    (folder / DATA).write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    (folder / TEMPLATE).write_text(_template(), encoding="utf-8")
    nowhere = folder / "packages"
    return typst.compile(
        folder / TEMPLATE, root=folder, package_path=nowhere, package_cache_path=nowhere, timestamp=_NO_TIME
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


def _fields(value: Any, drawings: list[Drawing]) -> dict[str, Any]:
    plain = {field.name: _plain(getattr(value, field.name), drawings) for field in fields(value)}
    return plain | {"kind": getattr(value, "kind", "")}


def _file_name(number: int) -> str:
    return f"drawing-{number}.pdf"


@lru_cache(maxsize=1)
def _template() -> str:
    return (files("ksdt_core.reports") / "templates" / TEMPLATE).read_text(encoding="utf-8")
