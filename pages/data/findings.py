"""What the doctor found, errors first: a card for each finding with what mends it and the evidence."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from ksdt_core.data.checks.checkup import Checkup
from ksdt_core.data.checks.finding import Finding
from ksdt_core.store.pair_request import PairRequest
from ksdt_core.text import listed
from pages.common.wording import as_markdown
from pages.data.changes import decide, exclude
from pages.data.remedies import changes, suggested

ICONS = {"error": ":red[:material/error:]", "warning": ":orange[:material/warning:]", "info": ":material/info:"}
HEADINGS = {"error": "Must be mended", "warning": "May mislead", "info": "Good to know"}
ADVICE = {  # what to do on this page where no button fixes a finding
    "no-shared-attribute": "Say which attributes belong together under *Attributes* below.",
    "unmatched-attributes": "Match more of them under *Attributes* below.",
    "attribute-map": "Take back matches under *Attributes* below.",
    "class-names": "Say which class is which under *Classes* below.",
    "class-map": "Change the names under *Classes* below.",
    "class-numbers": "Give each table a number to cut at, above.",
    "one-class": "Choose another class column above.",
    "rare-class": "Merge them into another class under *Classes* below, or add rows.",
    "few-rows": "Mine tests every set against 99 shuffles by itself; trust what beats them.",
    "kinds-differ": "Correct these cells in the file, or leave them empty and fill them here; where they are answers, "
    "say which is which under *Values* below.",
    "values-differ": "Say which value is which under *Values* below.",
    "value-map": "Change or take back what is said under *Values* below.",
    "names-as-dates": "Give the names back in the file, or match them under *Attributes* below.",
}
MOST_SHOWN = 50  # rows of the evidence of a finding
ABOUT_MAPS = ("class-map", "attribute-map", "value-map")  # what the reader said, not a table
GUESS = "Which is which is a guess: compare all ways under Classes below."


def findings(request: PairRequest, checkup: Checkup) -> None:
    """Cards for what must or should be mended, or only waits for a yes; the rest folded away."""
    asking = {finding.code for finding in checkup.findings if suggested(finding, request, checkup)}
    pressing = [finding for finding in checkup.findings if finding.level != "info" or finding.code in asking]
    for number, finding in enumerate(pressing):
        with st.container(border=True, gap="xsmall"):
            _finding(finding, request, checkup, key=f"{finding.code}_{number}")
    notes = [finding for finding in checkup.findings if finding not in pressing]
    if notes:
        with st.expander(f"{HEADINGS['info']} ({len(notes)})", expanded=not pressing):
            for number, finding in enumerate(notes):
                _finding(finding, request, checkup, key=f"note_{finding.code}_{number}")


def _finding(finding: Finding, request: PairRequest, checkup: Checkup, *, key: str) -> None:
    what = finding.what if finding.sure else f"{finding.what} {GUESS}"
    where = "" if finding.code in ABOUT_MAPS else f"**{as_markdown(finding.where)}**: "
    st.markdown(f"{ICONS[finding.level]} {where}{as_markdown(what)}")
    advice = _advice(finding, request)
    if advice:
        st.markdown(f":gray[{advice}]")
    with st.container(horizontal=True):
        _remedies(finding, request, checkup, key=key)
        if len(finding.heading) > 1 or len(finding.details) > 3:
            with st.popover("Evidence", icon=":material/table_rows:", type="tertiary"):
                _evidence(finding, checkup)


def is_settled(finding: Finding, request: PairRequest) -> bool:
    """Whether the reader has already decided to leave out what this is about."""
    return bool(finding.doubtful) and set(finding.doubtful) <= set(request.exclude)


def _advice(finding: Finding, request: PairRequest) -> str:
    """What to do where a person must think, as Markdown."""
    if is_settled(finding, request):
        return "Mining will leave this out, as you asked."
    if finding.doubtful:
        return ""
    if finding.level == "info" or (finding.remedies and finding.code != "few-rows"):
        return ""
    return ADVICE.get(finding.code) or as_markdown(_sentence(finding.remedy))


def _remedies(finding: Finding, request: PairRequest, checkup: Checkup, *, key: str) -> None:
    """A button for each way to mend it."""
    names = finding.doubtful
    if names and not is_settled(finding, request):
        label = f"Leave out {listed(names, most=3)}"
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
