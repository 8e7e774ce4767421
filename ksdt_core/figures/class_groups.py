"""Which classes have their own colour: all of up to eight, else the seven largest; the rest are one grey."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from ksdt_core.figures.drawn_tree import AnyTree, n_answers, tables_of
from ksdt_core.figures.palette import Palette

MOST_CLASSES = 8
OTHER = "other"
Rows = TypeVar("Rows", int, float)  # learned trees count parts of rows


@dataclass(frozen=True, slots=True)
class ClassGroups:
    """The group of each class: its place in a bar and in the list of colours. The last may be the grey rest."""

    group: tuple[int, ...]
    n_groups: int
    has_other: bool

    def counts(self, cdv: Sequence[Rows]) -> list[Rows]:
        """Rows by group."""
        grouped: list[Rows] = [0] * self.n_groups
        for group, count in zip(self.group, cdv, strict=True):
            grouped[group] += count
        return grouped

    def colour(self, group: int, palette: Palette) -> str:
        return palette.other_class if self.is_other(group) else palette.class_colour(group)

    def tint(self, group: int, palette: Palette) -> str:
        return palette.panel if self.is_other(group) else palette.class_tint(group)

    def is_other(self, group: int) -> bool:
        return self.has_other and group == self.n_groups - 1

    def names(self, class_names: Sequence[str]) -> list[str]:
        """What each group is called."""
        first = [class_names[self.group.index(group)] for group in range(self.n_groups - self.has_other)]
        return [*first, f"{OTHER} ({len(class_names) - len(first)} classes)"] if self.has_other else first


def class_groups(source: AnyTree) -> ClassGroups:
    """The groups of a tree's answers, by the share of rows that each class has at the root in the two tables."""
    n_classes = n_answers(source)
    if n_classes <= MOST_CLASSES:
        return ClassGroups(tuple(range(n_classes)), n_classes, has_other=False)
    at_root = [cdv[0] / max(cdv[0].sum(), 1) for cdv in tables_of(source)]
    shares = np.sum(at_root, axis=0).tolist() if at_root else [0.0] * n_classes
    largest = sorted(sorted(range(n_classes), key=lambda position: (-shares[position], position))[: MOST_CLASSES - 1])
    place = {position: group for group, position in enumerate(largest)}
    return ClassGroups(
        tuple(place.get(position, MOST_CLASSES - 1) for position in range(n_classes)), MOST_CLASSES, has_other=True
    )
