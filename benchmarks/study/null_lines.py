"""The test of the product on the 15 pairs, as tables."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean

from scipy.stats import false_discovery_control

from benchmarks.reproduction.report import NOT_COMPUTED, table
from benchmarks.study.numbers import p_value
from benchmarks.study.results import ByPair, Found, Results
from benchmarks.study.scores import separations

NULLS = ("left", "right", "matching")
LEVEL = 0.05


def largest_p(part: Found, score: str) -> float:
    """The headline p: the largest over the nulls that were tried."""
    return max(p_value(part["real"][score], [lot[score] for lot in lots]) for lots in part["nulls"].values())


def reached(part: Found, null: str, score: str) -> bool:
    """Whether p ≤ 0.05 in this null."""
    return p_value(part["real"][score], [lot[score] for lot in part["nulls"][null]]) <= LEVEL + 1e-12


def claimed(found: ByPair, score: str) -> list[str]:
    """Pairs with p ≤ 0.05 in every null."""
    return [name for name, part in found.items() if all(reached(part, null, score) for null in part["nulls"])]


def q_values(found: ByPair, score: str) -> dict[str, float]:
    """The headline p of every pair, corrected over the pairs by Benjamini and Hochberg."""
    corrected = false_discovery_control([largest_p(part, score) for part in found.values()], method="bh")
    return dict(zip(found, corrected.tolist(), strict=True))


def discovered(found: ByPair, score: str) -> list[str]:
    """Pairs that remain after the correction."""
    return [name for name, q in q_values(found, score).items() if q <= LEVEL + 1e-12]


def reached_by_null(found: ByPair, score: str) -> dict[str, int]:
    """For each null that was tried, the number of pairs with p ≤ 0.05 in it alone."""
    tried = next(iter(found.values()))["nulls"]
    return {null: sum(reached(part, null, score) for part in found.values()) for null in tried}


def unmatched(found: ByPair, score: str) -> list[str]:
    """Pairs in which the classes of both tables matter, but not which column is put beside which."""
    return [
        name
        for name, part in found.items()
        if "matching" in part["nulls"]
        and reached(part, "left", score)
        and reached(part, "right", score)
        and not reached(part, "matching", score)
    ]


def null_mean(found: ByPair, score: str) -> float:
    """The mean over pairs and over both tables' shuffled classes."""
    return fmean(fmean(lot[score] for null in NULLS[:2] for lot in part["nulls"][null]) for part in found.values())


def real_mean(found: ByPair, score: str) -> float:
    return fmean(part["real"][score] for part in found.values())


def null_lines(results: Results, figure: str | None) -> Iterator[str]:
    n = results.plan.permutations
    yield "## Comparison with chance"
    yield ""
    yield (
        f"One set of five trees with the default weights (0.3, 0.4, 0.3), {n} shuffles of each null, so the smallest "
        f"possible p is {1 / (n + 1):.2g}. The columns *left* and *right* are means over shuffled classes of the "
        "first and the second table of the pair, *matching* over permuted columns of the second one (tried only with "
        "a scale). p is the largest over the nulls, q the same after false discovery control over the 15 pairs "
        "(Benjamini and Hochberg)."
    )
    yield ""
    if figure:
        yield f"![Mean SDTQ of every pair beside its shuffles]({figure})"
        yield ""
    for setting, found in results.nulls.items():
        yield f"### {setting[0].upper()}{setting[1:]}, tested"
        yield ""
        if found is None:
            yield NOT_COMPUTED
            yield ""
        else:
            yield from _table_lines(found)


def _table_lines(found: ByPair) -> Iterator[str]:
    columns = [column for score in ("mean SDTQ", "SDTSQ") for column in (score, *NULLS, "p", "q")]
    q = {score: q_values(found, score) for score in ("sdtq", "sdtsq")}
    rows = [
        (name, *(cell for score in q for cell in (*_cells(part, score), f"{q[score][name]:.2f}")))
        for name, part in found.items()
    ]
    yield from table(("pair", *columns), rows)
    by_quality, by_set = claimed(found, "sdtq"), claimed(found, "sdtsq")
    yield (
        f"p ≤ {LEVEL:g} by mean SDTQ: {_listed(by_quality)}. By SDTSQ: {_listed(by_set)}. q ≤ {LEVEL:g}: "
        f"{_listed(discovered(found, 'sdtq'))} and {_listed(discovered(found, 'sdtsq'))}. Means over the pairs: mean "
        f"SDTQ {real_mean(found, 'sdtq'):.3f} real and {null_mean(found, 'sdtq'):.3f} with shuffled classes, SDTSQ "
        f"{real_mean(found, 'sdtsq'):.3f} and {null_mean(found, 'sdtsq'):.3f}."
    )
    yield ""


def _cells(part: Found, score: str) -> tuple[str, ...]:
    means = (
        f"{fmean(lot[score] for lot in part['nulls'][null]):.3f}" if null in part["nulls"] else "–" for null in NULLS
    )
    return f"{part['real'][score]:.3f}", *means, f"{largest_p(part, score):.2f}"


def _listed(names: list[str]) -> str:
    return f"{len(names)} ({', '.join(names)})" if names else "none"


def score_lines(results: Results) -> Iterator[str]:
    """SDTSQ beside the scores it was preferred to."""
    yield "## Other scores of a set"
    yield ""
    yield (
        "How often a pair's score exceeds that of its own shuffles (area under the curve: 0.5 is chance, below it the "
        "shuffled pairs score higher), averaged over the pairs; and the standard deviation of the score over the "
        "pairs, which is what the publication may mean by separation."
    )
    yield ""
    for setting, found in results.nulls.items():
        if found is None:
            continue
        rows = [
            (one.score, f"{one.classes:.3f}", "–" if one.matching is None else f"{one.matching:.3f}",
             f"{one.spread:.4f}")
            for one in separations(found)
        ]  # fmt: skip
        yield f"**{setting[0].upper()}{setting[1:]}**"
        yield ""
        yield from table(("score", "against shuffled classes", "against permuted columns", "spread"), rows)
