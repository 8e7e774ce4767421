"""The power study as tables."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.reproduction.report import table
from benchmarks.study.numbers import interval
from benchmarks.study.power import EMPTY, LEVEL, USUAL, VARIED, Cell
from benchmarks.study.results import Found, Results

SOME_KINDS_MISSING = "Some kinds of pairs were not computed in this run; they are marked –."
EMPTY_WORDS = {
    "none": "no signal in either table",
    "left": "signal in the first table only",
    "right": "signal in the second table only",
    "disjoint": "signal in both, on disjoint attributes",
}


def power_lines(results: Results, figure: str | None) -> Iterator[str]:
    plan = results.plan
    yield "## How often similarity is found, and how often it is claimed where there is none"
    yield ""
    yield (
        f"Planted pairs, {plan.power_permutations} shuffles of each of the three nulls, scale rank, five trees of "
        "maximum depth 3, weights (0.3, 0.4, 0.3); similarity is claimed when p ≤ 0.05 for all three. Unless stated "
        f"otherwise: {USUAL.rows} rows in each table, {USUAL.attributes} attributes, a planted tree of depth "
        f"{USUAL.depth}, the class changed in {100 * USUAL.noise:g} % of the rows. The interval is the exact 99 % "
        "binomial one. Shuffling stops once a pair can no longer reach p ≤ 0.05, which changes no result. The "
        "default noise was set after a trial with six pairs at 20 %, all of which were found, so that the share "
        "found can rise and fall."
    )
    yield ""
    if any(found is None for found in results.power.values()):
        yield SOME_KINDS_MISSING
        yield ""
    yield from table(
        ("nothing to find", "noise", "pairs", "claimed", "interval", "contains or lies below 5 %"),
        [
            (EMPTY_WORDS[cell.signal], f"{cell.noise:g}", *_counted(results.power[cell]), _kept(results.power[cell]))
            for cell in EMPTY
        ],
    )
    if figure:
        yield f"![Share of planted pairs found]({figure})"
        yield ""
    for what, cells in VARIED.items():
        yield from table(
            (what, "pairs", "found", "interval"),
            [(f"{getattr(cell, what):g}", *_counted(results.power[cell])) for cell in cells],
        )


def share(found: Found) -> float:
    return float(found["claimed"] / found["replicates"])


def keeps_level(found: Found) -> bool:
    """The interval contains 5 % or lies below it."""
    return interval(found["claimed"], found["replicates"])[0] <= LEVEL


def shares(results: Results, cells: tuple[Cell, ...]) -> list[float]:
    return [share(found) for cell in cells if (found := results.power[cell]) is not None]


def _counted(found: Found | None) -> tuple[str, str, str]:
    if found is None:
        return "–", "–", "–"
    low, high = interval(found["claimed"], found["replicates"])
    return str(found["replicates"]), f"{100 * share(found):.1f} %", f"{100 * low:.1f} – {100 * high:.1f} %"


def _kept(found: Found | None) -> str:
    return "–" if found is None else "yes" if keeps_level(found) else "**no**"
