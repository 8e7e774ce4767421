"""The maps that `ksdt check` is given, and those that it writes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ksdt_core.cli.mine_options import Naming
from ksdt_core.data.checks.checkup import Checkup, check_pair
from ksdt_core.data.matching.maps import attribute_map_text
from ksdt_core.data.matching.suggestions import accepted
from ksdt_core.data.matching.value_map_file import value_map_text
from ksdt_core.data.matching.value_matching import value_map_of, value_matches
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.model.pair import Preparation
from ksdt_core.errors import InvalidParameterError

Tables = tuple[Dataset, Dataset]


@dataclass(frozen=True, slots=True)
class MapFiles:
    """Where the two maps lie, None where there is none."""

    attributes: str | None = None
    values: str | None = None


@dataclass(frozen=True, slots=True)
class Maps:
    """What is said about names and values, and in which files."""

    classes: dict[str, str]
    attributes: dict[str, str]
    values: dict[str, dict[str, str]]
    files: MapFiles

    def checked(self, tables: Tables, preparation: Preparation) -> Checkup:
        """What the doctor finds under these maps."""
        return check_pair(
            *tables,
            class_map=self.classes,
            attribute_map=self.attributes,
            value_map=self.values,
            preparation=preparation,
        )

    def texts(self) -> MapFiles:
        """The content of the files."""
        return MapFiles(attribute_map_text(self.attributes), value_map_text(value_matches(self.values)))


def check_map_files(attributes: str | None, values: str | None) -> None:
    """Maps are written into their own files: standard output has the findings."""
    for option, place in (("write_map", attributes), ("write_value_map", values)):
        if place == "-":
            raise InvalidParameterError("map-not-a-file", option=option)


def read_maps(naming: Naming) -> Maps:
    """The maps that were given."""
    maps = naming.maps()
    files = MapFiles(naming.attribute_map, naming.value_map)
    return Maps(maps["class_map"], maps["attribute_map"], maps["value_map"], files)


def with_suggestions(
    maps: Maps, checkup: Checkup, wanted: MapFiles, *, tables: Tables, preparation: Preparation
) -> tuple[Maps, Checkup]:
    """The maps with what is suggested and wanted in a file, and what the doctor finds then.

    Attributes come first: once they are matched, more values may be the same.
    """
    sure = accepted(found for found in checkup.suggestions if found.sure)
    if wanted.attributes is not None and sure:
        files = replace(maps.files, attributes=wanted.attributes)
        maps = replace(maps, attributes=maps.attributes | sure, files=files)
        checkup = maps.checked(tables, preparation)
    if wanted.values is not None and checkup.value_suggestions:
        values = value_map_of((*value_matches(maps.values), *checkup.value_suggestions))
        maps = replace(maps, values=values, files=replace(maps.files, values=wanted.values))
        checkup = maps.checked(tables, preparation)
    return maps, checkup


def new_texts(before: MapFiles, after: Maps) -> Iterator[tuple[str, str]]:
    """Files and texts of the maps that were not given but are to be written."""
    texts = after.texts()
    for old, new, text in (
        (before.attributes, after.files.attributes, texts.attributes),
        (before.values, after.files.values, texts.values),
    ):
        if new is not None and new != old and text is not None:
            yield new, text
