"""The checks of a pair: problems, warnings and notes, each with what fixes it and its evidence."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from ksdt_core.data.checks.checkup import Checkup
from ksdt_core.data.checks.finding import Finding
from ksdt_core.store.pair_request import PairRequest
from ksdt_core.text import counted, listed
from pages.common.wording import as_markdown
from pages.data.changes import decide, exclude
from pages.data.remedies import changes, suggested

NOTHING_PREVENTS = "Nothing prevents mining this pair."

ICONS = {"error": ":red[:material/error:]", "warning": ":orange[:material/warning:]", "info": ":material/info:"}
ADVICE = {  # what to do on this page where no button fixes a finding
    "no-shared-attribute": "Match attributes under *Matching*.",
    "unmatched-attributes": "Match more of them under *Matching*.",
    "attribute-map": "Undo matches under *Matching*.",
    "class-names": "Match the classes under *Classes*.",
    "class-map": "Change the names under *Classes*.",
    "class-numbers": "Enter a number to cut at for each table: *Change*, above.",
    "one-class": "Choose another class column above.",
    "rare-class": "Merge them with another class under *Classes*, or add rows.",
    "few-rows": "Mine tests every set against shuffled tables. Rely on that test and on cross-validation.",
    "kinds-differ": "Correct these cells in the file, or empty them and fill them here. If they are categories, "
    "match them under *Values*.",
    "values-differ": "Match the values under *Values*.",
    "value-map": "Change or undo the matches under *Values*.",
    "names-as-dates": "Correct the names in the file, or match them under *Matching*.",
}
TITLES = {  # of problems and warnings; notes say at once what they are
    "attribute-map": "A match that cannot be made",
    "class-map": "A class name that is not in the table",
    "class-names": "Different class names",
    "class-numbers": "Too many numbers for classes",
    "class-ratios": "Different class ratios",
    "class-copies": "Attributes that repeat the class",
    "duplicate-columns": "Attributes with the same values",
    "duplicate-rows": "Duplicate rows",
    "empty-columns": "Attributes without values",
    "few-rows": "Few rows for the number of attributes",
    "filled-by-class": "Filled values use the outcome",
    "identifiers": "Row names among the attributes",
    "kinds-differ": "Numbers in one table, text in the other",
    "missing-cells": "Missing values",
    "names-as-dates": "Names that became dates",
    "nearly-decides": "Attributes that nearly decide the class",
    "no-shared-attribute": "No shared attribute",
    "nothing-left": "Nothing left to mine",
    "one-class": "Only one class",
    "perfect-attributes": "Attributes that predict the class without an error",
    "possibly-missing": "A number that may mean a missing value",
    "rare-class": "Rare classes",
    "rows-in-both": "The same rows in both tables",
    "rows-nearly-in-both": "Nearly the same rows in both tables",
    "scales-differ": "Different centre or spread",
    "sparse-columns": "Attributes with many missing values",
    "too-few-to-test": "Too few rows for a test",
    "units-differ": "Different units",
    "unmatched-attributes": "Attributes without a partner",
    "value-map": "A value that is not in the table",
    "value-names": "Values written differently",
    "values-differ": "Different values",
}
SAME_BUTTONS = "The buttons above fix this, too."
MOST_NOTES = 3  # shown at once
MOST_SHOWN = 50  # rows of the evidence of a finding
ABOUT_MAPS = ("class-map", "attribute-map", "value-map")  # what the reader said, not a table
GUESS = "This match is a guess. Compare all mappings under Classes."


# Codes by how much they can change the result, the most first; others follow.
WEIGHT = (
    "class-names", "class-numbers",
    "perfect-attributes", "nearly-decides", "rows-in-both", "rows-nearly-in-both", "class-copies", "row-names",
    "duplicate-rows", "units-differ", "scales-differ", "class-ratios", "few-rows", "too-few-to-test", "rare-class",
    "filled-by-class", "missing-cells", "possibly-missing", "values-differ", "values-partly", "kinds-differ",
    "value-names", "sparse-columns", "assumed-matches", "unmatched-attributes", "duplicate-columns",
)  # fmt: skip


def checks(request: PairRequest, checkup: Checkup) -> None:
    """Problems, warnings and notes under their headings; notes that only wait for a yes come with the warnings."""
    ordered = sorted(checkup.findings, key=lambda finding: _weight(finding.code))
    problems = [finding for finding in ordered if finding.level == "error"]
    warnings = sorted(open_warnings(request, checkup), key=lambda finding: _weight(finding.code))
    notes = [finding for finding in ordered if finding not in problems and finding not in warnings]
    st.html(
        "<div class='data-card'><h2>Checks</h2><span class='ksdt-muted'>ordered by how much they can change the "
        "result</span></div>"
    )
    _heading("Problems", len(problems))
    if not problems:
        st.markdown(f":green[:material/check:] {NOTHING_PREVENTS}")
    offered: list[list[str]] = []
    for number, finding in enumerate(problems):
        labels = [label for label, _ in changes(finding, request, checkup)]
        _finding(finding, request, checkup, key=f"{finding.code}_{number}", is_offered=labels in offered)
        offered += [labels] if labels else []
    if warnings:
        _heading("Warnings", len(warnings))
    for number, finding in enumerate(warnings, start=len(problems)):
        _finding(finding, request, checkup, key=f"{finding.code}_{number}")
    _notes(notes, request, checkup)


def open_warnings(request: PairRequest, checkup: Checkup) -> list[Finding]:
    """The warnings that the reader has not settled yet, and the notes that only wait for a yes."""
    return [
        finding
        for finding in checkup.findings
        if finding.level != "error"
        and not is_settled(finding, request)
        and (finding.level == "warning" or suggested(finding, request, checkup))
    ]


def _notes(notes: Sequence[Finding], request: PairRequest, checkup: Checkup) -> None:
    """The first few; the others on request."""
    if not notes:
        return
    _heading("Notes", len(notes))
    for number, finding in enumerate(notes[:MOST_NOTES]):
        _finding(finding, request, checkup, key=f"note_{finding.code}_{number}")
    others = notes[MOST_NOTES:]
    if others:
        with st.expander(f"Show {counted(len(others), 'more note', 'more notes')}"):
            for number, finding in enumerate(others, start=MOST_NOTES):
                _finding(finding, request, checkup, key=f"note_{finding.code}_{number}")


def _weight(code: str) -> int:
    return WEIGHT.index(code) if code in WEIGHT else len(WEIGHT)


def _heading(name: str, count: int) -> None:
    st.html(f"<h3 class='data-level'>{name} <span class='data-count'>{count}</span></h3>")


def _finding(finding: Finding, request: PairRequest, checkup: Checkup, *, key: str, is_offered: bool = False) -> None:
    """What was found and where, what to do, and the buttons that do it; those above where they do the same."""
    what = finding.what if finding.sure else f"{finding.what} {GUESS}"
    title = "" if finding.level == "info" else TITLES.get(finding.code, "")
    where = "" if finding.code in ABOUT_MAPS else as_markdown(finding.where)
    start = f"**{title}**  \n" if title else ""
    if where:
        start += f"{where}: " if title else f"**{where}**: "
    with st.container(gap="xsmall", key=f"check_{key}"):
        with st.container(horizontal=True, vertical_alignment="top"):
            st.markdown(f"{ICONS[finding.level]} {start}{as_markdown(what)}", width="stretch")
            if len(finding.heading) > 1 or len(finding.details) > 3:
                with st.popover("Evidence", type="tertiary"):
                    _evidence(finding, checkup)
        advice = _advice(finding, request)
        if advice:
            st.markdown(f":gray[{advice}]")
        if is_offered:
            st.markdown(f":gray[{SAME_BUTTONS}]")
        elif finding.doubtful or changes(finding, request, checkup):
            with st.container(horizontal=True):
                _remedies(finding, request, checkup, key=key)


def is_settled(finding: Finding, request: PairRequest) -> bool:
    """Whether the reader has already excluded what this is about."""
    return finding.is_settled_by(request.exclude)


def _advice(finding: Finding, request: PairRequest) -> str:
    """What to do where a person must think, as Markdown."""
    if is_settled(finding, request):
        return "Excluded from mining, as you asked."
    if finding.doubtful:
        return ""
    if finding.level == "info" or (finding.remedies and finding.code != "few-rows"):
        return ""
    return ADVICE.get(finding.code) or as_markdown(_sentence(finding.remedy))


def _remedies(finding: Finding, request: PairRequest, checkup: Checkup, *, key: str) -> None:
    """A button for each way to fix it."""
    names = finding.doubtful
    if names and not is_settled(finding, request):
        label = f"Exclude {listed(names, most=3)}"
        st.button(as_markdown(label), key=f"mend_{key}", on_click=exclude, args=(names,), icon=":material/block:")
    for number, (label, change) in enumerate(changes(finding, request, checkup)):
        st.button(
            as_markdown(label), key=f"mend_{key}_{number}", on_click=decide, args=(change,), icon=":material/build:",
            type="primary" if number == 0 and finding.level == "error" else "secondary",
        )  # fmt: skip


def _evidence(finding: Finding, checkup: Checkup) -> None:
    sides = {"left": checkup.left, "right": checkup.right}
    heading = [sides.get(name, name) for name in finding.heading]
    unique = [f"{name} ({number})" if heading.index(name) < number else name for number, name in enumerate(heading)]
    table = pd.DataFrame([tuple(row) for row in finding.details[:MOST_SHOWN]], columns=unique)
    st.dataframe(table, hide_index=True, width="content")
    if finding.n_details > MOST_SHOWN:
        st.markdown(f":gray[The first {MOST_SHOWN} of {finding.n_details:,}; a report lists all.]")


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}." if text else ""
