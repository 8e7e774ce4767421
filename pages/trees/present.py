"""Present: one tree a slide, its verdict below it; arrow keys reveal level after level, Esc ends."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st

from ksdt_core.evidence.effects import Effects
from ksdt_core.figures.palette import Palette
from ksdt_core.figures.tree_drawings import tree_drawings
from pages.common import drawn, effects
from pages.common.current import Current
from pages.common.tree_view import legend, names_of, tree_title
from pages.trees.choice import Choice

_FILES = Path(__file__).resolve().parents[2] / "assets" / "components"
_slides = st.components.v2.component(
    "ksdt_slides",
    css=(_FILES / "present.css").read_text(encoding="utf-8"),
    js=(_FILES / "present.js").read_text(encoding="utf-8"),
)
_PRESENTING = "presenting"


def start() -> None:
    """Show the slides when the page runs again."""
    st.session_state[_PRESENTING] = True


def show(current: Current, predicted: Effects, palette: Palette, choice: Choice) -> None:
    """The slides of all trees, while the reader presents."""
    if not st.session_state.get(_PRESENTING):
        return
    slides = [
        drawn.once(
            partial(_slide, current, predicted, position, palette, choice),
            "slide", current.run, position, choice.colour, choice.genes,
        )
        for position in range(len(current.trees.trees))
    ]  # fmt: skip
    colours = {name: str(getattr(palette, name)) for name in ("page", "ink", "muted")}
    key = legend(current.trees, palette)
    _slides(key="slides", data={"slides": slides, "colours": colours, "legend": key}, on_ended_change=_end)


def _slide(current: Current, predicted: Effects, position: int, palette: Palette, choice: Choice) -> dict[str, Any]:
    shared = current.trees.trees[position]
    drawings = tree_drawings(
        shared, names_of(current.trees), scale=current.trees.settings.scale, palette=palette, genes=choice.genes,
        colour="class" if choice.colour == "class" else "dsn", prefix=f"slide{position}",
        title=tree_title(position, shared),
    )  # fmt: skip
    said = effects.captions(predicted, current.trees, position)
    return {
        "title": tree_title(position, shared),
        "caption": said[-1] if said else "",
        "levels": {str(node): int(level) for node, level in enumerate(shared.tree.levels)},
        "drawings": [asdict(drawing) for drawing in drawings],
    }


def _end() -> None:
    st.session_state[_PRESENTING] = False
