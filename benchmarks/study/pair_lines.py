"""The 15 pairs as tables: best sets, means over the pool, and what shuffled classes reach."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean

from benchmarks.reproduction.report import NOT_COMPUTED, table
from benchmarks.study import published
from benchmarks.study.effects import pool_best, pool_mean
from benchmarks.study.results import ByPair, Found, Results
from benchmarks.study.tumours import PUBLISHED

MEASURES = ("sdtsq", "sa", "ds", "td")


def pair_lines(results: Results) -> Iterator[str]:
    yield "## The 15 pairs"
    yield ""
    yield (
        "Five trees a pair, all 36 vectors of WVP1. *Best* is the set with the highest SDTSQ, *mean* averages over the "
        "vectors. Printed figures are given where the publication has them; its tables list six of the 15 pairs."
    )
    yield ""
    for setting, found in results.variants.items():
        yield f"### {setting[0].upper()}{setting[1:]}"
        yield ""
        if found is None:
            yield NOT_COMPUTED
            yield ""
        else:
            yield from _setting_lines(setting, found)


def best_mean(found: ByPair, score: str = "sdtsq") -> float:
    """The mean over pairs of a score of their best sets."""
    return fmean(pool_best(part["real"]["wvp1"])[score] for part in found.values())


def shuffled_best(part: Found, score: str = "sdtsq") -> float:
    """The mean over a pair's shuffles of a score of their best sets."""
    return fmean(pool_best(lot["wvp1"])[score] for lot in part["shuffled"])


def shuffled_best_mean(found: ByPair, score: str = "sdtsq") -> float:
    return fmean(shuffled_best(part, score) for part in found.values())


def unsplit(found: ByPair) -> list[str]:
    """Pairs without any common split: their trees are leaves, so that TD and SDTSQ are 0."""
    return [name for name, part in found.items() if all(one["td"] == 0 for one in part["real"]["wvp1"])]


def _setting_lines(setting: str, found: ByPair) -> Iterator[str]:
    is_published = setting == PUBLISHED.name
    printed = ("printed SDTSQ",) if is_published else ()
    chance = tuple(f"shuffled best {name}" for name in ("SDTSQ", "SA", "DS", "TD", "mean SDTQ")) if is_published else ()
    head = ("pair", *printed, "best SDTSQ", "SA", "DS", "TD", "mean SDTQ", "mean over WVP1: SDTSQ", "SA", "DS", "TD",
            *chance)  # fmt: skip
    rows = [
        (name, *((_printed(name),) if is_published else ()), *_row(part, with_chance=is_published))
        for name, part in found.items()
    ]
    parts = list(found.values())
    means = [fmean(float(row[-n]) for row in rows) for n in range(len(_row(parts[0], with_chance=is_published)), 0, -1)]
    mean = tuple(f"{value:.3f}" for value in means)
    yield from table(head, [*rows, ("**mean**", *((f"{published.BEST_MEAN[3]:.2f}",) if is_published else ()), *mean)])
    if is_published:
        sa, ds, td, _ = published.BEST_MEAN
        yield f"Printed means of the best sets: SA {sa:.2f}, DS {ds:.2f}, TD {td:.2f}."
        yield ""
    for name in unsplit(found):
        yield (
            f"{name} has no common split under these settings: no threshold splits both tables, so its trees are "
            "leaves and TD and SDTSQ are 0."
        )
        yield ""


def _printed(name: str) -> str:
    return f"{published.BEST[name][3]:.2f}" if name in published.BEST else "–"


def _row(part: Found, *, with_chance: bool) -> tuple[str, ...]:
    sets = part["real"]["wvp1"]
    best = pool_best(sets)
    numbers = [*(best[score] for score in (*MEASURES, "sdtq")), *(pool_mean(sets, score) for score in MEASURES)]
    if with_chance:
        numbers += [shuffled_best(part, score) for score in (*MEASURES, "sdtq")]
    return tuple(f"{number:.3f}" for number in numbers)
