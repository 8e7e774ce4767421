"""The two figures of the study, as SVG."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.study.numbers import interval
from benchmarks.study.power import LEVEL, VARIED
from benchmarks.study.power_lines import share
from benchmarks.study.results import ByPair, Results

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

REAL, CHANCE = "#0072B2", "#999999"


def draw_nulls(results: Results, path: Path) -> bool:
    """Every pair's mean SDTQ over the range of its shuffled classes; False where there is nothing to draw."""
    from matplotlib.figure import Figure

    done = {setting: found for setting, found in results.nulls.items() if found is not None}
    if not done:
        return False
    figure = Figure(figsize=(9, 4), layout="constrained")
    for axes, (setting, found) in zip(
        figure.subplots(1, len(done), sharey=True, squeeze=False)[0], done.items(), strict=True
    ):
        _null_axes(axes, found)
        axes.set_title(setting, fontsize=10)
    figure.legend(*figure.axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=2, fontsize=8)
    _save(figure, path)
    return True


def _null_axes(axes: Axes, found: ByPair) -> None:
    names = list(found)[::-1]
    for place, name in enumerate(names):
        lots = [lot["sdtq"] for null in ("left", "right") for lot in found[name]["nulls"][null]]
        axes.plot([min(lots), max(lots)], [place, place], color=CHANCE, linewidth=4, solid_capstyle="butt",
                  label="shuffled classes, least to most" if place == 0 else None)  # fmt: skip
    axes.plot([found[name]["real"]["sdtq"] for name in names], range(len(names)), "o", color=REAL, label="real")
    axes.set_yticks(range(len(names)), names, fontsize=8)
    axes.set_xlabel("mean SDTQ")
    axes.grid(True, axis="x", alpha=0.25)


def draw_power(results: Results, path: Path) -> bool:
    """The share of pairs found by rows, attributes, noise and depth, with exact 99 % intervals."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 2.8), layout="constrained")
    drawn = False
    for axes, (what, cells) in zip(figure.subplots(1, len(VARIED), sharey=True), VARIED.items(), strict=True):
        done = [(getattr(cell, what), found) for cell in cells if (found := results.power[cell]) is not None]
        for size, found in done:
            axes.plot([size, size], interval(found["claimed"], found["replicates"]), color=CHANCE)
        axes.plot([size for size, _ in done], [share(found) for _, found in done], "o-", color=REAL)
        axes.axhline(LEVEL, color=CHANCE, linestyle=":", linewidth=1)
        axes.set_ylim(-0.02, 1.02)
        axes.set_xlabel(what if what != "depth" else "depth of the planted tree")
        axes.grid(True, alpha=0.25)
        drawn = drawn or bool(done)
    figure.axes[0].set_ylabel("share found")
    if drawn:
        _save(figure, path)
    return drawn


def _save(figure: Figure, path: Path) -> None:
    """The same numbers give the same bytes."""
    from matplotlib import rc_context

    with rc_context({"svg.hashsalt": "ksdt"}):
        figure.savefig(path, metadata={"Date": None})
