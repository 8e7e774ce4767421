"""The tour: five marks on the page Mine of an example say how to read it. It starts on Start and again from About."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path

import streamlit as st

from ksdt_core.errors import KsdtError
from ksdt_core.text import printable
from pages.common import example, kept, place

_RUNNING, _STARTED = "tour_running", "tours_started"
_FILES = Path(__file__).resolve().parents[2] / "assets" / "components"


@dataclass(frozen=True, slots=True)
class Mark:
    """What is said beside a part of the page, which a CSS selector names."""

    place: str
    title: str
    text: str


MARKS = (
    Mark(
        ".st-key-card_0 .drawing",
        "Bars show the classes",
        "Each node of a tree has two bars, coloured by class: {left} is on the left, {right} on the right. If "
        "both bars change colour at the same height, the tables agree.",
    ),
    Mark(
        ".mine-tile[data-score=DS]",
        "Similarity",
        "This score compares the class shares of the two tables, averaged over all nodes. 1.000 means the same "
        "shares. On Trees every node shows its own value, and low values stand out.",
    ),
    Mark(
        ".st-key-weight_card",
        "The weights",
        "Each point of the triangle balances three goals: predict the class, behave alike in both tables, and "
        "differ from the other trees. Click anywhere to mine trees with the weights there.",
    ),
    Mark(
        ".st-key-mine_verdict",
        "The verdict",
        "It says whether the same attributes predict the class in both tables, and how many new rows to expect "
        "to be classified correctly. The test of shared signal does not depend on the weights.",
    ),
    Mark(
        ".st-key-strip [class*='st-key-strip_export_'] button",
        "Export",
        "Download figures, slides, a report and all numbers. Next, choose Read the trees to see each tree in detail.",
    ),
)

_tour = st.components.v2.component(
    "ksdt_tour",
    css=(_FILES / "tour.css").read_text(encoding="utf-8"),
    js=(_FILES / "tour.js").read_text(encoding="utf-8"),
)
# The label knows whether this browser has shown the tour before.
_button = st.components.v2.component(
    "ksdt_tour_button",
    html="<button type='button'>Tour</button>",
    css="""button { min-height: 35px; padding: 3px 11px; border: 1px solid var(--st-border-color); border-radius: 6px;
        background: var(--st-background-color); color: var(--st-text-color); font: inherit;
        font-size: 12.25px; cursor: pointer; }
    button:hover { border-color: var(--st-text-color); }
    button:focus-visible { outline: 2px solid var(--st-text-color); outline-offset: 1px; }""",
    js="""export default function({ data, parentElement, setTriggerValue }) {
        const button = parentElement.querySelector("button")
        button.textContent = window.localStorage.getItem("ksdt-tour-seen") ? data.again : data.first
        button.onclick = () => setTriggerValue("asked", true)
    }""",
)
FIRST, AGAIN = "Show me in 60 seconds", "Show the 60-second tour again"


def offer(key: str) -> None:
    """The button that starts the tour on the example."""
    told = _button(key=key, data={"first": FIRST, "again": AGAIN}, width="content", on_asked_change=_nothing)
    if told.asked:
        st.session_state[_RUNNING] = True
        st.session_state[_STARTED] = st.session_state.get(_STARTED, 0) + 1
        pair = example.opened(example.first_example())
        st.switch_page("pages/mine/page.py", query_params={"pair": pair})


def show() -> None:
    """The marks, while the tour runs; at the end of the page Mine."""
    if not st.session_state.get(_RUNNING):
        return
    with st.container(key="tour"):
        data = {"number": st.session_state[_STARTED], "steps": [asdict(mark) for mark in marks()]}
        _tour(key="tour_marks", data=data, on_ended_change=_end)


def marks() -> list[Mark]:
    """The marks with the names of the two tables."""
    left, right = "one table", "the other"
    try:
        if (run := place.here().run) is not None:
            pair = kept.run_known(run).summary["pair"]
            left, right = (printable(pair[side]["name"]) for side in ("left", "right"))
    except KsdtError:
        pass  # the page says what is wrong with its link
    return [Mark(mark.place, mark.title, mark.text.replace("{left}", left).replace("{right}", right)) for mark in MARKS]


def _end() -> None:
    st.session_state[_RUNNING] = False


def _nothing() -> None:
    """What was asked for is read while the page runs."""
