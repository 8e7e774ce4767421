"""The ratios that were last kept: a change that makes one of them 1.5 times as large has cost speed somewhere."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from benchmarks.harness import Measured

FILE = Path(__file__).with_name("baseline.json")
MOST = 1.5  # times the kept ratio

Kept = Mapping[str, float]


def kept_ratios() -> Kept:
    found: Kept = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return found


def keep(results: Iterable[Measured]) -> None:
    """Ratios of this run replace those of the same name; seconds are not kept, since they tell of the machine."""
    ratios = {measured.name: round(measured.value, 4) for measured in results if measured.is_ratio}
    text = json.dumps(dict(sorted({**kept_ratios(), **ratios}.items())), indent=2, ensure_ascii=False)
    FILE.write_text(f"{text}\n", encoding="utf-8")


def has_regressed(measured: Measured, kept: Kept) -> bool:
    before = kept.get(measured.name)
    return measured.is_ratio and before is not None and measured.value > MOST * before


def table(results: Iterable[Measured], kept: Kept) -> list[str]:
    """A line for each promise: what was measured, the limit, and for a ratio what it was."""
    lines = ["| what | measured | at most | kept ratio | |", "|---|---|---|---|---|"]
    for measured in results:
        before = kept.get(measured.name)
        verdict = "TOO SLOW" if not measured.holds else "REGRESSED" if has_regressed(measured, kept) else "ok"
        lines.append(
            f"| {measured.name} | {measured.value:.3g}{measured.unit} | {measured.limit:g}{measured.unit} "
            f"| {'–' if before is None else f'{before:.3g}x'} | {verdict} |"
        )
    return lines
