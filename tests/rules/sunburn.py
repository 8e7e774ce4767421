"""The textbook tree of the sunburn table: blonde, then lotion; else brown or red."""

from __future__ import annotations

import numpy as np

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.samples.catalogue import load
from ksdt_core.trees.tree import Tree


def sunburn() -> tuple[Tree, Dataset]:
    table = load("sunburn")
    hair, lotion = table.attributes.index("hair"), table.attributes.index("lotion")
    none, burned = table.class_names.index("none"), table.class_names.index("sunburned")
    tree = Tree(
        attributes=table.attributes,
        categories=table.categories,
        class_names=table.class_names,
        attribute=np.array([hair, lotion, hair, -1, -1, -1, -1], dtype=np.int32),
        threshold=np.full(7, np.nan),
        category=np.array([0, 0, 1, -1, -1, -1, -1], dtype=np.int32),  # blonde; no; brown
        left=np.array([1, 3, 5, -1, -1, -1, -1], dtype=np.int32),
        right=np.array([2, 4, 6, -1, -1, -1, -1], dtype=np.int32),
        label=np.array([none, none, none, burned, none, none, burned], dtype=np.int32),
    )
    return tree, table
