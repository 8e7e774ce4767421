"""The tables of a bundle: nodes, rules and differences, as CSV for programs and Markdown for people."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.figures.tree_tables import node_table
from ksdt_core.formats.frame_text import frame_csv, named_columns
from ksdt_core.formats.rules_text import differences_table, rules_markdown, rules_table
from ksdt_core.mining.holdout import mined_rows
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.rules.differences import alignable_differences
from ksdt_core.rules.full_paths import tree_rules
from ksdt_core.rules.reduction import reduced_rules


def node_files(tree_set: TreeSet) -> Iterator[tuple[str, str]]:
    """Every node of every tree, which the trees alone tell."""
    names = (tree_set.pair.left.name, tree_set.pair.right.name)
    yield "tables/nodes.csv", frame_csv(named_columns(nodes_frame(tree_set), names))


def nodes_frame(tree_set: TreeSet) -> pd.DataFrame:
    """The node tables of all trees below each other; thresholds are numbers in full, with a scale also as mined."""
    frames = []
    for number, shared in enumerate(tree_set.trees, start=1):
        frame = node_table(shared)
        nodes = frame["node"].to_numpy()
        frame["threshold_left"], frame["threshold_right"] = shared.threshold_left[nodes], shared.threshold_right[nodes]
        if tree_set.settings.scale != "none":
            frame.insert(list(frame.columns).index("threshold_left"), "threshold", shared.tree.threshold[nodes])
        frame.insert(0, "tree", number)
        frames.append(frame)
    return pd.concat(frames, ignore_index=True)


def rule_files(tree_set: TreeSet, pair: DatasetPair, mined: DatasetPair) -> Iterator[tuple[str, str]]:
    """Full and reduced rules, and where the tables part, counted on the rows that were mined of the whole pair."""
    for name, rules in (("rules", tree_rules(tree_set, mined)), ("rules-reduced", reduced_rules(tree_set, mined))):
        yield f"tables/{name}.csv", frame_csv(rules_table(rules))
        yield f"tables/{name}.md", rules_markdown(rules)
    numbers = mined_rows(pair, tree_set.settings.holdout)
    differing = alignable_differences(tree_set, mined, limit=None, row_numbers=numbers)
    yield "tables/differences.csv", frame_csv(differences_table(differing))
