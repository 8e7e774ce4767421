"""Ensembles beside one tree and the baseline: on the chosen table, and between the two tables of the current pair."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import streamlit as st

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.samples.catalogue import catalogue_entry
from ksdt_core.errors import KsdtError
from ksdt_core.figures.ensemble_chart import draw_ensembles
from ksdt_core.options import choices_of
from ksdt_core.store.pair_request import TableRequest
from ksdt_core.studies.learning.ensemble_run import compare_ensembles
from ksdt_core.studies.learning.ensemble_settings import EnsembleSettings
from ksdt_core.studies.learning.ensemble_study import EnsembleStudy
from ksdt_core.studies.learning.ensemble_words import headline, table_heads, table_rows
from ksdt_core.text import counted, percent
from pages.common import drawn, frame, html_table, kept, place
from pages.common.option_widgets import show_option
from pages.common.shelf import shared_by_bytes
from pages.common.telling import telling_here
from pages.learn.choice import Chosen

LARGE = 1_000_000  # cells of all tables
TREES = 30
FOLDS = 5
Directions = tuple[tuple[Dataset, Dataset | None], ...]


def show(chosen: Chosen) -> None:
    """The controls; the answer once it was asked for, as it takes seconds."""
    pair = _of_pair(chosen)
    row = st.container(horizontal=True, vertical_alignment="bottom")
    trees = show_option(EnsembleSettings, "trees", row, value=TREES, width=120, key="learn_ensemble_trees")
    votes = [each for each in choices_of(EnsembleSettings, "vote") if each != "mode" or not chosen.settings.regression]
    vote = show_option(
        EnsembleSettings, "vote", row, options=votes, width=190, key=f"learn_vote_{chosen.settings.regression}"
    )
    settings = EnsembleSettings(
        trees=trees, vote=vote, regression=chosen.settings.regression, seed=chosen.settings.seed
    )
    directions: Directions = ((chosen.table, None),) if pair is None else (pair, (pair[1], pair[0]))
    too_large = sum(table.values.size for table, _ in directions) > LARGE
    asked = f"learn_ensembles_{hash((chosen.id, settings))}"
    if row.button(
        "Compare ensembles", icon=":material/forest:", type="primary", key="learn_ensemble_go", disabled=too_large,
        help="This table is too large for the page. Use the command ksdt learn --ensemble." if too_large else None,
    ):  # fmt: skip
        st.session_state[asked] = True
    if not st.session_state.get(asked) or too_large:
        both = "" if pair is None else f", on {pair[0].name} and {pair[1].name} and from each to the other"
        frame.note(f"Compare bagging, forests, boosting and stacking with one tree and the baseline{both}.")
        return
    names = [f"learn_ensembles_{number}" for number in range(len(directions))]
    panels = frame.side_by_side(*names, border=pair is not None)
    studies = []
    for panel, (table, test) in zip(panels, directions, strict=True):
        with panel, telling_here():
            studies.append(_study(table, test, chosen, settings))
            _panel(studies[-1], chosen.id)
    with st.expander("Errors on all rows, trees and nodes", expanded=pair is None):
        for study in studies:
            _table(study)
    columns = counted(directions[0][0].n_attributes, "attribute", "attributes")
    shared = "" if pair is None else f" Both tables are reduced to the {columns} that they share."
    frame.note(
        f"Lines show {percent(0.95)} intervals of the cross-validated and test errors (classes only). Out of bag: each "
        "row is predicted by the trees that did not see it. The lowest of several errors is slightly "
        f"optimistic.{shared}"
    )


def _panel(study: EnsembleStudy, id: str) -> None:
    frame.answer(headline(study, interval=False))
    st.plotly_chart(
        drawn.chart(
            lambda: draw_ensembles(study, palette=frame.palette()), "ensembles", id, study.table.name, study.settings,
            study.test is None,
        ),
        config={"displayModeBar": False}, key=f"learn_ensemble_chart_{hash((id, study.table.fingerprint))}",
    )  # fmt: skip


def _table(study: EnsembleStudy) -> None:
    heads = (f"trained on {study.table.name}", *table_heads(study)[1:])
    st.html(html_table.table(heads, table_rows(study), caption="Error by method", numbers=set(range(2, len(heads)))))


def _of_pair(chosen: Chosen) -> tuple[Dataset, Dataset] | None:
    """The chosen table and the other one of the current pair, with the same attributes; None where there is none."""
    here = place.here()
    if here.pair is None or chosen.request is None:
        return None
    try:
        request = kept.pair_request(here.pair)
        sides = (request.left, request.right)
        own = next((n for n, side in enumerate(sides) if (side.origin, side.id) == chosen.key), None)
        if own is None or _target(sides[own]) != chosen.target:
            return None
        if chosen.settings.regression:
            left, right = (replace(side, target=_target(side), cut=()) for side in sides)
            request = replace(request, left=left, right=right, class_map=(), right_class_map=())
        matched = kept.matched(request)
    except KsdtError:
        return None  # other pages say what is wrong with the pair
    if matched is None:
        return None
    both = [_without(table, request.exclude) for table in (matched.left, matched.right)]
    return both[own], both[1 - own]


def _target(request: TableRequest) -> str | None:
    return request.target or (catalogue_entry(request.id).target if request.origin == "catalogue" else None)


def _without(table: Dataset, excluded: tuple[str, ...]) -> Dataset:
    left = [column for column, name in enumerate(table.attributes) if name not in excluded]
    return table.take_columns(left) if left else table


def _study(table: Dataset, test: Dataset | None, chosen: Chosen, settings: EnsembleSettings) -> EnsembleStudy:
    settings = replace(settings, folds=_folds(table, settings))
    return _studied((table, test), table.fingerprint(), None if test is None else test.fingerprint(),
                    chosen.target, settings)  # fmt: skip


def _folds(table: Dataset, settings: EnsembleSettings) -> int:
    """Five, or as many as the rarest class has rows; none where that is below three."""
    counts = np.array([table.n_rows]) if settings.regression else table.class_counts()
    fewest = int(counts[counts > 0].min(initial=table.n_rows))
    return min(FOLDS, fewest) if fewest > 2 else 0


@shared_by_bytes("Growing ensembles …")
def _studied(_tables: Any, id: str, test_id: str | None, target: str, settings: EnsembleSettings) -> EnsembleStudy:
    table, test = _tables
    test_facts = None if test is None else {"fingerprint": test_id}
    return compare_ensembles(
        table, settings, target=target, test=test, facts={"fingerprint": id}, test_facts=test_facts
    )
