"""How to make an atlas again: where its tables come from, and how every pair of them is mined."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any, Self

from ksdt_core.data.matching.attribute_matching import match_attributes
from ksdt_core.data.matching.maps import renamed_again
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.errors import InvalidDataError
from ksdt_core.options import option_values
from ksdt_core.store.database import Store
from ksdt_core.store.pair_request import Names, PairRequest, TableRequest, requested_table, table_from
from ksdt_core.store.problems import make_folder
from ksdt_core.studies.atlas.all_pairs import distinct_names
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

    def pair(self, left: Dataset, right: Dataset, *, numbers: tuple[int, int]) -> PairRequest:
        """The request of the pair of two tables as they were read, which have these numbers in the atlas."""
        settings = self.settings
        every = distinct_names(table.name for table in self.tables)
        names = (every[numbers[0]], every[numbers[1]])
        own = settings.own
        class_map, right_class_map = _class_maps(settings, names, (left, right))
        attribute_map = own.attribute_map(*names)
        return PairRequest(
            self.tables[numbers[0]],
            self.tables[numbers[1]],
            class_map=class_map,
            right_class_map=right_class_map,
            attribute_map=tuple((of_left, of_right) for of_right, of_left in attribute_map.items()),
            exclude=_excluded(settings, names, (left, right)),
            **option_values(settings.preparation),
        )


def _excluded(settings: AtlasSettings, names: tuple[str, str], tables: tuple[Dataset, Dataset]) -> tuple[str, ...]:
    """What is excluded of a pair; nothing where its tables share no attribute, which mining it says."""
    left, right = tables
    with suppress(InvalidDataError):
        left_columns, right_columns, _ = match_attributes(left, right, settings.own.attribute_map(*names))
        attributes = [left.attributes[column] for column in left_columns]
        return settings.own.excluded(names, attributes, [right.attributes[column] for column in right_columns])
    return ()


def _class_maps(
    settings: AtlasSettings, names: tuple[str, str], tables: tuple[Dataset, Dataset]
) -> tuple[Names, Names]:
    """What a pair renames in both tables, and in the right one before that, for the classes to be as in the atlas.

    The map of both tables is what the atlas makes of the left one's classes. It must not touch the right one's again:
    where it would, that cannot be asked for as a pair.
    """
    shared = dict(settings.class_map)
    left_classes, right_classes = (table.class_names for table in tables)
    left, right = (renamed_again(settings.own.class_map_of(name), shared) for name in names)
    of_left = {old: left[old] for old in left_classes if left.get(old, old) != old}
    of_right = {old: right[old] for old in right_classes if right.get(old, old) != old}
    both = {**of_right, **of_left}
    as_left = all(both.get(old, old) == of_left.get(old, old) for old in left_classes)
    if as_left and all(both.get(old, old) == of_right.get(old, old) for old in right_classes):
        return tuple(sorted(both.items())), ()
    if any(of_right.get(old, old) in of_left for old in right_classes):
        raise InvalidDataError("atlas-pair-renames-both-ways", left=names[0], right=names[1])
    return tuple(sorted(of_left.items())), tuple(sorted(of_right.items()))


def requested_datasets(store: Store, request: AtlasRequest) -> list[Dataset]:
    """The tables, read one after another."""
    return [requested_table(store, table) for table in request.tables]


def work_file(store: Store, request: AtlasRequest) -> WorkFile:
    """Where finished pairs wait until the atlas is whole; whoever asks for the same atlas continues from there."""
    folder = store.folder / FOLDER
    make_folder(folder)
    return WorkFile(folder / f"{request.id}.jsonl")
