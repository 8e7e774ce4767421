"""Figures where the publications have figures: variance by component, rebuilt trees, 15 trees on three functions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.reproduction.studies import Finished

VARIANCE, REBUILT, SPACE = "reproduction-variance.svg", "reproduction-rebuilt.svg", "reproduction-space.svg"
INK, MARK = "#1B2430", "#0072B2"


def draw_all(done: Sequence[Finished], coordinates: np.ndarray, folder: Path) -> None:
    """All three figures beside the page."""
    from matplotlib.figure import Figure

    for name, paint, width in ((VARIANCE, _variance, 2.2), (REBUILT, _rebuilt, 2.2)):
        figure = Figure(figsize=(width * len(done), 2.4), layout="constrained")
        for axes, finished in zip(np.atleast_1d(figure.subplots(1, len(done))), done, strict=True):
            paint(axes, finished)
            axes.set_title(finished.case.title.split(",")[0].replace(" in place of NASDAQ", ""), fontsize=7)
            axes.tick_params(labelsize=6)
        _save(figure, folder / name)
    _space(coordinates, folder / SPACE)


def _variance(axes, finished: Finished) -> None:  # type: ignore[no-untyped-def]
    study = finished.studies[0]
    shares = 100 * np.asarray(study.explained[: study.n_kept])
    axes.bar(np.arange(1, shares.size + 1), shares, color=INK)
    axes.set_ylim(0, 100)
    axes.set_xlabel("component", fontsize=7)
    axes.set_ylabel("% of Σλ", fontsize=7)


def _rebuilt(axes, finished: Finished) -> None:  # type: ignore[no-untyped-def]
    pairs = finished.studies[0].tree_pairs
    numbers = np.arange(1, len(pairs) + 1)
    axes.plot(numbers, [100 * pair.error for pair in pairs], color=INK, lw=1, label="C4.5")
    axes.plot(numbers, [100 * pair.rft_error for pair in pairs], color=MARK, lw=1, ls="--", label="RFT")
    axes.set_xlabel("tree", fontsize=7)
    axes.set_ylabel("error %", fontsize=7)
    axes.legend(fontsize=6, frameon=False)


def _space(coordinates: np.ndarray, path: Path) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(4, 3.6), layout="constrained")
    axes = figure.add_subplot(projection="3d")
    axes.scatter(*coordinates.T, color=MARK, depthshade=False)
    for number, point in enumerate(coordinates, start=1):
        axes.text(*point, f" {number}", fontsize=6)
    for name, set_label in zip("123", (axes.set_xlabel, axes.set_ylabel, axes.set_zlabel), strict=True):
        set_label(f"V{name}", fontsize=8)
    axes.tick_params(labelsize=6)
    _save(figure, path)


def _save(figure, path: Path) -> None:  # type: ignore[no-untyped-def]
    from matplotlib import rc_context

    with rc_context({"svg.hashsalt": "ksdt"}):
        figure.savefig(path, metadata={"Date": None})
