"""What the store keeps, as values; large ones are read once and shared by all sessions."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import streamlit as st

from ksdt_core.errors import InvalidDataError, KsdtError
from ksdt_core.store.database import Store, open_store
from ksdt_core.store.folder import data_folder

if TYPE_CHECKING:  # what computes is loaded where it is needed, so that the first page comes quickly
    from ksdt_core.data.dataset import Dataset
    from ksdt_core.data.doctor.checkup import Checkup
    from ksdt_core.data.facts import TableFacts
    from ksdt_core.data.pair import DatasetPair, Matched
    from ksdt_core.mining.parameters import MiningParameters
    from ksdt_core.mining.tree_set import TreeSet
    from ksdt_core.mining.weights import WeightVector
    from ksdt_core.store.pair_request import PairRequest, TableRequest

MINING = "Mining. The first time on a machine the kernels are compiled, which takes some seconds …"


def store() -> Store:
    """The store of this server; one that took no change is opened anew, since it may by now."""
    with _opening:
        found = _store(str(data_folder()))
        if found.problem is not None:
            _store.cache_clear()
    return found


_opening = threading.Lock()


@lru_cache(maxsize=1)  # and not one of Streamlit's: it is asked for many times by every page
def _store(folder: str) -> Store:
    return open_store()


def open_pair(request: PairRequest) -> str:
    """Keep a request and return the id of its pair."""
    from ksdt_core.store.pairs import keep_pair

    return keep_pair(store(), request)


def pair_request(pair_id: str) -> PairRequest:
    """How the pair of this id is made."""
    from ksdt_core.store.pairs import kept_pair

    return kept_pair(store(), pair_id)


def tables(request: PairRequest) -> tuple[Dataset, Dataset]:
    """The two tables as they were read."""
    from ksdt_core.store.pair_request import told_apart

    return told_apart(table(request.left), table(request.right), request)


def table(request: TableRequest) -> Dataset:
    """One table as it was read."""
    found = _table(request, repr(request), str(data_folder()))
    if isinstance(found, str):
        raise InvalidDataError(found)
    return found


@st.cache_resource(show_spinner="Reading the table …", max_entries=8)
def _table(_request: TableRequest, key: str, folder: str) -> Dataset | str:
    """The table, or why it cannot be read: that, too, is found out once."""
    from ksdt_core.store.pair_request import requested_table

    try:
        return requested_table(store(), _request)
    except InvalidDataError as error:
        return str(error)


def facts(request: TableRequest) -> TableFacts:
    """The columns and sheets of a table whose class column may not be known yet."""
    return _facts(request, request.id, request.sheet, request.encoding, str(data_folder()))


@st.cache_resource(show_spinner="Reading the columns …", max_entries=64)
def _facts(_request: TableRequest, table_id: str, sheet: str | None, encoding: str | None, folder: str) -> TableFacts:
    from ksdt_core.store.pair_request import requested_facts

    return requested_facts(store(), _request)


def matched(request: PairRequest) -> Matched | None:
    """The two tables with the same attributes, cells as they were read; None where they share none."""
    return _matched(request, request.to_json())


@st.cache_resource(show_spinner="Matching the attributes …", max_entries=6)
def _matched(_request: PairRequest, key: str) -> Matched | None:
    from ksdt_core.data.matching import match_tables, rename_classes
    from ksdt_core.data.value_matching import value_map_of
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


@st.cache_resource(show_spinner="Matching the two tables …", max_entries=6)
def _pair(_request: PairRequest, key: str) -> DatasetPair:
    from ksdt_core.store.pair_request import pair_of_tables

    return pair_of_tables(tables(_request), _request)


def checkup(request: PairRequest) -> Checkup:
    """What the doctor finds."""
    return _checkup(request, request.to_json())


@st.cache_resource(show_spinner="Looking the tables over …", max_entries=12)
def _checkup(_request: PairRequest, key: str) -> Checkup:
    from ksdt_core.data.doctor.checkup import check_pair
    from ksdt_core.data.value_matching import value_map_of
    from ksdt_core.store.pair_request import right_to_left

    return check_pair(
        *tables(_request),
        class_map=dict(_request.class_map),
        attribute_map=right_to_left(_request.attribute_map),
        value_map=value_map_of(_request.value_map),
        preparation=_request.preparation,
    )


def mined(request: PairRequest, parameters: MiningParameters, weights: WeightVector) -> tuple[str, TreeSet]:
    """The set that these weights give, and the id of the run that keeps it."""
    from ksdt_core.store.runs import keep_run

    trees, seconds = _mined(request, request.id, parameters, weights)
    open_pair(request)
    return keep_run(store(), trees.to_document(), pair=request.id, seconds=seconds), trees


@st.cache_resource(show_spinner=MINING, max_entries=512)
def _mined(
    _request: PairRequest, pair_id: str, parameters: MiningParameters, weights: WeightVector
) -> tuple[TreeSet, float]:
    from ksdt_core.mining.miners import mine_with

    pair = pair_of(_request)
    began = time.perf_counter()
    trees = mine_with(pair, parameters, weights)
    return trees, time.perf_counter() - began


def tree_set(run: str) -> TreeSet:
    """The trees of a kept run."""
    return _tree_set(run)


@st.cache_resource(show_spinner="Reading the trees …", max_entries=64)
def _tree_set(run: str) -> TreeSet:
    from ksdt_core.store.runs import run_result

    return run_result(store(), run).tree_set


def document(run: str) -> Mapping[str, Any]:
    """The document of a run as it stands now: significance is added when it is known."""
    from ksdt_core.store.runs import run_document

    found: Mapping[str, Any] = json.loads(run_document(store(), run))
    return found


@st.cache_resource(show_spinner="Mining one set for every point of the map …", max_entries=32)
def _map(_request: PairRequest, pair_id: str, options: tuple[tuple[str, Any], ...], pool: str) -> Mapping[str, Any]:
    from ksdt_core.tasks.maps import weight_map

    return weight_map(pair_of(_request), dict(options), pool)


def quick_map(request: PairRequest, options: Mapping[str, Any], pool: str) -> Mapping[str, Any]:
    """What each vector of a small pool reaches; finer pools are a job."""
    return _map(request, request.id, tuple(sorted(options.items())), pool)
