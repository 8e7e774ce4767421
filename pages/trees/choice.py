"""Which trees to read, how many beside each other, and what is folded in them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ksdt_core.evidence.effect_text import rows_words
from ksdt_core.evidence.effects import Effects
from ksdt_core.figures.palette import Palette
from ksdt_core.figures.tree_drawings import folded_at_first
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.text import PERCENT_SIGN, printable
from ksdt_core.trees.shared_tree import SharedTree
from pages.common import drawn, effects, place, tree_tabs
from pages.common.tree_tabs import Tab
from pages.common.tree_view import Layout, accuracies, tree_title

LAYOUTS: dict[str, Layout] = {"One": "one", "Two": "two", "All": "all"}


@dataclass(frozen=True, slots=True)
class Choice:
    """The trees to draw, and how."""

    positions: tuple[int, ...]
    layout: Layout
    colour: str
    genes: bool

    @property
    def columns(self) -> int:
        """How many trees stand beside each other."""
        return min(2, len(self.positions))


def layout_control(row: DeltaGenerator, n_trees: int) -> Layout:
    """One, two or all trees at a time."""
    offered = [name for name in LAYOUTS if n_trees > 1 or name == "One"]
    picked = row.segmented_control(
        "Trees at a time", offered, default=offered[min(1, len(offered) - 1)], key="layout", required=True,
        label_visibility="collapsed",
    )  # fmt: skip
    return LAYOUTS[str(picked)]


def look_controls() -> tuple[str, bool]:
    """What the boxes are coloured by, and whether names are in italics."""
    colour = st.segmented_control(
        "Colour boxes by", ["similarity", "class"], default="similarity", key="tree_colour", required=True
    )
    genes = st.toggle("Attributes are genes (italics)", key="genes")
    return ("class" if colour == "class" else "dsn"), bool(genes)


def chosen(layout: Layout, shown: tuple[int, ...]) -> tuple[int, ...]:
    """The positions of the trees to draw; the tree of the address is among them, unless it is hidden."""
    if layout == "all":
        return shown
    most = 1 if layout == "one" else 2
    known = [position for position in st.session_state.get(_key(), []) if position in shown]
    asked = (place.here().tree_number or 0) - 1
    if asked in shown and asked not in known[-most:]:
        known = [*known, asked]
    known = known[-most:]
    others = [position for position in shown if position not in known][: max(0, most - len(known))]
    known = [*reversed(others), *known]  # the last one stays longest
    st.session_state[_key()] = known
    return tuple(sorted(known))


def tabs(
    trees: TreeSet, predicted: Effects, palette: Palette, *, shown: tuple[int, ...], positions: tuple[int, ...]
) -> None:
    """A tab for each tree that is not hidden."""
    run, active = place.here().run, place.here().tree_number
    every = [
        drawn.once(partial(_tab, trees, predicted, position, palette), "tree tab", run, position) for position in shown
    ]
    numbers = [position + 1 for position in positions]
    tree_tabs.show(every, palette, shown=numbers, active=active, key="tree_tabs", on_choice=_choose)


def _tab(trees: TreeSet, predicted: Effects, position: int, palette: Palette) -> Tab:
    shared = trees.trees[position]
    verdict = predicted.verdict(position)
    rows, (left, right) = "training", accuracies(shared)[1]
    if verdict is not None and verdict.on_new_rows:
        rows, left, right = rows_words(verdict.rows), verdict.left.accuracy, verdict.right.accuracy
    elif trees.settings.holdout:
        rows = "held-out"
    said, title = effects.captions(predicted, trees, position), tree_title(position, shared)
    below = f"{100 * left:.0f} | {100 * right:.0f}{PERCENT_SIGN}"
    return tree_tabs.tab_of(
        shared, position, palette, below=below, said=printable(said[-1]) if said else title,
        label=f"{title}, {rows} accuracy {below}",
    )  # fmt: skip


def _choose(number: int) -> None:
    """A tree takes the place of the one that was chosen longest ago; where all are shown, it is shown alone."""
    position = number - 1
    if st.session_state.get("layout") == "All":
        st.session_state["layout"] = "One"
    known = [each for each in st.session_state.get(_key(), []) if each != position]
    st.session_state[_key()] = [*known, position]
    if place.here().tree_number != number:
        place.go(tree=number, node=None)


def _key() -> str:
    """Trees are chosen by their numbers, which mean other trees in another set."""
    return f"chosen_trees_{place.here().run}"


def folded(run: str, position: int, shared: SharedTree) -> frozenset[int]:
    """Which subtrees of a tree are folded: at first those of a deep tree below its fourth level."""
    known = _folded().get((run, position))
    return folded_at_first(shared.tree) if known is None else known


def fold(run: str, position: int, shared: SharedTree, node: int) -> None:
    """Fold the subtree below a node, or unfold it."""
    _folded()[run, position] = folded(run, position, shared) ^ {node}


def _folded() -> dict[tuple[str, int], frozenset[int]]:
    known: dict[tuple[str, int], frozenset[int]] = st.session_state.setdefault("folded", {})
    return known
