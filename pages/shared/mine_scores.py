"""The score card, and the trees of the set as miniatures."""

from __future__ import annotations

import html

import streamlit as st

from ksdt_core.figures.miniature import miniature_svg
from ksdt_core.figures.palette import Palette
from ksdt_core.figures.tables import root_name
from ksdt_core.figures.tree_svg import description
from ksdt_core.figures.words import question_text, shorten
from ksdt_core.glossary import GLOSSARY
from ksdt_core.mining.comparison import repeated_trees
from ksdt_core.mining.tree_set import SetScores, TreeSet
from ksdt_core.trees.printable import printable
from ksdt_core.trees.text import TableNames
from pages.shared import place
from pages.shared.frame import palette
from pages.shared.pictures import image_tag
from pages.shared.tree_view import names_of
from pages.shared.wording import limit_sentence, majority_sentence, repeated_sentence

WORDS = {"SDTSQ": "set quality", "SA": "accuracy", "DS": "similarity", "TD": "diversity"}
CARD_STYLE = """<style>
[data-testid=stLayoutWrapper]:has(> [class*='st-key-card']) { flex: 1 1 11.5rem; max-width: 26rem; }
[class*='st-key-card'] { height: 100%; padding: .8rem .9rem .6rem; }
[data-testid=stLayoutWrapper]:has(> .st-key-roomy_map) { flex: 1.6 1 min(100%, 33rem); }
[data-testid=stLayoutWrapper]:has(> .st-key-roomy_side) { flex: 1 1 min(100%, 26rem); }
[class*='st-key-card'] img { max-width: 100%; height: auto; }
[class*='st-key-score_'] [data-testid=stMetric] { padding: 0; }
</style>"""


def score_card(trees: TreeSet) -> None:
    """SDTSQ and the three scores that it is made of, each with its help text, and which of them holds it down."""
    scores, colours = trees.scores, palette()
    values = {"SDTSQ": scores.sdtsq, "SA": scores.sa, "DS": scores.ds, "TD": scores.td}
    parts = [value for name, value in values.items() if name != "SDTSQ" and value is not None]
    for (acronym, value), column in zip(values.items(), st.columns([1.3, 1, 1, 1], gap="small"), strict=True):
        with column.container(key=f"score_{acronym}", gap="xxsmall"):
            st.metric(acronym, "–" if value is None else f"{value:.4f}", help=GLOSSARY[acronym].help)
            st.html(_below(acronym, value, smallest=min(parts), scores=scores, colours=colours))
    st.markdown(limit_sentence(scores.sa, scores.ds, scores.td))
    st.markdown(
        f":gray[{majority_sentence(trees.trees[0], names_of(trees))} Counts are from the rows the trees were mined on.]"
    )


def _below(acronym: str, value: float | None, *, smallest: float, scores: SetScores, colours: Palette) -> str:
    """What stands below a number: its name, how SDTSQ is made, or how far a score is from 1."""
    if value is None:
        return f"<div class='ksdt-muted'>{WORDS[acronym]}<br>needs two trees</div>"
    if acronym == "SDTSQ":
        parts = [part for part in (scores.sa, scores.ds, scores.td) if part is not None]
        mean = sum(parts) / len(parts)
        made = f"smallest × mean<br>{smallest:.4f} × {mean:.4f}"
        return f"<div class='ksdt-muted ksdt-num'>{WORDS[acronym]}<br>{made}</div>"
    bar = "height:6px;border-radius:3px"
    said = "smallest" if value == smallest else "largest possible" if value == 1 else "&nbsp;"
    return (
        f"<div style='{bar};background:{colours.line}'><div style='{bar};width:{100 * value:.1f}%;"
        f"background:{colours.muted}'></div></div><div class='ksdt-muted'>{WORDS[acronym]}<br>{said}</div>"
    )


def tree_cards(trees: TreeSet) -> None:
    """Every tree of the set as a card with its drawing, its scores and the way to the page that explains it."""
    colours, names = palette(), names_of(trees)
    head = st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center")
    n_trees = len(trees.trees)
    head.subheader("The tree" if n_trees == 1 else f"The {n_trees} trees of this set", width="content")
    head.html(_key_to_cards(trees, colours), width="content")
    link = {"icon": ":material/arrow_forward:", "query_params": place.as_query()}
    head.page_link("pages/trees.py", label="Open in Trees", width="content", **link)
    repeats = repeated_trees(trees)
    if repeats:
        st.info(repeated_sentence(repeats), icon=":material/content_copy:")
    st.html(CARD_STYLE)
    row = st.container(horizontal=True)
    for position in range(n_trees):
        with row.container(border=True, key=f"card_{position}", gap="xxsmall"):
            st.html(_card(trees, position, names, colours))
            st.page_link(
                "pages/trees.py",
                label=f"Open tree {position + 1}",
                icon=":material/arrow_forward:",
                query_params=place.as_query(tree=position + 1, node=None),
            )


def _card(trees: TreeSet, position: int, names: TableNames, colours: Palette) -> str:
    shared, scale = trees.trees[position], trees.settings.scale
    root = root_name(shared)
    question = "" if shared.tree.is_leaf[0] else question_text(shared, 0, scale=scale)
    title = f"Tree {position + 1} · {root}"
    drawing = miniature_svg(shared, names, scale=scale, palette=colours, prefix=f"mini{position}", title=title)
    n_leaves = shared.tree.n_leaves
    leaves = "1 leaf" if n_leaves == 1 else f"{n_leaves} leaves"
    split = "display:flex;justify-content:space-between;gap:.4rem;white-space:nowrap"
    weights = place.weights_text(trees.settings.weights)
    return (
        f"<div class='ksdt-card' data-weights='{weights}'><div style='{split}'>"
        f"<span title='{_text(root)}' style='overflow:hidden;text-overflow:ellipsis'>"
        f"<b>Tree {position + 1} · {_text(shorten(root, 22))}</b></span>"
        f"<span class='ksdt-muted ksdt-num' title='{_text(question)}'>{_text(shorten(question, 12))}</span></div>"
        f"<div style='display:flex;justify-content:center;align-items:center;min-height:110px;margin:.5rem 0'>"
        f"{image_tag(drawing, alt=printable(description(shared, names)))}"
        f"</div><div class='ksdt-num' style='{split};font-size:.875rem'>{_number('SA', shared.sa)}"
        f"{_number('DS', shared.ds)}<span class='ksdt-muted'>{leaves}</span></div></div>"
    )


def _number(name: str, value: float) -> str:
    return f"<span><span class='ksdt-muted'>{name}</span> <b>{value:.3f}</b></span>"


def _key_to_cards(trees: TreeSet, colours: Palette) -> str:
    names = names_of(trees)
    square = "display:inline-block;width:.75em;height:.75em;border-radius:2px;margin-right:.35em"
    classes = "".join(
        f"<span style='white-space:nowrap'><span style='{square};background:{colours.class_colour(i)}'></span>"
        f"{_text(shorten(name, 24))}</span>"
        for i, name in enumerate(trees.pair.class_names[:8])
    )
    return (
        f"<div class='ksdt-muted' style='display:flex;flex-wrap:wrap;gap:.2em 1.2em;justify-content:flex-end'>"
        f"<span>■ left bar {_text(shorten(names.left, 24))}</span>"
        f"<span>● right bar {_text(shorten(names.right, 24))}</span>{classes}</div>"
    )


def _text(name: str) -> str:
    return html.escape(printable(name))
