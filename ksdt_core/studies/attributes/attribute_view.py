"""The attribute view: use, class-wise distribution and stability of the attributes of a result, side by side."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from ksdt_core.codec import COUNT, PLAIN, TEXT, Codec, Derived, Field, Item, Nested, many, optional, record
from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.parallel.executor import Progress, part_of
from ksdt_core.parallel.workers import Workers
from ksdt_core.studies.attributes.bootstrap import SELECTION, Selection, Stability, selection_frequencies
from ksdt_core.studies.attributes.distribution import SUMMARY, Summary, class_summaries
from ksdt_core.studies.attributes.halves import HALVES, USUAL_TAU, HalvesStability, stability_by_halves
from ksdt_core.studies.attributes.use import UNUSED, USE, AttributeUse, attribute_uses

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


@dataclass(frozen=True, slots=True)
class AttributeView:
    """The attributes of a result, those of most trees first, then those most often chosen, then in column order."""

    left_name: str
    right_name: str
    rows: tuple[int, int]  # of the tables, held-out ones included
    class_names: tuple[str, ...]
    n_trees: int
    n_attributes: int  # that the tables share
    n_candidates: int  # of these, that a tree could choose: those that were not excluded
    entries: tuple[AttributeEntry, ...]
    replicates: int  # 0: selection frequencies were not asked for
    mean_used: float | None  # attributes that the set of a replicate tests on average; None without replicates
    seed: int
    halves: HalvesStability | None = None  # None: complementary halves were not asked for

    def to_document(self) -> dict[str, Any]:
        """The view as plain values: the dict of the format `ksdt-attributes/1`."""
        document: dict[str, Any] = ATTRIBUTES.write(self)
        return document


def _entry_codec(class_names: tuple[str, ...]) -> Codec[AttributeEntry]:
    """Of each table the summaries by class."""
    by_class: Codec[tuple[Summary, ...]] = Codec(
        lambda side: {name: SUMMARY.write(one) for name, one in zip(class_names, side, strict=True)},
        lambda found: tuple(SUMMARY.read(found[name]) for name in class_names),
    )
    return record(
        AttributeEntry,
        {
            "attribute": Field("name", PLAIN),
            "right_name": PLAIN,
            "kind": PLAIN,
            "use": USE,
            "selection": optional(SELECTION),
            "distribution": Nested({"left": by_class, "right": by_class}),
        },
    )


def _view_codec(class_names: tuple[str, ...]) -> Codec[AttributeView]:
    left = Nested({"name": Field("left_name", TEXT), "rows": Item("rows", 0, COUNT)})
    right = Nested({"name": Field("right_name", TEXT), "rows": Item("rows", 1, COUNT)})
    sizes = {"attributes": Field("n_attributes", COUNT), "classes": Field("class_names", many(PLAIN))}
    return record(
        AttributeView,
        {
            "format": Derived(lambda _: ATTRIBUTES_FORMAT),
            "pair": Nested({"left": left, "right": right, **sizes}),
            "candidates": Field("n_candidates", COUNT),
            "trees": Field("n_trees", COUNT),
            "replicates": COUNT,
            "mean_used": PLAIN,
            "seed": COUNT,
            "halves": Field("halves", optional(HALVES), usual=None),
            "attributes": Field("entries", many(_entry_codec(class_names))),
        },
    )


ATTRIBUTES: Codec[AttributeView] = Codec(
    lambda view: _view_codec(view.class_names).write(view),
    lambda found: _view_codec(tuple(found["pair"]["classes"])).read(found),
)


def attribute_view(
    pair: DatasetPair,
    trees: TreeSet,
    *,
    replicates: int = 50,
    halves: int = 0,
    tau: float = USUAL_TAU,
    every: bool = False,
    workers: Workers = 1,
    progress: Progress | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> AttributeView:
    """The attributes that some tree uses or that stability singles out; with `every` all of them.

    These are chosen by at least half of the bootstrap replicates, or by at least the share `tau` of complementary
    halves (`halves` pairs of them). Distributions are those of all rows of the two tables, cells as they were read.
    With 0 replicates and 0 halves stability is not evaluated.
    """
    stability = by_halves = None
    total = replicates + 2 * halves
    if replicates:
        stability = selection_frequencies(
            pair, trees, replicates=replicates, workers=workers, progress=part_of(progress, 0, total),
            should_stop=should_stop,
        )  # fmt: skip
    if halves:
        by_halves = stability_by_halves(
            pair, trees, pairs=halves, tau=tau, workers=workers, progress=part_of(progress, replicates, total),
            should_stop=should_stop,
        )  # fmt: skip
    uses = attribute_uses(trees.trees)
    wanted = {*uses, *(() if by_halves is None else by_halves.stable)}
    shown = [name for name in pair.attributes if every or name in wanted or _is_frequent(stability, name)]
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
        n_candidates=len(set(pair.attributes) - set(trees.settings.exclude)),
        entries=tuple(entries),
        replicates=replicates,
        mean_used=None if stability is None else stability.mean_used,
        seed=pair.preparation.seed,
        halves=by_halves,
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
