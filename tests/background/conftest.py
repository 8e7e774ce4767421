"""A store with a small pair and a run of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from ksdt_core.mining.miners import mine
from ksdt_core.store.database import Store, open_store
from ksdt_core.store.pair_request import PairRequest, TableRequest, requested_pair
from ksdt_core.store.pairs import keep_pair
from ksdt_core.store.runs import keep_run
from ksdt_core.store.uploads import keep_upload


@dataclass(frozen=True, slots=True)
class Kept:
    """Ids of what is kept."""

    store: Store
    pair: str
    run: str


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    store = open_store(tmp_path)
    random = np.random.default_rng(3)
    request = PairRequest(*(table(store, name, random) for name in ("first", "second")), scale="rank")
    pair = keep_pair(store, request)
    trees = mine(requested_pair(store, request), k=2, max_depth=2)
    return Kept(store, pair, keep_run(store, trees.to_document(), pair=pair))


def table(store: Store, name: str, random: np.random.Generator) -> TableRequest:
    values = random.normal(size=(40, 5))
    lines = ["a,b,<i>c</i>,d,e,class"]
    lines += [",".join([*(f"{x:.4f}" for x in row), "yes" if row[0] + row[1] > 0 else "no"]) for row in values]
    upload = keep_upload(store, f"{name}.csv", content="\n".join(lines).encode())
    return TableRequest("upload", upload.id, name)
