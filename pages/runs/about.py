"""The name and the note of one run: edited, saved, and what happens when somebody else was quicker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from ksdt_core.store.notes import About, AboutChangedError, RunGoneError, save_about
from ksdt_core.store.runs import Run
from pages.common import kept
from pages.common.frame import side_by_side
from pages.common.html_table import table as html_table
from pages.common.telling import telling
from pages.common.wording import as_markdown

_UNSAVED, SAID = "runs_unsaved", "runs_said"


@dataclass(frozen=True, slots=True)
class Unsaved:
    """A text that could not be saved; it stays on the page until the reader decides about it."""

    run: str
    title: str
    mine: About
    saved: About | None  # what the store has instead; None where the run is gone


def show(run: Run, facts: Sequence[tuple[str, str]]) -> None:
    """Data and settings of a run beside its name and note."""
    with st.container(horizontal=True, key="runs_parts"):
        with st.container(key="runs_facts"):
            st.html(html_table(["Setting", "Value"], facts, caption="Data and settings of the run", height=300))
        with st.container(key="runs_texts"):
            form(run)


def form(run: Run) -> None:
    """Boxes for both texts.

    The boxes belong to the run, not to its text: another text in the store neither replaces what a reader is typing nor
    makes a new box. The text that a reader started from is remembered beside them.
    """
    name_key, note_key = _keys(run.id)
    if note_key not in st.session_state:  # the boxes were not on the page before
        _fill(run.id, About(run.name, run.note))
    with st.form(f"about_{run.id}", border=False):
        st.text_input("Name", key=name_key, max_chars=200, placeholder=run.title)
        st.text_area("Note", key=note_key, max_chars=20_000, height=90)
        st.form_submit_button(
            "Save", key=f"save_{run.id}", icon=":material/save:", on_click=_save, args=(run.id, run.title)
        )


def unsaved() -> None:
    """Both texts and the question which one to save; a text for a run that is gone can be copied from here."""
    found: Unsaved | None = st.session_state.get(_UNSAVED)
    if found is None:
        return
    with st.container(border=True, key="runs_unsaved_panel"):
        if found.saved is None:
            st.error(
                f"This run was deleted, so your text was not saved: {as_markdown(found.title)}. Copy the text "
                "below, or restore the run under Deleted and save again."
            )
            _text("Your text", found.mine)
            st.button("Close", key="unsaved_close", icon=":material/close:", on_click=_drop)
            return
        st.warning(
            f"Somebody else changed this run while you were editing it: {as_markdown(found.title)}. "
            "Nothing was saved. Choose which text to save."
        )
        theirs, mine = side_by_side("text_saved", "text_mine")
        with theirs:
            _text("Saved text", found.saved)
            st.button("Keep the saved text", key="keep_saved", on_click=_keep_saved, args=(found,))
        with mine:
            _text("Your text", found.mine)
            st.button(
                "Save your text",
                key="replace_saved",
                type="primary",
                icon=":material/save:",
                on_click=_save_mine,
                args=(found,),
            )


def _text(label: str, about: About) -> None:
    st.markdown(f"**{label}**")
    for part, text in (("Name", about.name), ("Note", about.note)):
        st.markdown(f":gray[{part}]")
        st.code(text or " ", language=None, wrap_lines=True)


@telling
def _save(run: str, title: str) -> None:
    name_key, note_key = _keys(run)
    mine = About(st.session_state[name_key], st.session_state[note_key])
    _try(Unsaved(run, title, mine, None), edited_from=st.session_state[_base(run)])


@telling
def _save_mine(found: Unsaved) -> None:
    """The reader has seen the saved text: that is what theirs replaces, and nothing that came later."""
    assert found.saved is not None
    _try(found, edited_from=found.saved)


def _try(wanted: Unsaved, *, edited_from: About) -> None:
    try:
        now = save_about(kept.store(), wanted.run, wanted.mine, edited_from=edited_from)
    except AboutChangedError as error:
        st.session_state[_UNSAVED] = Unsaved(wanted.run, wanted.title, wanted.mine, error.saved)
    except RunGoneError:
        st.session_state[_UNSAVED] = Unsaved(wanted.run, wanted.title, wanted.mine, None)
    else:
        _fill(wanted.run, now)
        _drop()
        st.session_state[SAID] = "Saved."


def _keep_saved(found: Unsaved) -> None:
    assert found.saved is not None
    _fill(found.run, found.saved)
    _drop()


def _drop() -> None:
    st.session_state.pop(_UNSAVED, None)


def _fill(run: str, about: About) -> None:
    name_key, note_key = _keys(run)
    st.session_state[name_key], st.session_state[note_key] = about.name, about.note
    st.session_state[_base(run)] = about


def _keys(run: str) -> tuple[str, str]:
    return f"name_{run}", f"note_{run}"


def _base(run: str) -> str:
    return f"edited_from_{run}"
