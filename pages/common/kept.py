"""What the store keeps, as values; large ones are read once and shared by all sessions."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from copy import copy
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import streamlit as st

from ksdt_core.background import kernels
from ksdt_core.errors import InvalidDataError, KsdtError
from ksdt_core.store.database import Store, open_store
from ksdt_core.store.folder import data_folder
from ksdt_core.store.problems import StoreError
from pages.common import asked, drawn, housekeeping
from pages.common.shelf import shared_by_bytes, shelf

if TYPE_CHECKING:  # what computes is loaded where it is needed, so that the first page comes quickly
    from ksdt_core.data.checks.checkup import Checkup
    from ksdt_core.data.model.dataset import Dataset
    from ksdt_core.data.model.pair import DatasetPair, Matched
    from ksdt_core.data.readers.facts import TableFacts
    from ksdt_core.mining.parameters import MiningParameters
    from ksdt_core.mining.tree_set import TreeSet
    from ksdt_core.mining.weights import WeightVector
    from ksdt_core.store.pair_request import PairRequest, TableRequest
    from ksdt_core.store.runs import Run

_LAST_MINED = "last_mined"
MINING = "Mining. The first run on a machine compiles the code, which takes a few seconds …"


def store() -> Store:
    """The store of this server; one that took no change is opened again, since it may by now."""
    with _opening:
        found = _store(str(data_folder()))
        if found.problem is not None:
            _store.cache_clear()
    return found


_opening = threading.Lock()
_further_caches: list[Any] = []  # of modules that build on this one


@lru_cache(maxsize=1)  # and not one of Streamlit's: it is asked for many times by every page
def _store(folder: str) -> Store:
    found = open_store()
    housekeeping.start(store)
    return found


def forget_too(*caches: Any) -> None:
    """Clear these caches of another module as well when tables or pairs are deleted."""
    _further_caches.extend(cached for cached in caches if cached not in _further_caches)


def forget_tables() -> None:
    """After tables or pairs were deleted, nothing of them stays in memory."""
    shelf().clear()
    for cached in (_checkup, _mined, _swept, *_further_caches):
        cached.clear()
    drawn.shelf.clear()
    asked.forget()


def open_pair(request: PairRequest) -> str:
    """Keep a request and return the id of its pair."""
    from ksdt_core.store.pairs import keep_pair

    asked.forget()
    return keep_pair(store(), request)


def pair_request(pair_id: str) -> PairRequest:
    """How the pair of this id is made."""
    from ksdt_core.store.pairs import kept_pair

    return asked.once(lambda: kept_pair(store(), pair_id), "pair", pair_id)


def run_known(run: str) -> Run:
    """What is known of a kept run, without its trees."""
    from ksdt_core.store.runs import kept_run

    return asked.once(lambda: kept_run(store(), run), "run", run)


def tables(request: PairRequest) -> tuple[Dataset, Dataset]:
    """The two tables as they were read."""
    from ksdt_core.store.pair_request import told_apart

    return told_apart(table(request.left), table(request.right), request)


def table(request: TableRequest) -> Dataset:
    """One table as it was read."""
    found = _table(request, repr(request), str(data_folder()))
    if isinstance(found, InvalidDataError):
        raise copy(found)  # a fresh one: it is shared by all who ask
    return found


@shared_by_bytes("Reading the table …")
def _table(_request: TableRequest, key: str, folder: str) -> Dataset | InvalidDataError:
    """The table, or why it cannot be read: that, too, is found out once."""
    from ksdt_core.store.pair_request import requested_table

    try:
        return requested_table(store(), _request)
    except InvalidDataError as error:
        return copy(error)  # without its traceback, which would keep the file in memory


def facts(request: TableRequest) -> TableFacts:
    """The columns and sheets of a table whose class column may not be known yet."""
    return _facts(request, request.id, request.sheet, request.encoding, str(data_folder()))


@shared_by_bytes("Reading the columns …")
def _facts(_request: TableRequest, table_id: str, sheet: str | None, encoding: str | None, folder: str) -> TableFacts:
    from ksdt_core.store.pair_request import requested_facts

    return requested_facts(store(), _request)


def matched(request: PairRequest) -> Matched | None:
    """The two tables with the same attributes, cells as they were read; None where they share none."""
    return _matched(request, request.to_json())


@shared_by_bytes("Matching the attributes …")
def _matched(_request: PairRequest, key: str) -> Matched | None:
    from ksdt_core.data.matching.matching import match_tables, rename_classes
    from ksdt_core.data.matching.value_matching import value_map_of
    from ksdt_core.store.pair_request import right_to_left

    try:
        both = rename_classes(*tables(_request), dict(_request.class_map))
        return match_tables(
            *both,
            attribute_map=right_to_left(_request.attribute_map),
            value_map=value_map_of(_request.value_map),
        )
    except KsdtError:
        return None  # the doctor says why


def pair_of(request: PairRequest) -> DatasetPair:
    """The pair, matched and prepared."""
    return _pair(request, request.to_json())


@shared_by_bytes("Matching the two tables …")
def _pair(_request: PairRequest, key: str) -> DatasetPair:
    from ksdt_core.store.pair_request import pair_of_tables

    return pair_of_tables(tables(_request), _request)


def checkup(request: PairRequest) -> Checkup:
    """What the doctor finds."""
    return _checkup(request, request.to_json())


@st.cache_resource(show_spinner="Checking the tables …", max_entries=12)
def _checkup(_request: PairRequest, key: str) -> Checkup:
    from ksdt_core.data.checks.checkup import check_pair
    from ksdt_core.data.matching.value_matching import value_map_of
    from ksdt_core.store.pair_request import right_to_left

    return check_pair(
        *tables(_request),
        class_map=dict(_request.class_map),
        attribute_map=right_to_left(_request.attribute_map),
        value_map=value_map_of(_request.value_map),
        preparation=_request.preparation,
    )


def mined(request: PairRequest, parameters: MiningParameters, weights: WeightVector) -> tuple[str, TreeSet]:
    """The set that these weights give, and the id of the run that keeps it.

    A page that is made again with the set it had writes nothing, unless somebody has deleted the run meanwhile.
    """
    from ksdt_core.evidence.effects import measure_effects
    from ksdt_core.formats.result import result_document
    from ksdt_core.store.runs import keep_run

    trees, seconds = _mined(request, request.id, parameters, weights)
    same = (str(data_folder()), request.id, parameters, weights)
    known, run = st.session_state.get(_LAST_MINED, (None, ""))
    if known != same or not _is_kept(run, request.id):
        open_pair(request)
        document = result_document(trees, effects=measure_effects(pair_of(request), trees))
        run = keep_run(store(), document, pair=request.id, seconds=seconds)
        asked.forget()
        _tree_set(run, trees)
        st.session_state[_LAST_MINED] = (same, run)
    return run, trees


def _is_kept(run: str, pair_id: str) -> bool:
    """Whether the store still has a run and its pair."""
    try:
        return run_known(run).pair == pair_id and pair_request(pair_id).id == pair_id
    except StoreError:
        return False


@st.cache_resource(show_spinner=MINING, max_entries=512)
def _mined(
    _request: PairRequest, pair_id: str, parameters: MiningParameters, weights: WeightVector
) -> tuple[TreeSet, float]:
    from ksdt_core.mining.miners import mine

    pair = pair_of(_request)
    kernels.wait_for("mining")
    began = time.perf_counter()
    trees = mine(pair, parameters=parameters, weights=weights)
    return trees, time.perf_counter() - began


def tree_set(run: str) -> TreeSet:
    """The trees of a kept run."""
    return _tree_set(run, None)


@st.cache_resource(show_spinner="Reading the trees …", max_entries=64)
def _tree_set(run: str, _mined: TreeSet | None) -> TreeSet:
    """What was mined here is not read again."""
    from ksdt_core.store.runs import run_result

    return run_result(store(), run).tree_set if _mined is None else _mined


def document(run: str) -> Mapping[str, Any]:
    """The document of a run as it stands now: significance is added when it is known.

    Without the evidence on the pair: it may be of thousands of attributes, and `pair_evidence` has it already.
    """
    from ksdt_core.store.runs import document_of

    return asked.once(lambda: document_of(store(), run, without=("evidence",)), "document", run)


def add_to_run(run: str, parts: Mapping[str, Any]) -> None:
    """Give the document of a run what it lacks; a store that takes no change keeps what it has."""
    from ksdt_core.store.runs import add_to_run as put

    if parts.keys() - document(run).keys():
        with suppress(StoreError):
            put(store(), run, parts)


def swept(request: PairRequest, parameters: MiningParameters, pool: str) -> tuple[TreeSet, ...]:
    """One set for every vector of a small pool, in its order; finer pools are a job."""
    return _swept(request, request.id, parameters, pool)


@st.cache_resource(show_spinner="Mining one set for every weighting …", max_entries=32)
def _swept(_request: PairRequest, pair_id: str, parameters: MiningParameters, pool: str) -> tuple[TreeSet, ...]:
    from ksdt_core.mining.miners import mine_many
    from ksdt_core.mining.weights import weight_pool

    vectors = weight_pool(pool, single=parameters.method == "single").vectors
    return tuple(mine_many(pair_of(_request), parameters, vectors))
