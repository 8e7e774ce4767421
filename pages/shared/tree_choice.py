"""Which trees to read, and how they are drawn."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from ksdt_core.figures.miniature import miniature_svg
from ksdt_core.figures.palette import Palette
from ksdt_core.mining.tree_set import TreeSet
from pages.shared import place
from pages.shared.tree_view import names_of, picture, tree_title
from pages.shared.wording import as_markdown

LAYOUTS = {"One": 1, "Side by side": 2, "Three": 3, "All": 0}


@dataclass(frozen=True, slots=True)
class Choice:
    """The trees to draw, how many in a row, and in what colours."""

    positions: tuple[int, ...]
    columns: int
    colour: str
    genes: bool


def choose(trees: TreeSet, palette: Palette) -> Choice:
    """Cards of all trees to choose from, and how to draw them."""
    k = len(trees.trees)
    row = st.container(horizontal=True, vertical_alignment="bottom")
    wanted = [name for name, count in LAYOUTS.items() if count <= k]
    layout = row.segmented_control(
        "Read", wanted, default="Side by side" if k > 1 else "One", key="layout", required=True
    )
    colour = row.segmented_control(
        "Colour boxes by", ["similarity", "class"], default="similarity", key="tree_colour", required=True
    )
    genes = row.toggle("Attributes are genes (italics)", key="genes")
    most = LAYOUTS[str(layout)] or k
    positions = _chosen(trees, most, palette)
    columns = min(most, 2 if most == k and k > 3 else most)
    return Choice(positions, max(1, columns), "class" if colour == "class" else "dsn", bool(genes))


def _chosen(trees: TreeSet, most: int, palette: Palette) -> tuple[int, ...]:
    """The cards; the tree of the address is always among the chosen ones."""
    k = len(trees.trees)
    key = "chosen_trees"
    known = [p for p in st.session_state.get(key, []) if p < k]
    asked = (place.here().tree_number or 0) - 1
    if 0 <= asked < k and asked not in known:
        known = [asked, *known]
    known = known[:most] + [p for p in range(k) if p not in known][: max(0, most - len(known))]
    st.session_state[key] = known
    cards = st.container(horizontal=True)
    for position, shared in enumerate(trees.trees):
        with cards.container(border=True, width=200, height="stretch", key=f"choice_{position}"):
            title = as_markdown(tree_title(position, shared))
            st.checkbox(
                f"**{title}**",
                value=position in known,
                key=f"chosen_{position}_{'_'.join(map(str, known))}",
                on_change=_toggle,
                args=(position, most),
                disabled=most == k,
                help="All trees are shown." if most == k else None,
            )
            small = miniature_svg(shared, names_of(trees), scale=trees.settings.scale, palette=palette)
            st.html(picture(small, alt=f"{tree_title(position, shared)} at a glance", height=92))
            st.html(
                "<div class='ksdt-muted ksdt-num' style='display:flex;justify-content:space-between;font-size:.85rem'>"
                f"<span>{shared.tree.n_leaves} leaves</span><span>SA <b>{shared.sa:.3f}</b></span>"
                f"<span>DS <b>{shared.ds:.3f}</b></span></div>"
            )
    return tuple(sorted(known))


def _toggle(position: int, most: int) -> None:
    """A chosen tree makes room for another: the one chosen longest ago goes."""
    known: list[int] = list(st.session_state.get("chosen_trees", []))
    known = [p for p in known if p != position] if position in known else [*known, position][-most:]
    st.session_state["chosen_trees"] = known
    here = place.here()
    if here.tree_number is not None and here.tree_number - 1 not in known:
        place.go(tree=None, node=None)
