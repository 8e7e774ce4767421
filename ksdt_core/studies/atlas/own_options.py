"""What holds for single tables of an atlas: their classes, their names of attributes, and what is excluded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from ksdt_core.data.matching.names import nearest
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.errors import InvalidDataError, InvalidParameterError

Names = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class OwnOptions:
    """Tables are called as the atlas calls them."""

    class_maps: tuple[tuple[str, Names], ...] = ()  # a table, and its classes with their new names
    attribute_rows: tuple[Names, ...] = ()  # an attribute each: the tables that have it, and its name in each
    exclude: tuple[str, ...] = ()  # attributes that no tree uses, in whatever table they are
    excludes: tuple[tuple[str, tuple[str, ...]], ...] = ()  # a table, and attributes of it

    @classmethod
    def of(
        cls,
        *,
        class_maps: Mapping[str, Mapping[str, str]] | None = None,
        attribute_rows: Iterable[Mapping[str, str]] | None = None,
        exclude: Iterable[str] = (),
        excludes: Mapping[str, Iterable[str]] | None = None,
    ) -> Self:
        """From values as JSON has them; the order in which maps are given does not matter."""
        return cls(
            tuple(
                sorted((table, tuple(sorted(names.items()))) for table, names in (class_maps or {}).items() if names)
            ),
            tuple(tuple(row.items()) for row in attribute_rows or ()),
            tuple(sorted(set(exclude))),
            tuple(sorted((table, tuple(sorted(set(names)))) for table, names in (excludes or {}).items() if names)),
        )

    def to_document(self) -> dict[str, Any]:
        return {
            "class_maps": {table: dict(names) for table, names in self.class_maps},
            "attribute_rows": [dict(row) for row in self.attribute_rows],
            "exclude": list(self.exclude),
            "excludes": {table: list(names) for table, names in self.excludes},
        }

    def class_map_of(self, table: str) -> dict[str, str]:
        return dict(dict(self.class_maps).get(table, ()))

    def attribute_map(self, left: str, right: str) -> dict[str, str]:
        """The attribute of the left table for attributes of the right one, as matching takes it."""
        rows = (dict(row) for row in self.attribute_rows)
        return {row[right]: row[left] for row in rows if left in row and right in row}

    def excluded(
        self, tables: tuple[str, str], attributes: Sequence[str], right_names: Sequence[str]
    ) -> tuple[str, ...]:
        """The attributes of a pair, under the left table's names, that either table's own name excludes."""
        of_left, of_right = ({*self.exclude, *dict(self.excludes).get(table, ())} for table in tables)
        both = zip(attributes, right_names, strict=True)
        return tuple(left for left, right in both if left in of_left or right in of_right)

    def check(self, tables: Sequence[Dataset]) -> None:
        """Every table, class and attribute that is named is there."""
        known = {table.name: table for table in tables}
        named = [name for name, _ in (*self.class_maps, *self.excludes)]
        for name in (*named, *(name for row in self.attribute_rows for name, _ in row)):
            if name not in known:
                raise InvalidParameterError("atlas-without-table", name=name, tables=tuple(known))
        for name, renamed in self.class_maps:
            for old, _ in renamed:
                _require(old, [each.strip() for each in known[name].class_names], name, option="class_map")
        for option, name, attribute in self._attributes():
            _require(attribute, known[name].attributes, name, option=option)
        every = {attribute for table in tables for attribute in table.attributes}
        for attribute in self.exclude:
            if attribute not in every:
                raise InvalidDataError(
                    "atlas-excludes-unknown",
                    option="exclude",
                    name=attribute,
                    nearest=nearest(attribute, sorted(every)),
                )

    def _attributes(self) -> Iterable[tuple[str, str, str]]:
        yield from (("attribute_map", table, name) for row in self.attribute_rows for table, name in row)
        yield from (("exclude", table, name) for table, names in self.excludes for name in names)


def _require(name: str, known: Sequence[str], table: str, *, option: str) -> None:
    if name not in known and name.strip() not in known:
        raise InvalidDataError(
            "atlas-name-not-in-table", option=option, name=name, table=table, nearest=nearest(name, list(known))
        )
