"""The attribute view: use, class-wise distribution and stability of the attributes of a result, side by side."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from ksdt_core.data.pair import DatasetPair
from ksdt_core.jobs.workers import Workers
from ksdt_core.mining.sweeps import Progress
from ksdt_core.mining.tree_set import TreeSet, encodable
from ksdt_core.studies.attributes.bootstrap import Selection, Stability, selection_frequencies
from ksdt_core.studies.attributes.distribution import Summary, class_summaries
from ksdt_core.studies.attributes.use import UNUSED, AttributeUse, attribute_uses

ATTRIBUTES_FORMAT = "ksdt-attributes/1"
OFTEN = 0.5
"""An attribute that no tree uses is shown if at least this share of the replicates chose it."""


@dataclass(frozen=True, slots=True)
class AttributeEntry:
    """One attribute."""

    name: str
    right_name: str  # what the right table calls it
    kind: Literal["numeric", "categorical"]
    use: AttributeUse
    left: tuple[Summary, ...]  # a summary for each class, in the order of the classes
    right: tuple[Summary, ...]
    selection: Selection | None  # None without replicates

    def to_document(self, class_names: tuple[str, ...]) -> dict[str, Any]:
        left, right = (
            {name: summary.to_document() for name, summary in zip(class_names, side, strict=True)}
            for side in (self.left, self.right)
        )
        return {
            "attribute": self.name,
            "right_name": self.right_name,
            "kind": self.kind,
            "use": self.use.to_document(),
            "selection": None if self.selection is None else self.selection.to_document(),
            "distribution": {"left": left, "right": right},
        }


@dataclass(frozen=True, slots=True)
class AttributeView:
    """The attributes of a result, those of most trees first, then those most often chosen, then in column order."""

    left_name: str
    right_name: str
    rows: tuple[int, int]  # of the tables, held-out ones included
    class_names: tuple[str, ...]
    n_trees: int
    n_attributes: int  # that the tables share
    entries: tuple[AttributeEntry, ...]
    replicates: int  # 0: selection frequencies were not asked for
    mean_used: float | None  # attributes that the set of a replicate tests on average; None without replicates
    seed: int

    def to_document(self) -> dict[str, Any]:
        """The view as plain values: the dict of the format `ksdt-attributes/1`."""
        left, right = (
            {"name": encodable(name), "rows": rows}
            for name, rows in zip((self.left_name, self.right_name), self.rows, strict=True)
        )
        return {
            "format": ATTRIBUTES_FORMAT,
            "pair": {"left": left, "right": right, "attributes": self.n_attributes, "classes": list(self.class_names)},
            "trees": self.n_trees,
            "replicates": self.replicates,
            "mean_used": self.mean_used,
            "seed": self.seed,
            "attributes": [entry.to_document(self.class_names) for entry in self.entries],
        }


def attribute_view(
    pair: DatasetPair,
    trees: TreeSet,
    *,
    replicates: int = 50,
    every: bool = False,
    workers: Workers = 1,
    progress: Progress | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> AttributeView:
    """The attributes that some tree uses or that at least half of the replicates choose; with `every` all of them.

    Distributions are those of all rows of the two tables, cells as they were read. With 0 replicates nothing is said
    about stability.
    """
    stability = None
    if replicates:
        stability = selection_frequencies(
            pair, trees, replicates=replicates, workers=workers, progress=progress, should_stop=should_stop
        )
    uses = attribute_uses(trees.trees)
    shown = [name for name in pair.attributes if every or name in uses or _is_frequent(stability, name)]
    column_of = {name: column for column, name in enumerate(pair.matched.left.attributes)}
    entries = [_entry(pair, column_of[name], uses.get(name, UNUSED), stability) for name in shown]
    entries.sort(key=lambda entry: (-entry.use.trees, -(entry.selection.used if entry.selection else 0.0)))
    return AttributeView(
        left_name=pair.left.name,
        right_name=pair.right.name,
        rows=(pair.matched.left.n_rows, pair.matched.right.n_rows),
        class_names=pair.class_names,
        n_trees=len(trees.trees),
        n_attributes=pair.n_attributes,
        entries=tuple(entries),
        replicates=replicates,
        mean_used=None if stability is None else stability.mean_used,
        seed=pair.preparation.seed,
    )


def _is_frequent(stability: Stability | None, name: str) -> bool:
    return stability is not None and stability.of(name).used >= OFTEN


def _entry(pair: DatasetPair, column: int, use: AttributeUse, stability: Stability | None) -> AttributeEntry:
    matched = pair.matched
    name = matched.left.attributes[column]
    return AttributeEntry(
        name=name,
        right_name=matched.right_names[column] if matched.right_names else name,
        kind="numeric" if matched.left.categories[column] is None else "categorical",
        use=use,
        left=class_summaries(matched.left, column),
        right=class_summaries(matched.right, column),
        selection=None if stability is None else stability.of(name),
    )
