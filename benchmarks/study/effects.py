"""The comparisons of the publication, each as a number a pair, on real and on shuffled classes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import fmean
from typing import Literal

from benchmarks.study.numbers import Mean, percent_over
from benchmarks.study.results import ByPair
from benchmarks.study.shuffles import Numbers
from benchmarks.study.variants import of_wvp2

Battery = dict[str, list[Numbers]]
Sides = Callable[[Battery], tuple[float, float]]
Claim = Literal["better", "alike", "matters"]

ALIKE = 1.0  # percent below which two pools count as almost identical


@dataclass(frozen=True, slots=True)
class Comparison:
    """What is put over what, and what was printed about it."""

    key: str
    words: str
    printed: str
    sides: Sides
    claim: Claim = "better"  # of the first side; or that both are alike, or that it matters which one is taken


@dataclass(frozen=True, slots=True)
class Effect:
    """By how many percent the first side exceeds the second, a number a pair."""

    comparison: Comparison
    real: dict[str, float]
    shuffled: dict[str, float]  # the mean over a pair's shuffles; empty where none were mined

    @property
    def mean(self) -> Mean:
        return Mean.of(self.real.values())

    @property
    def shuffled_mean(self) -> Mean:
        return Mean.of(self.shuffled.values())

    @property
    def beyond_chance(self) -> Mean:
        """Real less shuffled, pair by pair."""
        return Mean.of(self.real[name] - self.shuffled[name] for name in self.real if name in self.shuffled)

    @property
    def verdict(self) -> str:
        """In words; a mean counts as different from 0 from two standard errors on."""
        if self.comparison.claim == "alike":
            return "holds" if self.mean.value < ALIKE else "does not hold"
        if self.comparison.claim == "matters":  # the best is never below the worst: only the null can say
            return self._matters()
        if self.mean.clearly_below:
            return "does not hold: the opposite is true"
        if not self.mean.clearly_above:
            return "does not hold: no clear difference"
        if not self.shuffled:
            return "holds"
        if self.beyond_chance.clearly_above:
            return "holds, and more than for shuffled classes"
        if self.shuffled_mean.clearly_above:
            return "holds, but also for shuffled classes: the null explains it"
        return "holds, but not clearly beyond shuffled classes"

    def _matters(self) -> str:
        if not self.shuffled:
            return "–"
        if self.beyond_chance.clearly_above:
            return "holds, and more than for shuffled classes"
        return "the same for shuffled classes: the null explains it"


def pool_best(sets: list[Numbers]) -> Numbers:
    return max(sets, key=lambda found: found["sdtsq"])


def pool_mean(sets: list[Numbers], score: str = "sdtsq") -> float:
    return fmean(found[score] for found in sets)


def _best_tree(score: str) -> Sides:
    def sides(battery: Battery) -> tuple[float, float]:
        single = max(battery["single"], key=lambda found: found["tree_sdtq"])
        return pool_best(of_wvp2(battery["wvp1"]))[score], single[score]

    return sides


def _means(variant: str, score: str = "sdtsq") -> Sides:
    return lambda battery: (pool_mean(of_wvp2(battery["wvp1"]), score), pool_mean(battery[variant], score))


COMPARISONS = (
    Comparison("parallel", "PKSDT over SKSDT, mean SDTSQ of WVP2", "0.86 over 0.85", _means("sequential")),
    Comparison("parallel-td", "PKSDT over SKSDT, mean TD of WVP2", "0.94 over 0.93", _means("sequential", "td")),
    Comparison("lnc", "`lnc` over `llc`, each by its own TD", "`lnc` better", _means("llc")),
    Comparison("lnc-alike", "`lnc` over `llc`, TD of both by `lnc`", "`lnc` better", _means("llc", "sdtsq_lnc")),
    Comparison("avg", "ATD `avgmin` over `avg`", "`avgmin` better", _means("avg")),
    Comparison("min", "ATD `avgmin` over `min`", "`avgmin` better", _means("min")),
    Comparison(
        "wvp1",
        "best of WVP1 over best of WVP2",
        "almost identical",
        lambda b: (pool_best(b["wvp1"])["sdtsq"], pool_best(of_wvp2(b["wvp1"]))["sdtsq"]),
        "alike",
    ),
    Comparison(
        "worst",
        "best over worst vector of WVP1",
        "4.8 %, at most 20.5 %",
        lambda b: (pool_best(b["wvp1"])["sdtsq"], min(found["sdtsq"] for found in b["wvp1"])),
        "matters",
    ),
    Comparison("single", "best tree of the best KSDT set over SDT-Miner, SDTQ", "13.8 %, up to 45.3 %",
               _best_tree("tree_sdtq")),
    Comparison("single-ds", "the same, DS", "3.2 %", _best_tree("tree_ds")),
    Comparison("single-sa", "the same, SA", "5.4 %", _best_tree("tree_sa")),
    Comparison(
        "first",
        "all attributes over the first 100, best SDTSQ of WVP2",
        "34.2 %",
        lambda b: (pool_best(of_wvp2(b["wvp1"]))["sdtsq"], pool_best(b["first"])["sdtsq"]),
    ),
)  # fmt: skip


def effect_of(comparison: Comparison, found: ByPair) -> Effect:
    """Pairs without a split, and those whose second side is 0 and has no ratio, are omitted."""
    real, shuffled = {}, {}
    for name, part in found.items():
        if pool_best(part["real"]["wvp1"])["sdtsq"] == 0:
            continue
        over = percent_over(*comparison.sides(part["real"]))
        lots = [percent_over(*comparison.sides(battery)) for battery in part["shuffled"]]
        known = [lot for lot in lots if lot is not None]
        if over is not None:
            real[name] = over
            if known:
                shuffled[name] = fmean(known)
    return Effect(comparison, real, shuffled)


def effects_of(found: ByPair) -> dict[str, Effect]:
    return {comparison.key: effect_of(comparison, found) for comparison in COMPARISONS}
