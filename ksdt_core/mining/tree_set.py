"""A scored set of shared trees, and the document that carries it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.dataset import Categories
from ksdt_core.data.pair import DatasetPair
from ksdt_core.data.value_matching import ValueMatch, value_map_of
from ksdt_core.measures.valuing import PLAIN_GAIN, Valuing
from ksdt_core.mining.parameters import Aggregate, Method, MiningParameters, Traversal, Usage
from ksdt_core.mining.weights import WeightVector
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.tree import LEAF

RESULT_FORMAT = "ksdt-result/1"


@dataclass(frozen=True, slots=True)
class SetScores:
    """What a set is worth: means of SA and DS over its trees, diversity TD (None for one tree), SDTSQ."""

    sa: float
    ds: float
    td: float | None
    sdtsq: float

    def to_document(self) -> dict[str, Any]:
        return {"sa": self.sa, "ds": self.ds, "td": self.td, "sdtsq": self.sdtsq}


@dataclass(frozen=True, slots=True)
class SideSummary:
    """What a result says of one table."""

    name: str
    rows: int  # rows of the table that were mined, before balancing
    gained: int  # rows that balancing drew again
    filled: int  # missing cells that were filled
    held_out: int = 0  # rows kept aside for the accuracies

    def to_document(self) -> dict[str, Any]:
        return {
            "name": encodable(self.name),
            "rows": self.rows,
            "gained": self.gained,
            "filled": self.filled,
            "held_out": self.held_out,
        }


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

    def to_document(self) -> dict[str, Any]:
        document = {
            "left": self.left.to_document(),
            "right": self.right.to_document(),
            "attributes": self.n_attributes,
            "classes": list(self.class_names),
            "values": {attribute: list(values) for attribute, values in self.values},
            "fingerprint": self.fingerprint,
            "assumed": [list(names) for names in self.assumed],
        }
        if self.renamed_classes:
            document["class_map"] = {encodable(old): encodable(new) for old, new in self.renamed_classes}
        if self.value_matches:
            document["value_map"] = value_map_of(self.value_matches)
        return document


def summary_of(pair: DatasetPair) -> PairSummary:
    """What results say of this pair."""
    left, right = (
        SideSummary(name=domain.name, rows=domain.n_rows, gained=domain.n_gained, filled=filled)
        for domain, filled in zip((pair.left, pair.right), pair.n_filled, strict=True)
    )
    values = tuple(
        (name, values) for name, values in zip(pair.attributes, pair.categories, strict=True) if values is not None
    )
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
    )


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting of the run as it was used, defaults resolved."""

    k: int
    method: str
    weights: WeightVector
    aus: str
    atd: str | None
    ell: int
    attr_fraction: float
    min_size: float
    max_depth: int
    traversal: str
    scale: str
    balance: bool
    missing: str
    seed: int
    exclude: tuple[str, ...]
    roots: tuple[str, ...]
    holdout: float
    preset: str | None = None  # the named settings that the run began from
    valuing: Valuing = PLAIN_GAIN  # documents leave it out where it is the usual one

    @property
    def fewest_rows(self) -> int:
        """Rows that both tables need at a node that is split: rows are whole, `min_size` often is not."""
        return math.ceil(self.min_size)

    def to_document(self) -> dict[str, Any]:
        document: dict[str, Any] = {
            "k": self.k,
            "method": self.method,
            "weights": weights_document(self.weights),
            "aus": self.aus,
            "atd": self.atd,
            "ell": self.ell,
            "attr_fraction": float(self.attr_fraction),
            "min_size": float(self.min_size),
            "max_depth": self.max_depth,
            "traversal": self.traversal,
            "scale": self.scale,
            "balance": self.balance,
            "missing": self.missing,
            "seed": self.seed,
            "exclude": list(self.exclude),
            "roots": list(self.roots),
            "holdout": float(self.holdout),
        }
        if self.valuing.criterion != "gain":
            document["criterion"] = self.valuing.criterion
        if self.valuing.costs:
            document["costs"] = dict(self.valuing.costs)
            document["cost_rule"], document["cost_weight"] = self.valuing.cost_rule, float(self.valuing.cost_weight)
        return document if self.preset is None else document | {"preset": self.preset}


@dataclass(frozen=True, slots=True, eq=False)
class TreeSet:
    """A diversified set of shared decision trees with every number the method defines."""

    pair: PairSummary
    settings: Settings
    trees: tuple[SharedTree, ...]
    tpd: NDArray[np.float64]  # (k, k)
    scores: SetScores
    attributes: tuple[str, ...]  # names that the trees' nodes point into
    categories: Categories

    @property
    def parameters(self) -> MiningParameters:
        """The parameters of the run. A `min_size` that was the usual share of the rows is so again on other rows."""
        settings, sides = self.settings, (self.pair.left, self.pair.right)
        usual = MiningParameters().min_size_of(*(side.rows + side.gained for side in sides))
        return MiningParameters(
            k=settings.k,
            method=cast(Method, settings.method),
            aus=cast(Usage, settings.aus),
            atd=cast(Aggregate, settings.atd or "avgmin"),
            ell=settings.ell,
            attr_fraction=settings.attr_fraction,
            min_size=None if settings.min_size == usual else settings.min_size,
            max_depth=settings.max_depth,
            traversal=cast(Traversal, settings.traversal),
            exclude=settings.exclude,
            roots=settings.roots,
            holdout=settings.holdout,
            criterion=settings.valuing.criterion,
            costs=settings.valuing.costs,
            cost_rule=settings.valuing.cost_rule,
            cost_weight=settings.valuing.cost_weight,
        )

    def to_document(self) -> dict[str, Any]:
        """The result as plain values, ready for JSON: the dict of the format `ksdt-result/1`."""
        return {
            "format": RESULT_FORMAT,
            "pair": self.pair.to_document(),
            "config": self.settings.to_document(),
            "scores": self.scores.to_document(),
            "trees": [_tree_document(tree) for tree in self.trees],
            "tpd": self.tpd.tolist(),
        }


def weights_document(weights: WeightVector) -> dict[str, Any]:
    """The vector as plain values; `atd` is None for a single tree."""
    return {"ig": weights.ig, "ds": weights.ds, "atd": weights.atd}


def encodable(text: str) -> str:
    """The text with what UTF-8 cannot carry (bytes of a file name in another encoding) replaced by `?`."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _tree_document(shared: SharedTree) -> dict[str, Any]:
    scores = {
        "sa": shared.sa,
        "ds": shared.ds,
        "sdtq": shared.sdtq,
        "accuracy_left": shared.accuracy_left,
        "accuracy_right": shared.accuracy_right,
    }
    return {"scores": {name: float(score) for name, score in scores.items()}, "nodes": _node_documents(shared)}


def _node_documents(shared: SharedTree) -> list[dict[str, Any]]:
    """The nodes in order; whatever does not apply to a node is None, never NaN or -1."""
    tree = shared.tree
    parents, levels, attributes = tree.parents.tolist(), tree.levels.tolist(), tree.attribute.tolist()
    lefts, rights, labels = tree.left.tolist(), tree.right.tolist(), tree.label.tolist()
    thresholds = [tree.threshold.tolist(), shared.threshold_left.tolist(), shared.threshold_right.tolist()]
    cdv_left, cdv_right, dsn = shared.cdv_left.tolist(), shared.cdv_right.tolist(), shared.dsn.tolist()
    nodes: list[dict[str, Any]] = []
    for node, attribute in enumerate(attributes):
        inner = attribute != LEAF
        values = tree.categories[attribute] if inner else None
        numeric = inner and values is None
        nodes.append(
            {
                "id": node,
                "parent": parents[node] if node else None,
                "level": levels[node],
                "attribute": tree.attributes[attribute] if inner else None,
                "threshold": thresholds[0][node] if numeric else None,
                "threshold_left": thresholds[1][node] if numeric else None,
                "threshold_right": thresholds[2][node] if numeric else None,
                "category": None if values is None else values[int(tree.category[node])],
                "left": lefts[node] if inner else None,
                "right": rights[node] if inner else None,
                "cdv_left": cdv_left[node],
                "cdv_right": cdv_right[node],
                "dsn": dsn[node],
                "label": tree.class_names[labels[node]],
            }
        )
    return nodes
