"""A tree learned from one table as a value and as a document."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ksdt_core.codec import COUNT, NUMBER, PLAIN, TEXT, Codec, Derived, Field, Key, many, optional, record
from ksdt_core.measures.answers import baseline
from ksdt_core.options import from_plain, plain_values
from ksdt_core.pruning.learned_errors import node_errors
from ksdt_core.studies.learning.settings import LearnSettings
from ksdt_core.text import encodable
from ksdt_core.trees.columns import on_tested_attributes
from ksdt_core.trees.learned_tree import LearnedTree, Numbers
from ksdt_core.trees.tree import LEAF, Tree
from ksdt_core.trees.value_tree import ValueTree

LEARNED_FORMAT = "ksdt-learned/1"


CHOOSING_BY_HELD_OUT = ("reduced-error", "cost-complexity")


@dataclass(frozen=True, slots=True)
class TableFacts:
    """The table that a tree was learned from, and where it is read again."""

    name: str
    rows: int  # that the tree was learned from
    held_out: int
    attributes: int
    missing: int  # cells
    file: str = ""  # a path as it was given, or the name of a bundled table
    cut: tuple[float, ...] | None = None
    sheet: str | None = None
    fingerprint: str = ""


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """Size and errors of one tree of the nested sequence from the grown tree to the root alone."""

    leaves: int
    nodes: int
    training: float
    held_out: float | None


@dataclass(frozen=True, slots=True)
class Quality:
    """How well the tree predicts some rows, beside always answering the same."""

    rows: float
    error: float  # share of wrong rows, or root of the mean squared error in units of the target
    baseline: float  # the same, of the most common class or of the mean of the training rows

    @property
    def explained(self) -> float:
        """The share of the baseline's squared error that is gone; for numbers R²."""
        return 1 - (self.error / self.baseline) ** 2 if self.baseline > 0 else 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Learned:
    """A learned tree with its table, its settings, and the curve of errors against size."""

    table: TableFacts
    target: str
    settings: LearnSettings
    tree: LearnedTree
    curve: tuple[CurvePoint, ...] = ()
    chosen: int | None = None  # position in the curve with the fewest errors on held-out rows
    grown_leaves: int = 1  # before pruning
    grown_nodes: int = 1

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Learned) and LEARNED.write(self) == LEARNED.write(other)

    def __hash__(self) -> int:
        return hash((self.table, self.target, self.settings))

    @property
    def training(self) -> Quality:
        """On the rows that it was learned from."""
        found = self.quality(held_out=False)
        assert found is not None
        return found

    @property
    def held_out(self) -> Quality | None:
        """On the rows that were held out; None where none were."""
        return self.quality(held_out=True)

    @property
    def functions(self) -> tuple[Tree | ValueTree, ...]:
        """What a spectrum is of: the classes of the tree, or its means where it predicts numbers."""
        numbers = self.tree.numbers
        return (
            self.tree.tree if numbers is None else ValueTree(self.tree.tree, numbers.mean[:, None], (self.target,)),
        )

    @property
    def is_chosen_by_held_out(self) -> bool:
        """Whether the held-out rows chose the size of the tree: then their error is optimistic, too."""
        return self.held_out is not None and self.settings.pruning in CHOOSING_BY_HELD_OUT

    def quality(self, *, held_out: bool) -> Quality | None:
        """On either rows."""
        errors = node_errors(self.tree)
        found, n_rows = (errors.held_out, errors.n_held_out) if held_out else (errors.training, errors.n_training)
        if found is None or n_rows <= 0:
            return None
        wrong, guessed = max(0.0, errors.total(found)) / n_rows, max(0.0, float(found[0])) / n_rows
        if self.tree.numbers is None:
            return Quality(n_rows, wrong, guessed)
        return Quality(n_rows, math.sqrt(wrong), math.sqrt(guessed))


def _numbers(values: NDArray[np.float64]) -> list[Any]:
    """Whole numbers without a decimal point."""
    return [
        _numbers(each) if isinstance(each, np.ndarray) else int(each) if float(each).is_integer() else float(each)
        for each in values
    ]


def _nodes(learned: LearnedTree) -> list[dict[str, Any]]:
    tree, numbers = learned.tree, learned.numbers
    names, kinds = (*tree.attributes, None), (*tree.categories, None)
    counts = _numbers(learned.counts)
    held = None if learned.held_out is None else _numbers(learned.held_out)
    between = [[math.nan]] * tree.n_nodes if learned.between is None else learned.between.tolist()
    found = []
    for node, (parent, level) in enumerate(zip(tree.parents.tolist(), tree.levels.tolist(), strict=True)):
        attribute = int(tree.attribute[node])
        values, is_leaf = kinds[attribute], attribute == LEAF
        entry = {
            "id": node,
            "parent": None if parent < 0 else parent,
            "level": level,
            "attribute": None if is_leaf else encodable(str(names[attribute])),
            "threshold": None if is_leaf or values is not None else float(tree.threshold[node]),
            "category": None if is_leaf or values is None else encodable(values[int(tree.category[node])]),
            "left": None if is_leaf else int(tree.left[node]),
            "right": None if is_leaf else int(tree.right[node]),
            "continues": bool(learned.continues[node]),
            "counts": counts[node],
            "held_out": None if held is None else held[node],
            "label": encodable(tree.class_names[int(tree.label[node])]),
        }
        if all(map(math.isfinite, between[node])):
            entry["between"] = between[node]
        if numbers is not None:
            squares = numbers.held_out_squares
            entry |= {
                "mean": float(numbers.mean[node]),
                "sd": float(numbers.sd[node]),
                "held_out_squares": None if squares is None else float(squares[node]),
            }
        found.append(entry)
    return found


def _tree_of(found: Mapping[str, Any]) -> LearnedTree:
    nodes: Sequence[Mapping[str, Any]] = found["nodes"]
    classes = tuple(map(str, found["classes"]))
    attributes = tuple(sorted({str(node["attribute"]) for node in nodes if node["attribute"] is not None}))
    values = {str(name): tuple(map(str, kinds)) for name, kinds in found["values"].items()}
    categories = tuple(values.get(name) for name in attributes)
    position = {name: place for place, name in enumerate(attributes)}
    label = {name: place for place, name in enumerate(classes)}

    def whole(key: str) -> NDArray[np.int32]:
        return np.array([LEAF if node[key] is None else node[key] for node in nodes], dtype=np.int32)

    tree = Tree(
        attributes=attributes,
        categories=categories,
        class_names=classes,
        attribute=np.array([position.get(node["attribute"], LEAF) for node in nodes], dtype=np.int32),
        threshold=np.array([math.nan if node["threshold"] is None else node["threshold"] for node in nodes]),
        category=np.array(
            [-1 if (v := node["category"]) is None else values[node["attribute"]].index(v) for node in nodes],
            dtype=np.int32,
        ),
        left=whole("left"),
        right=whole("right"),
        label=np.array([label[node["label"]] for node in nodes], dtype=np.int32),
    )
    held = None if nodes[0]["held_out"] is None else np.array([node["held_out"] for node in nodes], dtype=np.float64)
    numbers = None
    if "mean" in nodes[0]:
        squares = [node["held_out_squares"] for node in nodes]
        numbers = Numbers(
            np.array([node["mean"] for node in nodes], dtype=np.float64),
            np.array([node["sd"] for node in nodes], dtype=np.float64),
            None if squares[0] is None else np.array(squares, dtype=np.float64),
        )
    counts = np.array([node["counts"] for node in nodes], dtype=np.float64)
    continues = np.array([bool(node["continues"]) for node in nodes])
    between = np.array([node.get("between", (math.nan, math.nan)) for node in nodes], dtype=np.float64)
    return LearnedTree(tree, continues, counts, held, numbers, between)


def _tree_keys(learned: Learned) -> dict[str, Any]:
    tree = learned.tree.tree
    kinds = zip(tree.attributes, tree.categories, strict=True)
    return {
        "classes": [encodable(name) for name in tree.class_names],
        "values": {encodable(name): [encodable(v) for v in values] for name, values in kinds if values is not None},
        "nodes": _nodes(learned.tree),
    }


def of_tested_attributes(tree: LearnedTree) -> LearnedTree:
    """The same tree, knowing only the attributes that it tests, as a document does."""
    (small,) = on_tested_attributes([tree.tree])
    return replace(tree, tree=small)


def _quality_document(found: Quality | None) -> dict[str, float] | None:
    return None if found is None else {"rows": found.rows, "error": found.error, "baseline": found.baseline}


SETTINGS: Codec[LearnSettings] = Codec(plain_values, lambda found: LearnSettings(**from_plain(LearnSettings, found)))
TABLE = record(
    TableFacts,
    {
        "name": TEXT,
        "rows": COUNT,
        "held_out": COUNT,
        "attributes": COUNT,
        "missing": COUNT,
        "file": Field("file", TEXT, absent=""),
        "cut": Field("cut", optional(many(NUMBER)), absent=None),
        "sheet": Field("sheet", optional(TEXT), absent=None),
        "fingerprint": Field("fingerprint", PLAIN, absent=""),
    },
)
POINT = record(CurvePoint, {"leaves": COUNT, "nodes": COUNT, "training": NUMBER, "held_out": optional(NUMBER)})
_AROUND: Mapping[str, Key] = {
    "table": TABLE,
    "target": TEXT,
    "config": Field("settings", SETTINGS),
    "scores": Derived(
        lambda learned: {
            "training": _quality_document(learned.training),
            "held_out": _quality_document(learned.held_out),
        }
    ),
    "size": Derived(lambda learned: {"nodes": learned.tree.n_nodes, "leaves": learned.tree.n_leaves}),
    "grown_nodes": COUNT,
    "grown_leaves": COUNT,
    "curve": many(POINT),
    "chosen": optional(COUNT),
}


def _written(learned: Learned) -> dict[str, Any]:
    document: dict[str, Any] = record(Learned, _AROUND).write(learned)
    return {"format": LEARNED_FORMAT} | document | _tree_keys(learned)


def _read(found: Mapping[str, Any]) -> Learned:
    tree = _tree_of(found)
    around = record(lambda **fields: Learned(tree=tree, **fields), _AROUND)
    return around.read(found)


LEARNED: Codec[Learned] = Codec(_written, _read)


def most_common(learned: Learned) -> tuple[str, float]:
    """The class that guessing would always answer, and its share of the training rows."""
    position, share = baseline([round(n) for n in learned.tree.counts[0].tolist()])
    return learned.tree.tree.class_names[position], share
