"""The tab with the orthogonal-tree study: is a forest, or a few orthogonal trees, better than one tree?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import streamlit as st

from ksdt_core.background.queue import Job
from ksdt_core.codec import many
from ksdt_core.figures.orthogonal_charts import draw_coordinates, draw_errors, draw_rebuilt
from ksdt_core.figures.share_bars import draw_explained
from ksdt_core.options import choices_of
from ksdt_core.studies.orthogonal import ORTHOGONAL_STUDY, OrthogonalStudy
from ksdt_core.studies.orthogonal_choice import COMPONENT_CHOICE, SIZE_STEP, ComponentChoice, SizeStep
from ksdt_core.studies.orthogonal_settings import OrthogonalSettings
from ksdt_core.text import counted, percent, printable
from pages.common import drawn, html_table, job_watch
from pages.common.current import Current
from pages.common.frame import palette
from pages.common.telling import telling
from pages.space import words
from pages.space.chart import CONFIG

LEARNERS = choices_of(OrthogonalSettings, "learner")
USUAL = OrthogonalSettings()
NUMBERS = (10, 25, 40, 80)
VIEWS = {
    "methods": "Errors and sizes",
    "rebuilt": "Rebuilt trees",
    "variance": "Variance",
    "coordinates": "Coordinates",
    "components": "Components",
    "more": "More trees",
}


@dataclass(frozen=True, slots=True)
class Done:
    """What the study found."""

    study: OrthogonalStudy
    choice: ComponentChoice | None
    steps: tuple[SizeStep, ...]

    @classmethod
    def of(cls, result: dict[str, Any]) -> Done:
        found = result["components"]
        choice = None if found is None else COMPONENT_CHOICE.read(found)
        return cls(ORTHOGONAL_STUDY.read(result["study"]), choice, many(SIZE_STEP).read(result["more_trees"]))


def show(current: Current) -> None:
    """Choose rows and trees, run in the background, read one sentence, look at one of six views."""
    if current.request is None:
        st.markdown(":gray[This run was imported without its tables, so the study has no rows to learn from.]")
        return
    names = [printable(side.name) for side in (current.trees.pair.left, current.trees.pair.right)]
    rows = {
        "across": f"Learn on {names[0]}, test on {names[1]}",
        "left": f"{names[0]}: test on a third of its rows",
        "right": f"{names[1]}: test on a third of its rows",
        "union": "Both tables: test on a third of the rows",
    }
    row = st.container(horizontal=True, vertical_alignment="bottom")
    chosen = row.selectbox("Rows", list(rows), format_func=rows.__getitem__, key="study_rows", width=330)
    learner = row.segmented_control(
        "Learner",
        list(LEARNERS),
        format_func=LEARNERS.__getitem__,
        default=USUAL.learner,
        key="study_learner",
        required=True,
    )
    n_trees = row.segmented_control("Trees", NUMBERS, default=USUAL.n_trees, key="study_trees", required=True)
    request = {"pair": current.request.id, "rows": chosen, "learner": learner, "trees": n_trees, "seed": 0}
    job = job_watch.latest("odt", subject=current.request.id, request=request)
    if job is None or (not job.is_open and job.result is None):
        row.button("Run the study", type="primary", on_click=_start, args=(request,), icon=":material/play_arrow:")
    if job is None:
        st.markdown(f":gray[{words.STUDY}]")
        return
    if job.result is None:
        job_watch.watch(job, "Running the study")
        return
    _found(job, Done.of(dict(job.result)))


@telling
def _start(request: dict[str, Any]) -> None:
    job_watch.ask("odt", subject=request["pair"], request=request)


def _found(job: Job, done: Done) -> None:
    st.markdown(f"**{words.study_answer(done.study)}**")
    view = st.segmented_control(
        "View", list(VIEWS), format_func=VIEWS.__getitem__, default="methods", key="study_view", required=True,
        label_visibility="collapsed",
    )  # fmt: skip
    if view == "methods":
        _methods(done.study)
        return
    figure, said = _chart(view, done)
    if figure is not None:
        found = drawn.chart(figure, "study", job.id, view)
        st.plotly_chart(found, theme=None, key=f"study_{view}", config=CONFIG, alt=said)
    st.markdown(f":gray[{said}]")


def _methods(study: OrthogonalStudy) -> None:
    rows = [
        (
            words.METHODS[row.method],
            percent(row.error, 1),
            percent(row.balanced_error, 1),
            f"{row.trees:,}",
            f"{row.nodes:,}",
        )
        for row in study.rows
    ]
    headings = ("Method", "Wrong", "Balanced error", "Trees", "Nodes")
    st.html(html_table.table(headings, rows, caption="Errors and sizes of all methods", numbers=(1, 2, 3, 4)))
    st.markdown(f":gray[{words.METHODS_READING}]")


def _chart(view: str, done: Done) -> tuple[Any, str]:
    """How a view is drawn (None where there is nothing to draw), and its sentence."""
    study = done.study
    if view == "rebuilt":
        return lambda: draw_rebuilt(study.tree_pairs, palette=palette()), words.rebuilt(study.tree_pairs)
    if view == "variance":
        shares = study.explained.tolist()
        said = words.variance(shares, study.n_kept)
        return lambda: draw_explained(shares, shown_axes=1, n_enough=study.n_kept, palette=palette()), said
    if view == "coordinates":
        return lambda: draw_coordinates(study.coordinates, palette=palette()), words.COORDINATES
    if view == "components":
        choice = done.choice
        if choice is None:
            return None, words.NO_FOLDS
        said = f"{counted(choice.folds, 'fold', 'folds')}: {words.components(choice)}"
        numbers = range(1, len(choice.errors) + 1)
        known = {"cross-validated": choice.errors}
        title = "orthogonal functions"
        return lambda: draw_errors(numbers, known, title=title, marked=choice.best, palette=palette()), said
    steps = done.steps
    lines = {"vote": [step.bagging for step in steps], "orthogonal functions": [step.odt_lr for step in steps]}
    sizes = [step.trees for step in steps]
    return lambda: draw_errors(sizes, lines, title="trees of the ensemble", palette=palette()), words.more_trees(steps)
