"""Tables: reading them, matching them, and preparing a pair that can be mined."""

from ksdt_core.data.catalogue import CatalogueEntry, CataloguePair, catalogue, catalogue_pairs, find_dataset, load
from ksdt_core.data.dataset import Categories, Dataset
from ksdt_core.data.folds import stratified_folds, stratified_holdout
from ksdt_core.data.frames import dataset_from_frame
from ksdt_core.data.limits import Limits
from ksdt_core.data.matching import match
from ksdt_core.data.pair import DatasetPair, Domain, Matched, Missing, Preparation, Scale
from ksdt_core.data.pairing import (
    column_permutation,
    held_out_rows,
    midpoint,
    pair_datasets,
    prepare,
    rebalanced,
    threshold_between,
    with_right_columns,
)
from ksdt_core.data.reading import read_dataset

__all__ = [
    "CatalogueEntry",
    "CataloguePair",
    "Categories",
    "Dataset",
    "DatasetPair",
    "Domain",
    "Limits",
    "Matched",
    "Missing",
    "Preparation",
    "Scale",
    "catalogue",
    "catalogue_pairs",
    "column_permutation",
    "dataset_from_frame",
    "find_dataset",
    "held_out_rows",
    "load",
    "match",
    "midpoint",
    "pair_datasets",
    "prepare",
    "read_dataset",
    "rebalanced",
    "stratified_folds",
    "stratified_holdout",
    "threshold_between",
    "with_right_columns",
]
