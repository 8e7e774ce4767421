"""Replication written out plainly: each row of a third table walks each tree of a result document.

The table is a frame with one column an attribute and a column `class`; nothing is shared with the product.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import pandas as pd

from tests.oracles.plain_preparation import CLASS, standard_scores

Node = Mapping[str, Any]


def scaled(frame: pd.DataFrame, scale: str, unscaled: Sequence[str]) -> pd.DataFrame:
    """Numeric columns within the table: average rank over rows + 1, or standard scores; constant ones are 0."""
    found = frame.copy()
    for name in frame.columns:
        column = frame[name]
        if name == CLASS or name in unscaled or scale == "none" or not pd.api.types.is_numeric_dtype(column):
            continue
        if column.nunique() == 1:
            found[name] = 0.0
        elif scale == "rank":
            found[name] = column.rank(method="average") / (len(column) + 1)
        else:
            found[name] = standard_scores(column)
    return found


def path(nodes: Sequence[Node], row: Mapping[str, Any]) -> list[int]:
    """The nodes that a row passes; it stops where the table has no such attribute."""
    passed = [0]
    while (node := nodes[passed[-1]])["attribute"] is not None and node["attribute"] in row:
        cell = row[node["attribute"]]
        goes_left = cell == node["category"] if node["category"] is not None else cell <= node["threshold"]
        passed.append(node["left"] if goes_left else node["right"])
    return passed


def rows_of(frame: pd.DataFrame) -> list[dict[str, Any]]:
    return [dict(zip(frame.columns, row, strict=True)) for row in frame.itertuples(index=False, name=None)]


def answers(document: Mapping[str, Any], frame: pd.DataFrame) -> list[list[str]]:
    """For each tree what it says of each row; `frame` is scaled."""
    return [
        [tree["nodes"][path(tree["nodes"], row)[-1]]["label"] for row in rows_of(frame)] for tree in document["trees"]
    ]


def counts(document: Mapping[str, Any], frame: pd.DataFrame) -> list[list[list[int]]]:
    """For each tree and node the rows of each class that pass it."""
    classes = document["pair"]["classes"]
    found = []
    for tree in document["trees"]:
        table = [[0] * len(classes) for _ in tree["nodes"]]
        for row in rows_of(frame):
            for node in path(tree["nodes"], row):
                table[node][classes.index(row[CLASS])] += 1
        found.append(table)
    return found


def balanced(classes: Sequence[str], said: Sequence[str]) -> Fraction:
    """The mean over the classes of the share of their rows that are answered right; exact."""
    present = sorted(set(classes))
    shares = [
        Fraction(sum(c == a == of for c, a in zip(classes, said, strict=True)), classes.count(of)) for of in present
    ]
    return sum(shares, Fraction(0)) / len(present)


def vote(said: Sequence[Sequence[str]], classes: Sequence[str]) -> list[str]:
    """The class that most trees answer; the class listed first on a tie."""
    return [max(classes, key=lambda name: (row.count(name), -classes.index(name))) for row in zip(*said, strict=True)]


def every_shuffle(classes: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """All orders of the classes, each as often as it comes up."""
    return permutations(classes)


def fisher(a: int, drawn: int, marked: int, n: int) -> float:
    """P(X ≥ a) for the marked rows among those drawn, term by term."""
    ways = [math.comb(marked, i) * math.comb(n - marked, drawn - i) for i in range(a, min(drawn, marked) + 1)]
    return float(Fraction(sum(ways), math.comb(n, drawn)))


def z(a: int, n1: int, y: int, n: int) -> float:
    """The signed hypergeometric z."""
    variance = n1 * (n - n1) * y * (n - y) / (n * n * (n - 1)) if n > 1 else 0
    return (a - n1 * y / n) / math.sqrt(variance) if variance else 0.0


def holds(
    left: Sequence[Sequence[int]], right: Sequence[Sequence[int]], third: Sequence[Sequence[int]]
) -> tuple[Any, Any]:
    """Whether a split holds and its p, from the class counts of its two children in three tables."""
    if min(sum(child) for child in third) < 5:
        return None, None
    found = []
    for c, sign in product(range(len(left[0])), (1, -1)):
        zs = [
            sign * z(table[0][c], sum(table[0]), table[0][c] + table[1][c], sum(map(sum, table)))
            for table in (left, right)
        ]
        found.append((round(min(zs), 9), -c, c, sign))
    best, _, c, sign = max(found)
    if best <= 0:
        return False, 1.0
    here, there = third if sign > 0 else third[::-1]
    p = fisher(here[c], sum(here), here[c] + there[c], sum(here) + sum(there))
    return p < 0.05, p
