"""What pruning removed, and what that did to the scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from ksdt_core.mining.tree_set import SetScores
from ksdt_core.pruning.cuts import Link
from ksdt_core.text import encodable
from ksdt_core.trees.shared_tree import SharedTree

PRUNING_FORMAT = "ksdt-pruning/1"

Method = Literal["reduced-error", "cost-complexity", "mdl"]
Rows = Literal["mined", "held-out"]

GUARDED: dict[Method, str] = {
    "reduced-error": "shared accuracy on held-out rows",
    "cost-complexity": "mean error of the tables + alpha per leaf, on the training rows",
    "mdl": "description length in bits, on the training rows",
}
"""What each method does not let get worse."""


@dataclass(frozen=True, slots=True)
class Removed:
    """A node that became a leaf; numbers are those of the tree before, trees and nodes counted from 0."""

    tree: int
    node: int
    level: int  # the root is level 1
    attribute: str
    threshold_left: float | None  # of a numeric test, in the units of each table
    threshold_right: float | None
    category: str | None
    label: str  # the class that it now answers
    nodes: int  # nodes below it, all gone
    tests: int  # tests that are gone, its own included
    attributes: tuple[str, ...]  # that these tests asked for, in the order of the nodes

    def to_document(self) -> dict[str, Any]:
        return {
            "tree": self.tree,
            "node": self.node,
            "level": self.level,
            "attribute": self.attribute,
            "threshold_left": self.threshold_left,
            "threshold_right": self.threshold_right,
            "category": self.category,
            "label": self.label,
            "nodes": self.nodes,
            "tests": self.tests,
            "attributes": list(self.attributes),
        }


@dataclass(frozen=True, slots=True)
class TreeState:
    """A tree before or after."""

    accuracy_left: float
    accuracy_right: float
    sa: float
    ds: float
    sdtq: float
    nodes: int
    leaves: int
    guarded: float  # the measure that the method guards, see GUARDED

    @classmethod
    def of(cls, shared: SharedTree, guarded: float) -> TreeState:
        return cls(
            accuracy_left=float(shared.accuracy_left),
            accuracy_right=float(shared.accuracy_right),
            sa=float(shared.sa),
            ds=float(shared.ds),
            sdtq=float(shared.sdtq),
            nodes=shared.tree.n_nodes,
            leaves=shared.tree.n_leaves,
            guarded=guarded,
        )

    def to_document(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class TreeChange:
    """What pruning did to one tree."""

    before: TreeState
    after: TreeState
    alpha: float | None  # of cost-complexity pruning
    sequence: tuple[Link, ...]  # its nested trees

    def to_document(self) -> dict[str, Any]:
        return {
            "before": self.before.to_document(),
            "after": self.after.to_document(),
            "alpha": self.alpha,
            "sequence": [link.to_document() for link in self.sequence],
        }


@dataclass(frozen=True, slots=True)
class PruningReport:
    """What a method removed from a set of trees and what it did to SA, DS, TD and SDTSQ."""

    method: Method
    rows: Rows  # on which the accuracies, and so SA, are counted
    alpha: float | None  # that was asked for
    left_name: str
    right_name: str
    before: SetScores
    after: SetScores
    trees: tuple[TreeChange, ...]
    removed: tuple[Removed, ...]

    @property
    def n_tests(self) -> tuple[int, int]:
        """Tests of all trees before and after."""
        before = sum(change.before.nodes - change.before.leaves for change in self.trees)
        return before, sum(change.after.nodes - change.after.leaves for change in self.trees)

    def summary_document(self) -> dict[str, Any]:
        """What a pruned result says of its pruning."""
        before, after = self.n_tests
        return {
            "method": self.method,
            "alpha": self.alpha,
            "rows": self.rows,
            "tests_before": before,
            "tests_after": after,
            "scores_before": self.before.to_document(),
            "removed": [removed.to_document() for removed in self.removed],
        }

    def to_document(self) -> dict[str, Any]:
        """The report as plain values: the dict of the format `ksdt-pruning/1`."""
        return {
            "format": PRUNING_FORMAT,
            "method": self.method,
            "alpha": self.alpha,
            "rows": self.rows,
            "guarded": GUARDED[self.method],
            "tables": {"left": encodable(self.left_name), "right": encodable(self.right_name)},
            "scores": {"before": self.before.to_document(), "after": self.after.to_document()},
            "trees": [change.to_document() for change in self.trees],
            "removed": [removed.to_document() for removed in self.removed],
        }
