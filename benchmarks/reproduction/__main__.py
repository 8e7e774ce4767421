"""`python -m benchmarks.reproduction`: the published studies again, written to docs/reproduction.md."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks.reproduction.cases import CASES, TREE_DEPTH, dna_of_three_classes
from benchmarks.reproduction.drawings import draw_all
from benchmarks.reproduction.findings import finding_lines
from benchmarks.reproduction.report import case_lines, cross_validation_lines, figure_lines
from benchmarks.reproduction.stream import N_SPACE, draw, fifteen_trees, stability_lines, stock_report
from benchmarks.reproduction.studies import Finished, Parts, run

ROOT = Path(__file__).resolve().parents[2]
FIGURE = "reproduction-stability.svg"
USUAL_MINUTES = 1
STOPPED = 130  # what a shell expects of a command that Ctrl-C ended
INTRODUCTION = (
    "Written by `python -m benchmarks.reproduction`; do not edit by hand. Sources: KPD06 is Kargupta, Park and Dutta, "
    "Orthogonal Decision Trees; K03 is Kargupta, Fourier Representation for Meta-Level Analysis of Data Mining Models.",
    "",
    "Errors are percentages of test rows: the mean over seeds, with the minimum and maximum in brackets. Two things "
    "are added: the first line, which always predicts the majority class of the training rows, and the balanced "
    "error, which averages over the classes, so that always predicting one class scores 50. Nodes are those of one "
    "tree, or the average over several.",
    "",
    "Single trees and bagged trees are grown by the C4.5 of this package. The leaves of orthogonal trees hold classes, "
    "and siblings that predict the same class are merged. Spectra are cut to 90 % of their energy, not counting w_0. "
    f"Aggregated and orthogonal trees have a maximum depth of {TREE_DEPTH}: exact trees of unlimited depth have "
    "thousands of nodes, which the printed sizes rule out, although no maximum depth is printed.",
    "",
)
PARTS = ROOT / ".reproduction"  # what is finished; a stopped run continues from there


def page(folder: Path, parts: Parts, output: Path) -> Iterator[str]:
    done: list[Finished] = []
    for case in CASES:
        print(case.title, flush=True)
        done.append(run(case, folder, parts))
    fifteen = np.array(parts.of("15 trees on three functions", N_SPACE, lambda: fifteen_trees(folder)))
    draw_all(done, fifteen[:, :3], output.parent)
    stable = list(stability_lines(folder, FIGURE))
    yield "# The published studies, repeated"
    yield ""
    yield from INTRODUCTION
    yield from finding_lines(done, parts.of("DNA, three classes", "c45", lambda: dna_of_three_classes(folder)))
    yield from figure_lines(fifteen)
    yield from cross_validation_lines(done)
    for finished in done:
        yield from case_lines(finished)
    yield from stable


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=ROOT / "docs" / "reproduction.md")
    parser.add_argument("--parts", type=Path, default=PARTS, help="folder of finished parts; a stopped run resumes")
    arguments = parser.parse_args()
    folder = Path(os.environ.get("KSDT_SHARED_DATA", ROOT.parent / "shared" / "data"))
    if not folder.is_dir():
        print(f"no tables in {folder}; set KSDT_SHARED_DATA to their folder", file=sys.stderr)
        return 2
    parts = Parts(arguments.parts)
    print(
        f"about {USUAL_MINUTES} minute of CPU time from nothing; finished parts are in {parts.folder} "
        f"({parts.n_finished} now); remove it to compute all again"
    )
    try:
        text = "\n".join(page(folder, parts, arguments.output)).rstrip("\n") + "\n"
    except KeyboardInterrupt:
        print(f"stopped; {parts.n_finished} parts are finished; the same command continues")
        return STOPPED
    arguments.output.write_text(text, encoding="utf-8")
    draw(stock_report(folder), arguments.output.with_name(FIGURE))
    print(f"{parts.seconds / 60:.1f} minutes of CPU time in all parts")
    return 0


if __name__ == "__main__":
    sys.exit(main())
