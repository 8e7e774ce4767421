"""Replications in a report: whether the trees hold in further tables, tree by tree and split by split."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ksdt_core.evidence.effects import Effects
from ksdt_core.evidence.replicated import ReplicatedTree, Replication
from ksdt_core.evidence.replication_text import sentences, status_words
from ksdt_core.figures.forest_svg import forest_rows, forest_svg
from ksdt_core.figures.palette import LIGHT, Palette
from ksdt_core.formats.check_replication import replications_of_document
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.reports.report_blocks import Block, Cell, Drawing, Heading, Section, Table, cells, paragraph
from ksdt_core.text import p_text, percent, score


def replications_of(document: Mapping[str, Any], trees: TreeSet) -> tuple[Replication, ...]:
    """Those that a result document carries."""
    part = document.get("replications")
    return replications_of_document(part, trees) if part else ()


def replication_section(
    document: Mapping[str, Any], trees: TreeSet, effects: Effects, palette: Palette = LIGHT
) -> tuple[Section, ...]:
    """A section where the trees were tried on further tables."""
    found = replications_of(document, trees)
    if not found:
        return ()
    blocks = [block for each in found for block in _blocks(each, effects, palette)]
    return (Section("replication", "Replication", tuple(blocks)),)


def _blocks(found: Replication, effects: Effects, palette: Palette) -> Iterator[Block]:
    first, *others = sentences(found)
    yield Heading(found.table.name)
    yield paragraph(first, "strong")
    yield paragraph(" ".join(others))
    names = [f"Tree {number} · {tree.nodes[0].attribute or 'no split'}" for number, tree in enumerate(found.trees, 1)]
    tables = (found.result.left.name, found.result.right.name, found.table.name)
    svg = forest_svg(forest_rows(found, effects.training, names), tables, palette=palette)
    title = f"Accuracy of the trees and of their vote in {', '.join(tables)}"
    yield Drawing(
        svg, title, f"Accuracy with {percent(0.95)} intervals. Open marks: training rows. Filled marks: new rows."
    )
    head = ("Tree", "Correct", f"{percent(0.95)} interval", "Balanced accuracy", "p")
    rows = [_tree(f"Tree {number}", tree, tree.p_classes) for number, tree in enumerate(found.trees, start=1)]
    yield Table((*rows, _tree("Vote", found.vote, found.vote.p_classes)), head, numbers=(1, 2, 3, 4))
    yield Table(tuple(_splits(found)), ("Split", "Where", f"In {found.table.name}", "p, one-sided"), numbers=(3,))


def _tree(name: str, answers: Any, p: float) -> tuple[Cell, ...]:
    low, high = answers.interval
    share = f"{percent(low, 1)} to {percent(high, 1)}"
    return cells(name, percent(answers.accuracy, 1), share, score(answers.balanced_accuracy), p_text(p))


def _splits(found: Replication) -> Iterator[tuple[Cell, ...]]:
    for number, tree in enumerate(found.trees, start=1):
        yield from _splits_of(number, tree)


def _splits_of(number: int, tree: ReplicatedTree) -> Iterator[tuple[Cell, ...]]:
    for node in tree.depth_first:
        if node.status is not None:
            where = f"tree {number}, {'root' if node.level == 1 else f'level {node.level}'}"
            p = "" if node.p is None else p_text(node.p)
            yield cells(f"{node.attribute} {node.split}", where, status_words(node), p)
