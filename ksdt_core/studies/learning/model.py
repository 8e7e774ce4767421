"""A boosted or averaged model that was made elsewhere, as a value and as a document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, get_args

import numpy as np

from ksdt_core.codec import COUNT, NUMBER, NUMBERS, TEXT, Codec, Derived, Field, Key, many, optional, record
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.errors import InvalidDataError, Remedy
from ksdt_core.learners.imported import Nodes, sum_of_trees, tree_of_nodes
from ksdt_core.learners.model_files import read_model_file
from ksdt_core.learners.sum_of_trees import Link, SumOfTrees
from ksdt_core.learners.targets import as_numbers
from ksdt_core.trees.tree import LEAF
from ksdt_core.trees.value_tree import ValueTree

MODEL_FORMAT = "ksdt-model/1"


@dataclass(frozen=True, slots=True)
class JudgedOn:
    """How a model predicts the rows of a table, beside always answering the same."""

    table: str
    target: str
    rows: int
    error: float  # share of wrong rows, or root of the mean squared error in units of the target
    baseline: float  # the same, of the most common class or of the mean of these rows
    answer: str  # the most common class; of numbers nothing


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """A sum of trees with where it comes from, and the table that it was tested on."""

    name: str
    library: str
    ensemble: SumOfTrees
    tested: JudgedOn | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Model) and MODEL.write(self) == MODEL.write(other)

    def __hash__(self) -> int:
        return hash((self.name, self.library, len(self.trees), self.tested))

    @property
    def trees(self) -> tuple[ValueTree, ...]:
        return self.ensemble.trees

    @property
    def functions(self) -> tuple[ValueTree, ...]:
        """What a spectrum is of: each tree with its numbers."""
        return self.trees

    @property
    def n_nodes(self) -> int:
        return sum(tree.n_nodes for tree in self.trees)

    @property
    def depth(self) -> int:
        """Splits on the longest way from a root to a leaf."""
        return max(int(tree.tree.levels.max()) - 1 for tree in self.trees)

    @property
    def attribute_splits(self) -> list[tuple[str, int]]:
        """How many nodes of all trees test each attribute, the most used first; those never tested do not appear."""
        tested = np.concatenate([tree.tree.attribute[tree.tree.attribute != LEAF] for tree in self.trees])
        counts = np.bincount(tested, minlength=len(self.ensemble.attributes)).tolist()
        named = zip(self.ensemble.attributes, counts, strict=True)
        return sorted(((name, n) for name, n in named if n), key=lambda each: -each[1])

    def to_document(self) -> dict[str, Any]:
        """The dict of the format `ksdt-model/1`, which `ksdt show`, `export`, `rules` and `spectrum` read."""
        document: dict[str, Any] = MODEL.write(self)
        return document


def import_model(
    source: Any, *, attributes: Sequence[str] | None = None, class_names: Sequence[str] | None = None
) -> Model:
    """A model of scikit-learn, XGBoost, LightGBM or CatBoost, or a model file of the last three.

    `attributes` names the columns and `class_names` the classes, in the model's order, where the model does not know
    them or others are wanted. See `sum_of_trees`.
    """
    if isinstance(source, str | Path):
        return model_of_file(str(source), _bytes(Path(source)), attributes=attributes, class_names=class_names)
    found = sum_of_trees(source, attributes=attributes, class_names=class_names)
    return Model(type(source).__name__, type(source).__module__.split(".")[0], found)


def model_of_file(
    file: str, data: bytes, *, attributes: Sequence[str] | None = None, class_names: Sequence[str] | None = None
) -> Model:
    """The same of the bytes of a model file."""
    library, found = read_model_file(Path(file).name, data, attributes=attributes, class_names=class_names)
    return Model(Path(file).stem, library, found)


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InvalidDataError("model-file-not-read", file=str(path), reason=error.strerror or str(error)) from None


def judged_on(model: Model, table: Dataset, *, target: str = "class") -> Model:
    """The model with its errors on a table, whose classes are those of its `target`, or its numbers."""
    found = model.ensemble
    table = _named_as(table, found.attributes)
    _check_cells(table, found.attributes)
    if found.class_names:
        wrong, usual, answer = _wrong_rows(model, table, target)
        error, baseline = wrong / table.n_rows, usual / table.n_rows
    else:
        answers = np.asarray(found.predict(table))
        actual = _target_numbers(table, target)
        error = float(np.sqrt(np.mean((answers - actual) ** 2)))
        baseline, answer = float(actual.std()), ""
    return replace(model, tested=JudgedOn(table.name, target, table.n_rows, error, baseline, answer))


def _wrong_rows(model: Model, table: Dataset, target: str) -> tuple[int, int, str]:
    """The rows that the model and that the most common class get wrong, and this class."""
    answers = model.ensemble.predict(table)  # refused first where the table lacks a column
    known, counts = model.ensemble.class_names, table.class_counts()
    there = [name for name, n in zip(table.class_names, counts.tolist(), strict=True) if n]
    unknown = tuple(name for name in there if name not in known)
    if unknown:
        raise InvalidDataError(
            "classes-unlike-model", target=target, table=table.name, names=unknown[:5], known=known,
            remedies=(Remedy("classes", tuple(there)) if len(there) == len(known) else Remedy("target"),),
        )  # fmt: skip
    place = np.array([known.index(name) if name in known else -1 for name in table.class_names])
    wrong = int(np.sum(answers != place[table.classes]))
    return wrong, int(table.n_rows - counts.max()), table.class_names[int(counts.argmax())]


def _target_numbers(table: Dataset, target: str) -> np.ndarray[Any, np.dtype[np.float64]]:
    numbers = as_numbers(table.class_names)
    if numbers is None:
        raise InvalidDataError(
            "model-of-numbers", target=target, table=table.name, names=table.class_names[:5],
            remedies=(Remedy("target"),),
        )  # fmt: skip
    return numbers[table.classes]


def _named_as(table: Dataset, attributes: Sequence[str]) -> Dataset:
    """The table with the names of the model for columns that differ from these by blanks alone."""
    wanted = {name.replace(" ", "_"): name for name in attributes}
    names = tuple(name if name in attributes else wanted.get(name.replace(" ", "_"), name) for name in table.attributes)
    return replace(table, attributes=names) if len(set(names)) == len(names) else table


def _check_cells(table: Dataset, attributes: Sequence[str]) -> None:
    for name, values in zip(table.attributes, table.categories, strict=True):
        if values is not None and name in attributes:
            raise InvalidDataError("words-for-model", table=table.name, column=name)


def _tree_document(tree: ValueTree) -> dict[str, Any]:
    plain = tree.tree
    is_leaf = plain.is_leaf.tolist()
    cuts, values = plain.threshold.tolist(), tree.values.tolist()
    return {
        "attribute": plain.attribute.tolist(),
        "threshold": [None if leaf else cut for cut, leaf in zip(cuts, is_leaf, strict=True)],
        "left": plain.left.tolist(),
        "right": plain.right.tolist(),
        "values": [value if leaf else [] for value, leaf in zip(values, is_leaf, strict=True)],
    }


def _tree_of(found: Mapping[str, Any], attributes: tuple[str, ...], classes: tuple[str, ...], n: int) -> ValueTree:
    values = np.array([value or [0.0] * n for value in found["values"]], dtype=np.float64)
    threshold = np.array([np.nan if cut is None else cut for cut in found["threshold"]], dtype=np.float64)
    feature, left, right = (np.array(found[name], dtype=np.int64) for name in ("attribute", "left", "right"))
    tree = tree_of_nodes(Nodes(feature, threshold, left, right, values), attributes, classes)
    if not np.array_equal(feature == LEAF, left < 0):
        raise ValueError
    return tree


TESTED = record(
    JudgedOn, {"table": TEXT, "target": TEXT, "rows": COUNT, "error": NUMBER, "baseline": NUMBER, "answer": TEXT}
)
_AROUND: Mapping[str, Key] = {
    "name": TEXT,
    "library": TEXT,
    "tested": optional(TESTED),
    "size": Derived(lambda model: {"trees": len(model.trees), "nodes": model.n_nodes, "depth": model.depth}),
}
_SUM: Mapping[str, Key] = {"classes": Field("class_names", many(TEXT)), "link": TEXT, "base": NUMBERS}


def _written(model: Model) -> dict[str, Any]:
    return {
        "format": MODEL_FORMAT,
        **record(Model, _AROUND).write(model),
        "attributes": many(TEXT).write(model.ensemble.attributes),
        **record(SumOfTrees, _SUM).write(model.ensemble),
        "trees": [_tree_document(tree) for tree in model.trees],
    }


def _read(found: Mapping[str, Any]) -> Model:
    attributes = many(TEXT).read(found["attributes"])

    def summed(*, class_names: tuple[str, ...], link: Link, base: np.ndarray[Any, Any]) -> SumOfTrees:
        n = base.size
        n_needed = 1 if link in ("identity", "logistic") else len(class_names)
        if link not in get_args(Link) or n != n_needed or (link == "identity") != (not class_names):
            raise ValueError
        trees = tuple(_tree_of(each, attributes, class_names, n) for each in found["trees"])
        if not trees:
            raise ValueError
        return SumOfTrees(trees, base, link, class_names)

    ensemble = record(summed, _SUM).read(found)
    return record(lambda **fields: Model(ensemble=ensemble, **fields), _AROUND).read(found)


MODEL: Codec[Model] = Codec(_written, _read)
