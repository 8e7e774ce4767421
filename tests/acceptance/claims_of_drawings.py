"""Which function recomputes the numbers of the drawings of trees, and whether each is where it belongs."""

from __future__ import annotations

import math
import re

import numpy as np

from tests.acceptance import chance_again as chance
from tests.acceptance import mining_again as mining
from tests.acceptance import recounting as plain
from tests.acceptance.claims import Claim, Numbers, rows_of, shown_tree
from tests.acceptance.everything_again import SIDES, Again
from tests.acceptance.report_lines import Line


def node_text(again: Again, line: Line, sentence: str) -> Numbers:
    """A text of a node: its test, DSN, shares or counts; which of them it is follows from how it is written."""
    tree = again.trees[shown_tree(line)]
    nodes = list(tree.nodes())
    node = nodes[again.ids[shown_tree(line)].index(line.node)]
    rows = rows_of(again, node)
    if line.kind == "title":
        return _title_numbers(again, node, sentence)
    if re.match(r"[≤=]|in \{", sentence):
        name = again.study.kinds.names[node.attribute]
        passing = rows_of(again, node.children[0])
        printed = f"{name} {sentence}"
        for at, table in enumerate(again.tables):
            here = pd_mask(table, node.rows[at]) & table.mask([re.sub(r"(\S+) \| (\S+)", rf"\{at + 1}", printed)])
            assert table.counts(here) == passing[at], printed
        return [float(each) for each in re.findall(r"\d+(?:\.\d+)?", sentence)]
    if "." in sentence:
        return [plain.cosine(*node.cdv)]
    own = rows[0 if line.x < 0 else 1]  # the left table's numbers are left of the middle
    if line.is_inside:
        assert sentence.startswith("!") == (max(own) > own[node.label])
        return [100 * own[node.label] / sum(own)]
    return [own[_place(again, line)]]


def _place(again: Again, line: Line) -> int:
    """The class that a count belongs to: from top to bottom among the counts of its table at its node."""
    beside = [
        each.y
        for each in again.lines
        if (each.kind, each.heading, each.node) == (line.kind, line.heading, line.node)
        and not each.is_inside
        and each.x * line.x > 0
    ]
    assert len(beside) == again.n_classes
    return sorted(beside).index(line.y)


def pd_mask(table: plain.Table, rows: np.ndarray) -> np.ndarray:
    mask = np.zeros(table.n_rows, dtype=bool)
    mask[rows] = True
    return mask


def _title_numbers(again: Again, node: mining.Node, sentence: str) -> Numbers:
    """What hovering over a node says: first what it is, then the rows of each class of both tables, then its DSN."""
    first, *others = sentence.split("\n")
    rows = rows_of(again, node)
    printed = [float(each) for each in re.findall(r"(?<![\w.])\d+(?:\.\d+)?(?!\w)", first)]
    found: list[float] = [*printed, *rows[0], *rows[1]]
    for said in others[2:]:
        if "DSN" in said or "similarity" in said:
            found.append(plain.cosine(*node.cdv))
        elif "meet the condition" in said or "most rows" in said:
            shares = (
                [100 * node.children[0].rows[at].size / node.rows[at].size for at in SIDES] if node.children else []
            )
            found += shares if "%" in said else []
    return found


def figure_key(again: Again, line: Line, sentence: str) -> Numbers:
    at = next(at for at in SIDES if again.names[at] in sentence)
    gained = again.gained[at]
    return [again.tables[at].n_rows, *([again.tables[at].n_rows + gained] if gained else [])]


def tick(again: Again, line: Line, sentence: str) -> Numbers:
    """A mark of an axis: a round number within what is drawn."""
    everything = [again.statistic, *np.concatenate(list(again.reached.values()))]
    number = float(sentence)
    return [number] if min(everything) - 1e-3 <= number <= max(everything) + 1e-3 else [math.nan]


def observed(again: Again, line: Line, sentence: str) -> Numbers:
    largest = [max(again.p(null) for null in chance.NULLS)] if line.kind == "title" else []
    return [again.statistic, *largest]


CLAIMS = (
    Claim(r"^Trees and rules", r"n = ", figure_key),
    Claim(r"^Trees and rules", r"^(1|\.99|\.97|\.95|\.90)$", lambda again, line, said: [float(said)]),
    Claim(r"^Scores", r"^0\.\d+$", tick),
    Claim(r"^Scores", r"^Mean quality \(SDTQ\) of shuffled|^trees of this set", observed),
)
