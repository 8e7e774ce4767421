"""Which trees to read, and how they are drawn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import streamlit as st

from ksdt_core.evidence.effects import Effects
from ksdt_core.figures.palette import Palette
from ksdt_core.figures.tree_style import CARD
from ksdt_core.figures.tree_svg import tree_svg
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.trees.shared_tree import SharedTree
from pages.common import drawn, effects, place
from pages.common.tree_view import names_of, picture, tree_title
from pages.common.wording import as_markdown

LAYOUTS = {"One": 1, "Side by side": 2, "Three": 3, "All": 0}


@dataclass(frozen=True, slots=True)
class Choice:
    """The trees to draw, how many in a row, and in what colours."""

    positions: tuple[int, ...]
    columns: int
    colour: str
    genes: bool


def choose(trees: TreeSet, predicted: Effects, palette: Palette) -> Choice:
    """Cards of all trees to choose from, and how to draw them; trees that predict nothing can be hidden."""
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
    with row:
        shown = effects.hide_control(predicted, k)
    most = min(LAYOUTS[str(layout)] or k, len(shown))
    positions = _chosen(trees, predicted, most, palette, shown=shown)
    columns = min(most, 2 if most == len(shown) and most > 3 else most)
    return Choice(positions, max(1, columns), "class" if colour == "class" else "dsn", bool(genes))


def _chosen(
    trees: TreeSet, predicted: Effects, most: int, palette: Palette, *, shown: tuple[int, ...]
) -> tuple[int, ...]:
    """The cards; the tree of the address is always among the chosen ones, unless it is hidden."""
    key = _key()
    known = [p for p in st.session_state.get(key, []) if p in shown]
    asked = (place.here().tree_number or 0) - 1
    if asked in shown and asked not in known:
        known = [asked, *known]
    known = known[:most] + [p for p in shown if p not in known][: max(0, most - len(known))]
    st.session_state[key] = known
    cards = st.container(horizontal=True)
    for position in shown:
        shared = trees.trees[position]
        with cards.container(border=True, width=200, height="stretch", key=f"choice_{position}"):
            title = as_markdown(tree_title(position, shared))
            st.checkbox(
                f"**{title}**",
                value=position in known,
                key=f"chosen_{place.here().run}_{position}_{'_'.join(map(str, known))}",
                on_change=_toggle,
                args=(position, most),
                disabled=most == len(shown),
                help="All trees are shown." if most == len(shown) else None,
            )
            st.html(
                drawn.once(
                    partial(_small, trees, position, shared, palette), "small", place.here().run, position,
                )
            )  # fmt: skip
            st.html(
                "<div class='ksdt-muted ksdt-num' style='display:flex;justify-content:space-between;font-size:.85rem'>"
                f"<span>{shared.tree.n_leaves} leaves</span><span>SA <b>{shared.sa:.3f}</b></span>"
                f"<span>DS <b>{shared.ds:.3f}</b></span></div>{effects.card_line(predicted, trees, position)}"
            )
    return tuple(sorted(known))


def _small(trees: TreeSet, position: int, shared: SharedTree, palette: Palette) -> str:
    names, scale = names_of(trees), trees.settings.scale
    small = tree_svg(shared, names, scale=scale, style=CARD, palette=palette, prefix="miniature")
    return picture(small, alt=f"{tree_title(position, shared)} at a glance", height=92)


def _toggle(position: int, most: int) -> None:
    """A chosen tree makes room for another: the one chosen longest ago goes."""
    known: list[int] = list(st.session_state.get(_key(), []))
    known = [p for p in known if p != position] if position in known else [*known, position][-most:]
    st.session_state[_key()] = known
    here = place.here()
    if here.tree_number is not None and here.tree_number - 1 not in known:
        place.go(tree=None, node=None)


def _key() -> str:
    """Trees are chosen by their numbers, which mean other trees in another set."""
    return f"chosen_trees_{place.here().run}"


def folded(run: str, position: int) -> frozenset[int]:
    """Which subtrees of a tree the reader has folded in this session."""
    return _folded().get((run, position), frozenset())


def fold(run: str, position: int, node: int) -> None:
    """Fold the subtree below a node, or unfold it."""
    _folded()[run, position] = folded(run, position) ^ {node}


def _folded() -> dict[tuple[str, int], frozenset[int]]:
    known: dict[tuple[str, int], frozenset[int]] = st.session_state.setdefault("folded", {})
    return known
