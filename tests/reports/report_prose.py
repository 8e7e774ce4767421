"""The sentences of a report, for people who review them: no table, no drawing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ksdt_core.reports.report_blocks import Finding, Heading, Items, Paragraph, TreePart, Whole
from ksdt_core.reports.report_content import Report

VERSION = re.compile(r"\b\d+\.\d+\.\d+\w*")


def prose(report: Report, *keys: str) -> str:
    """The opening, or the sections of these keys, a sentence a line; versions of what is installed are left open."""
    chosen = [section for section in report.sections if section.key in keys]
    lines = [line for section in chosen for line in (section.title, *lines_of(section.blocks))]
    return VERSION.sub("…", "\n".join(lines if keys else lines_of((*report.opening, *report.scores))))


def lines_of(blocks: Any) -> Iterator[str]:
    for block in blocks:
        match block:
            case Heading():
                yield block.words
            case Paragraph():
                yield "".join(run.words for run in block.runs)
            case Items():
                yield from (f"- {line}" for line in lines_of(block.items))
            case Finding() | Whole() | TreePart():
                yield from lines_of(block.blocks)
