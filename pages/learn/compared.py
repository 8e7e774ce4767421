"""The tree beside guessing, beside other methods, and beside the shared trees of the current pair."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import streamlit as st

from ksdt_core.errors import KsdtError
from ksdt_core.studies.learning.learned import Learned, most_common
from ksdt_core.studies.learning.settings import LearnSettings
from ksdt_core.studies.learning.words import METHODS
from ksdt_core.text import number, percent, printable
from pages.common import frame, html_table, kept, place
from pages.learn.both_trees import Study, learned_by
from pages.learn.choice import Chosen

LARGE = 400_000  # cells
CHOSEN = "†"  # marks trees whose size the held-out rows chose
Row = tuple[str, str, str, str]


def show(chosen: Chosen, found: Study) -> None:
    """One table: training and held-out accuracy (or error in units) of everything that can be compared."""
    learned = found.learned
    is_number = learned.tree.numbers is not None
    what = "error" if is_number else "accuracy"
    rows = [_row(f"This tree ({METHODS[chosen.settings.method]})", learned), *_baseline(learned)]
    if not is_number and chosen.table.values.size <= LARGE:
        rows += [_row(METHODS[method], learned_by(chosen, _by(chosen.settings, method))) for method in _others(chosen)]
    rows += list(_shared(chosen))
    heads = ("", "leaves", f"{what}, training rows", f"{what}, held-out rows")
    shown = 4 if any(row[3] != "–" for row in rows) else 3
    cells = [row[:shown] for row in rows]
    st.html(html_table.table(heads[:shown], cells, caption="This tree compared with other methods", numbers={1, 2, 3}))
    notes = [f"The {what} on training rows is optimistic."]
    if shown == 3:
        notes.append("Hold out rows to compare on rows that were not used for training.")
    if any(CHOSEN in row[0] for row in rows):
        notes.append(
            f"{CHOSEN} The held-out rows were used to choose the size of this tree, so that {what} is also optimistic."
        )
    if not is_number:
        notes.append("The random learner splits without using the classes.")
    frame.note(" ".join(notes))


def _others(chosen: Chosen) -> list[str]:
    return [method for method in METHODS if method != chosen.settings.method]


def _by(settings: LearnSettings, method: str) -> LearnSettings:
    """The same rows held out; each method with its own criterion and pruning."""
    usual = LearnSettings(method=method, holdout=settings.holdout, seed=settings.seed)  # type: ignore[arg-type]
    bins = "equal-frequency:4" if method == "id3" else "class-changes"
    return replace(usual, max_depth=settings.max_depth, min_size=settings.min_size, discretise=bins)


def _row(name: str, learned: Learned) -> Row:
    held = learned.held_out
    name = f"{name} {CHOSEN}" if learned.is_chosen_by_held_out else name
    return name, f"{learned.tree.n_leaves:,}", _said(learned, learned.training.error), (
        "–" if held is None else _said(learned, held.error)
    )  # fmt: skip


def _baseline(learned: Learned) -> list[Row]:
    held = learned.held_out
    name = "always the mean" if learned.tree.numbers is not None else f"always “{printable(most_common(learned)[0])}”"
    return [
        (
            f"Baseline: {name}", "1", _said(learned, learned.training.baseline),
            "–" if held is None else _said(learned, held.baseline),
        )
    ]  # fmt: skip


def _said(learned: Learned, error: float) -> str:
    return number(error) if learned.tree.numbers is not None else percent(1 - error, 1)


def _shared(chosen: Chosen) -> Iterator[Row]:
    """The shared trees of the current set on this table, where it is one of the pair."""
    here = place.here()
    if here.run is None or here.pair is None or chosen.request is None:
        return
    try:
        request, trees = kept.pair_request(here.pair), kept.tree_set(here.run)
    except KsdtError:
        return  # other pages say what is wrong with the run
    for side, table in (("left", request.left), ("right", request.right)):
        if (table.origin, table.id) == chosen.key and (table.target in (None, chosen.target)):
            for position, shared in enumerate(trees.trees, start=1):
                accuracy = shared.accuracy_left if side == "left" else shared.accuracy_right
                kind = "held out" if trees.settings.holdout else "training"
                cells = ("–", percent(accuracy, 1)) if kind == "held out" else (percent(accuracy, 1), "–")
                yield f"Shared tree {position} of the current set", f"{shared.tree.n_leaves}", *cells
