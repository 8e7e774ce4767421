"""Where the tables differ beyond their base rates: the nodes that are looked at, their tests, and what is listed."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import stats

from tests.acceptance import mining_again as mining
from tests.acceptance import recounting as plain
from tests.acceptance.claims import Claim, Numbers, rows_of
from tests.acceptance.everything_again import SIDES, Again
from tests.acceptance.report_lines import Line

FEWEST_ROWS, SMALLEST_SHARE, LONGEST, LEVEL = 5, 0.05, 10, 0.05
Mixes = tuple[plain.Counts, plain.Counts]
Condition = tuple[int, str, float]


@dataclass(frozen=True)
class Looked:
    """A node below the root, the conditions that lead to it, and the nodes above it, the nearest first."""

    node: mining.Node
    conditions: frozenset[Condition]
    above: tuple[mining.Node, ...]


def looked_at(again: Again) -> list[Looked]:
    """Nodes of the trees whose DS is at least the mean, with at least 5 rows and 5 % of the rows of both tables."""
    least = np.mean([own[3] for own in again.scores]) - 1e-12
    needed = [max(FEWEST_ROWS, math.ceil(SMALLEST_SHARE * table.n_rows - 1e-9)) for table in again.tables]
    found: dict[frozenset[Condition], Looked] = {}
    for tree, scores in zip(again.trees, again.scores, strict=True):
        for each in _below(tree.root, again.study.kinds) if scores[3] >= least else ():
            if all(each.node.rows[at].size >= needed[at] for at in SIDES):
                found.setdefault(each.conditions, each)
    return list(found.values())


def _below(root: mining.Node, kinds: mining.Kinds) -> Iterator[Looked]:
    """All nodes below the root, each with its path: of several bounds of an attribute the closest one."""
    stack: list[tuple[mining.Node, dict[tuple[int, str], float], tuple[mining.Node, ...]]] = [(root, {}, ())]
    while stack:
        node, path, above = stack.pop()
        if above:
            yield Looked(node, frozenset((*key, value) for key, value in path.items()), above)
        for child, met in zip(node.children, (True, False), strict=False):
            if kinds.names[node.attribute] in kinds.words:
                further = {(node.attribute, f"{met} {node.threshold}"): node.threshold}
            else:
                key, closest = (node.attribute, "≤" if met else ">"), min if met else max
                further = {key: closest(path.get(key, node.threshold), node.threshold)}
            stack.append((child, {**path, **further}, (node, *above)))


@dataclass(frozen=True)
class Difference:
    """What remains at a node beyond the whole tables."""

    counts: Mixes
    answer: int
    p: float  # corrected over all nodes


def differences(again: Again) -> list[Difference]:
    """Those that do not only repeat a clear difference above them, the smallest p first."""
    nodes, whole = looked_at(again), tuple(table.all_counts for table in again.tables)
    tests = [beyond(rows_of(again, each.node), whole) for each in nodes]
    corrected = plain.holm([p for _, p, _ in tests])
    clear, found = [], []
    for each, (answer, p, odds), p_corrected in zip(nodes, tests, corrected, strict=True):
        nearest = next((node for node in each.above if any(node is other for other in clear)), None)
        counts = rows_of(again, each.node)
        if nearest is not None and beyond(counts, rows_of(again, nearest))[1] >= LEVEL:
            continue
        found.append((p_corrected, p, -abs(odds), Difference(counts, answer, p_corrected)))
        clear += [each.node] if p_corrected < LEVEL else []
    return [each for *_, each in sorted(found, key=lambda one: one[:3])]


def beyond(node: Mixes, above: Mixes) -> tuple[int, float, float]:
    """Class, p and log odds ratio: z-test of that at the node against that above, halves added.

    Of two classes the second; of more the one with the smallest p, times their number.
    """
    found = []
    for answer in range(len(node[0])):
        ratios, variance = [], 0.0
        for mixes, sign in ((node, 1), (above, -1)):
            a, b, c, d = (each + 0.5 for own in mixes for each in (own[answer], sum(own) - own[answer]))
            ratios.append(math.log(a * d / (b * c)))
            variance += sign * (1 / a + 1 / b + 1 / c + 1 / d)
        z = abs(ratios[0] - ratios[1]) / math.sqrt(variance) if variance > 1e-12 else 0.0
        found.append((answer, float(2 * stats.norm.sf(z)), ratios[0] - ratios[1]))
    if len(found) == 2:
        return found[1]
    answer, p, odds = min(found, key=lambda each: each[1])
    return answer, min(1.0, len(found) * p), odds


def base_rate(again: Again, line: Line, sentence: str) -> Numbers:
    """Shares of the class that is named, and how many nodes differ beyond them."""
    named = again.study.class_names.index(re.search(r"% (\S+?); beyond", sentence)[1])
    shares = [100 * table.all_counts[named] / table.n_rows for table in again.tables]
    return [*shares, sum(each.p < LEVEL for each in differences(again)), len(looked_at(again))]


def difference_row(again: Again, line: Line, sentence: str) -> Numbers:
    rows = [each for each in again.lines if each.section == line.section and each.head and each.cells]
    listed = differences(again)[:LONGEST]
    assert len(rows) == len(listed)
    own = listed[[each.place for each in rows].index(line.place)]
    assert again.counts(line.cells[0].split(" and ")) == own.counts
    assert again.study.class_names[own.answer] == line.cells[1]
    whole = tuple(table.all_counts for table in again.tables)
    return [*_printed(line.cells[0]), *_shares(own), plain.odds_beyond(own.counts, whole, own.answer), own.p]


def _printed(conditions: str) -> Sequence[float]:
    return [float(each) for each in re.findall(r"(?<![\w.])\d+(?:\.\d+)?(?!\w)", conditions)]


def _shares(own: Difference) -> Numbers:
    return [
        each
        for counts in own.counts
        for each in (counts[own.answer], sum(counts), 100 * counts[own.answer] / sum(counts))
    ]


CLAIMS = (
    Claim(r"^Where the tables differ", r"^The base rate", base_rate),
    Claim(r"^Where the tables differ", r"1 means that the base rates", lambda again, line, said: [1]),
    Claim(r"^Where the tables differ", r" of \d+, ", difference_row),
)
