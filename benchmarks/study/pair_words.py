"""What the numbers of the pair test say, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.study.kinds import FEW, MANY, SIGNAL, Kind
from benchmarks.study.numbers import interval
from benchmarks.study.pair_results import PairResults, discovered, n_claimed, n_with
from benchmarks.study.power import LEVEL


def pair_findings(results: PairResults) -> Iterator[str]:
    """Findings first; those whose numbers are not there are omitted."""
    empty = [kind for kind in (*MANY, *FEW) if kind.name in results.pairs]
    if empty:
        yield level_finding(results, empty)
    signal = [kind for kind in SIGNAL if kind.name in results.pairs]
    if signal:
        yield from power_findings(results, signal)
    if results.ranked:
        yield tumour_finding(results)
    yield (
        "**What changed, and why.** The old test mines trees from the pair and from its shuffles and compares their "
        "mean quality. A miner searches for good trees and also finds some in shuffled tables, so the comparison "
        "mostly measures the skill of the miner. Its headline was the largest of three p-values, one of which, the "
        "pairing, answers another question. And its answer changed with the weights. The pair test looks at single "
        "splits in both tables at once and adds up what all of them show, so that several weak attributes count "
        "together. Its headline concerns the classes only; the pairing has its own answer. It needs no weights, and "
        "it names the attributes."
    )


def level_finding(results: PairResults, kinds: list[Kind]) -> str:
    shared, named, kept = [], [], 0
    for kind in kinds:
        found = results.pairs[kind.name]
        n = len(found["shared"])
        shared.append(n_claimed(found["shared"]) / n)
        named.append(n_with(found["false"]) / n)
        kept += all(interval(count, n)[0] <= LEVEL for count in (n_claimed(found["shared"]), n_with(found["false"])))
    pairs = sum(len(results.pairs[kind.name]["shared"]) for kind in kinds)
    verdict = "the pair test keeps its level" if kept == len(kinds) else "the level is not kept everywhere"
    return (
        f"**Nothing in common: {verdict}.** Over {len(kinds)} kinds and {pairs:,} pairs, shared signal is claimed in "
        f"{100 * min(shared):.1f} to {100 * max(shared):.1f} % of the pairs and an attribute is named in "
        f"{100 * min(named):.1f} to {100 * max(named):.1f} %; both intervals contain 5 % or lie below it in {kept} "
        f"of {len(kinds)} kinds."
    )


def power_findings(results: PairResults, kinds: list[Kind]) -> Iterator[str]:
    better, worse, alike, usual = [], [], [], ""
    for kind in kinds:
        found, (old, _) = results.pairs[kind.name], results.old_of(kind)
        if old is None:
            continue
        new = interval(n_claimed(found["shared"]), len(found["shared"]))
        before = interval(old["claimed"], old["replicates"])
        (better if new[0] > before[1] else worse if new[1] < before[0] else alike).append(kind.name.partition(": ")[0])
        if kind is SIGNAL[0]:
            usual = (
                f" In the default setting {100 * n_claimed(found['shared']) / len(found['shared']):.0f} % of the "
                f"pairs are found; with the old test {100 * old['claimed'] / old['replicates']:.0f} %."
            )
    yield (
        f"**A shared tree: found more often than by the old test, with separate intervals, in {len(better)} kinds** "
        f"({'; '.join(better) or 'none'}), less often in {len(worse)} ({'; '.join(worse) or 'none'}); the intervals "
        f"overlap in {len(alike)} ({'; '.join(alike) or 'none'}).{usual}"
    )
    wrong = [n_with(results.pairs[kind.name]["false"]) / len(results.pairs[kind.name]["false"]) for kind in kinds]
    yield (
        f"**Attributes.** Where a tree is planted, an attribute that does not belong to it is named in "
        f"{100 * min(wrong):.1f} to {100 * max(wrong):.1f} % of the pairs."
    )


def tumour_finding(results: PairResults) -> str:
    claimed = [name for name, found in results.ranked.items() if found["shared"] <= LEVEL]
    kept, named = discovered(results.ranked), sum(found["claimed"] > 0 for found in results.ranked.values())
    old = sum(p <= LEVEL for p, _ in results.old_p.values())
    before = f" The old test had {old} before and {sum(q <= LEVEL for _, q in results.old_p.values())} after control."
    return (
        f"**Tumour pairs, ranks: {len(claimed)} of {len(results.ranked)} at p ≤ {LEVEL:g}{_listed(claimed)}, "
        f"{len(kept)} after false discovery control{_listed(kept)}.** Genes are named in {named} pairs."
        f"{before if results.old_p else ''}"
    )


def _listed(names: list[str]) -> str:
    return f" ({', '.join(names)})" if names else ""
