"""What the tests against chance say: of the tumour pairs, of the scores, of planted pairs."""

from __future__ import annotations

from benchmarks.study.null_lines import LEVEL, claimed, discovered, null_mean, reached_by_null, real_mean, unmatched
from benchmarks.study.numbers import chance_of
from benchmarks.study.power import EMPTY, VARIED
from benchmarks.study.power_lines import keeps_level, share
from benchmarks.study.results import ByPair, Results
from benchmarks.study.scores import separations

SEPARATES = 0.6  # area under the curve from which on a score tells real from shuffled at all
TOLD_APART = 0.02  # areas that differ by less count as equal


def significance_finding(setting: str, found: ByPair) -> str:
    n = len(found)
    quality, sets = claimed(found, "sdtq"), claimed(found, "sdtsq")
    names = f" ({', '.join(quality)})" if quality else ""
    single = ", ".join(f"{null} {count}" for null, count in reached_by_null(found, "sdtq").items())
    own = unmatched(found, "sdtq")
    apart = (
        f" In {len(own)} pairs ({', '.join(own)}) the classes of both tables can be predicted, but pairing the genes "
        "at random does about as well: each table carries signal, but not clearly in the same genes."
        if own
        else ""
    )
    return (
        f"**Tested, {setting}: {len(quality)} of {n} pairs at p ≤ {LEVEL:g} by mean SDTQ{names}, {len(sets)} by "
        f"SDTSQ.** If nothing were shared, {len(quality)} or more of {n} independent tests would reach this with "
        f"probability {chance_of(len(quality), n, LEVEL):.2f}. After false discovery control "
        f"{len(discovered(found, 'sdtq'))} remain. Pairs at p ≤ {LEVEL:g} are: {single}. On average mean SDTQ is "
        f"{real_mean(found, 'sdtq'):.3f} real and {null_mean(found, 'sdtq'):.3f} with shuffled classes, SDTSQ "
        f"{real_mean(found, 'sdtsq'):.3f} and {null_mean(found, 'sdtsq'):.3f}.{apart}"
    )


def score_finding(setting: str, found: ByPair) -> str:
    """Is SDTSQ the best of the scores that were considered?"""
    areas = {one.score: one for one in separations(found)}
    sets, statistic = areas["SDTSQ"], areas["mean SDTQ (our test statistic)"]
    rejected = [one for name, one in areas.items() if name == "mean" or name.startswith(("weighted", "harmonic"))]
    low, high = (pick(one.classes for one in rejected) for pick in (min, max))
    wider = [one.score for one in rejected if one.spread >= sets.spread]
    spread = f"{', '.join(wider)} spread{'s' * (len(wider) == 1)} wider" if wider else "no rejected score spreads wider"
    if max(sets.classes, high) < SEPARATES:
        verdict = "no score separates them"
    elif sets.classes > high + TOLD_APART:
        verdict = "SDTSQ separates best"
    elif sets.classes < high - TOLD_APART:
        verdict = "a rejected score separates better"
    else:
        verdict = "SDTSQ separates no better than the best of the rejected scores"
    return (
        f"**Separation of real from shuffled classes, {setting}: {verdict}.** Area under the curve: SDTSQ "
        f"{sets.classes:.2f}, mean, weighted means and harmonic mean {low:.2f} to {high:.2f}, mean SDTQ, which "
        f"ignores diversity, {statistic.classes:.2f}; 0.5 is chance. The publication prefers SDTSQ for the spread of "
        f"its scores over the pairs; here {spread}."
    )


def level_finding(results: Results) -> str:
    done = [found for cell in EMPTY if (found := results.power[cell]) is not None]
    kept = sum(keeps_level(found) for found in done)
    verdict = "the test keeps its level" if kept == len(done) else "**the test does not keep its level everywhere**"
    return (
        f"**Nothing planted in common: {verdict}.** Similarity is claimed in {100 * min(map(share, done)):.1f} to "
        f"{100 * max(map(share, done)):.1f} % of pairs without a shared tree; the exact 99 % interval contains 5 % or "
        f"lies below it in {kept} of {len(done)} kinds."
    )


def power_finding(results: Results) -> str:
    ranges = []
    for what, cells in VARIED.items():
        first, last = (results.power[cell] for cell in (cells[0], cells[-1]))
        assert first is not None
        assert last is not None
        ranges.append(
            f"{what} from {getattr(cells[0], what):g} to {getattr(cells[-1], what):g}: "
            f"{100 * share(first):.0f} → {100 * share(last):.0f} %"
        )
    return f"**How often a planted tree is found**: {'; '.join(ranges)}."
