"""What is known of what a run's trees predict, and how pages say it."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.evidence.effect_text import baseline_words, rows_words, short_verdict, verdict_words
from ksdt_core.evidence.effects import Effects, effects_of
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.text import percent, printable
from pages.common import kept

HIDE = "hide_unpredictive"
HIDE_LABEL = "Hide trees that predict neither table"
_HELP = "Hides trees that predict neither table better than its baseline, which is always predicting the largest class."
_NONE = "Every tree predicts at least one table better than guessing."


def known(run: str, trees: TreeSet, pair: DatasetPair | None) -> Effects:
    """What the run's document tells, counted on the tables where it tells nothing."""
    return effects_of(trees, kept.document(run), pair)


def captions(effects: Effects, trees: TreeSet, tree: int) -> tuple[str, ...]:
    """What is below the drawing of a tree: what guessing gives, and whether the tree does better."""
    verdict = effects.verdict(tree)
    if verdict is None or effects.judged_on is None:
        return ()
    pair = trees.pair
    return (
        baseline_words(effects.judged_on[1], pair.class_names),
        verdict_words(verdict, pair.left.name, pair.right.name, folds=effects.folds),
    )


def notes(effects: Effects, trees: TreeSet, tree: int) -> tuple[str, ...]:
    """What new rows say of a tree, in one line: `cross-validated accuracy 73.8 | 68.1 %: predicts north only`."""
    verdict = effects.verdict(tree)
    if verdict is None:
        return ()
    names = (printable(trees.pair.left.name), printable(trees.pair.right.name))
    if not verdict.on_new_rows:
        return (verdict_words(verdict, *names),)
    left, right = 100 * verdict.left.accuracy, percent(verdict.right.accuracy, 1)
    return (f"{rows_words(verdict.rows)} accuracy {left:.1f} | {right}: {short_verdict(verdict, *names)}",)


def hide_control(effects: Effects, n_trees: int) -> tuple[int, ...]:
    """One click hides the trees that predict nothing; the trees that are shown. At least one always is."""
    useless = effects.without_predictive()
    hides = st.toggle(
        f"{HIDE_LABEL} ({len(useless)})",
        key=HIDE,
        disabled=not useless or len(useless) == n_trees,
        help=_HELP if useless and len(useless) < n_trees else _none_words(useless),
    )
    if not hides or len(useless) == n_trees:
        return tuple(range(n_trees))
    return tuple(tree for tree in range(n_trees) if tree not in useless)


def _none_words(useless: Sequence[int]) -> str:
    return "No tree of this set predicts more than guessing; all are shown." if useless else _NONE
