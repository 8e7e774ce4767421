"""Trees on a page: drawn side by side, with nodes that can be picked, folded, zoomed and lit up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import streamlit as st

from ksdt_core.figures.palette import Palette
from ksdt_core.figures.tree_drawings import Drawing, tree_drawings
from ksdt_core.figures.tree_style import Detail
from ksdt_core.figures.tree_tables import root_name
from ksdt_core.figures.tree_words import dsn_text
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.text import percent, printable
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.text import TableNames, balanced
from ksdt_core.trees.tree import LEAF
from pages.common.drawn import once
from pages.common.pictures import image_tag
from pages.common.wording import majority_words

_FILES = Path(__file__).resolve().parents[2] / "assets" / "components"
_component = st.components.v2.component(
    "ksdt_trees",
    css=(_FILES / "trees.css").read_text(encoding="utf-8"),
    js=(_FILES / "trees.js").read_text(encoding="utf-8"),
)
HINTS: dict[Detail, str] = {
    "full": "",
    "no counts": "Too little room for counts: point at a node, select it, or choose full screen.",
    "miniature": "Too little room for thresholds and counts: point at a node, select it, or choose full screen.",
}


@dataclass(frozen=True, slots=True)
class Drawn:
    """One tree to show: its position in the set, what is marked in it, what is folded."""

    position: int
    shared: SharedTree
    selected: int | None = None
    folded: frozenset[int] = frozenset()
    note: str | None = None  # in the place of its scores
    said: tuple[str, ...] = ()  # what it predicts beside what guessing gives


@dataclass(frozen=True, slots=True)
class Event:
    """What the reader did with a node."""

    kind: str  # picked or folded
    tree: int  # number of the tree, from 1
    node: int


def picture(svg: str, *, alt: str, height: int) -> str:
    """A drawing as an image, no larger than its place."""
    image = image_tag(svg, alt=alt, style="max-width:100%;max-height:100%")
    return f"<div style='height:{height}px;display:flex;justify-content:center;align-items:center'>{image}</div>"


def names_of(trees: TreeSet) -> TableNames:
    return TableNames(trees.pair.left.name, trees.pair.right.name)


def tree_title(position: int, shared: SharedTree) -> str:
    return f"Tree {position + 1} · {printable(root_name(shared))}"


def show_trees(
    trees: TreeSet,
    drawn: Sequence[Drawn],
    *,
    palette: Palette,
    columns: int,
    colour: str = "dsn",
    genes: bool = False,
    key: str = "trees",
    run: str | None = None,
    claimed: frozenset[str] = frozenset(),
) -> Event | None:
    """Draw trees; what the reader did with a node since the last run of the page.

    The trees of a run are drawn once for all readers. Splits by `claimed` attributes carry a mark.
    """

    def of(each: Drawn) -> dict[str, Any]:
        return _described(trees, each, palette=palette, colour=colour, genes=genes, key=key, claimed=claimed)

    shown = [
        of(each)
        if run is None
        else once(
            partial(of, each), key, run, each.position, each.selected, each.folded, colour, genes, claimed, each.said
        )
        for each in drawn
    ]
    selected = next((each.position + 1 for each in drawn if each.selected is not None), None)
    data = {"trees": shown, "columns": columns, "selectedTree": selected, "muted": palette.muted}
    result = _component(key=key, data=data, on_picked_change=_nothing, on_folded_change=_nothing)
    for kind in ("folded", "picked"):
        happened: Mapping[str, Any] | None = getattr(result, kind, None)
        if happened:
            return Event(kind, int(happened["tree"]), int(happened["node"]))
    return None


def _described(
    trees: TreeSet, each: Drawn, *, palette: Palette, colour: str, genes: bool, key: str, claimed: frozenset[str]
) -> dict[str, Any]:
    """A tree as the component takes it."""
    return {
        "number": each.position + 1,
        "title": tree_title(each.position, trees.trees[each.position]),
        "notes": _notes(each.shared, names_of(trees), each.said) if each.note is None else [each.note],
        "links": _links(each.shared),
        "drawings": [
            _hinted(drawing)
            for drawing in tree_drawings(
                each.shared,
                names_of(trees),
                scale=trees.settings.scale,
                palette=palette,
                folded=each.folded,
                selected=each.selected,
                genes=genes,
                colour="class" if colour == "class" else "dsn",
                prefix=f"{key}{each.position}",
                title=tree_title(each.position, each.shared),
                claimed=claimed,
            )
        ],
    }


def _hinted(drawing: Drawing) -> dict[str, Any]:
    """A drawing, with what it leaves out and where that is found."""
    fields = asdict(drawing)
    hint = HINTS[fields.pop("detail")]
    return {**fields, "hint": hint}


def _notes(shared: SharedTree, names: TableNames, said: tuple[str, ...] = ()) -> list[str]:
    """What the tree reaches, what no tree at all would reach, and whether the tree says more than that."""
    where, (left, right) = _accuracies(shared)
    accuracies = f"■ {printable(names.left)} {percent(left, 1)}, ● {printable(names.right)} {percent(right, 1)}"
    scores = f"accuracy{where} {accuracies}; lowest {balanced(shared)}DSN {dsn_text(float(shared.dsn.min()))}"
    notes = [scores, *(said or (majority_words(shared),))]
    first, *others = {int(label) for label in shared.tree.label[shared.tree.is_leaf]}
    if others:
        return notes
    answer = printable(shared.tree.class_names[first])
    return [*notes, f"Every leaf answers “{answer}”: the tree tells the classes no better than no question at all."]


def _accuracies(shared: SharedTree) -> tuple[str, tuple[float, float]]:
    """Accuracies to stand beside the baseline, which counts every row once: so must they. And which rows these are."""
    if not shared.is_balanced:
        return "", (shared.accuracy_left, shared.accuracy_right)
    if not shared.rows_known:
        return " on balanced rows", (shared.accuracy_left, shared.accuracy_right)
    leaves = np.flatnonzero(shared.tree.is_leaf)
    left, right = (float(rows[leaves, shared.tree.label[leaves]].sum() / rows[0].sum()) for rows in shared.rows)
    return " on mined rows, each once:", (left, right)


def _links(shared: SharedTree) -> dict[str, dict[str, int]]:
    """For each node its parent and its children, for the arrow keys."""
    tree = shared.tree
    links = {}
    for node, parent in enumerate(tree.parents.tolist()):
        own = {"parent": parent} if node else {}
        if tree.attribute[node] != LEAF:
            own |= {"left": int(tree.left[node]), "right": int(tree.right[node])}
        links[str(node)] = own
    return links


def _nothing() -> None:
    """The page reads the event where it draws the trees."""
