"""Pairs of tables that a reader dropped, made from a seed."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from ksdt_core.mining.miners import mine
from ksdt_core.store.database import Store
from ksdt_core.store.pair_request import PairRequest, TableRequest, requested_pair
from ksdt_core.store.pairs import keep_pair
from ksdt_core.store.runs import keep_run
from ksdt_core.store.uploads import keep_upload

N_ROWS = 120


def kept_tables(
    store: Store, names: Sequence[str], *, called: Sequence[str] = ("one", "two"), gaps: int = 0, seed: int = 1,
    **asked: Any,
) -> PairRequest:  # fmt: skip
    """Two tables of two attributes with a class that both tell; the first cells of the first table may be missing."""
    tables = []
    for number, name in enumerate(called):
        content = _table(names, Random(seed + number), gaps=gaps if number == 0 else 0)
        upload = keep_upload(store, f"{name}.csv", content=content)
        tables.append(TableRequest("upload", upload.id, name, "label"))
    request = PairRequest(*tables, **asked)
    keep_pair(store, request)
    return request


def kept_set(store: Store, request: PairRequest, **parameters: Any) -> str:
    """The id of a set that is mined from a kept pair."""
    trees = mine(requested_pair(store, request), k=2, max_depth=2, **parameters)
    return keep_run(store, trees.to_document(), pair=request.id)


def _table(names: Sequence[str], random: Random, *, gaps: int) -> bytes:
    lines = [",".join([*names, "label"])]
    for row in range(N_ROWS):
        first, second = random.random(), random.random()
        label = "x" if first + 0.2 * second > 0.6 else "y"
        lines.append(f"{'' if row < gaps else f'{first:.4f}'},{second:.4f},{label}")
    return "\n".join(lines).encode()


def side_box(boxes: Any, name: str, side: str) -> Any:
    """The box of one side; its key ends with the table that is chosen there."""
    (found,) = (box for box in boxes if (box.key or "").startswith(f"{name}_{side}"))
    return found
