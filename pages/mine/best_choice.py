"""Which weighting of the map is the best: by set quality, or by accuracy on rows that its trees did not see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from ksdt_core.cli.mine_options import Weighing
from ksdt_core.mining.cells.weight_cells import WeightCells
from ksdt_core.mining.map_points import MapPoint, best_point
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.sweeps import best_position
from ksdt_core.mining.weights import WeightVector, weight_pool
from ksdt_core.store.pair_request import PairRequest
from ksdt_core.text import score
from pages.common import job_watch, weight_map
from pages.common.option_widgets import widget_arguments
from pages.common.telling import telling

FOLDS = 5
WHAT = "Cross-validating every weighting"
_BY = "best_by"
_SDTSQ = "Uses the weights of the set with the highest quality: {best} (now {now})."


@dataclass(frozen=True, slots=True)
class Best:
    """The best weights, where they are known, and what a button that takes them says."""

    weights: WeightVector | None
    help: str
    of_all: bool = False  # the best of all weights, not of some points
    among: tuple[WeightVector, ...] = ()  # the points, where it is the best of some
    by_cv: bool = False


def show(
    request: PairRequest,
    parameters: MiningParameters,
    mapped: Sequence[MapPoint],
    *,
    chosen: MapPoint,
    cells: WeightCells | None = None,
) -> Best:
    """Choose what makes a weighting the best; cross-validating all points of the map, or of WVP1, is a job."""
    if not mapped and cells is None:
        return Best(None, "Compare weightings first, in the menu below the triangle.")
    by = st.selectbox(**widget_arguments(Weighing, "best_by"), key=_BY)
    if by != "cv" and cells is not None:
        said = _SDTSQ.format(best=score(cells.best.scores.sdtsq), now=score(chosen.sdtsq))
        return Best(cells.best.weights, said, of_all=True)
    if by != "cv":
        best_one = best_point(mapped)
        said = _SDTSQ.format(best=score(best_one.sdtsq), now=score(chosen.sdtsq))
        return Best(best_one.weights, said, among=tuple(point.weights for point in mapped))
    single = parameters.method == "single"
    vectors = [point.weights for point in mapped] or list(weight_pool("wvp1", single=single).vectors)
    asked = _request(request, parameters, vectors)
    job = job_watch.latest("pool-cv", subject=request.id, request=asked)
    if job is not None and job.result is not None:
        scores = [float(sa) for sa in job.result["cv_sa"]]
        best = best_position(scores)
        weights = ", ".join(f"{part:.2f}" for part in vectors[best].parts)
        st.markdown(
            f":gray[Best of {len(vectors)} weightings by cross-validated shared accuracy ({FOLDS} folds): "
            f"{weights}, {score(scores[best])}. The best of many weightings is optimistic.]"
        )
        said = f"Uses the weights with the highest cross-validated shared accuracy: {score(scores[best])}."
        return Best(vectors[best], said, by_cv=True)
    if job is not None:
        job_watch.watch(job, WHAT)
    if job is None or not job.is_open:
        st.button(
            f"Cross-validate {len(vectors)} weightings",
            key="pool_cv",
            icon=":material/play_arrow:",
            on_click=telling(_ask),
            args=(request, asked),
        )
    return Best(None, "Cross-validate the weightings first.")


def _request(request: PairRequest, parameters: MiningParameters, vectors: Sequence[WeightVector]) -> dict[str, Any]:
    options = weight_map.chosen_options(parameters)
    parts = [list(vector.parts) for vector in vectors]
    return {"pair": request.id, "parameters": options, "vectors": parts, "folds": FOLDS}


def _ask(request: PairRequest, asked: dict[str, Any]) -> None:
    job_watch.ask("pool-cv", subject=request.id, request=asked)
