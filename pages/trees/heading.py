"""What stands above drawings of trees."""

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

UNITS = "thresholds in the units of the left | right table"


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
        f'<span style="{swatch};background:{colours.muted}"></span>{_escape(names.left)}: at the left, square bars',
        f'<span style="{swatch};background:{colours.muted};border-radius:50%"></span>'
        f"{_escape(names.right)}: at the right, round bars",
        *(
            f'<span style="{swatch};background:{colours.class_colour(i)};border-radius:2px"></span>{_escape(name)}'
            for i, name in enumerate(classes)
        ),
        "DSN "
        + "".join(
            f'<span style="background:{fill};color:{ink};padding:0 .5em">{text}</span>'
            for text, dsn in (("≥ .99", 1.0), (".97", 0.98), (".95", 0.96), (".90", 0.92), ("&lt; .90", 0.5))
            for fill, ink in (colours.dsn_colours(dsn),)
        ),
        "level steps of the bars mean that the tables agree",
        f"in a leaf: % right in {_escape(names.left)} | {_escape(names.right)}",
        "wide lines carry more rows",
        *(["dot at a corner: the attribute predicts the class in both tables"] if has_claims else []),
        *([UNITS] if trees.settings.scale != "none" else []),
    ]
    items = "".join(f'<span style="white-space:nowrap">{part}</span>' for part in parts)
    st.html(
        f'<div style="display:flex;flex-wrap:wrap;gap:.3em 1.6em;font-size:.85rem;color:{colours.muted};'
        f'border-top:1px solid {colours.line};border-bottom:1px solid {colours.line};padding:.5em 0">{items}</div>'
    )


def _escape(text: str) -> str:
    return html.escape(printable(text))
