"""`python -m benchmarks.reproduction`: the published studies again, written to docs/reproduction.md."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.reproduction.cases import CASES, TREE_DEPTH
from benchmarks.reproduction.findings import finding_lines
from benchmarks.reproduction.report import case_lines
from benchmarks.reproduction.stream import draw, stability_lines, stock_report
from benchmarks.reproduction.studies import Finished, run

ROOT = Path(__file__).resolve().parents[2]
FIGURE = "reproduction-stability.svg"
INTRODUCTION = (
    "Written by `python -m benchmarks.reproduction`; do not edit by hand. Sources: KPD06 is Kargupta, Park and Dutta, "
    "Orthogonal Decision Trees; K03 is Kargupta, Fourier Representation for Meta-Level Analysis of Data Mining Models.",
    "",
    "Errors are percentages of test rows: the mean over seeds, in brackets the least and the most. Two things are new: "
    "the first line, which always answers the majority class of the training rows, and the balanced error, which "
    "averages over the classes, so that always giving one answer scores 50. Nodes are those of one tree, an average "
    "where there are several.",
    "",
    "In place of C4.5 there are entropy trees with at least two rows a leaf and cost-complexity pruning (0.02 bits). "
    f"Aggregated and orthogonal trees are at most {TREE_DEPTH} splits deep: without a bound the exact ones have "
    "thousands of nodes, which the printed sizes rule out, though the bound is not printed.",
    "",
)


def page(folder: Path) -> Iterator[str]:
    done: list[Finished] = []
    for case in CASES:
        done.append(run(case, folder))
        print(case.title, flush=True)
    yield "# The published studies, again"
    yield ""
    yield from INTRODUCTION
    yield from finding_lines(done)
    for finished in done:
        yield from case_lines(finished)
    yield from stability_lines(folder, FIGURE)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=ROOT / "docs" / "reproduction.md")
    arguments = parser.parse_args()
    folder = Path(os.environ.get("KSDT_SHARED_DATA", ROOT.parent / "shared" / "data"))
    if not folder.is_dir():
        print(f"no tables in {folder}; set KSDT_SHARED_DATA to their folder", file=sys.stderr)
        return 2
    text = "\n".join(page(folder)).rstrip("\n") + "\n"
    arguments.output.write_text(text, encoding="utf-8")
    draw(stock_report(folder), arguments.output.with_name(FIGURE))
    return 0


if __name__ == "__main__":
    sys.exit(main())
