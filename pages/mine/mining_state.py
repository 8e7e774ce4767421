"""What is to be mined: parameters and weights, held so that links, Back and other pages lead to the same set.

A run in the address says both. Without one the address may name weights, and the parameters are those chosen last.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import streamlit as st

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.sweeps import BestBy
from ksdt_core.mining.weights import WeightVector, weight_pool
from pages.common import kept, place
from pages.common.current import parameters_of

_BY_CV = "chosen_by_cross_validation"
_PARAMETERS, _WEIGHTS, _PAIR, _SHOWN, _TRIED = (
    "wanted_parameters",
    "wanted_weights",
    "wanted_pair",
    "wanted_run",
    "tried_vectors",
)


def parameters() -> MiningParameters:
    """What was chosen last."""
    found: MiningParameters = st.session_state.get(_PARAMETERS, MiningParameters())
    return found


def weights() -> WeightVector:
    """The weights that were chosen last, or the defaults of the method."""
    found: WeightVector | None = st.session_state.get(_WEIGHTS)
    single = parameters().method == "single"
    if found is None or (found.atd is None) != single:
        return parameters().weights_or_default(None)
    return found


def follow(pair_id: str, pair: DatasetPair) -> None:
    """At the start of the page: take over what the address, or another page, asks for."""
    here = place.here()
    if here.run is not None and here.run != st.session_state.get(_SHOWN):
        trees = kept.tree_set(here.run)
        chosen = parameters_of(trees)
        if _PARAMETERS in st.session_state and parameters() != chosen:
            place.settle(pool=None)  # a map of other settings, which nobody asked for, may take long
        st.session_state[_PARAMETERS] = chosen
        st.session_state[_WEIGHTS] = trees.settings.weights
    elif here.run is None and here.weight_vector is not None:
        st.session_state[_WEIGHTS] = here.weight_vector
    before = st.session_state.get(_PAIR)
    if pair_id != before:
        if here.run is None and not _same_tables(before, pair_id):
            _forget(here.weight_vector)
        chosen = parameters() if here.run is not None else _leaving_out(parameters(), before, pair_id)
        st.session_state[_PARAMETERS] = _fitting(chosen, set(pair.attributes), fresh=here.run is None)
        st.session_state[_PAIR] = pair_id


def _same_tables(before: str | None, pair_id: str) -> bool:
    """Whether two pairs are of the same tables, prepared otherwise; settings of other tables never carry over."""
    if before is None:
        return True
    one, other = kept.pair_request(before), kept.pair_request(pair_id)
    return (one.left.id, one.right.id) == (other.left.id, other.right.id)


def _forget(weights: WeightVector | None) -> None:
    """Another pair starts fresh; weights that its own address names are taken."""
    for name in (_PARAMETERS, _WEIGHTS):
        st.session_state.pop(name, None)
    if weights is not None:
        st.session_state[_WEIGHTS] = weights


def settle(run: str, weights: WeightVector) -> None:
    """The set of this run is shown."""
    st.session_state[_SHOWN] = run
    place.settle(run=run, weights=place.weights_text(weights))


def choose_weights(vector: WeightVector) -> None:
    """The reader has chosen weights."""
    if vector != weights():
        st.session_state[_WEIGHTS] = vector
        place.go(weights=place.weights_text(vector), run=None)


def choose_from_triangle(vector: WeightVector) -> None:
    """The reader has chosen weights after looking at all of them.

    The test against shuffled tables repeats choices among weight vectors; the 36 of WVP1 stand for all weights.
    """
    single = parameters().method == "single"
    _seen(st.session_state.get(_PAIR, ""), single).update(dict.fromkeys(weight_pool("wvp1", single=single).vectors))
    choose_weights(vector)


def choose_from_map(vector: WeightVector, mapped: Iterable[WeightVector]) -> None:
    """The reader has chosen weights after looking at a map: the test repeats the choice among all of its points."""
    single = parameters().method == "single"
    _seen(st.session_state.get(_PAIR, ""), single).update(dict.fromkeys(mapped))
    choose_weights(vector)


def choose_by_cross_validation(vector: WeightVector) -> None:
    """The reader has chosen weights by accuracy on new rows: the test against chance has to repeat such a choice."""
    chosen_by: set[str] = st.session_state.setdefault(_BY_CV, set())
    chosen_by.add(st.session_state.get(_PAIR, ""))
    choose_from_triangle(vector)


def best_by(pair_id: str) -> BestBy:
    """What weights of this pair were chosen by."""
    return "cv" if pair_id in st.session_state.get(_BY_CV, ()) else "sdtsq"


def choose_parameters(chosen: MiningParameters) -> None:
    """The reader has chosen other parameters."""
    if chosen == parameters():
        return
    if (chosen.method == "single") != (parameters().method == "single"):
        st.session_state.pop(_WEIGHTS, None)
        place.settle(weights=None)
    st.session_state[_PARAMETERS] = chosen
    place.go(run=None, pool=None)


def tried(pair_id: str, *further: WeightVector) -> tuple[WeightVector, ...]:
    """The weights that were tried since the pair was opened, with further ones added.

    Whoever changes another setting has still seen what they gave; only weights of a single tree, which has no other
    to differ from, and those of a set say nothing of each other.
    """
    seen = _seen(pair_id, parameters().method == "single")
    seen.update(dict.fromkeys(further))
    return tuple(seen)


def _seen(pair_id: str, single: bool) -> dict[WeightVector, None]:
    every: dict[tuple[str, bool], dict[WeightVector, None]] = st.session_state.setdefault(_TRIED, {})
    return every.setdefault((pair_id, single), {})


def _leaving_out(chosen: MiningParameters, before: str | None, pair_id: str) -> MiningParameters:
    """The parameters with what Data omits of this pair, and no longer what it omitted of the one before."""
    dropped = set() if before is None else set(kept.pair_request(before).exclude)
    wanted = kept.pair_request(pair_id).exclude
    return replace(
        chosen,
        exclude=tuple(dict.fromkeys((*(name for name in chosen.exclude if name not in dropped), *wanted))),
        roots=tuple(name for name in chosen.roots if name not in wanted),
    )


def _fitting(chosen: MiningParameters, known: set[str], *, fresh: bool) -> MiningParameters:
    """The parameters without names that this pair does not have; row counts chosen for another pair are forgotten."""

    def left(names: Iterable[str]) -> tuple[str, ...]:
        return tuple(name for name in names if name in known)

    costs = tuple((name, cost) for name, cost in chosen.costs if name in known)
    fitting = replace(chosen, exclude=left(chosen.exclude), roots=left(chosen.roots), costs=costs)
    return replace(fitting, min_size=None) if fresh else fitting
