"""What explains the drawings of trees: a warning where they could be due to chance, and the legend."""

from __future__ import annotations

import html

import streamlit as st

from ksdt_core.evidence.chance_level import CHANCE_LEVEL, headline
from ksdt_core.evidence.set_chance import Significance
from ksdt_core.evidence.tree_chance import p_list
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.text import printable
from pages.common import kept
from pages.common.frame import palette
from pages.common.tree_view import names_of
from pages.common.wording import as_markdown

UNITS = "Thresholds are in the units of each table, separated by |."


def caution(run: str) -> None:
    """Where the set was tested and may show chance, this is said before it is read or exported."""
    p_value = kept.run_known(run).summary["p_value"]
    if p_value is not None and p_value > CHANCE_LEVEL:
        tested = Significance.of_document(kept.document(run)["significance"])
        pair = kept.tree_set(run).pair
        said = f"{headline(tested)}: {p_list(tested.p, pair.left.name, pair.right.name)}."
        st.warning(as_markdown(said), icon=":material/warning:")


def key_to_the_drawing(trees: TreeSet, *, has_claims: bool = False) -> None:
    """What bars, colours and pills mean; names from the tables are escaped."""
    colours, names = palette(), names_of(trees)
    classes = trees.pair.class_names
    swatch = "display:inline-block;width:.75em;height:.75em;margin:0 .35em 0 0;vertical-align:-.05em"
    parts = [
        f'<span style="{swatch};background:{colours.muted}"></span>{_escape(names.left)}: left bar, square ends',
        f'<span style="{swatch};background:{colours.muted};border-radius:50%"></span>'
        f"{_escape(names.right)}: right bar, round ends",
        *(
            f'<span style="{swatch};background:{colours.class_colour(i)};border-radius:2px"></span>{_escape(name)}'
            for i, name in enumerate(classes)
        ),
        "If both bars change colour at the same height, the tables agree.",
        "Pill below a node: similarity of the class distributions (DSN). Dark means that the tables differ.",
        f"In a leaf: % correct in {_escape(names.left)} | {_escape(names.right)}.",
        "Width of an edge: share of rows, one band for each table.",
        "◇ beside a bar: the class of the leaf is not the majority class of that table.",
        "! in a box: the split divides the rows of the two tables in different proportions.",
        *(["Dot at a corner: the attribute predicts the class in both tables."] if has_claims else []),
        *([UNITS] if trees.settings.scale != "none" else []),
    ]
    items = "".join(f"<li>{part}</li>" for part in parts)
    style = f"list-style:none;margin:0;padding:0;font-size:.85rem;line-height:1.7;color:{colours.ink}"
    st.html(f'<ul style="{style}">{items}</ul>')


def _escape(text: str) -> str:
    return html.escape(printable(text))
