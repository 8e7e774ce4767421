"""Trees mined again from the cells of two files, as the definitions say, with NumPy alone: no line of the product.

One attribute a row of `cells`; the words of a categorical attribute are positions in their sorted list. Rows that
balancing drew are a weight each, as a table with each row repeated would give.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pandas as pd
from scipy import stats

TIE = 1e-9
Vector = np.ndarray


@dataclass(frozen=True)
class Kinds:
    """What the columns of both tables hold, in the order of the left one."""

    names: tuple[str, ...]
    words: dict[str, tuple[str, ...]]  # the sorted values of each categorical attribute
    codes: tuple[str, ...]

    def groups(self, codes: dict[str, tuple[float, ...]]) -> list[list[int]]:
        """Columns that can change places: measured ones, and those with the same words or codes."""
        found: dict[tuple, list[int]] = {}
        for place, name in enumerate(self.names):
            found.setdefault((self.words.get(name), codes.get(name)), []).append(place)
        return list(found.values())


@dataclass(frozen=True)
class Side:
    """The rows of one table, ready to be mined."""

    original: Vector  # (attributes, rows)
    scaled: Vector
    classes: Vector
    weights: Vector

    def counts(self, rows: Vector, n_classes: int) -> Vector:
        return np.bincount(self.classes[rows], self.weights[rows], n_classes)


def cells_of(frame: pd.DataFrame, kinds: Kinds) -> Vector:
    """Numbers as they are, words as positions; missing cells are NaN."""
    made = []
    for name in kinds.names:
        if name in kinds.words:
            place = {word: position for position, word in enumerate(kinds.words[name])}
            made.append([place.get(word, math.nan) for word in frame[name]])
        else:
            made.append(frame[name].astype(float).tolist())
    return np.array(made)


def filled(cells: Vector, learned_from: Vector, kinds: Kinds) -> Vector:
    """Missing cells get the median of the rows learned from, or their most common word or code, the smallest first."""
    done = cells.copy()
    for place, name in enumerate(kinds.names):
        known = learned_from[place][~np.isnan(learned_from[place])]
        if name in kinds.words or name in kinds.codes:
            values, counts = np.unique(known, return_counts=True)
            common = values[counts.argmax()]
        else:
            common = np.median(known)
        done[place, np.isnan(done[place])] = common
    return done


def ranked(cells: Vector, kinds: Kinds) -> Vector:
    """Average rank over rows + 1; words and codes stay."""
    done = cells.copy()
    for place, name in enumerate(kinds.names):
        if name not in kinds.words and name not in kinds.codes:
            constant = cells[place].max() == cells[place].min()
            done[place] = 0.0 if constant else stats.rankdata(cells[place]) / (cells.shape[1] + 1)
    return done


def balanced(sides: Sequence[Side], n_classes: int, seed: int) -> list[Side]:
    """Each class raised to the larger share of the two tables by rows drawn from its own, stream [seed, table]."""
    counts = [np.bincount(side.classes, minlength=n_classes) for side in sides]
    shares = np.maximum(*(own / own.sum() for own in counts))
    done = []
    for number, (side, own) in enumerate(zip(sides, counts, strict=True)):
        random = np.random.default_rng([seed, number])
        weights = np.ones(side.classes.size, dtype=np.int64)
        for c in range(n_classes):
            extra = round(float(own.sum() * shares[c])) - int(own[c])
            if extra > 0:
                drawn = np.flatnonzero(side.classes == c)[random.integers(0, own[c], extra)]
                np.add.at(weights, drawn, 1)
        done.append(replace(side, weights=weights))
    return done


@dataclass
class Node:
    """The rows of both tables at a node, and its split once it has one."""

    level: int
    rows: tuple[Vector, Vector]
    attribute: int | None = None
    threshold: float = math.nan
    children: tuple[Node, ...] = ()
    label: int = 0
    cdv: tuple[Vector, Vector] = ()


@dataclass
class Tree:
    """A root, and the nodes that wait for their turn."""

    root: Node
    waiting: list[Node] = field(default_factory=list)
    splits: list[tuple[int, int]] = field(default_factory=list)  # (attribute, level)

    def nodes(self) -> Iterator[Node]:
        """Depth first, the child for which the test holds first."""
        stack = [self.root]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))


@dataclass(frozen=True)
class Ground:
    """A prepared pair and the settings that the definitions need."""

    sides: tuple[Side, Side]
    kinds: Kinds
    n_classes: int
    weights: tuple[float, float, float]
    k: int
    max_depth: int = 3
    ell: int = 3

    @property
    def min_size(self) -> float:
        return 0.02 * min(side.weights.sum() for side in self.sides)


def mined(ground: Ground) -> list[Tree]:
    """k trees that take turns, each making one split, of its next node in depth-first order."""
    trees = []
    for _ in range(ground.k):
        root = Node(1, tuple(np.arange(side.classes.size) for side in ground.sides))
        trees.append(Tree(root, [root]))
    going = True
    while going:
        going = False
        for tree in trees:
            others = [other for other in trees if other is not tree]
            going |= _split_next(ground, tree, others)
    for tree in trees:
        for node in tree.nodes():
            node.cdv = _cdv(ground, node.rows)
            node.label = int((node.cdv[0] + node.cdv[1]).argmax())
    return trees


def _cdv(ground: Ground, rows: tuple[Vector, Vector]) -> tuple[Vector, Vector]:
    left, right = (side.counts(own, ground.n_classes) for side, own in zip(ground.sides, rows, strict=True))
    return left, right


def _split_next(ground: Ground, tree: Tree, others: list[Tree]) -> bool:
    while tree.waiting:
        node = tree.waiting.pop()
        counts = _cdv(ground, node.rows)
        ends = any(own.sum() < ground.min_size or (own > 0).sum() == 1 for own in counts)
        best = None if ends or node.level > ground.max_depth else _best_split(ground, tree, node, others)
        if best is None:
            continue
        node.attribute, node.threshold = best
        passes = [passing(ground, side.scaled, *best)[own] for side, own in zip(ground.sides, node.rows, strict=True)]
        yes, no = (
            tuple(own[met == wanted] for own, met in zip(node.rows, passes, strict=True)) for wanted in (True, False)
        )
        node.children = (Node(node.level + 1, yes), Node(node.level + 1, no))
        tree.splits.append((node.attribute, node.level))
        tree.waiting.extend(reversed(node.children))
        return True
    return False


def passing(ground: Ground, cells: Vector, attribute: int, threshold: float) -> Vector:
    column = cells[attribute]
    return column == threshold if ground.kinds.names[attribute] in ground.kinds.words else column <= threshold


def _best_split(ground: Ground, tree: Tree, node: Node, others: list[Tree]) -> tuple[int, float] | None:
    """The highest w_IG·IG + w_DS·DSN + w_ATD·ATD; within 1e-9 the earlier attribute, then the smaller threshold."""
    found: list[tuple[float, int, float]] = []
    for attribute in range(len(ground.kinds.names)):
        at, yes = _candidates(ground, node, attribute)
        if not at.size:
            continue
        whole = [counts[None, :] for counts in _cdv(ground, node.rows)]
        no = [every - met for every, met in zip(whole, yes, strict=True)]
        gain = _entropy(whole[0] + whole[1]) - _mean_entropy(yes[0] + yes[1], no[0] + no[1])
        similar = (_cosines(*yes) + _cosines(*no)) / 2
        after = usage([*tree.splits, (attribute, node.level)], len(ground.kinds.names))
        tpd = sorted(difference(after, usage(other.splits, len(after))) for other in others)[: ground.ell]
        atd = sum(tpd) / len(tpd) if tpd else 1.0
        w_ig, w_ds, w_atd = ground.weights
        scores = w_ig * gain + w_ds * similar + w_atd * atd
        found.extend(zip(scores.tolist(), [attribute] * at.size, at.tolist(), strict=True))
    if not found:
        return None
    best = max(score for score, _, _ in found)
    return next((attribute, at) for score, attribute, at in found if score >= best - TIE)


def _candidates(ground: Ground, node: Node, attribute: int) -> tuple[Vector, list[Vector]]:
    """Thresholds (or words) that leave a row of each table on both sides, and the class counts that meet each."""
    columns = [side.scaled[attribute, rows] for side, rows in zip(ground.sides, node.rows, strict=True)]
    values = np.unique(np.concatenate(columns))
    is_word = ground.kinds.names[attribute] in ground.kinds.words
    counts, rows = [], []
    for side, own, column in zip(ground.sides, node.rows, columns, strict=True):
        place = np.searchsorted(values, column)
        table = np.zeros((values.size, ground.n_classes))
        np.add.at(table, (place, side.classes[own]), side.weights[own])
        n = np.bincount(place, minlength=values.size)
        counts.append(table if is_word else table.cumsum(axis=0)[:-1])
        rows.append(n if is_word else n.cumsum()[:-1])
    common = (rows[0] > 0) & (rows[1] > 0) & (rows[0] < columns[0].size) & (rows[1] < columns[1].size)
    if is_word:
        at = values
    else:
        middle = (values[:-1] + values[1:]) / 2
        at = np.where(middle < values[1:], middle, values[:-1])
    return at[common], [own[common] for own in counts]


def _entropy(counts: Vector) -> Vector:
    shares = counts / counts.sum(axis=-1, keepdims=True)
    return -(shares * np.log2(shares, out=np.zeros_like(shares), where=shares > 0)).sum(axis=-1)


def _mean_entropy(yes: Vector, no: Vector) -> Vector:
    n_yes, n_no = yes.sum(axis=-1), no.sum(axis=-1)
    return (n_yes * _entropy(yes) + n_no * _entropy(no)) / (n_yes + n_no)


def _cosines(one: Vector, other: Vector) -> Vector:
    norms = np.sqrt((one**2).sum(axis=-1) * (other**2).sum(axis=-1))
    return np.divide((one * other).sum(axis=-1), norms, out=np.zeros(norms.shape), where=norms > 0)


def usage(splits: Sequence[tuple[int, int]], n_attributes: int) -> Vector:
    """How often each attribute is tested, over its mean level."""
    found = np.zeros(n_attributes)
    for attribute in range(n_attributes):
        levels = [level for own, level in splits if own == attribute]
        if levels:
            found[attribute] = len(levels) / (sum(levels) / len(levels))
    return found


def difference(one: Vector, other: Vector) -> float:
    """1 − cosine; 1 where only one of the trees has a split, 0 where none has."""
    if not one.any() or not other.any():
        return 0.0 if not one.any() and not other.any() else 1.0
    return float(1 - one @ other / (np.linalg.norm(one) * np.linalg.norm(other)))


def training_accuracies(tree: Tree) -> list[float]:
    """Of each table the share of the rows mined whose leaf carries their class."""
    leaves = [node for node in tree.nodes() if not node.children]
    whole = tree.root.cdv
    return [float(sum(leaf.cdv[side][leaf.label] for leaf in leaves) / whole[side].sum()) for side in (0, 1)]


def scores(tree: Tree, accuracies: Sequence[float]) -> tuple[float, ...]:
    """Both accuracies, SA = the smaller one, DS = the mean DSN of the nodes, SDTQ = min(SA, DS) · mean(SA, DS)."""
    sa, ds = min(accuracies), float(np.mean([_cosines(*node.cdv) for node in tree.nodes()]))
    return (*accuracies, sa, ds, float(min(sa, ds) * (sa + ds) / 2))


def differences(trees: Sequence[Tree], n_attributes: int) -> Vector:
    """TPD of every two trees."""
    used = [usage(tree.splits, n_attributes) for tree in trees]
    return np.array([[difference(one, other) for other in used] for one in used])


def set_scores(of_trees: Sequence[Sequence[float]], tpd: Vector) -> dict[str, float]:
    """SA and DS are means over the trees, TD the mean TPD of two trees, SDTSQ = min · mean of the three."""
    k = len(of_trees)
    sa, ds = (float(np.mean([each[at] for each in of_trees])) for at in (2, 3))
    td = float(tpd.sum() / (k * (k - 1)))
    return {"sdtsq": min(sa, ds, td) * (sa + ds + td) / 3, "sa": sa, "ds": ds, "td": td}


def in_units(side: Side, attribute: int, threshold: float) -> float:
    """Between the largest original value whose scaled value passes and the smallest whose does not."""
    below = side.scaled[attribute] <= threshold
    low, high = side.original[attribute][below].max(), side.original[attribute][~below].min()
    middle = (low + high) / 2
    return middle if middle < high else low


def answers(ground: Ground, tree: Tree, number: int, cells: Vector) -> Vector:
    """What a tree answers for rows of one table that are given in its units."""
    said = np.zeros(cells.shape[1], dtype=int)
    stack = [(tree.root, np.ones(cells.shape[1], dtype=bool))]
    while stack:
        node, here = stack.pop()
        if not node.children:
            said[here] = node.label
            continue
        at = node.threshold
        name = ground.kinds.names[node.attribute]
        if name not in ground.kinds.words and name not in ground.kinds.codes:
            at = in_units(ground.sides[number], node.attribute, at)
        met = passing(ground, cells, node.attribute, at)
        stack.append((node.children[0], here & met))
        stack.append((node.children[1], here & ~met))
    return said
