"""`ksdt show` of an atlas: its settings, a row per pair, and its tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any

from ksdt_core.evidence.chance_level import CHANCE_LEVEL
from ksdt_core.studies.atlas.entry import PairEntry
from ksdt_core.studies.atlas.other_tables import OtherTable
from ksdt_core.studies.atlas.replication_words import MEANING, cell_text, findings, problems
from ksdt_core.studies.atlas.shuffles import fewest_shuffles
from ksdt_core.studies.atlas.view import AtlasView
from ksdt_core.text import counted, lined_up, p_number, printable, score, signed

INDENT = "  "
WIDTH = 100
HEADER = ("pair", "shared", "gain", "accuracy", "baseline", "SDTSQ", "SA", "DS", "TD", "p", "q")
BALANCED = ("SDTSQ", "SA", "DS")  # scores that count rows which balancing drew
MINUS = "\N{MINUS SIGN}"


def atlas_lines(atlas: AtlasView) -> Iterator[str]:
    """The atlas, a line at a time, the pair with the highest gain first; names are safe for a terminal."""
    yield f"Atlas of {counted(len(atlas.names), 'table', 'tables')}, {counted(len(atlas.entries), 'pair', 'pairs')}"
    yield from _tables(atlas)
    yield from _settings(atlas)
    yield ""
    mined = sorted(atlas.mined, key=lambda entry: (-(entry.gain or 0.0), -(entry.sdtsq or 0.0)))
    if mined:
        balanced = "balanced " if atlas.is_balanced else ""
        yield from _aligned([[f"{balanced}{name}" if name in BALANCED else name for name in HEADER], *map(_row, mined)])
        yield f"{INDENT}gain: the smaller of the two tables' (mean accuracy of the best set {MINUS} share of its own"
        yield f"{INDENT}largest class), on the {balanced}training rows. A gain of 0 or less is not useful."
        if balanced:
            yield f"{INDENT}accuracy and baseline: shares of the balanced rows, and not of the rows of the tables."
    for entry in atlas.entries:
        if entry.problem is not None:
            yield f"{INDENT}{_pair(entry)} was not mined: {printable(entry.problem)}"
    yield from _tests(atlas)
    yield from _replications(atlas)


def _replications(atlas: AtlasView) -> Iterator[str]:
    """The matrix of pairs and tables, what it means, and why some checks were not possible."""
    if not atlas.checks:
        return
    yield ""
    yield f"{INDENT}Replication: {findings(atlas)}"
    tried = [entry for entry in atlas.entries if any(cell.checked for cell in entry.others)]
    rows = [[_pair(entry), *(_cell(entry.on_table(name)) for name in atlas.names)] for entry in tried]
    if rows:
        yield from _aligned([["pair", *map(printable, atlas.names)], *rows])
        yield from (f"{INDENT}{line}" for line in wrap(f"{MEANING} * marks q ≤ {CHANCE_LEVEL:g}.", WIDTH))
    for problem, _, pairs in problems(atlas):
        yield f"{INDENT}{printable(pairs)}: {printable(problem)}"


def _cell(cell: OtherTable | None) -> str:
    return f"{cell_text(cell)}{'*' if cell is not None and cell.beyond_chance else ''}"


def _tables(atlas: AtlasView) -> Iterator[str]:
    for table in atlas.tables:
        classes = ", ".join(f"{printable(str(name))} {rows:,}" for name, rows in table["classes"].items())
        yield f"{INDENT}{printable(table['name'])}: {counted(table['rows'], 'row', 'rows')}, classes {classes}"


def _settings(atlas: AtlasView) -> Iterator[str]:
    """Every setting; maps and lists only where they say something."""
    plain = [(name, value) for name, value in atlas.settings.items() if not isinstance(value, dict | list)]
    yield INDENT + ", ".join(f"{name} {value}" for name, value in plain if value is not None)
    for name, value in atlas.settings.items():
        if isinstance(value, dict | list) and value:
            yield f"{INDENT}{name}: {printable(_said(value))}"


def _said(value: Any) -> str:
    """Names, renamings and what single tables have, in one line."""
    if isinstance(value, dict):
        return ", ".join(
            f"{name}: {_said(inner)}" if _nests(inner) else f"{name}={inner}" for name, inner in value.items()
        )
    return ("; " if any(map(_nests, value)) else ", ").join(
        _said(item) if _nests(item) else str(item) for item in value
    )


def _nests(value: Any) -> bool:
    return isinstance(value, dict | list)


def _pair(entry: PairEntry) -> str:
    return f"{printable(entry.left)} : {printable(entry.right)}"


def _row(entry: PairEntry) -> tuple[str, ...]:
    assert entry.found is not None
    scores, over = entry.found.best.scores, entry.over_baseline
    ends = (_pair(entry), f"{entry.n_attributes:,}")
    useful = ("", "", "")
    if over is not None:
        useful = (
            signed(over.gain),
            f"{score(over.accuracy_left)} | {score(over.accuracy_right)}",
            f"{score(over.baseline_left)} | {score(over.baseline_right)}",
        )
    tests = tuple("" if value is None else p_number(value) for value in (entry.p_value, entry.q_value))
    td = "" if scores.td is None else score(scores.td)
    return (*ends, *useful, score(scores.sdtsq), score(scores.sa), score(scores.ds), td, *tests)


def _tests(atlas: AtlasView) -> Iterator[str]:
    shuffles, n = int(atlas.settings.get("permutations") or 0), len(atlas.mined)
    fewest, level = f"{fewest_shuffles(n):,} or more", f"q = {CHANCE_LEVEL:g}"
    if not n:
        return
    if not shuffles:
        yield f"{INDENT}Not tested against chance; {fewest} shuffles can reach {level}."
    elif shuffles < fewest_shuffles(n):
        yield f"{INDENT}With {shuffles:,} shuffles a single pair cannot reach {level}; {fewest} can."


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Columns under each other, the first to the left and numbers to the right; empty columns are omitted."""
    shown = [number for number in range(len(rows[0])) if any(row[number] for row in rows[1:])]
    for line in lined_up([[row[number] for number in shown] for row in rows], words=(0,)):
        yield INDENT + line
