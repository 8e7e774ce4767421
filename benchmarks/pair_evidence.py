"""The pair test against the same test in plain NumPy, vectorised over splits, on the same rows; and its promises."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from benchmarks.harness import Measured, cpu_seconds, in_turn, ratio, seconds
from benchmarks.tables import expression_tables
from ksdt_core.data import pair_datasets
from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.evidence.pair_test import evidence

SHUFFLES = 999
FEW = 9  # shuffles of NumPy where each takes long
PEER = "the same in NumPy, one matrix product a shuffle"
TENTHS = np.arange(1, 10) / 10


def measurements() -> Iterator[Measured]:
    """Each promise of the pair test."""
    yield against_numpy()
    yield from small_pair()
    yield from genes()


def small_pair(repeats: int = 9) -> Iterator[Measured]:
    """999 shuffles of both class nulls and of the pairing at 30 attributes × 200 rows; NumPy leaves the pairing out."""
    left, right = expression_tables(rows=(100, 100), attributes=30, informative=5)
    pair = pair_datasets(left, right, scale="rank")
    evidence(pair, permutations=9)
    tested, plain = in_turn(
        lambda: cpu_seconds(lambda: evidence(pair, permutations=SHUFFLES)),
        lambda: cpu_seconds(lambda: vectorised(pair, shuffles=SHUFFLES)),
        repeats=repeats,
    )
    name = "pair test, 999 shuffles, 30 x (100 + 100)"
    yield Measured(name, tested, 0.1, " s", f"CPU, median of {repeats}")
    yield ratio(f"{name}, against NumPy", tested, plain, limit=1.0, peer=f"{PEER}, without the pairing")


def genes() -> Iterator[Measured]:
    """The same at 11,829 genes × (122 + 113) rows, on two workers; a shuffle against a shuffle of NumPy."""
    left, right = expression_tables(rows=(122, 113), attributes=11_829)
    pair = pair_datasets(left, right, scale="rank")
    evidence(pair, permutations=3)
    took = seconds(lambda: evidence(pair, permutations=SHUFFLES, workers=2))
    few = seconds(lambda: vectorised(pair, shuffles=FEW)) / FEW
    name = "pair test, 999 shuffles, 11829 x (122 + 113), 2 workers"
    yield Measured(name, took, 15, " s", "one run")
    yield ratio(f"{name}, a shuffle", took / SHUFFLES, few, limit=1.0, peer=f"{PEER}, one process, without the pairing")


def against_numpy(repeats: int = 5) -> Measured:
    """99 shuffles of both class nulls at 1,000 attributes × 200 rows, without the pairing."""
    left, right = expression_tables(rows=(100, 100), attributes=1000)
    pair = pair_datasets(left, right)  # own units: no pairing is tested
    ranked = pair_datasets(left, right, scale="rank")

    def ours() -> float:
        return seconds(lambda: evidence(pair, permutations=99))

    ours()
    tested, plain = in_turn(ours, lambda: seconds(lambda: vectorised(ranked, shuffles=99)), repeats=repeats)
    name = "pair test, 99 shuffles of the classes, 1000 x (100 + 100)"
    return ratio(name, tested, plain, limit=0.5, peer=PEER)


def vectorised(pair: DatasetPair, *, shuffles: int, seed: int = 0) -> tuple[float, float]:
    """p of both class nulls for two classes on the rank scale, as the definition reads, without kernels."""
    random = np.random.default_rng(seed)
    met = [(side.scaled.T[:, None, :] <= TENTHS[:, None]).reshape(-1, side.n_rows) * 1.0 for side in _sides(pair)]
    classes = [side.classes == 1 for side in _sides(pair)]
    usable = np.all([(m.mean(1) >= 0.05) & (m.mean(1) <= 0.95) for m in met], axis=0)
    delta, kappa = math.sqrt(math.log(max(pair.n_attributes, 3))), math.sqrt(2 * math.log(2 * usable.size))

    def h(z: np.ndarray) -> np.ndarray:
        return np.where(z <= kappa, z, kappa * (1 + np.log(np.maximum(z, kappa) / kappa)))

    def z(side: int, labels: np.ndarray) -> np.ndarray:
        n, n_met, n_class = labels.size, met[side].sum(1), labels.sum()
        variance = n_met * (n - n_met) * n_class * (n - n_class) / (n * n * (n - 1))
        score = (met[side] @ labels - n_met * n_class / n) / np.sqrt(np.maximum(variance, 1e-300))
        return np.where(usable, score, 0.0)

    def statistic(left: np.ndarray, right: np.ndarray) -> float:
        terms = [np.exp(delta * (h(g * left) + h(g * right))) for g in (1, -1)]
        return float(np.log(np.mean(terms)))

    own = [z(side, labels) for side, labels in enumerate(classes)]
    observed = statistic(*own)
    ps = []
    for side in range(2):
        drawn = (z(side, random.permutation(classes[side])) for _ in range(shuffles))
        null = [statistic(one, own[1 - side]) for one in drawn]
        ps.append((1 + sum(value >= observed for value in null)) / (1 + shuffles))
    return ps[0], ps[1]


def _sides(pair: DatasetPair) -> tuple:
    return pair.left, pair.right
