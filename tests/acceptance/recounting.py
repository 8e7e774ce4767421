"""What a reader of a report could count himself: from the files, with pandas, NumPy and SciPy alone.

Conditions are taken as they are printed ("50.5 < age ≤ 62.5", "ca ≠ no", "sex = 1"), so that a threshold that is
printed with too few digits, or in the wrong units, gives other rows.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy import stats

Counts = list[int]
_BETWEEN = re.compile(r"^(?P<low>\S+) < (?P<name>.+) ≤ (?P<high>\S+)$")
_TEST = re.compile(r"^(?P<name>.+?) (?P<op>≤|>|=|≠|in) (?P<value>.+)$")


@dataclass(frozen=True)
class Table:
    """A file with its missing cells filled, and the column of the classes."""

    frame: pd.DataFrame
    target: str
    classes: tuple[str, ...]

    @property
    def n_rows(self) -> int:
        return len(self.frame)

    def mask(self, conditions: Sequence[str]) -> pd.Series:
        """The rows that meet all conditions as they are printed."""
        met = pd.Series(True, index=self.frame.index)
        for condition in conditions:
            met &= _meets(self.frame, condition)
        return met

    def counts(self, mask: pd.Series) -> Counts:
        """The rows of each class."""
        own = self.frame[self.target][mask]
        return [int((own == name).sum()) for name in self.classes]

    @property
    def all_counts(self) -> Counts:
        return self.counts(pd.Series(True, index=self.frame.index))


def _meets(frame: pd.DataFrame, condition: str) -> pd.Series:
    condition = condition.replace("−", "-")
    between = _BETWEEN.match(condition)
    if between:
        column = frame[between["name"]]
        return (column > float(between["low"])) & (column <= float(between["high"]))
    test = _TEST.match(condition)
    assert test is not None, condition
    column, op, value = frame[test["name"]], test["op"], test["value"]
    if op == "in":
        return column.isin(_codes(value))
    if op in "=≠":
        equal = column == float(value) if pd.api.types.is_numeric_dtype(column) else column == value
        return equal if op == "=" else ~equal
    return column <= float(value) if op == "≤" else column > float(value)


def _codes(text: str) -> list[float]:
    inside = text.strip("{}")
    if "–" in inside:
        low, high = inside.split("–")
        return [float(code) for code in range(int(low), int(high) + 1)]
    return [float(code) for code in inside.split(", ")]


def filled(frame: pd.DataFrame, target: str, codes: Sequence[str]) -> pd.DataFrame:
    """The median of a measured column, the most common value of codes and words, the smallest of equally common."""
    done = frame.copy()
    for name in frame.columns.drop(target):
        column = frame[name]
        measured = pd.api.types.is_numeric_dtype(column) and name not in codes
        done[name] = column.fillna(column.median() if measured else column.mode().min())
    return done


def are_codes(left: pd.Series, right: pd.Series) -> bool:
    """At most ten whole numbers over both tables, at least two of them in both."""
    if not all(pd.api.types.is_numeric_dtype(column) for column in (left, right)):
        return False
    one, other = set(left.dropna()), set(right.dropna())
    return len(one | other) <= 10 and all(value == int(value) for value in one | other) and len(one & other) >= 2


def cosine(one: Sequence[float], other: Sequence[float]) -> float:
    norms = math.hypot(*one) * math.hypot(*other)
    return float(np.dot(one, other) / norms) if norms else 0.0


def wilson(k: int, n: int) -> tuple[float, float]:
    found = stats.binomtest(k, n).proportion_ci(0.95, "wilson")
    return float(found.low), float(found.high)


def fisher(one: tuple[int, int], other: tuple[int, int]) -> float:
    """Whether k of n differ between the tables, two-sided."""
    return float(stats.fisher_exact([[one[0], one[1] - one[0]], [other[0], other[1] - other[0]]]).pvalue)


def holm(ps: Sequence[float]) -> list[float]:
    order = np.argsort(ps, kind="stable")
    corrected = np.minimum(1, np.maximum.accumulate(np.sort(ps) * np.arange(len(ps), 0, -1)))
    found = np.empty(len(ps))
    found[order] = corrected
    return found.tolist()


def balanced_to(left: Counts, right: Counts) -> tuple[Counts, Counts]:
    """Rows of each class after balancing: raised to the larger share, never lowered."""
    sides = (left, right)
    shares = [max(side[c] / sum(side) for side in sides) for c in range(len(left))]
    one, other = ([max(n, round(sum(side) * share)) for n, share in zip(side, shares, strict=True)] for side in sides)
    return one, other


def auc(scores: pd.Series, positive: pd.Series) -> float:
    return float(stats.mannwhitneyu(scores[positive], scores[~positive]).statistic / positive.sum() / (~positive).sum())


def odds_beyond(node: tuple[Counts, Counts], whole: tuple[Counts, Counts], answer: int) -> float:
    """The odds ratio of a class between the tables at a node, over that of the whole tables; halves added."""

    def ratio(mixes: tuple[Counts, Counts]) -> float:
        odds = [(mix[answer] + 0.5) / (sum(mix) - mix[answer] + 0.5) for mix in mixes]
        return odds[0] / odds[1]

    return ratio(node) / ratio(whole)


def usage(nodes: Sequence[Mapping], names: Sequence[str]) -> list[float]:
    """Level-normalised counts of the attributes of a tree: how often, over the mean level."""
    levels = [[node["level"] for node in nodes if node["attribute"] == name] for name in names]
    return [len(own) / (sum(own) / len(own)) if own else 0.0 for own in levels]


def set_scores(trees: Sequence[Mapping]) -> dict[str, float]:
    """SA, DS, TD and SDTSQ from the nodes of the trees alone."""
    names = sorted({node["attribute"] for tree in trees for node in tree["nodes"] if node["attribute"]})
    used = [usage(tree["nodes"], names) for tree in trees]
    n = len(trees)
    td = float(np.mean([1 - cosine(used[i], used[j]) for i in range(n) for j in range(n) if i != j]))
    own = [tree_scores(tree["nodes"]) for tree in trees]
    sa, ds = (float(np.mean([each[key] for each in own])) for key in ("sa", "ds"))
    return {"sa": sa, "ds": ds, "td": td, "sdtsq": min(sa, ds, td) * (sa + ds + td) / 3}


def tree_scores(nodes: Sequence[Mapping]) -> dict[str, float]:
    leaves = [node for node in nodes if node["attribute"] is None]
    classes = nodes[0]["classes"]
    left, right = (
        sum(leaf[side][classes.index(leaf["label"])] for leaf in leaves) / sum(nodes[0][side])
        for side in ("cdv_left", "cdv_right")
    )
    ds = float(np.mean([cosine(node["cdv_left"], node["cdv_right"]) for node in nodes]))
    sa = min(left, right)
    return {"accuracy_left": left, "accuracy_right": right, "sa": sa, "ds": ds, "sdtq": min(sa, ds) * (sa + ds) / 2}


def hypergeometric_z(passes: pd.Series, positive: pd.Series) -> float:
    """How far the positives among the rows that pass are from what drawing these rows at random gives."""
    n, drawn, positives = len(passes), int(passes.sum()), int(positive.sum())
    law = stats.hypergeom(n, positives, drawn)
    return float((int((passes & positive).sum()) - law.mean()) / law.std())
