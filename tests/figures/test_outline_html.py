"""The lines of a tree on a phone: each node once, below its parent, with a bar for each table."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest

from ksdt_core.data.samples.catalogue import load
from ksdt_core.evidence.replication import replicate
from ksdt_core.evidence.replication_text import STATUS_WORDS
from ksdt_core.figures.drawn_tree import visible_children
from ksdt_core.figures.outline_html import INDENT, learned_outline, third_outline
from ksdt_core.mining.miners import mine
from ksdt_core.studies.learning.run import learn_table
from ksdt_core.studies.learning.settings import LearnSettings
from ksdt_core.trees.tree import LEAF
from tests.mining.planted import planted_pair


def lines(markup: str) -> list[ElementTree.Element]:
    body = ElementTree.fromstring(markup.split("</style>", 1)[1])
    return body.findall(".//*[@class='row']")


def level(line: ElementTree.Element) -> int:
    name = line.find("span[@class='name']")
    assert name is not None
    return int(name.get("style", "").removeprefix("padding-left:").removesuffix("px")) // INDENT


def part(line: ElementTree.Element, name: str) -> ElementTree.Element:
    found = line.find(f"span[@class='{name}']")
    assert found is not None
    return found


def texts(line: ElementTree.Element) -> list[str]:
    return ["".join(each.itertext()) for each in part(line, "bars") if each.get("class") is None]


def test_a_learned_tree_has_a_line_for_each_node_with_its_training_and_held_out_rows():
    tree = learn_table(load("wine-red"), LearnSettings(holdout=0.3, max_depth=3), target="class").tree
    found = lines(learned_outline(tree, label="<Tree>"))
    assert len(found) == tree.n_nodes > 7
    assert tree.held_out is not None
    assert level(found[0]) == 0
    assert texts(found[0]) == [" | ".join(f"{n:,.0f}" for n in rows[0]) for rows in (tree.counts, tree.held_out)]
    leaves = [line for line in found if line.tag == "div"]
    assert len(leaves) == tree.n_leaves
    assert all(part(line, "end").text and (part(line, "end").text or "").endswith("%") for line in leaves)
    root = found[0]
    assert root.tag == "summary"


def test_folded_splits_end_their_line_and_deep_levels_of_large_trees_are_closed():
    tree = learn_table(load("wine-red"), LearnSettings(max_depth=8), target="class").tree
    children = visible_children(tree)
    fold = next(node for node in children if node and all(child in children for child in children[node]))
    every, folded = (learned_outline(tree, label="Tree", folded=given) for given in ((), (fold,)))
    assert len(lines(folded)) < len(lines(every))
    assert "(folded)" in folded
    body = ElementTree.fromstring(every.split("</style>", 1)[1])
    for block in body.iter("details"):
        summary = block.find("summary")
        assert summary is not None
        assert ("open" in block.attrib) == (level(summary) < 3)


@pytest.fixture(scope="module")
def replicated():
    trees = mine(planted_pair(strength=1.5, n_rows=90, n_attributes=6), k=2, max_depth=3)
    third = planted_pair(strength=1.5, n_rows=90, n_attributes=6, seed=4).matched.left
    return trees, replicate(trees, third, 19)


def test_a_shared_tree_has_three_bars_a_line_and_what_became_of_each_split(replicated):
    trees, found = replicated
    for shared, third in zip(trees.trees, found.trees, strict=True):
        rows = lines(third_outline(shared, third, label="Tree", scale="rank"))
        assert len(rows) == shared.tree.n_nodes
        splits = {node.id: node for node in third.nodes if node.status is not None}
        said = ["".join(part(line, "end").itertext()) for line in rows]
        assert sorted(filter(None, said)) == sorted(STATUS_WORDS[node.status] for node in splits.values())
        at_root = [*(tuple(table[0].tolist()) for table in shared.rows), third.nodes[0].cdv]
        assert texts(rows[0]) == [" | ".join(map(str, counts)) for counts in at_root]
        assert [bar.get("class") for bar in part(rows[0], "bars")][::2] == ["bar", "bar round", "bar pointed"]
        assert sum(line.tag == "div" for line in rows) == int(np.sum(shared.tree.attribute == LEAF))
