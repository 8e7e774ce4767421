"""`make bench`: measure everything, a line for each promise; fails if one is broken or a ratio has grown by half."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from benchmarks import (
    atlas,
    cells,
    compiling,
    everyday,
    fourier,
    growth,
    importance,
    imported_models,
    learning,
    mining,
    pages,
    pair_evidence,
    reading,
    replicating_trees,
    reports,
    space,
)
from benchmarks.baseline import has_regressed, keep, kept_ratios, table
from benchmarks.harness import Measured


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="leave out the growth curves and the largest tables")
    parser.add_argument("--chart", type=Path, help="write the chart of the growth curves to this SVG file")
    parser.add_argument("--keep", action="store_true", help="keep the ratios of this run to compare later ones with")
    arguments = parser.parse_args()
    results: list[Measured] = []

    def report(measured: Measured) -> None:
        results.append(measured)
        print(measured, flush=True)

    report(mining.whole_pool())
    report(mining.new_weights())
    report(mining.one_shuffle())
    report(reading.wide_table())
    for module in (
        compiling,
        cells,
        fourier,
        importance,
        space,
        reports,
        everyday,
        pair_evidence,
        replicating_trees,
        imported_models,
    ):
        for measured in module.measurements():
            report(measured)
    if not arguments.quick:
        for measured in pages.measurements():
            report(measured)
        report(atlas.six_studies())
        report(reading.long_table())
        report(mining.large_tables())
        for measured in learning.measurements():
            report(measured)
        for measured in growth.memory():
            report(measured)
        curves = growth.curves()
        for measured in growth.growth(curves):
            report(measured)
        if arguments.chart:
            growth.draw(curves, arguments.chart)
    kept = kept_ratios()
    print("\n".join(table(results, kept)))
    broken = [measured for measured in results if not measured.holds]
    regressed = [measured for measured in results if has_regressed(measured, kept)]
    print(f"{len(results) - len(broken)} of {len(results)} promises kept, {len(regressed)} ratios regressed.")
    if arguments.keep:
        keep(results)
    return 1 if broken or regressed else 0


if __name__ == "__main__":
    sys.exit(main())
