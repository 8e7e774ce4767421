"""The section on the pair test: how often it claims what is not there, how often it finds what is, and real pairs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from benchmarks.reproduction.report import NOT_COMPUTED, table
from benchmarks.study.kinds import FEW, FIRST_SEED, MANY, SIGNAL, Kind
from benchmarks.study.numbers import interval
from benchmarks.study.pair_results import Found, PairResults, discovered, n_claimed, n_with, q_values
from benchmarks.study.pair_tests import NAMED
from benchmarks.study.pair_words import pair_findings
from benchmarks.study.power import LEVEL

HEADING = "## The pair test beside the mean-SDTQ test"


def pair_test_lines(results: PairResults) -> Iterator[str]:
    yield HEADING
    yield ""
    plan = results.plan
    yield (
        "The pair test determines without mining whether two tables share signal, and in which attributes (see "
        "[methods](methods.md)). Its constants were fixed before this study and were not changed. Planted pairs: "
        f"{plan.pair_permutations} shuffles of each null, seeds from {FIRST_SEED} on, which nothing else in this "
        f"project uses; {plan.many_pairs:,} pairs of each of {len(MANY)} kinds with nothing in common and "
        f"{plan.few_pairs} of each of the others. Real pairs: {plan.real_permutations} shuffles, so the smallest "
        f"possible p is {2 / (plan.real_permutations + 1):g}. A result is claimed when p ≤ {LEVEL:g}. Intervals are "
        "exact 99 % binomial ones. Unless the name of a kind says otherwise: 100 rows in each table, 30 attributes, "
        "a planted tree of depth 2, two classes of about the same size, scale rank."
    )
    yield ""
    yield (
        f"The *old test* uses the mean SDTQ of five mined trees with {plan.power_permutations} shuffles and claims "
        "similarity when p ≤ 0.05 for every null. A figure marked *kept* comes from the older run further down on "
        f"this page, on other pairs of the same kind. Other figures were computed on the first {plan.old_pairs} of "
        f"the same pairs ({plan.old_wide_pairs} with 1,000 attributes); there are fewer because every shuffle is "
        "mined. The small number of shuffles costs the old test some power, and so does its third null, the pairing, "
        "which the headline of the pair test does not include. A dash means that a figure was not computed."
    )
    yield ""
    yield from (f"- {finding}" for finding in pair_findings(results))
    yield ""
    yield from null_table(results)
    yield from signal_table(results)
    yield from tumour_table(results)
    yield from bundled_table(results)


def null_table(results: PairResults) -> Iterator[str]:
    yield "### Nothing in common: false claims"
    yield ""
    yield (
        "*Shared signal* is the headline; *an attribute* means that at least one attribute is named. *Pairing* "
        "answers another question and is not a false claim of shared signal. In *disjoint* kinds the two tables "
        "follow trees over different attributes, without noise unless stated. This is the hardest case, because each "
        "table alone has strong signal."
    )
    yield ""
    head = (
        *("kind", "pairs", "shared signal", "interval", "contains or lies below 5 %", "an attribute", "interval"),
        *("pairing", "old test", "interval"),
    )
    yield from table(head, [_null_row(results, kind) for kind in (*MANY, *FEW)])


def signal_table(results: PairResults) -> Iterator[str]:
    yield "### A shared tree: how often it is found"
    yield ""
    yield (
        "*Right* and *wrong*: pairs in which at least one attribute of the planted tree (or of the block of such an "
        "attribute) is named, and pairs in which any other attribute is named."
    )
    yield ""
    head = (
        *("kind", "pairs", "shared signal", "interval", "right ones", "interval", "wrong ones", "interval"),
        *("pairing", "old test", "interval"),
    )
    yield from table(head, [_signal_row(results, kind) for kind in SIGNAL])


def tumour_table(results: PairResults) -> Iterator[str]:
    yield "### The 15 tumour pairs, pair test"
    yield ""
    yield (
        "q is p after false discovery control over the 15 pairs (Benjamini and Hochberg). *Old p* and *old q* are "
        "those of the mean SDTQ under *defaults, rank*, from further down on this page. The 15 pairs come from six "
        "tables, so they are not independent. Two tumours can share genes that separate their classes without "
        "sharing a disease: genes of dividing cells do so in many tumours."
    )
    yield ""
    if not results.ranked:
        yield NOT_COMPUTED
        yield ""
        return
    q, own_q = q_values(results.ranked), q_values(results.own)
    rows = []
    for name, found in results.ranked.items():
        own, old = results.own.get(name), results.old_p.get(name)
        rows.append(
            (
                *(name, f"{found['attributes']:,}", _p(found["left"]), _p(found["right"]), _p(found["shared"])),
                *(_p(q[name]), _p(found["pairing"]), _names(found)),
                *(("–", "–") if own is None else (_p(own["shared"]), _p(own_q[name]))),
                *(("–", "–") if old is None else (f"{old[0]:.2f}", f"{old[1]:.2f}")),
            )
        )
    head = (
        *("pair", "genes", "p left", "p right", "p shared", "q", "p pairing", "genes named"),
        *("no scale: p shared", "q", "old p", "old q"),
    )
    yield from table(head, rows)
    yield f"q ≤ {LEVEL:g}: {_listed(discovered(results.ranked))} with ranks" + (
        f", {_listed(discovered(results.own))} without a scale." if results.own else "."
    )
    yield ""


def bundled_table(results: PairResults) -> Iterator[str]:
    yield "### Bundled pairs"
    yield ""
    yield (
        "Each pair uses the scale given in the catalogue. The heart pair is that of the SPECT scans (tables of heart "
        "disease from several hospitals are not bundled). The breast-cancer pair needs the extra `ksdt[genes]`."
    )
    yield ""
    rows = [
        (
            *(name, f"{found['rows'][0]:,} + {found['rows'][1]:,}", f"{found['attributes']:,}", found["scale"]),
            *(_p(found["shared"]), _p(found["pairing"]), str(found["differ"]), _names(found)),
        )
        for name, found in results.bundled.items()
    ]
    head = ("pair", "rows", "attributes", "scale", "p shared", "p pairing", "named whose effects differ", "named")
    yield from table(head, rows) if rows else (NOT_COMPUTED, "")


def _null_row(results: PairResults, kind: Kind) -> Sequence[str]:
    found = results.pairs.get(kind.name)
    old = _old(results, kind)
    if found is None:
        return (kind.name, *("–",) * 7, *old)
    n, claimed = len(found["shared"]), n_claimed(found["shared"])
    kept = "yes" if interval(claimed, n)[0] <= LEVEL else "**no**"
    return (
        *(kind.name, f"{n:,}", *_share(claimed, n), kept, *_share(n_with(found["false"]), n)),
        *(_pairing(found), *old),
    )


def _signal_row(results: PairResults, kind: Kind) -> Sequence[str]:
    found = results.pairs.get(kind.name)
    old = _old(results, kind)
    if found is None:
        return (kind.name, *("–",) * 8, *old)
    n = len(found["shared"])
    return (
        *(kind.name, f"{n:,}", *_share(n_claimed(found["shared"]), n), *_share(n_with(found["true"]), n)),
        *(*_share(n_with(found["false"]), n), _pairing(found), *old),
    )


def _old(results: PairResults, kind: Kind) -> tuple[str, str]:
    found, kept = results.old_of(kind)
    if found is None:
        return "–", "–"
    share, between = _share(found["claimed"], found["replicates"])
    return f"{share} of {found['replicates']}{' (kept)' if kept else ''}", between


def _share(claimed: int, n: int) -> tuple[str, str]:
    low, high = interval(claimed, n)
    return f"{100 * claimed / n:.1f} %", f"{100 * low:.1f} – {100 * high:.1f} %"


def _pairing(found: Found) -> str:
    tested = [p for p in found["pairing"] if p is not None]
    return f"{100 * n_claimed(tested) / len(tested):.1f} %" if tested else "–"


def _p(p: float | None) -> str:
    return "–" if p is None else f"{p:.3f}"


def _names(found: Mapping[str, Sequence[str] | int]) -> str:
    """The names of the first claimed attributes, and how many more there are."""
    names, n = found["named"], found["claimed"]
    assert not isinstance(names, int)
    assert isinstance(n, int)
    shown = ", ".join(f"`{name}`" for name in names)
    return (f"{shown} and {n - NAMED:,} more" if n > NAMED else shown) or "none"


def _listed(names: Sequence[str]) -> str:
    return f"{len(names)} ({', '.join(names)})" if names else "none"
