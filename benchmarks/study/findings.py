"""What the numbers say: which printed findings hold, which do not, and which chance explains."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.study import published
from benchmarks.study.chance_findings import level_finding, power_finding, score_finding, significance_finding
from benchmarks.study.effect_lines import best_by_parallel, best_vectors, shown
from benchmarks.study.effects import COMPARISONS, Effect, effects_of
from benchmarks.study.numbers import Mean
from benchmarks.study.pair_lines import best_mean, shuffled_best, shuffled_best_mean, unsplit
from benchmarks.study.results import ByPair, Results
from benchmarks.study.tumours import PUBLISHED

LINEAR = 1.25  # slope up to which growth counts as roughly linear


def finding_lines(results: Results, slopes: list[float]) -> Iterator[str]:
    """Findings first, tables after them."""
    yield "## Findings"
    yield ""
    mined, tested = results.variants.get(PUBLISHED.name), results.nulls
    found = []
    if mined is not None:
        found += [quality(mined), *comparisons(mined)]
    found += settings_findings(results)
    found += [significance_finding(setting, part) for setting, part in tested.items() if part is not None]
    found += [score_finding(setting, part) for setting, part in tested.items() if part is not None]
    if slopes:
        found.append(growth_finding(slopes))
    if all(part is not None for part in results.power.values()):
        found += [level_finding(results), power_finding(results)]
    for finding in found:
        yield f"- {finding}"
    yield ""


def quality(found: ByPair) -> str:
    """The printed mean of the best SDTSQ."""
    split = {name: part for name, part in found.items() if name not in unsplit(found)}
    real, lots = best_mean(split), shuffled_best_mean(split)
    beyond = Mean.of(best_mean({name: part}) - shuffled_best(part) for name, part in split.items())
    above = sum(best_mean({name: part}) > shuffled_best(part) for name, part in split.items())
    if beyond.clearly_above:
        verdict = "shuffled classes stay below it"
    elif beyond.clearly_below:
        verdict = "shuffled classes score higher still: the null explains it"
    else:
        verdict = "shuffled classes score the same: the null explains it"
    left_out = (
        f", {' and '.join(unsplit(found))} excluded (mean with 0 for it: {best_mean(found):.3f}),"
        if len(split) < len(found)
        else ""
    )
    reached = "reached" if real >= published.BEST_MEAN[3] else "not reached"
    return (
        f"**High quality (best SDTSQ {published.BEST_MEAN[3]:g} on average): {reached}, and {verdict}.** Under the "
        f"published settings the {len(split)} pairs{left_out} have {real:.3f} on average and their shuffles "
        f"{lots:.3f}; the real pair exceeds the mean of its shuffles in {above} of {len(split)}. The mean SDTQ "
        f"of the best sets is {best_mean(split, 'sdtq'):.3f} real and {shuffled_best_mean(split, 'sdtq'):.3f} shuffled."
    )


def comparisons(found: ByPair) -> Iterator[str]:
    effects = effects_of(found)
    parallel, sequential = best_by_parallel(found)
    ahead = sum(over > 0 for over in effects["parallel"].real.values())
    yield (
        f"**PKSDT over SKSDT: {effects['parallel'].verdict}.** Mean SDTSQ {_sizes(effects['parallel'])}; diversity "
        f"alone {_sizes(effects['parallel-td'])}. PKSDT is ahead in {ahead} of {len(effects['parallel'].real)} pairs "
        f"(printed: never behind) and has the best set in {parallel}, SKSDT in {sequential}."
    )
    yield (
        f"**`lnc` over `llc`: {effects['lnc-alike'].verdict}.** With both counted by `lnc` "
        f"{_sizes(effects['lnc-alike'])}; each by its own measure {_sizes(effects['lnc'])}, which "
        "compares two different scores."
    )
    yield (
        f"**`avgmin` over `min`: {effects['min'].verdict}; over `avg`: {effects['avg'].verdict}.** "
        f"{_sizes(effects['min'])}; {_sizes(effects['avg'])}."
    )
    yield (
        f"**WVP2 is almost as good as WVP1: {effects['wvp1'].verdict}.** The best of 36 vectors exceeds the best of 10 "
        f"by {_sizes(effects['wvp1'])}."
    )
    yield weights_finding(effects["worst"], found)
    yield (
        f"**A set's best tree over SDT-Miner's: {effects['single'].verdict}.** SDTQ {_sizes(effects['single'])} "
        f"(printed {published.OVER_SINGLE[0]:g} %), DS {_sizes(effects['single-ds'])} ({published.OVER_SINGLE_DS:g} "
        f"%), SA {_sizes(effects['single-sa'])} ({published.OVER_SINGLE_SA:g} %). The best of five trees is compared "
        "with the only tree of SDT-Miner, which is an advantage in itself."
    )
    yield (
        f"**More attributes are better: {effects['first'].verdict}.** All over the first 100: "
        f"{_sizes(effects['first'])} (printed {published.ALL_OVER_FIRST:g} %). With more attributes, chance also has "
        "more to choose from."
    )


def weights_finding(worst: Effect, found: ByPair) -> str:
    vectors = best_vectors(found)
    one = "no single vector is best for all pairs, as published" if len(vectors) > 1 else "one is best for all"
    return (
        f"**The choice of weights matters: {worst.verdict}.** The best vector exceeds the worst by {_sizes(worst)}, at "
        f"most {max(worst.real.values()):.1f} % (printed {published.BEST_OVER_WORST[0]:g} %, at most "
        f"{published.BEST_OVER_WORST[1]:g} %); {one} ({len(vectors)} different ones)."
    )


def settings_findings(results: Results) -> Iterator[str]:
    """What scale and depth change: best SDTSQ by setting, and which comparisons turn out alike everywhere."""
    done = {setting: found for setting, found in results.variants.items() if found is not None}
    if len(done) < len(results.variants):
        return
    bests = "; ".join(
        f"{setting} {best_mean(found):.3f} (SA {best_mean(found, 'sa'):.3f}, DS {best_mean(found, 'ds'):.3f}, TD "
        f"{best_mean(found, 'td'):.3f})"
        for setting, found in done.items()
    )
    empty = sorted({name for found in done.values() for name in unsplit(found)})
    without = f" Without a scale, {' and '.join(empty)} has no common split and counts as 0." if empty else ""
    yield f"**Settings.** Mean best SDTSQ of WVP1: {bests}.{without}"
    effects = {setting: effects_of(found) for setting, found in done.items()}
    singles = [by_key["single"].mean.value for by_key in effects.values()]
    yield (
        f"**SDT-Miner, by setting:** a set's best tree exceeds its tree by {min(singles):.1f} to {max(singles):.1f} % "
        f"of SDTQ on average (printed {published.OVER_SINGLE[0]:g} %)."
    )
    for verdict, holds in (("holds", True), ("fails", False)):
        everywhere = [
            comparison.words
            for comparison in COMPARISONS
            if comparison.claim != "matters"
            and all(by_key[comparison.key].verdict.startswith("holds") == holds for by_key in effects.values())
        ]
        yield f"**{verdict.capitalize()} under all {len(done)} settings:** {'; '.join(everywhere) or 'nothing'}."


def growth_finding(slopes: list[float]) -> str:
    verdict = "holds" if max(slopes) <= LINEAR else "does not hold"
    rows = ", ".join(f"{what} {slope:.2f}" for what, slope in zip(("rows", "attributes", "trees"), slopes, strict=True))
    return f"**Time grows roughly linearly: {verdict}.** Slopes on logarithmic axes: {rows}."


def _sizes(effect: Effect) -> str:
    text = f"{shown(effect.mean)} %"
    return text + (f" (shuffled {shown(effect.shuffled_mean)} %)" if effect.shuffled else "")
