"""The score card, and the trees of the set as miniatures."""

from __future__ import annotations

import html
from functools import partial

import streamlit as st

from ksdt_core.evidence.effect_text import rows_words
from ksdt_core.evidence.effects import Effects
from ksdt_core.figures.palette import Palette
from ksdt_core.figures.tree_style import CARD
from ksdt_core.figures.tree_svg import description, tree_svg
from ksdt_core.figures.tree_tables import root_name
from ksdt_core.figures.tree_words import question_text, shorten
from ksdt_core.glossary import GLOSSARY
from ksdt_core.mining.comparison import repeated_trees
from ksdt_core.mining.tree_set import SetScores, TreeSet
from ksdt_core.text import percent, printable
from ksdt_core.trees.text import TableNames
from pages.common import drawn, effects, place, tree_chance
from pages.common.frame import palette
from pages.common.pictures import image_tag
from pages.common.tree_view import names_of
from pages.common.wording import limit_sentence, repeated_sentence

WORDS = {"SDTSQ": "set quality", "SA": "accuracy", "DS": "similarity", "TD": "diversity"}
CARD_STYLE = """<style>
[data-testid=stLayoutWrapper]:has(> [class*='st-key-card']) { flex: 1 1 11.5rem; max-width: 26rem; }
[class*='st-key-card'] { height: 100%; padding: .8rem .9rem .6rem; }
[data-testid=stLayoutWrapper]:has(> .st-key-roomy_map) { flex: 1.6 1 min(100%, 33rem); }
[data-testid=stLayoutWrapper]:has(> .st-key-roomy_side) { flex: 1 1 min(100%, 26rem); }
[class*='st-key-card'] img { max-width: 100%; height: auto; }
[class*='st-key-score_'] [data-testid=stMetric] { padding: 0; }
</style>"""


def score_card(trees: TreeSet, cross_validated: float | None = None) -> None:
    """SDTSQ and the three scores that it is made of, each with its help text, and which of them holds it down.

    The cross-validated SA stands in the tile of SA, where it is known.
    """
    scores, colours, is_balanced = trees.scores, palette(), trees.pair.is_balanced
    values = {"SDTSQ": scores.sdtsq, "SA": scores.sa, "DS": scores.ds, "TD": scores.td}
    for (acronym, value), column in zip(values.items(), st.columns([1.3, 1, 1, 1], gap="small"), strict=True):
        with column.container(key=f"score_{acronym}", gap="xxsmall"):
            st.metric(acronym, "–" if value is None else f"{value:.4f}", help=GLOSSARY[acronym].help)
            st.html(_below(_words(acronym, is_balanced), acronym, value, scores=scores, colours=colours))
            if acronym == "SA" and cross_validated is not None:
                st.html(f"<div class='ksdt-num'><b>{cross_validated:.3f}</b> cross-validated</div>")
    st.markdown(limit_sentence(scores.sa, scores.ds, scores.td))


def _words(acronym: str, is_balanced: bool) -> str:
    """What a score is, and whether it counts rows that balancing drew again; diversity counts no rows."""
    return f"{WORDS[acronym]}, balanced rows" if is_balanced and acronym != "TD" else WORDS[acronym]


def _below(words: str, acronym: str, value: float | None, *, scores: SetScores, colours: Palette) -> str:
    """What stands below a number: its name, how SDTSQ is made, or how far a score is from 1."""
    parts = [part for part in (scores.sa, scores.ds, scores.td) if part is not None]
    smallest = min(parts)
    if value is None:
        return f"<div class='ksdt-muted'>{words}<br>needs two trees</div>"
    if acronym == "SDTSQ":
        made = f"smallest × mean<br>{smallest:.4f} × {sum(parts) / len(parts):.4f}"
        return f"<div class='ksdt-muted ksdt-num'>{words}<br>{made}</div>"
    bar = "height:6px;border-radius:3px"
    said = "smallest" if value == smallest else "largest possible" if value == 1 else "&nbsp;"
    return (
        f"<div style='{bar};background:{colours.line}'><div style='{bar};width:{100 * value:.1f}%;"
        f"background:{colours.muted}'></div></div><div class='ksdt-muted'>{words}<br>{said}</div>"
    )


def tree_cards(run: str, trees: TreeSet, predicted: Effects) -> None:
    """Every tree of the set as a card with its drawing, its scores, whether it predicts, and the way to Trees."""
    colours, names = palette(), names_of(trees)
    head = st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center")
    n_trees = len(trees.trees)
    head.subheader("The tree" if n_trees == 1 else f"The {n_trees} trees of this set", width="content")
    head.html(_key_to_cards(trees, colours), width="content")
    head.page_link(
        "pages/trees/page.py", label="Open in Trees", width="content", icon=":material/arrow_forward:",
        query_params=place.as_query(),
    )  # fmt: skip
    repeats = repeated_trees(trees)
    if repeats:
        st.info(repeated_sentence(repeats), icon=":material/content_copy:")
    st.html(CARD_STYLE)
    shown = effects.hide_control(predicted, n_trees)
    tested = tree_chance.of_run(run)
    row = st.container(horizontal=True)
    for position in shown:
        with row.container(border=True, key=f"card_{position}", gap="xxsmall"):
            st.html(drawn.once(partial(_card, trees, position, names, colours), "card", run, position))
            st.html(
                effects.card_line(predicted, trees, position)
                + _accuracies(predicted, position)
                + tree_chance.card_line(tested, trees, position)
            )
            st.page_link(
                "pages/trees/page.py",
                label=f"Open tree {position + 1}",
                icon=":material/arrow_forward:",
                query_params=place.as_query(tree=position + 1, node=None),
            )


def _card(trees: TreeSet, position: int, names: TableNames, colours: Palette) -> str:
    shared, scale = trees.trees[position], trees.settings.scale
    root = root_name(shared)
    question = "" if shared.tree.is_leaf[0] else question_text(shared, 0, scale=scale)
    title = f"Tree {position + 1} · {root}"
    drawing = tree_svg(shared, names, scale=scale, style=CARD, palette=colours, prefix=f"mini{position}", title=title)
    n_leaves = shared.tree.n_leaves
    leaves = "1 leaf" if n_leaves == 1 else f"{n_leaves} leaves"
    split = "display:flex;justify-content:space-between;gap:.4rem;white-space:nowrap"
    line = "overflow:hidden;text-overflow:ellipsis;white-space:nowrap"
    weights = place.weights_text(trees.settings.weights)
    return (
        f"<div class='ksdt-card' data-weights='{weights}'>"
        f"<div title='{_text(title)}' style='{line}'><b>Tree {position + 1} · {_text(shorten(root, 22))}</b></div>"
        f"<div class='ksdt-muted ksdt-num' title='{_text(question)}' style='{line}'>{_text(question)}&nbsp;</div>"
        f"<div style='display:flex;justify-content:center;align-items:center;min-height:110px;margin:.5rem 0'>"
        f"{image_tag(drawing, alt=printable(description(shared, names)))}"
        f"</div><div class='ksdt-num' style='{split};font-size:.875rem'>{_number('SA', shared.sa)}"
        f"{_number('DS', shared.ds)}<span class='ksdt-muted'>{leaves}</span></div></div>"
    )


def _accuracies(predicted: Effects, position: int) -> str:
    """A tree's accuracy on each table, on the rows that its verdict is taken from, beside the baseline."""
    verdict = predicted.verdict(position)
    if verdict is None:
        return ""
    sides = (verdict.left, verdict.right)
    accuracies = " | ".join(percent(side.accuracy, 1) for side in sides)
    baselines = " | ".join(percent(side.baseline, 1) for side in sides)
    where = rows_words(verdict.rows, predicted.folds)
    return (
        f"<div class='ksdt-num' style='font-size:.85rem'>{accuracies} <span class='ksdt-muted'>correct, {where}<br>"
        f"baseline {baselines}</span></div>"
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
        f"{'<span>SA, DS: balanced rows</span>' if trees.pair.is_balanced else ''}"
        f"<span>■ left bar {_text(shorten(names.left, 24))}</span>"
        f"<span>● right bar {_text(shorten(names.right, 24))}</span>{classes}</div>"
    )


def _text(name: str) -> str:
    return html.escape(printable(name))
