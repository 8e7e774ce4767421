"""The comparisons of the publication as tables, and the weight vectors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import fmean

from benchmarks.reproduction.report import NOT_COMPUTED, table
from benchmarks.study import published
from benchmarks.study.effects import Effect, effects_of, pool_best, pool_mean
from benchmarks.study.numbers import Mean
from benchmarks.study.results import ByPair, Results
from benchmarks.study.variants import WVP1, of_wvp2


def effect_lines(results: Results) -> Iterator[str]:
    yield "## Miners, measures, pools"
    yield ""
    yield (
        "Percent by which the first exceeds the second: the mean over the pairs ± its standard error, and the "
        f"maximum. *Shuffled* is the same for {results.plan.variant_shuffles} shuffles of each table's classes, "
        "computed for the published settings only. A difference counts if it exceeds two standard errors. The 15 "
        "pairs come from six tables, so they are not independent and the errors are somewhat too small. Unless "
        "stated otherwise, SDTSQ is averaged over the vectors of WVP2. Pairs without a common split are excluded."
    )
    yield ""
    for setting, found in results.variants.items():
        yield f"**{setting[0].upper()}{setting[1:]}**"
        yield ""
        if found is None:
            yield NOT_COMPUTED
            yield ""
            continue
        rows = [_row(effect) for effect in effects_of(found).values()]
        yield from table(("comparison", "printed", "here, %", "most, %", "pairs", "shuffled, %", "verdict"), rows)
        yield from _winner_lines(found)


def best_by_parallel(found: ByPair) -> tuple[int, int]:
    """Pairs whose best set is PKSDT's, and SKSDT's; ties count for neither."""
    ahead = [
        pool_best(of_wvp2(part["real"]["wvp1"]))["sdtsq"] - pool_best(part["real"]["sequential"])["sdtsq"]
        for part in found.values()
    ]
    return sum(difference > 1e-12 for difference in ahead), sum(difference < -1e-12 for difference in ahead)


def best_vectors(found: ByPair) -> Counter[tuple[float, ...]]:
    """How often a vector of WVP1 is the best of a pair; pairs without a split have none."""
    best: Counter[tuple[float, ...]] = Counter()
    for part in found.values():
        scores = [one["sdtsq"] for one in part["real"]["wvp1"]]
        if max(scores) > 0:
            best[WVP1[scores.index(max(scores))].parts] += 1
    return best


def variant_means(found: ByPair, variants: Sequence[str]) -> dict[str, float]:
    """Mean SDTSQ over WVP2 and the pairs."""
    return {name: fmean(pool_mean(part["real"][name]) for part in found.values()) for name in variants}


def shown(mean: Mean) -> str:
    return f"{round(mean.value, 1) + 0.0:+.1f} ± {mean.error:.1f}"  # no minus before 0.0


def _row(effect: Effect) -> tuple[str, ...]:
    return (
        effect.comparison.words,
        effect.comparison.printed,
        shown(effect.mean),
        f"{max(effect.real.values()):+.1f}",
        str(len(effect.real)),
        shown(effect.shuffled_mean) if effect.shuffled else "–",
        effect.verdict,
    )


def _winner_lines(found: ByPair) -> Iterator[str]:
    parallel, sequential = best_by_parallel(found)
    vectors = best_vectors(found)
    means = variant_means(found, ("sequential", "llc", "avg", "min"))
    usual = fmean(pool_mean(of_wvp2(part["real"]["wvp1"])) for part in found.values())
    yield (
        f"PKSDT has the best set of WVP2 in {parallel} pairs and SKSDT in {sequential} (printed: "
        f"{published.BEST_BY_PARALLEL} and {15 - published.BEST_BY_PARALLEL}). Mean SDTSQ over pairs and vectors: "
        f"usual {usual:.3f}, " + ", ".join(f"`{name}` {value:.3f}" for name, value in means.items()) + ". "
        f"{len(vectors)} vectors of WVP1 are best for some pair; the most frequent, "
        f"{vector_words(vectors.most_common(1)[0][0])}, of {vectors.most_common(1)[0][1]} of {len(found)} pairs."
    )
    yield ""


def vector_words(parts: tuple[float, ...]) -> str:
    return "(" + ", ".join(f"{part:g}" for part in parts) + ")"
