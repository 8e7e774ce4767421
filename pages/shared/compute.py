"""Cached calls of the core. Data comes with a leading underscore and its full fingerprint as the key."""

from __future__ import annotations

import streamlit as st

from ksdt_core.data.catalogue import CataloguePair, catalogue_pairs, load
from ksdt_core.data.pair import DatasetPair
from ksdt_core.data.pairing import pair_datasets
from ksdt_core.mining.miners import mine_with
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.significance import Significance, significance
from ksdt_core.mining.sweeps import Progress
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.mining.weights import WeightVector

MINING = "Mining. The first time on a machine the kernels are compiled, which takes some seconds …"
START_PAIR = ("wine-red", "wine-white")


def bundled_pairs() -> list[CataloguePair]:
    """The natural pairs of the catalogue, the one to start with first."""
    return sorted(catalogue_pairs(), key=lambda entry: (entry.left, entry.right) != START_PAIR)


@st.cache_resource(show_spinner="Reading the two tables …", max_entries=16)
def bundled_pair(left: str, right: str) -> DatasetPair:
    """A pair of the catalogue, prepared with the options that it names."""
    entry = next(entry for entry in catalogue_pairs() if (entry.left, entry.right) == (left, right))
    return pair_datasets(load(left), load(right), scale=entry.scale, class_map=entry.class_map, missing=entry.missing)


def mined_set(pair: DatasetPair, parameters: MiningParameters, weights: WeightVector) -> TreeSet:
    """The set of trees that these weights give."""
    return _mined_set(pair, pair.fingerprint(), parameters, weights)


@st.cache_resource(show_spinner=MINING, max_entries=256)
def _mined_set(_pair: DatasetPair, fingerprint: str, parameters: MiningParameters, weights: WeightVector) -> TreeSet:
    return mine_with(_pair, parameters, weights)


def tested_set(pair: DatasetPair, trees: TreeSet, *, permutations: int, progress: Progress) -> Significance:
    """The set beside its nulls; not cached here, since the progress is part of the page."""
    return significance(pair, trees, permutations=permutations, progress=progress)
