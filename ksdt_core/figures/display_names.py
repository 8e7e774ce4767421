"""Names for figures: what attributes and classes are called in print, in place of column names and codes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

from ksdt_core.data.matching.maps import MapSource, rows_of_names
from ksdt_core.errors import InvalidParameterError
from ksdt_core.mining.tree_set import TreeSet

HEADER = ("name", "shown")
MOST_SAID = 20  # renamings that a report lists


@dataclass(frozen=True, slots=True)
class DisplayNames:
    """For names of attributes and of classes what figures show."""

    names: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, names: Mapping[str, str]) -> Self:
        """Without those that stay as they are."""
        return cls(tuple((name, shown.strip()) for name, shown in names.items() if shown.strip() not in ("", name)))

    @property
    def words(self) -> str:
        said = "; ".join(f"{name} is {shown}" for name, shown in self.names[:MOST_SAID])
        return said if len(self.names) <= MOST_SAID else f"{said} and {len(self.names) - MOST_SAID:,} more"


def read_display_names(source: MapSource) -> DisplayNames:
    """From a CSV or TSV file of two columns: a name of the tables, and what figures show."""
    file = str(source if isinstance(source, str) else getattr(source, "name", "of two columns"))
    found: dict[str, str] = {}
    for number, row in rows_of_names(source, "names", file, header=HEADER):
        if len(row) != 2 or not all(row):
            raise InvalidParameterError("display-names-line", file=file, line=number)
        if found.setdefault(row[0], row[1]) != row[1]:
            raise InvalidParameterError("display-names-twice", file=file, line=number, name=row[0])
    return DisplayNames.of(found)


def displayed(tree_set: TreeSet, display: DisplayNames) -> TreeSet:
    """The set as figures draw it: attributes and classes under their display names, all else as it was."""
    shown = dict(display.names)

    def renamed(names: tuple[str, ...]) -> tuple[str, ...]:
        found = tuple(shown.get(name, name) for name in names)
        twice = [name for name, times in Counter(found).items() if times > 1]
        if twice:
            raise InvalidParameterError("display-name-of-two", name=twice[0])
        return found

    trees = tuple(
        replace(
            shared,
            tree=replace(
                shared.tree,
                attributes=renamed(shared.tree.attributes),
                class_names=renamed(shared.tree.class_names),
            ),
        )
        for shared in tree_set.trees
    )
    converted = (replace(one, attribute=shown.get(one.attribute, one.attribute)) for one in tree_set.pair.conversions)
    class_names = renamed(tree_set.pair.class_names)
    pair = replace(tree_set.pair, class_names=class_names, conversions=tuple(converted))
    return replace(tree_set, trees=trees, pair=pair)
