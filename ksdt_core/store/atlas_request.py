"""How to make an atlas again: where its tables come from, and how every pair of them is mined."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self

from ksdt_core.data.dataset import Dataset
from ksdt_core.store.database import Store
from ksdt_core.store.pair_request import PairRequest, TableRequest, requested_table, table_from
from ksdt_core.store.problems import make_folder
from ksdt_core.studies.atlas.settings import AtlasSettings, atlas_settings
from ksdt_core.studies.atlas.work_file import WorkFile

SUBJECT = "atlas"
"""What jobs of this kind are about: with one subject for all, they are listed together."""
FOLDER = "atlas"
ID_BYTES = 8


@dataclass(frozen=True, slots=True, eq=False)
class AtlasRequest:
    """Tables and the options of `atlas_settings`, as plain values."""

    tables: tuple[TableRequest, ...]
    options: Mapping[str, Any]

    @classmethod
    def of_document(cls, document: Mapping[str, Any]) -> Self:
        """What `to_document` wrote."""
        return cls(tuple(table_from(part) for part in document["tables"]), document["options"])

    def to_document(self) -> dict[str, Any]:
        return {"tables": [asdict(table) for table in self.tables], "options": dict(self.options)}

    @property
    def settings(self) -> AtlasSettings:
        return atlas_settings(**self.options)

    @property
    def id(self) -> str:
        text = json.dumps(self.to_document(), sort_keys=True)
        return hashlib.blake2b(text.encode(), digest_size=ID_BYTES).hexdigest()

    def pair(self, first: int, second: int, *, classes: Collection[str]) -> PairRequest:
        """The request of one pair; `classes` are those that its two tables have, of which the map may rename some."""
        preparation = self.settings.preparation
        return PairRequest(
            self.tables[first],
            self.tables[second],
            class_map=tuple((old, new) for old, new in self.settings.class_map if old in classes),
            missing=preparation.missing,
            scale=preparation.scale,
            balance=preparation.balance,
            seed=preparation.seed,
        )


def requested_datasets(store: Store, request: AtlasRequest) -> list[Dataset]:
    """The tables, read one after another."""
    return [requested_table(store, table) for table in request.tables]


def work_file(store: Store, request: AtlasRequest) -> WorkFile:
    """Where finished pairs wait until the atlas is whole; whoever asks for the same atlas goes on from there."""
    folder = store.folder / FOLDER
    make_folder(folder)
    return WorkFile(folder / f"{request.id}.jsonl")
