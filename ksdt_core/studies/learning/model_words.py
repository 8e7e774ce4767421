"""A model made elsewhere in words: what it is and predicts, its trees as lines, its paths as rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ksdt_core.studies.learning.model import Model
from ksdt_core.text import bounds, counted, encodable, lined_up, number, percent, printable
from ksdt_core.trees.paths import Path, tightest_tests, walk
from ksdt_core.trees.tree import LEAF, Tree
from ksdt_core.trees.value_tree import ValueTree

RULES_FORMAT = "ksdt-model-rules/1"
INDENT = "│  "
MOST_TREES, MOST_ATTRIBUTES = 5, 20  # as text


def headline(model: Model) -> str:
    """What the model predicts, in one sentence; without a table its size."""
    trees, tested = counted(len(model.trees), "tree", "trees"), model.tested
    name = f"{printable(model.name)} ({model.library}, {trees})"
    if tested is None:
        return f"{name} predicts {_predicted(model)}. It has {model.n_nodes:,} nodes and depth {model.depth}."
    rows = f"the {counted(tested.rows, 'row', 'rows')} of {printable(tested.table)}"
    if not model.ensemble.class_names:
        return (
            f"{name} predicts {printable(tested.target)} with an error of {number(tested.error)} on {rows}; always "
            f"predicting the mean gives {number(tested.baseline)}."
        )
    return (
        f"{name} is right on {percent(1 - tested.error, 1)} of {rows}; always answering {printable(tested.answer)!r} "
        f"gives {percent(1 - tested.baseline, 1)}."
    )


def _predicted(model: Model) -> str:
    names = model.ensemble.class_names
    if not names:
        return "numbers"
    shown = ", ".join(printable(name) for name in names[:8])
    return f"{counted(len(names), 'class', 'classes')}: {shown}{' …' if len(names) > 8 else ''}"


def sum_words(model: Model) -> str:
    """How the numbers of the leaves become the answer."""
    second = printable(model.ensemble.class_names[1]) if model.ensemble.link == "logistic" else ""
    return {
        "identity": "The answer is the base plus one leaf of each tree.",
        "logistic": f"Base plus one leaf of each tree is the log odds of {second!r}, which is answered above 0.",
        "softmax": "Base and leaves are summed for each class; the largest sum is answered.",
        "shares": "The leaves sum up to a share for each class; the largest share is answered.",
    }[model.ensemble.link]


def leaf_words(tree: ValueTree, node: int) -> str:
    """The numbers of a leaf: `+0.42`, or `+0.42 for a, −0.1 for b` where there are several outputs."""
    values = tree.values[node].tolist()
    shown = [f"{'+' if value > 0 else ''}{number(value)}" for value in values]
    if len(values) == 1:
        return shown[0]
    parts = [f"{text} for {printable(name)}" for text, name, v in zip(shown, tree.outputs, values, strict=True) if v]
    return ", ".join(parts) or "0"


def condition(tree: Tree, node: int, goes_left: bool) -> str:
    """`age ≤ 62` or `age > 62`."""
    name = printable(tree.attributes[int(tree.attribute[node])])
    return f"{name} {bounds(float(tree.threshold[node]))[not goes_left]}"


def path_words(tree: Tree, path: Path) -> str:
    """The tightest conditions of a path."""
    return " and ".join(condition(tree, node, left) for node, left in tightest_tests(tree, path)) or "always"


def tree_rules(tree: ValueTree) -> Iterator[tuple[str, str]]:
    """Conditions and number of every leaf, the left child first."""
    for node, path in walk(tree.tree):
        if tree.tree.attribute[node] == LEAF:
            yield path_words(tree.tree, path), leaf_words(tree, node)


def rule_lines(model: Model) -> Iterator[str]:
    """Every path of every tree as a sentence."""
    for position, tree in enumerate(model.trees, start=1):
        for conditions, words in tree_rules(tree):
            start = "always" if conditions == "always" else f"if {conditions},"
            yield f"Tree {position}: {start} add {words}."


def rules_document(model: Model) -> dict[str, Any]:
    """The rules as plain values: conditions, and what the leaf adds to each output."""
    return {
        "format": RULES_FORMAT,
        "model": encodable(model.name),
        "outputs": [encodable(name) for name in model.trees[0].outputs],
        "rules": [
            {"tree": position, "conditions": list(_conditions(tree.tree, path)), "adds": tree.values[node].tolist()}
            for position, tree in enumerate(model.trees)
            for node, path in walk(tree.tree)
            if tree.tree.attribute[node] == LEAF
        ],
    }


def _conditions(tree: Tree, path: Path) -> Iterator[dict[str, Any]]:
    for node, goes_left in tightest_tests(tree, path):
        name = encodable(tree.attributes[int(tree.attribute[node])])
        yield {"attribute": name, "op": "<=" if goes_left else ">", "value": float(tree.threshold[node])}


def model_lines(model: Model) -> Iterator[str]:
    """The whole model as text: sentence, attributes, and the first trees."""
    yield headline(model)
    yield sum_words(model)
    base = ", ".join(number(value) for value in np.ravel(model.ensemble.base).tolist())
    yield f"  base {base}; {model.n_nodes:,} nodes, depth {model.depth}"
    used = model.attribute_splits
    yield f"Attributes by number of splits ({len(used)} of {len(model.ensemble.attributes)} used)"
    cells = [(printable(name), f"{n:,}") for name, n in used[:MOST_ATTRIBUTES]]
    yield from (f"  {line}" for line in lined_up(cells, widest=60))
    if len(used) > MOST_ATTRIBUTES:
        yield f"  and {len(used) - MOST_ATTRIBUTES:,} more"
    for position, tree in enumerate(model.trees[:MOST_TREES], start=1):
        yield f"Tree {position}"
        yield from (f"  {line}" for line in _tree_lines(tree))
    if len(model.trees) > MOST_TREES:
        yield f"and {counted(len(model.trees) - MOST_TREES, 'more tree', 'more trees')}; ksdt rules lists all."


def _tree_lines(tree: ValueTree) -> Iterator[str]:
    cells = []
    for node, path in walk(tree.tree):
        test = condition(tree.tree, *path[-1]) if path else "all rows"
        answer = f"→ {leaf_words(tree, node)}" if tree.tree.attribute[node] == LEAF else ""
        cells.append((f"{INDENT * len(path)}{test}", answer))
    yield from lined_up(cells, widest=60)
