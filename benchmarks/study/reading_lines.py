"""The section on what the publication leaves open: numbers of trees, weights, units, and its example of two trees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import fmean

from benchmarks.reproduction.report import NOT_COMPUTED, table
from benchmarks.study import published
from benchmarks.study.effect_lines import best_vectors, shown, vector_words
from benchmarks.study.effects import COMPARISONS, Battery, Comparison, Effect, effect_of, effects_of, pool_best
from benchmarks.study.effects import pool_mean as mean_of
from benchmarks.study.keeping import Keeper
from benchmarks.study.numbers import p_value
from benchmarks.study.pair_lines import best_mean
from benchmarks.study.plan import Plan
from benchmarks.study.readings import DIFFERENCES, EXAMPLE, TREES
from benchmarks.study.results import ByPair, Found
from benchmarks.study.tumours import UNITS, Units
from benchmarks.study.variants import WVP1, of_wvp2

HEADING = "## What the publication leaves open"
EXAMPLE_FIGURE = "study-two-trees.svg"
EXAMPLE_UNITS: Units = "linear"  # of the set that is drawn
HIGH = 0.5  # a weight from which on it counts as high
WEIGHTS = ("IG", "DS", "ATD")
TURNS = "the verdict changes with k"


@dataclass(frozen=True, slots=True)
class Readings:
    """What was tried, by pair: with LM as it is, on a linear scale (pairs with LM), and BC:LM in log ratios."""

    log2: ByPair
    linear: ByPair
    ratio: Found
    example: dict[Units, Found]

    @property
    def with_linear(self) -> ByPair:
        """All pairs, LM on a linear scale."""
        return self.log2 | self.linear


def load_readings(plan: Plan, keeper: Keeper) -> Readings | None:
    """All of it or None."""
    log2 = {":".join(names): keeper.load(plan.reading(names)) for names in plan.names}
    linear = {":".join(n): keeper.load(plan.reading(n, "linear")) for n in plan.names if "LM" in n}
    ratio = keeper.load(plan.reading(("BC", "LM"), "ratio"))
    example = {units: keeper.load(plan.example(units)) for units in ("log2", "linear")}
    if any(part is None for part in (*log2.values(), *linear.values(), ratio, *example.values())):
        return None
    return Readings(log2, linear, ratio, example)  # type: ignore[arg-type]  # nothing is None


def reading_lines(found: Readings | None) -> Iterator[str]:
    yield HEADING
    yield ""
    if found is None:
        yield NOT_COMPUTED
        yield ""
        return
    yield (
        "The publication states neither the number of trees k, nor the units of its tables, nor the weights of "
        "SDT-Miner in its comparison. Here its claims are tested under other readings, all with the published "
        "settings. *Shuffled* columns are means over shuffles of each table's classes; the verdicts are defined as "
        "in *Miners, measures, pools*."
    )
    yield ""
    effects = weight_effects(found.log2)
    for finding in (
        example_finding(found), trees_finding(found.log2), several_finding(effects), single_finding(effects),
        cases_finding(found.log2), units_finding(found),
    ):  # fmt: skip
        yield f"- {finding}"
    yield ""
    yield from _example_lines(found)
    yield from _trees_lines(found.log2)
    yield from _weight_lines(effects)
    yield from _case_lines(found.log2)
    yield from _unit_lines(found)


def example_finding(found: Readings) -> str:
    """Section 5.2."""
    sa, ds, td, sdtsq = published.EXAMPLE
    bests = [found.example[units]["best"] for units in found.example]
    reached = all(best["sdtsq"] >= sdtsq for best in bests)
    above = [
        p_value(part["best"]["sdtsq"], [lot["sdtsq"] for lot in part["shuffled"]]) for part in found.example.values()
    ]
    chance = "Shuffled classes reach the same" if max(above) > 0.05 else "Shuffled classes stay below it"
    return (
        f"**Section 5.2, two trees of {':'.join(EXAMPLE)} (SA {sa:g}, DS {ds:g}, TD {td:g}, SDTSQ {sdtsq:g}): "
        f"{'reached' if reached else 'not reached'}.** The best sets of two trees have SDTSQ "
        + " and ".join(f"{part['best']['sdtsq']:.3f} (LM {UNITS[units]})" for units, part in found.example.items())
        + f". {chance}: p = "
        + " and ".join(f"{p:.2f}" for p in above)
        + "."
    )


def by_trees(found: ByPair, k: int) -> ByPair:
    """The sets of k trees for each way to take differences, as the comparisons read them."""

    def sets(part: Found) -> Battery:
        if k != TREES[0]:
            return part["trees"][str(k)]
        return {"avgmin": of_wvp2(part["real"]["wvp1"]), "avg": part["real"]["avg"], "min": part["real"]["min"]}

    return {name: {"real": sets(part) | {"wvp1": part["real"]["wvp1"]}, "shuffled": []} for name, part in found.items()}


def trees_effects(found: ByPair) -> dict[tuple[int, str], Effect]:
    """`avgmin` over the other two, for each number of trees."""
    effects = {}
    for k in TREES:
        for other in DIFFERENCES[1:]:
            compared = Comparison(
                other, f"`avgmin` over `{other}`", "", lambda b, other=other: (mean_of(b["avgmin"]), mean_of(b[other]))
            )
            effects[k, other] = effect_of(compared, by_trees(found, k))
    return effects


def trees_finding(found: ByPair) -> str:
    effects = trees_effects(found)
    verdicts = {other: {effects[k, other].verdict for k in TREES} for other in DIFFERENCES[1:]}
    parts = [
        f"over `{other}` "
        + ", ".join(f"{shown(effects[k, other].mean)} % with {k} trees" for k in TREES)
        + (f" ({TURNS})" if len(verdicts[other]) > 1 else "")
        for other in ("min", "avg")
    ]
    return f"**The unstated k matters for the comparison of ATD.** `avgmin` {'; '.join(parts)}."


def weight_effects(found: ByPair) -> dict[str, Effect]:
    """Readings of the weights, beside the same on shuffled classes."""
    fixed = best_fixed(found)

    def over_mean(score: str) -> Comparison:
        return Comparison(
            f"single-mean-{score}",
            {"tree_sdtq": "best tree of the best set of WVP2 over the mean of SDT-Miner's 9 weights, SDTQ"}.get(
                score, f"the same, {score[-2:].upper()}"
            ),
            {"tree_sdtq": "13.8 %, up to 45.3 %", "tree_ds": "3.2 %", "tree_sa": "5.4 %"}[score],
            lambda b: (pool_best(of_wvp2(b["wvp1"]))[score], mean_of(b["single"], score)),
        )

    compared = (
        Comparison(
            "several", "best of WVP1 over the mean of its vectors", "much better",
            lambda b: (pool_best(b["wvp1"])["sdtsq"], mean_of(b["wvp1"])), "matters",
        ),
        Comparison(
            "fixed", f"best of WVP1 over {vector_words(WVP1[fixed].parts)}, the best single vector on average",
            "much better", lambda b: (pool_best(b["wvp1"])["sdtsq"], b["wvp1"][fixed]["sdtsq"]), "matters",
        ),
        *(over_mean(score) for score in ("tree_sdtq", "tree_ds", "tree_sa")),
    )  # fmt: skip
    return {one.key: effect_of(one, found) for one in compared}


def best_fixed(found: ByPair) -> int:
    """The place in WVP1 of the vector with the highest mean SDTSQ over the pairs."""
    return max(range(len(WVP1)), key=lambda n: fmean(part["real"]["wvp1"][n]["sdtsq"] for part in found.values()))


def several_finding(effects: dict[str, Effect]) -> str:
    several, fixed = effects["several"], effects["fixed"]
    return (
        f"**Several vectors against one (section 5.6): the best of 36 exceeds an average one by {shown(several.mean)} "
        f"% (shuffled {shown(several.shuffled_mean)} %), and the best fixed one by {shown(fixed.mean)} % (shuffled "
        f"{shown(fixed.shuffled_mean)} %).** The best of many is never below any of them. Where shuffled classes gain "
        "as much, the gain comes from choosing among sets, not from the pair."
    )


def single_finding(effects: dict[str, Effect]) -> str:
    sdtq, ds, sa = (effects[f"single-mean-{score}"] for score in ("tree_sdtq", "tree_ds", "tree_sa"))
    return (
        f"**SDT-Miner, second reading: {sdtq.verdict}.** Compared with the mean over SDT-Miner's weights instead of "
        f"its best, a set's best tree gains {shown(sdtq.mean)} % of SDTQ (shuffled {shown(sdtq.shuffled_mean)} %; "
        f"printed {published.OVER_SINGLE[0]:g} %), {shown(ds.mean)} % of DS ({published.OVER_SINGLE_DS:g} %) and "
        f"{shown(sa.mean)} % of SA ({published.OVER_SINGLE_SA:g} %). This reading compares the best of many sets with "
        "an average tree."
    )


def high_means(part: Found) -> tuple[float, float, float]:
    """Mean SDTSQ of the vectors of WVP1 with a high weight of IG, of DS and of ATD."""
    sets = part["real"]["wvp1"]
    ig, ds, atd = (
        fmean(one["sdtsq"] for one, vector in zip(sets, WVP1, strict=True) if vector.parts[place] >= HIGH)
        for place in range(len(WEIGHTS))
    )
    return ig, ds, atd


def cases_finding(found: ByPair) -> str:
    """Which weight the publication says is best for three pairs, and which is here."""
    means = {name: high_means(part) for name, part in found.items() if max(high_means(part)) > 0}
    said = []
    for case, (name, weight) in published.CASES.items():
        of_pair = means[name]
        best = WEIGHTS[of_pair.index(max(of_pair))]
        holds = "holds" if best == weight else "does not hold"
        numbers = ", ".join(f"{one} {value:.3f}" for one, value in zip(WEIGHTS, of_pair, strict=True))
        said.append(f"{case} ({name}, high {weight}) {holds}: {numbers}")
    counts = [sum(of.index(max(of)) == place for of in means.values()) for place in range(len(WEIGHTS))]
    totals = ", ".join(f"{one} in {number}" for one, number in zip(WEIGHTS, counts, strict=True))
    return (
        f"**Cases A, B, C of section 5.6.** {'; '.join(said)}. Over {len(means)} pairs the best weight to raise is "
        f"{totals}."
    )


def units_finding(found: Readings) -> str:
    best = {
        units: pool_best(part["real"]["wvp1"])["sdtsq"]
        for units, part in (("log2", found.log2["BC:LM"]), ("linear", found.linear["BC:LM"]), ("ratio", found.ratio))
    }
    mixed = found.with_linear | {"BC:LM": found.ratio}
    return (
        f"**BC:LM (printed {published.BEST['BC:LM'][3]:g}): {best['log2']:g} here because of units.** The publication "
        "does not state its units. BC holds log ratios between −2 and 2, LM log2 intensities of 6.8 and more. No "
        f"threshold has rows of both tables on both sides, so no split is common and SDTSQ is {best['log2']:g}. On a "
        f"linear scale LM starts at 110, and SDTSQ stays {best['linear']:g}. With LM as log ratios to each gene's "
        f"median it is {best['ratio']:.3f}. The mean best SDTSQ of all pairs is {best_mean(found.log2):.3f} as the "
        f"tables are, {best_mean(found.with_linear):.3f} with LM on a linear scale, and {best_mean(mixed):.3f} with "
        f"that and BC:LM in log ratios (printed {published.BEST_MEAN[3]:g})."
    )


def _example_lines(found: Readings) -> Iterator[str]:
    yield "### An example of two trees (section 5.2)"
    yield ""
    yield (
        f"The set of two trees of {':'.join(EXAMPLE)} with the highest SDTSQ over WVP1. *Shuffled* is the mean of the "
        "best SDTSQ over shuffles of either table's classes."
    )
    yield ""
    printed = ("printed", "–", *(f"{value:.3f}" for value in published.EXAMPLE), "–", "–")
    rows = [printed]
    for units, part in found.example.items():
        best, lots = part["best"], [lot["sdtsq"] for lot in part["shuffled"]]
        scores = (f"{best[score]:.3f}" for score in ("sa", "ds", "td", "sdtsq"))
        rows.append(
            (
                f"LM {UNITS[units]}", vector_words(tuple(part["weights"])), *scores, f"{fmean(lots):.3f}",
                f"{p_value(best['sdtsq'], lots):.2f}",
            )
        )  # fmt: skip
    yield from table(("", "weights", "SA", "DS", "TD", "SDTSQ", "shuffled", "p"), rows)
    yield f"![Two shared trees of {':'.join(EXAMPLE)}, LM {UNITS[EXAMPLE_UNITS]}]({EXAMPLE_FIGURE})"
    yield ""


def _trees_lines(found: ByPair) -> Iterator[str]:
    yield "### Number of trees"
    yield ""
    yield "Percent by which `avgmin` exceeds the other two definitions of the difference, mean SDTSQ over WVP2."
    yield ""
    effects = trees_effects(found)
    rows = [
        (
            str(k),
            *(cell for other in ("min", "avg") for cell in (shown(effects[k, other].mean), effects[k, other].verdict)),
        )
        for k in TREES
    ]
    yield from table(("trees", "over `min`, %", "`avgmin` better", "over `avg`, %", "`avgmin` better"), rows)


def _weight_lines(effects: dict[str, Effect]) -> Iterator[str]:
    yield "### Readings of the weights"
    yield ""
    rows = [
        (
            effect.comparison.words, effect.comparison.printed, shown(effect.mean), f"{max(effect.real.values()):+.1f}",
            shown(effect.shuffled_mean), effect.verdict,
        )
        for effect in effects.values()
    ]  # fmt: skip
    yield from table(("comparison", "printed", "here, %", "most, %", "shuffled, %", "verdict"), rows)


def _case_lines(found: ByPair) -> Iterator[str]:
    yield "### Which weight to raise (section 5.6)"
    yield ""
    yield (
        f"Mean SDTSQ of the vectors of WVP1 whose weight of IG, of DS or of ATD is at least {HIGH:g} (ten vectors "
        "each), and the best vector. The publication names one pair for each of three cases."
    )
    yield ""
    cases = {name: f"{case}: {weight}" for case, (name, weight) in published.CASES.items()}
    rows = []
    for name, part in found.items():
        means = high_means(part)
        best = best_vectors({name: part})
        shown_best = vector_words(next(iter(best))) if best else "–"
        rows.append((name, cases.get(name, "–"), *(f"{value:.3f}" for value in means), shown_best))
    yield from table(("pair", "printed case", *(f"high {one}" for one in WEIGHTS), "best vector"), rows)


def _unit_lines(found: Readings) -> Iterator[str]:
    yield "### Units of LM"
    yield ""
    yield (
        "LM is given in log2, BC in log ratios, and the other tables as intensities. Below: the best SDTSQ of WVP1 "
        "of the five pairs with LM, and every comparison over all pairs."
    )
    yield ""
    rows = [
        (
            name,
            f"{published.BEST[name][3]:.2f}" if name in published.BEST else "–",
            f"{pool_best(found.log2[name]['real']['wvp1'])['sdtsq']:.3f}",
            f"{pool_best(part['real']['wvp1'])['sdtsq']:.3f}",
            f"{pool_best(found.ratio['real']['wvp1'])['sdtsq']:.3f}" if name == "BC:LM" else "–",
        )
        for name, part in found.linear.items()
    ]
    yield from table(("pair", "printed", *(f"LM {words}" for words in UNITS.values())), rows)
    plain, linear = (effects_of(real_only(part)) for part in (found.log2, found.with_linear))
    compared = [
        (one.words, one.printed, shown(plain[one.key].mean), shown(linear[one.key].mean), _same(plain, linear, one.key))
        for one in COMPARISONS
    ]
    yield from table(("comparison", "printed", "LM log2, %", "LM linear, %", "verdict"), compared)


def real_only(found: ByPair) -> ByPair:
    """Without shuffles, which have few of the variants."""
    return {name: part | {"shuffled": []} for name, part in found.items()}


def _same(plain: dict[str, Effect], linear: dict[str, Effect], key: str) -> str:
    before, after = plain[key].verdict, linear[key].verdict
    return before if before == after else f"{before}; linear: {after}"
