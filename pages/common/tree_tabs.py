"""The trees of a set as a row of tabs, each with its miniature."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import streamlit as st

from ksdt_core.figures.palette import Palette, mix
from ksdt_core.figures.tree_layout import folded_to_fit
from ksdt_core.figures.tree_style import CARD
from ksdt_core.figures.tree_svg import tree_svg
from ksdt_core.figures.tree_tables import root_name
from ksdt_core.figures.tree_words import shorten
from ksdt_core.trees.shared_tree import SharedTree
from pages.common.pictures import image_tag

NAME_LETTERS = 12
MOST_NODES = 31  # in a miniature
_FILES = Path(__file__).resolve().parents[2] / "assets" / "components"
_tabs = st.components.v2.component(
    "ksdt_tree_tabs",
    css=(_FILES / "tree_tabs.css").read_text(encoding="utf-8"),
    js=(_FILES / "tree_tabs.js").read_text(encoding="utf-8"),
)


@dataclass(frozen=True, slots=True)
class Tab:
    """A tree: its name, a line below it, what is said in full, what is read aloud, and its picture."""

    number: int  # from 1
    name: str
    below: str
    said: str
    label: str
    picture: str


def tab_of(shared: SharedTree, position: int, palette: Palette, *, below: str, said: str, label: str) -> Tab:
    """The tab of a tree."""
    closed = folded_to_fit(shared.tree, MOST_NODES)
    picture = image_tag(tree_svg(shared, style=CARD, palette=palette, folded=closed), alt="")
    name = f"{position + 1} · {shorten(root_name(shared), NAME_LETTERS)}"
    return Tab(position + 1, name, below, said, label, picture)


def show(
    tabs: Sequence[Tab],
    palette: Palette,
    *,
    shown: Sequence[int],
    active: int | None,
    key: str,
    on_choice: Callable[[int], None],
) -> None:
    """The tabs; trees that are `shown` are framed, the `active` one is shaded, both by their numbers."""

    def chosen() -> None:
        number = getattr(st.session_state.get(key), "chosen", None)
        if number:
            on_choice(int(number))

    trees = [asdict(tab) | {"shown": tab.number in shown, "active": tab.number == active} for tab in tabs]
    colours = {name: str(getattr(palette, name)) for name in ("page", "line", "ink", "muted")}
    colours["field"] = mix(palette.line, palette.page, share=0.55)
    _tabs(key=key, data={"trees": trees, "colours": colours}, on_chosen_change=chosen)
