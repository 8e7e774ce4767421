"""The publications behind the method, and this program, as BibTeX."""

from __future__ import annotations

from ksdt_core.data.samples.catalogue import assets_folder
from ksdt_core.reports.versions import PROGRAM, program_version

FILE = "references.bib"
PROGRAM_KEY = "ksdt"


def references_bib() -> str:
    """Every publication that the program rests on, then the program itself in the version that runs."""
    papers = (assets_folder() / FILE).read_text(encoding="utf-8").rstrip("\n")
    program = (
        f"@misc{{{PROGRAM_KEY},\n"
        "  author       = {{KSDT Explorer developers}},\n"
        f"  title        = {{{{{PROGRAM}}}: Diversified Sets of Shared Decision Trees}},\n"
        "  howpublished = {Computer program},\n"
        f"  note         = {{Version {program_version()}}}\n"
        "}"
    )
    return f"{papers}\n\n{program}\n"
