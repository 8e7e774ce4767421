"""A tree as a list of lines, for screens that are too narrow for a drawing: plain values, names made safe for text."""

from __future__ import annotations

from typing import Any

from ksdt_core.figures.class_bar import counts_text
from ksdt_core.figures.class_groups import class_groups
from ksdt_core.figures.escaping import one_line
from ksdt_core.figures.palette import LIGHT, Palette
from ksdt_core.figures.tree_words import (
    attribute_of,
    dsn_text,
    edge_signs,
    node_words,
    question_text,
    short_class_names,
)
from ksdt_core.trees.paths import walk
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.text import TableNames


def tree_outline(
    shared: SharedTree, names: TableNames, *, scale: str = "none", palette: Palette = LIGHT
) -> list[dict[str, Any]]:
    """A line for each node, parents before their children and the left subtree first."""
    tree, groups = shared.tree, class_groups(shared)
    classes = short_class_names([one_line(name) for name in tree.class_names])
    parents, levels = tree.parents.tolist(), tree.levels.tolist()
    lines = []
    for node, path in walk(tree):
        is_leaf, answer = bool(tree.is_leaf[node]), int(tree.label[node])
        fill, ink = palette.dsn_colours(float(shared.dsn[node]))
        counts = [rows[node].tolist() for rows in shared.rows]
        lines.append(
            {
                "node": node,
                "parent": parents[node],
                "level": levels[node],
                "sign": edge_signs(shared, parents[node])[0 if path[-1][1] else 1] if path else "",
                "leaf": is_leaf,
                "name": classes[answer].strip() or "(blank)" if is_leaf else one_line(attribute_of(shared, node)),
                "question": "" if is_leaf else one_line(question_text(shared, node, scale=scale)),
                "counts": [groups.counts(each) for each in counts],
                "texts": [counts_text(each) for each in counts],
                "colour": groups.colour(groups.group[answer], palette),
                "tint": groups.tint(groups.group[answer], palette),
                "dsn": dsn_text(float(shared.dsn[node])),
                "fill": fill,
                "ink": ink,
                "words": "; ".join(map(one_line, node_words(shared, node, names, scale=scale))),
            }
        )
    return lines
