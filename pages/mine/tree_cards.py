"""The trees of the set as cards: what each starts with, whether it predicts, its miniature, accuracies and scores."""

from __future__ import annotations

import html
from functools import partial

import streamlit as st

from ksdt_core.evidence.effect_text import rows_words, short_verdict, verdict_words
from ksdt_core.evidence.effects import Effects, TreeVerdict
from ksdt_core.evidence.set_chance import Significance
from ksdt_core.evidence.tree_chance import tree_sentence
from ksdt_core.figures.palette import Palette
from ksdt_core.figures.tree_style import CARD
from ksdt_core.figures.tree_svg import description, tree_svg
from ksdt_core.figures.tree_tables import root_name
from ksdt_core.figures.tree_words import question_text, shorten
from ksdt_core.mining.comparison import repeated_trees
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.text import counted, in_letters, percent, printable, score
from ksdt_core.trees.text import TableNames, balanced
from pages.common import drawn, effects, place, tree_chance
from pages.common.frame import palette
from pages.common.pictures import image_tag
from pages.common.tree_view import names_of
from pages.common.wording import repeated_sentence
from pages.mine.score_tiles import bar

TREES = "pages/trees/page.py"


def show(run: str, trees: TreeSet, predicted: Effects) -> None:
    """The way to Trees, the key, and a card for every tree."""
    colours, names, n_trees = palette(), names_of(trees), len(trees.trees)
    with st.container(horizontal=True, key="cards_head"):
        title = "The tree" if n_trees == 1 else f"The {in_letters(n_trees)} trees of this set"
        st.subheader(title, anchor=False, width="content")
        st.html(_key(trees, predicted, colours))
        shown = _hidden(predicted, n_trees)
        with st.container(key="read_trees", width="content"):
            st.page_link(
                TREES,
                label="Read the trees",
                icon=":material/arrow_forward:",
                icon_position="right",
                query_params=place.as_query(),
            )
    repeats = repeated_trees(trees)
    if repeats:
        st.info(repeated_sentence(repeats), icon=":material/content_copy:")
    tested = tree_chance.of_run(run)
    row = st.container(horizontal=True, key="tree_row")
    for position in shown:
        with row.container(border=True, key=f"card_{position}"):
            st.page_link(
                TREES,
                label=f"Open tree {position + 1}",
                query_params=place.as_query(tree=position + 1, node=None),
                width="stretch",
            )
            st.html(_card(run, trees, position, names=names, colours=colours, predicted=predicted, tested=tested))


def _hidden(predicted: Effects, n_trees: int) -> tuple[int, ...]:
    """The trees that are shown; the switch is there where it changes something."""
    useless = predicted.without_predictive()
    if not useless or len(useless) == n_trees:
        return tuple(range(n_trees))
    return effects.hide_control(predicted, n_trees)


def _card(
    run: str,
    trees: TreeSet,
    position: int,
    *,
    names: TableNames,
    colours: Palette,
    predicted: Effects,
    tested: Significance | None,
) -> str:
    shared = trees.trees[position]
    picture = drawn.once(partial(_picture, trees, position, names, colours), "card", run, position)
    verdict = predicted.verdict(position)
    return (
        f"<div class='ksdt-card' data-weights='{place.weights_text(trees.settings.weights)}'>"
        f"{picture[0]}{_verdict(verdict, trees, position, folds=predicted.folds, tested=tested)}{picture[1]}"
        f"{_accuracies(verdict, predicted, position, names)}"
        f"<div class='foot'><span>{balanced(shared)}SA {score(shared.sa)}</span><span>DS {score(shared.ds)}</span>"
        f"<span>{counted(shared.tree.n_leaves, 'leaf', 'leaves')}</span></div></div>"
    )


def _picture(trees: TreeSet, position: int, names: TableNames, colours: Palette) -> tuple[str, str]:
    """The head of a card and its miniature; neither changes with what becomes known of the tree."""
    shared, scale = trees.trees[position], trees.settings.scale
    root = root_name(shared)
    question = "" if shared.tree.is_leaf[0] else question_text(shared, 0, scale=scale)
    title = f"Tree {position + 1} · {root}"
    drawing = tree_svg(shared, names, scale=scale, style=CARD, palette=colours, prefix=f"mini{position}", title=title)
    return (
        f"<div class='head' title='{_text(f'{title} {question}')}'><b>Tree {position + 1} · "
        f"{_text(root)}</b><span class='ksdt-num'>{_text(question)}</span></div>",
        f"<div class='drawing'>{image_tag(drawing, alt=printable(description(shared, names)))}</div>",
    )


def _verdict(
    verdict: TreeVerdict | None, trees: TreeSet, position: int, *, folds: int | None, tested: Significance | None
) -> str:
    """Whether the tree predicts, in a few words; marked by more than its colour."""
    if verdict is None:
        return "<div class='ksdt-verdict'>&nbsp;</div>"
    left, right = trees.pair.left.name, trees.pair.right.name
    said = short_verdict(verdict, left, right)
    full = verdict_words(verdict, left, right, folds=folds)
    if tested is not None:
        full += f" {tree_sentence(tested.trees[position], left, right)}"
    good = verdict.on_new_rows and all(verdict.predicts)
    open_question = not verdict.on_new_rows and all(verdict.predicts)
    sign, tone = ("✓", "good") if good else ("–", "open") if open_question else ("⚠", "poor")
    return (
        f"<div class='ksdt-verdict mine-{tone}' title='{_text(full)}'>{sign} {_text(said[:1].upper() + said[1:])}</div>"
    )


def _accuracies(verdict: TreeVerdict | None, predicted: Effects, position: int, names: TableNames) -> str:
    """A bar for each table: accuracy on new rows (ink) where that is known, on the training rows (grey), baseline."""
    if verdict is None:
        return ""
    training = predicted.training
    rows = ""
    for sign, name, side, own in (
        ("■", names.left, verdict.left, None if training is None else training.left.trees[position]),
        ("●", names.right, verdict.right, None if training is None else training.right.trees[position]),
    ):
        known = own.accuracy if own is not None else None
        new = side.accuracy if verdict.on_new_rows else None
        said = f"{name}: {percent(side.accuracy, 1)} correct, baseline {percent(side.baseline, 1)}"
        rows += (
            f"<div class='accuracy ksdt-num' title='{_text(said)}'><span>{sign} {_text(name)}</span>"
            f"{bar(known, new, side.baseline)}<span class='right'>{percent(side.accuracy, 1)}</span></div>"
        )
    return rows


def _key(trees: TreeSet, predicted: Effects, colours: Palette) -> str:
    names = names_of(trees)
    square = "display:inline-block;width:.75em;height:.75em;border-radius:2px;margin-right:.35em"
    classes = "".join(
        f"<span><span style='{square};background:{colours.class_colour(i)}'></span>{_text(shorten(name, 20))}</span>"
        for i, name in enumerate(trees.pair.class_names[:8])
    )
    rows = "" if predicted.judged_on is None else rows_words(predicted.judged_on[0])
    bars = f"<span>bar: accuracy ({rows}), tick: baseline</span>" if rows else ""
    return (
        f"<div class='mine-key'><span>■ {_text(shorten(names.left, 20))}: left bar</span>"
        f"<span>● {_text(shorten(names.right, 20))}: right bar</span>{classes}{bars}</div>"
    )


def _text(name: str) -> str:
    return html.escape(printable(name), quote=True)
