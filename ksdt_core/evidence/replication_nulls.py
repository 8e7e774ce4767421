"""What fixed trees reach on a table by chance: its classes shuffled, or its columns under other names.

Both nulls are of the balanced accuracy: the mean over classes c of #{rows of c answered c} / n_c.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ksdt_core.compiled import kernel
from ksdt_core.evidence.shuffle_kernel import STEP, mixed, shuffle, stream_key
from ksdt_core.trees.tree import LEAF, Tree

TOLERANCE = 1e-12  # balanced accuracies of one value may differ by rounding


@dataclass(frozen=True, slots=True, eq=False)
class Forest:
    """Several trees in one array of nodes."""

    attribute: NDArray[np.int64]  # LEAF where a row stops
    threshold: NDArray[np.float64]
    category: NDArray[np.int64]
    left: NDArray[np.int64]
    right: NDArray[np.int64]
    label: NDArray[np.int64]
    roots: NDArray[np.int64]


def forest_of(trees: list[Tree]) -> Forest:
    """The trees as they are walked; they test the same attributes."""
    roots = np.cumsum([0, *(tree.n_nodes for tree in trees)], dtype=np.int64)[:-1]

    def joined(name: str) -> NDArray[Any]:
        return np.concatenate([getattr(tree, name) for tree in trees]).astype(np.int64)

    def children(name: str) -> NDArray[np.int64]:
        parts = [getattr(tree, name) + start for tree, start in zip(trees, roots.tolist(), strict=True)]
        return np.concatenate(parts).astype(np.int64)

    return Forest(
        attribute=joined("attribute"),
        threshold=np.concatenate([tree.threshold for tree in trees]),
        category=joined("category"),
        left=children("left"),
        right=children("right"),
        label=joined("label"),
        roots=roots,
    )


def p_value(observed: float, null: NDArray[np.float64]) -> float:
    """(1 + #{null ≥ observed}) / (1 + shuffles)."""
    return (1 + int((null >= observed - TOLERANCE).sum())) / (1 + null.size)


def shuffled_classes(
    classes: NDArray[np.intp], answers: NDArray[np.int32], n_classes: int, *, permutations: int, seed: int
) -> NDArray[np.float64]:
    """Balanced accuracies under shuffled classes, (permutations, n_answers); `answers` is (n_answers, n_rows)."""
    found = np.empty((permutations, answers.shape[0]))
    _class_null(classes.astype(np.int64), answers, n_classes, stream_key("replication classes", seed), found)
    return found


@kernel
def _class_null(classes: Any, answers: Any, n_classes: Any, key: Any, found: Any) -> None:
    n_rows, n_answers = classes.size, answers.shape[0]
    sizes = np.zeros(n_classes)
    for row in range(n_rows):
        sizes[classes[row]] += 1.0
    drawn, right = classes.copy(), np.zeros(n_classes, dtype=np.int64)
    state = key
    for number in range(found.shape[0]):
        state = shuffle(drawn, 0, n_rows, state)
        for one in range(n_answers):
            right[:] = 0
            for row in range(n_rows):
                right[drawn[row]] += answers[one, row] == drawn[row]
            total = 0.0
            for c in range(n_classes):
                total += right[c] / sizes[c]
            found[number, one] = total / n_classes


@dataclass(frozen=True, slots=True, eq=False)
class Exchangeable:
    """Columns that can change places: in each group the tested ones stand first.

    `members` are columns of `cells`, group after group from `starts`; of each group the first `n_tested` are tested,
    and `tested` gives the attribute that each of them is (unused for the others).
    """

    cells: NDArray[np.float64]  # (n_columns, n_rows)
    members: NDArray[np.int64]
    starts: NDArray[np.int64]  # (n_groups + 1,)
    n_tested: NDArray[np.int64]  # (n_groups,)
    tested: NDArray[np.int64]  # as `members`

    @property
    def can_change(self) -> bool:
        sizes = np.diff(self.starts)
        return bool(((self.n_tested > 0) & (sizes > 1)).any())


def permuted_columns(
    forest: Forest,
    columns: Exchangeable,
    classes: NDArray[np.intp],
    *,
    n_attributes: int,
    n_classes: int,
    permutations: int,
    seed: int,
) -> NDArray[np.float64]:
    """Balanced accuracies of the vote with each tested name on a random column of its kind, (permutations,)."""
    found = np.empty(permutations)
    _column_null(
        (forest.attribute, forest.threshold, forest.category, forest.left, forest.right, forest.label, forest.roots),
        (columns.cells, columns.members.copy(), columns.starts, columns.n_tested, columns.tested),
        classes.astype(np.int64),
        np.zeros(n_attributes, dtype=np.int64),
        n_classes,
        stream_key("replication columns", seed),
        found,
    )
    return found


@kernel
def _column_null(forest: Any, columns: Any, classes: Any, place: Any, n_classes: Any, key: Any, found: Any) -> None:
    attribute, threshold, category, left, right, label, roots = forest
    cells, members, starts, n_tested, tested = columns
    sizes = np.zeros(n_classes)
    for row in range(classes.size):
        sizes[classes[row]] += 1.0
    votes, correct = np.zeros(n_classes, dtype=np.int64), np.zeros(n_classes, dtype=np.int64)
    state = key
    for number in range(found.size):
        for group in range(n_tested.size):  # a random choice without repetition: the first swaps of a shuffle
            for at in range(starts[group], starts[group] + n_tested[group]):
                state += STEP
                bound = np.uint64(starts[group + 1] - at)
                other = at + np.int64(((mixed(state) >> np.uint64(32)) * bound) >> np.uint64(32))
                kept = members[at]
                members[at] = members[other]
                members[other] = kept
                place[tested[at]] = members[at]
        correct[:] = 0
        for row in range(classes.size):
            votes[:] = 0
            for root in roots:
                node = root
                while attribute[node] != LEAF:
                    cell = cells[place[attribute[node]], row]
                    goes_left = cell == category[node] if category[node] >= 0 else cell <= threshold[node]
                    node = left[node] if goes_left else right[node]
                votes[label[node]] += 1
            answer = 0
            for c in range(1, n_classes):
                if votes[c] > votes[answer]:
                    answer = c
            correct[answer] += classes[row] == answer
        total = 0.0
        for c in range(n_classes):
            total += correct[c] / sizes[c]
        found[number] = total / n_classes
