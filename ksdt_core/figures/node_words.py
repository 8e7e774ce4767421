"""A node of a shared tree in full: names uncut, thresholds in every unit, every count."""

from __future__ import annotations

from ksdt_core.figures.words import attribute_of, category_of, count_text, question_text, threshold_text
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.text import TableNames
from ksdt_core.trees.tree import LEAF


def node_words(shared: SharedTree, node: int, names: TableNames, *, scale: str = "none") -> tuple[str, ...]:
    """What the node asks or answers, the class counts of either table, their similarity; for tooltips."""
    tree = shared.tree
    if tree.attribute[node] == LEAF:
        head = f"answers {tree.class_names[int(tree.label[node])]}"
    else:
        question = question_text(shared, node, scale=scale)
        head = f"{attribute_of(shared, node)} {question}{units_words(shared, node, names, scale=scale)}"
    counts = (
        f"{name}: "
        + ", ".join(f"{count_text(n)} {c}" for n, c in zip(cdv[node].tolist(), tree.class_names, strict=True))
        for name, cdv in ((names.left, shared.cdv_left), (names.right, shared.cdv_right))
    )
    return (head, *counts, f"DSN {shared.dsn[node]:.4f}")


def units_words(shared: SharedTree, node: int, names: TableNames, *, scale: str) -> str:
    """The threshold in the units of both tables where a scale has set them apart; empty elsewhere."""
    if scale == "none" or category_of(shared, node) is not None:
        return ""
    left, right = (
        threshold_text(float(array[node]), "none") for array in (shared.threshold_left, shared.threshold_right)
    )
    return f" ({names.left} ≤ {left}, {names.right} ≤ {right})"
