"""A scored set of shared trees, and the document that carries it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from ksdt_core.codec import COUNT, NUMBER, NUMBERS, PLAIN, TEXT, Codec, Derived, Field, by_name, many, optional, record
from ksdt_core.data.matching.value_matching import ValueMatch, value_map_of, value_matches
from ksdt_core.data.model.dataset import Categories
from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.data.model.settled import Conversion, Settled
from ksdt_core.data.preparing.filled import filled_cells
from ksdt_core.mining.choice import CHOICE, Choice
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.used_settings import SETTINGS, Settings
from ksdt_core.options import option_values
from ksdt_core.text import encodable
from ksdt_core.trees.columns import on_tested_attributes
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.tree_nodes import Names, shared_tree_codec

RESULT_FORMAT = "ksdt-result/1"


@dataclass(frozen=True, slots=True)
class SetScores:
    """What a set is worth: means of SA and DS over its trees, diversity TD (None for one tree), SDTSQ."""

    sa: float
    ds: float
    td: float | None
    sdtsq: float

    def to_document(self) -> dict[str, Any]:
        document: dict[str, Any] = SET_SCORES.write(self)
        return document


@dataclass(frozen=True, slots=True)
class SideSummary:
    """What a result says of one table."""

    name: str
    rows: int  # rows of the table that were mined, before balancing
    gained: int  # rows that balancing drew again
    filled: int  # missing cells that were filled
    held_out: int = 0  # rows kept aside for the accuracies


@dataclass(frozen=True, slots=True)
class PairSummary:
    """What a result says of the pair it was mined from."""

    left: SideSummary
    right: SideSummary
    n_attributes: int
    class_names: tuple[str, ...]
    values: tuple[tuple[str, tuple[str, ...]], ...]  # categorical attributes and their values
    fingerprint: str
    assumed: tuple[tuple[str, str], ...] = ()  # attributes of the two tables that only a person's map puts together
    value_matches: tuple[ValueMatch, ...] = ()  # attribute, left value, right value that a person's map takes for it
    renamed_classes: tuple[tuple[str, str], ...] = ()  # what a class was called in its table, what it is called here
    unscaled: tuple[str, ...] = ()  # numeric attributes that the scale left as they are: codes
    conversions: tuple[Conversion, ...] = ()  # units that were changed in one table
    sparse: tuple[str, ...] = ()  # attributes dropped because too many of their cells are missing
    filled: tuple[tuple[str, int, int], ...] = ()  # attributes with filled cells, and how many in each table

    def without(self, names: Iterable[str]) -> Self:
        """The same where these attributes are not mined: their filled cells do not count."""
        excluded = set(names)
        kept = tuple(entry for entry in self.filled if entry[0] not in excluded)
        if kept == self.filled:
            return self
        left = replace(self.left, filled=sum(in_left for _, in_left, _ in kept))
        right = replace(self.right, filled=sum(in_right for _, _, in_right in kept))
        return replace(self, left=left, right=right, filled=kept)

    @property
    def is_balanced(self) -> bool:
        """Whether mining counted rows that balancing drew again."""
        return bool(self.left.gained or self.right.gained)


def summary_of(pair: DatasetPair) -> PairSummary:
    """What results say of this pair."""
    left, right = (
        SideSummary(name=domain.name, rows=domain.n_rows, gained=domain.n_gained, filled=filled)
        for domain, filled in zip((pair.left, pair.right), pair.n_filled, strict=True)
    )
    values = tuple(
        (name, values) for name, values in zip(pair.attributes, pair.categories, strict=True) if values is not None
    )
    settled = pair.matched.settled or Settled()
    names = set(pair.attributes)  # without those that missing cells took away
    assumed = tuple(match for match in pair.matched.assumed if match[0] in names)
    return PairSummary(
        left=left,
        right=right,
        n_attributes=pair.n_attributes,
        class_names=pair.class_names,
        values=values,
        fingerprint=pair.fingerprint(),
        assumed=assumed,
        value_matches=pair.matched.value_matches,
        renamed_classes=pair.matched.renamed_classes,
        unscaled=pair.unscaled,
        conversions=settled.conversions,
        sparse=tuple(attribute.name for attribute in settled.sparse),
        filled=filled_cells(pair),
    )


@dataclass(frozen=True, slots=True, eq=False)
class TreeSet:
    """A diversified set of shared decision trees with every number the method defines."""

    pair: PairSummary
    settings: Settings
    trees: tuple[SharedTree, ...]
    tpd: NDArray[np.float64]  # (k, k)
    scores: SetScores
    choice: Choice | None = None  # how share and depth were chosen, where that was asked for

    def __post_init__(self) -> None:
        """Whoever makes a set: its trees point into the attributes that they test, sorted, as a document has them."""
        named = on_tested_attributes([shared.tree for shared in self.trees])
        trees = (replace(shared, tree=tree) for shared, tree in zip(self.trees, named, strict=True))
        object.__setattr__(self, "trees", tuple(trees))
        self.tpd.setflags(write=False)

    @property
    def attributes(self) -> tuple[str, ...]:
        """The attributes that the trees test, sorted by name; their nodes point into these."""
        return self.trees[0].tree.attributes

    @property
    def categories(self) -> Categories:
        """The values of each of them; None where it is numeric."""
        return self.trees[0].tree.categories

    @property
    def parameters(self) -> MiningParameters:
        """The parameters of the run. A `min_size` that was the usual share of the rows is so again on other rows."""
        settings, sides = self.settings, (self.pair.left, self.pair.right)
        usual = MiningParameters().min_size_of(*(side.rows + side.gained for side in sides))
        min_size = None if settings.min_size == usual else settings.min_size
        return MiningParameters(**option_values(settings, MiningParameters) | {"min_size": min_size})

    def to_document(self) -> dict[str, Any]:
        """The result as plain values, ready for JSON: the dict of the format `ksdt-result/1`."""
        document: dict[str, Any] = TREE_SET.write(self)
        return document


def _named_values(pairs: tuple[tuple[str, tuple[str, ...]], ...]) -> dict[str, list[str]]:
    return {attribute: list(values) for attribute, values in pairs}


def _values_of(found: Mapping[str, list[str]]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((attribute, tuple(values)) for attribute, values in found.items())


def _named_counts(entries: tuple[tuple[str, int, int], ...]) -> dict[str, list[int]]:
    return {encodable(name): [left, right] for name, left, right in entries}


def _counts_of(found: Mapping[str, list[int]]) -> tuple[tuple[str, int, int], ...]:
    return tuple((name, left, right) for name, (left, right) in found.items())


SET_SCORES = record(SetScores, {"sa": NUMBER, "ds": NUMBER, "td": optional(NUMBER), "sdtsq": NUMBER})
SIDE = record(
    SideSummary,
    {
        "name": TEXT,
        "rows": COUNT,
        "gained": COUNT,
        "filled": Field("filled", COUNT, absent=0),
        "held_out": Field("held_out", COUNT, absent=0),
    },
)
CONVERSION = record(Conversion, {"attribute": TEXT, "table": Field("side", PLAIN), "formula": PLAIN})
PAIR = record(
    PairSummary,
    {
        "left": SIDE,
        "right": SIDE,
        "attributes": Field("n_attributes", COUNT),
        "classes": Field("class_names", many(PLAIN)),
        "values": Codec(_named_values, _values_of),
        "fingerprint": Field("fingerprint", PLAIN, absent=""),
        "assumed": Field("assumed", many(many(PLAIN)), absent=()),
        "unscaled": Field("unscaled", many(TEXT), absent=()),
        "conversions": Field("conversions", many(CONVERSION), absent=()),
        "sparse": Field("sparse", many(TEXT), absent=()),
        "filled": Field("filled", Codec(_named_counts, _counts_of), absent=()),
        "class_map": Field("renamed_classes", by_name(TEXT), usual=()),
        "value_map": Field("value_matches", Codec(value_map_of, value_matches), usual=()),
    },
)


def _set_codec(names: Names) -> Codec[TreeSet]:
    return record(
        TreeSet,
        {
            "format": Derived(lambda _: RESULT_FORMAT),
            "pair": PAIR,
            "config": Field("settings", SETTINGS),
            "scores": SET_SCORES,
            "trees": many(shared_tree_codec(names)),
            "tpd": NUMBERS,
            "choice": Field("choice", optional(CHOICE), usual=None),
        },
    )


def _names_of(trees: TreeSet) -> Names:
    return Names(trees.attributes, trees.categories, trees.pair.class_names)


def _names_in(found: Mapping[str, Any]) -> Names:
    """A document knows only the attributes that the trees test: these, sorted, are the set's."""
    tested = {node["attribute"] for tree in found["trees"] for node in tree["nodes"]} - {None}
    attributes, values = tuple(sorted(tested)), dict(_values_of(found["pair"]["values"]))
    return Names(attributes, tuple(values.get(name) for name in attributes), tuple(found["pair"]["classes"]))


def _with_gained(found: Mapping[str, Any]) -> Mapping[str, Any]:
    """The first documents do not say how many rows balancing drew again: those at the root beyond the table's own."""
    pair, root = found["pair"], found["trees"][0]["nodes"][0]
    sides = {
        side: pair[side] | {"gained": sum(root[f"cdv_{side}"]) - pair[side]["rows"]}
        for side in ("left", "right")
        if pair[side].get("gained") is None
    }
    return {**found, "pair": pair | sides}


def _with_unknown_rows(trees: TreeSet, found: Mapping[str, Any]) -> TreeSet:
    """Older documents do not tell the rows at a node. Unbalanced they are the CDVs, else nobody knows them."""
    if not trees.pair.is_balanced or found["trees"][0]["nodes"][0].get("rows_left") is not None:
        return trees
    return replace(trees, trees=tuple(replace(shared, rows_known=False) for shared in trees.trees))


TREE_SET: Codec[TreeSet] = Codec(
    lambda trees: _set_codec(_names_of(trees)).write(trees),
    lambda found: _with_unknown_rows(_set_codec(_names_in(found)).read(_with_gained(found)), found),
)
