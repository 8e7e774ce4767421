"""Trees on a page: drawn side by side, with nodes that can be picked, folded, zoomed and lit up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

import numpy as np
import streamlit as st

from ksdt_core.figures.class_groups import class_groups
from ksdt_core.figures.drawn_tree import visible_children
from ksdt_core.figures.palette import Palette, mix
from ksdt_core.figures.tree_drawings import Drawing, tree_drawings
from ksdt_core.figures.tree_layout import folded_to_fit
from ksdt_core.figures.tree_outline import tree_outline
from ksdt_core.figures.tree_style import CARD, Detail
from ksdt_core.figures.tree_svg import tree_svg
from ksdt_core.figures.tree_tables import root_name
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.text import counted, percent, printable, score
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.text import TableNames, balanced
from ksdt_core.trees.tree import LEAF
from pages.common.drawn import once
from pages.common.pictures import image_tag

Layout = Literal["one", "two", "all", "free"]  # how much room the drawings get: `free` as much as they need

_FILES = Path(__file__).resolve().parents[2] / "assets" / "components"
_component = st.components.v2.component(
    "ksdt_trees",
    css=(_FILES / "trees.css").read_text(encoding="utf-8"),
    js=(_FILES / "trees.js").read_text(encoding="utf-8"),
)
_marks = st.components.v2.component("ksdt_tree_marks", js=(_FILES / "tree_marks.js").read_text(encoding="utf-8"))
HINTS: dict[Detail, str] = {
    "full": "",
    "no counts": "There is no room for the counts. Select a node to see them.",
    "miniature": "There is no room for thresholds and counts. Select a node to see them.",
}
DSN_LEGEND = (("≥ .99", 1.0), (".97", 0.98), (".95", 0.96), (".90", 0.92), ("< .90", 0.5))
EVENTS = ("folded", "picked", "present")


@dataclass(frozen=True, slots=True)
class Drawn:
    """One tree to show: its position in the set, what is marked in it, what is folded."""

    position: int
    shared: SharedTree
    selected: int | None = None
    folded: frozenset[int] = frozenset()
    note: str | None = None  # in place of its scores
    said: tuple[str, ...] = ()  # what it predicts beside what guessing gives


@dataclass(frozen=True, slots=True)
class Event:
    """What the reader did with a node."""

    kind: str  # picked, folded or present
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
    layout: Layout = "free",
    columns: int = 1,
    colour: str = "dsn",
    genes: bool = False,
    key: str = "trees",
    run: str | None = None,
    claimed: frozenset[str] = frozenset(),
    on_event: Callable[[Event], None] | None = None,
) -> None:
    """Draw trees side by side. `on_event` is told what the reader does with a node, before the page runs again.

    The trees of a run are drawn once for all readers; there `show_marks` says which node is selected, so that a click
    does not draw or send them again. Splits by `claimed` attributes carry a mark.
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
    data = {
        "trees": shown,
        "layout": layout,
        "columns": columns,
        "marked": run is not None,
        "presents": on_event is not None,
        "legend": None if run is None else legend(trees, palette) | {"claimed": bool(claimed)},
        "colours": _colours(palette),
    }
    told: dict[str, Any] = {f"on_{kind}_change": partial(_tell, key, kind, on_event) for kind in EVENTS}
    _component(key=key, data=data, **told)


def show_marks(tree: int | None, node: int | None, traced: Mapping[int, int]) -> None:
    """Select a node in the drawings, by the number of its tree and its own; or leaves that a traced row reaches."""
    data: dict[str, Any] = {"tree": tree, "node": node}
    _marks(key="tree_marks", data=data | {"traced": {str(position + 1): leaf for position, leaf in traced.items()}})


def _tell(key: str, kind: str, on_event: Callable[[Event], None] | None) -> None:
    happened = getattr(st.session_state.get(key), kind, None)
    if on_event is None or not happened:
        return
    if kind == "present":
        on_event(Event(kind, 0, 0))
    else:
        on_event(Event(kind, int(happened["tree"]), int(happened["node"])))


def _colours(palette: Palette) -> dict[str, str]:
    """The colours of the style sheet, by the names that it has for them."""
    field = mix(palette.line, palette.page, share=0.55)
    named = {name: str(getattr(palette, name)) for name in ("page", "line", "ink", "muted")}
    return {**named, "field": field, "loud": palette.dsn[-1]}


def legend(trees: TreeSet, palette: Palette) -> dict[str, Any]:
    """Names of the tables, classes with their colours and the steps of similarity, as components take them."""
    names, groups = names_of(trees), class_groups(trees.trees[0])
    return {
        "left": printable(names.left),
        "right": printable(names.right),
        "classes": [
            {"name": printable(name), "colour": groups.colour(group, palette)}
            for group, name in enumerate(groups.names(trees.pair.class_names))
        ],
        "similarity": f"{balanced(trees.trees[0])}similarity (DSN)",
        "dsn": [
            {"text": text, "fill": fill, "ink": ink}
            for text, dsn in DSN_LEGEND
            for fill, ink in (palette.dsn_colours(dsn),)
        ],
    }


def _described(
    trees: TreeSet, each: Drawn, *, palette: Palette, colour: str, genes: bool, key: str, claimed: frozenset[str]
) -> dict[str, Any]:
    """A tree as the component takes it; its version changes with anything that is drawn."""
    title = tree_title(each.position, trees.trees[each.position])
    folded = each.folded & frozenset(visible_children(each.shared.tree))
    drawings = tree_drawings(
        each.shared,
        names_of(trees),
        scale=trees.settings.scale,
        palette=palette,
        folded=folded,
        selected=each.selected,
        genes=genes,
        colour="class" if colour == "class" else "dsn",
        prefix=f"{key}{each.position}",
        title=title,
        claimed=claimed,
    )
    groups = class_groups(each.shared)
    described = {
        "number": each.position + 1,
        "title": title,
        "notes": _notes(each.shared, each.said, held_out=bool(trees.settings.holdout))
        if each.note is None
        else [each.note],
        "links": _links(each.shared),
        "drawings": [_hinted(drawing) for drawing in drawings],
        "outline": tree_outline(each.shared, names_of(trees), scale=trees.settings.scale, palette=palette),
        "colours": [groups.colour(group, palette) for group in range(groups.n_groups)],
        "map": _map(each, palette, prefix=f"{key}{each.position}map") if folded else None,
    }
    return described | {"version": sha256(repr(described).encode("utf-8", "replace")).hexdigest()[:16]}


def _map(each: Drawn, palette: Palette, *, prefix: str) -> str:
    """The whole tree at a glance, shown beside a drawing that is folded."""
    closed = folded_to_fit(each.shared.tree)
    small = tree_svg(each.shared, style=CARD, palette=palette, folded=closed, prefix=prefix)
    return image_tag(small, alt="The whole tree")


def _hinted(drawing: Drawing) -> dict[str, Any]:
    """A drawing, with what it omits and where that is found."""
    fields = asdict(drawing)
    detail, n_folded = fields.pop("detail"), fields.pop("n_folded")
    hidden = f"{counted(n_folded, 'node is', 'nodes are')} folded: double-click a folded node to open it. "
    return {**fields, "folded": n_folded > 0, "hint": (hidden if n_folded else "") + HINTS[detail]}


def _notes(shared: SharedTree, said: tuple[str, ...], *, held_out: bool) -> list[str]:
    """What the tree reaches beside what guessing gives, and what is known of its answers on new rows."""
    where, (left, right) = accuracies(shared)
    base_left, base_right = (float(rows[0].max() / max(1, rows[0].sum())) for rows in shared.rows)
    baseline = f"baseline {100 * base_left:.1f} | {percent(base_right, 1)}"
    of_rows = "" if where else "held-out " if held_out else "training "
    scores = f"{of_rows}accuracy {100 * left:.1f} | {percent(right, 1)}{where}, {baseline}"
    notes = [f"{scores}, lowest {balanced(shared)}similarity {score(float(shared.dsn.min()))}", *said]
    first, *others = {int(label) for label in shared.tree.label[shared.tree.is_leaf]}
    if others:
        return notes
    return [*notes, one_answer(shared.tree.class_names[first])]


def one_answer(name: str) -> str:
    """What is said of a tree whose leaves all have one class."""
    return f"Every leaf predicts “{printable(name)}”: this tree does not predict the class."


def accuracies(shared: SharedTree) -> tuple[str, tuple[float, float]]:
    """Accuracies to stand beside the baseline, which counts every row once: so must they. And which rows these are."""
    if not shared.is_balanced:
        return "", (shared.accuracy_left, shared.accuracy_right)
    if not shared.rows_known:
        return " (balanced rows)", (shared.accuracy_left, shared.accuracy_right)
    leaves = np.flatnonzero(shared.tree.is_leaf)
    left, right = (float(rows[leaves, shared.tree.label[leaves]].sum() / rows[0].sum()) for rows in shared.rows)
    return " (training rows, each counted once)", (left, right)


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
