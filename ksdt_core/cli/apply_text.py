"""A replication as text: the answer first, then the trees and their splits."""

from __future__ import annotations

from collections.abc import Iterator

from ksdt_core.evidence.replicated import ReplicatedTree, Replication
from ksdt_core.evidence.replication_text import correct_words, sentences, status_words
from ksdt_core.text import WIDEST_CELL, counted, lined_up, p_text, percent, printable, score


def replication_lines(found: Replication) -> Iterator[str]:
    """All of a replication, a line at a time; names are safe for a terminal."""
    for sentence in sentences(found):
        yield printable(sentence)
    yield ""
    result, table = found.result, found.table
    yield printable(f"Trees of {result.left.name} : {result.right.name}, tested on {table.name}")
    shuffles = counted(found.permutations, "shuffle", "shuffles")
    yield f"  {counted(table.rows, 'row', 'rows')}, scale {result.scale}, {shuffles} for each null"
    yield f"  Vote: {correct_words(found.vote)}, balanced accuracy {score(found.vote.balanced_accuracy)}"
    yield f"  Baseline: {percent(found.vote.baseline, 1)}"
    for number, tree in enumerate(found.trees, start=1):
        yield ""
        yield from _tree(number, tree, found)


def _tree(number: int, tree: ReplicatedTree, found: Replication) -> Iterator[str]:
    p = p_text(tree.p_classes)
    yield f"Tree {number}: {correct_words(tree)}, balanced accuracy {score(tree.balanced_accuracy)} ({p})"
    classes = ", ".join(printable(name) for name in found.result.classes)
    rows = [["split", f"rows of {classes}", "DSN left | right", "in the table", "one-sided p"]]
    for node in tree.depth_first:
        indent = "│  " * (node.level - 1)
        test = f"→ {printable(node.label)}" if node.split is None else printable(f"{node.attribute} {node.split}")
        rows.append(
            [
                f"  {indent}{test}",
                f"({', '.join(map(str, node.cdv))})",
                f"{score(node.dsn_left)} | {score(node.dsn_right)}",
                status_words(node),
                "" if node.p is None else p_text(node.p),
            ]
        )
    yield from lined_up(rows, words=(0, 1, 2, 3, 4), widest=WIDEST_CELL)
