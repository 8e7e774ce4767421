"""Runs of a page that no reader asked for."""

from __future__ import annotations

from streamlit.runtime.scriptrunner import get_script_run_ctx


def is_by_timer() -> bool:
    """Whether only a part of the page is renewed, by its timer.

    Such a run may carry what the widgets said before the page set them again: then a change that their callbacks are
    told of is none of the reader's.
    """
    context = get_script_run_ctx()
    return context is not None and bool(context.fragment_ids_this_run)
