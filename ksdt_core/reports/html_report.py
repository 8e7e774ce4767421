"""A report as one HTML file to read, to send and to print: nothing in it runs, nothing outside it is asked for."""

from __future__ import annotations

import re
from functools import lru_cache

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from ksdt_core.figures.escaping import one_line
from ksdt_core.reports.report_content import Report

TEMPLATE = "report.html.j2"


def html_report(report: Report) -> str:
    """The text of the file; the same report gives the same text."""
    return _template().render(report=report, palette=report.palette)


@lru_cache(maxsize=1)
def _template() -> Template:
    """The template; every value is escaped, and shown on one line without characters that steer a reader."""
    environment = Environment(
        loader=PackageLoader("ksdt_core.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: _words(value) if type(value) is str else value,
    )
    environment.filters["drawn"] = Markup  # drawings alone: they escape every name themselves
    return environment.get_template(TEMPLATE)


def _words(text: str) -> str:
    """On one line; no line starts with the threshold of a test."""
    return re.sub(r"(?<=[≤>]) (?=[-−\dP])", "\N{NO-BREAK SPACE}", one_line(text))
