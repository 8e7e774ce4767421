"""The frame around every page: its settings, the name of the app, and what a reader sees when something fails."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ksdt_core.errors import KsdtError
from ksdt_core.figures.palette import Palette, palette_of
from ksdt_core.figures.tree_dot import FONT
from pages.shared.wording import as_markdown

APP = "KSDT Explorer"
LOGO = Path(__file__).resolve().parents[2] / "assets" / "logo.svg"

# What the theme file cannot say: panels in a row keep a readable width and go below each other where there is no room
# for two; text on an ink button has the colour of the page; trees have the font that they were laid out for.
_STYLE = """<style>
[data-testid=stLayoutWrapper]:has(> [class*='st-key-roomy']) {{ flex-basis: min(100%, 30rem); }}
[data-testid=stMainBlockContainer] {{ padding-top: 4rem; }}
[data-testid=stBaseButton-primary] * {{ color: {page}; }}
[data-testid=stGraphVizChart] text {{ font-family: {font}; }}
</style>"""

log = logging.getLogger(__name__)


@contextmanager
def page(title: str) -> Iterator[None]:
    """Everything a page shows stands inside this; a failure becomes a sentence, never a stack trace."""
    st.set_page_config(page_title=f"{title} · {APP}", page_icon=str(LOGO), layout="wide")
    st.logo(str(LOGO), size="large")
    st.html(_STYLE.format(page=palette().page, font=FONT))
    try:
        yield
    except KsdtError as error:
        st.error(as_markdown(str(error)))
    except Exception:
        log.exception("page %s failed", title)
        st.error(
            "This page could not be shown because of a fault in the app. Reload it; the log of the server says more."
        )


def side_by_side(*names: str) -> list[DeltaGenerator]:
    """A panel for each name, as many in a row as fit."""
    row = st.container(horizontal=True)
    return [row.container(border=True, key=f"roomy_{name}") for name in names]


def palette() -> Palette:
    """The palette of the theme that the reader's browser shows."""
    return palette_of(st.context.theme.type)
