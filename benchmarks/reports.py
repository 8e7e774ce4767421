"""The report of a set of trees: everything gathered, set as HTML and as PDF."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.harness import Measured, seconds
from benchmarks.mining import gene_pair_tables
from ksdt_core.data import Dataset, DatasetPair, load, pair_datasets
from ksdt_core.data.checks.checkup import Checkup, check_pair
from ksdt_core.mining import mine
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.reports.html_report import html_report
from ksdt_core.reports.pdf_report import pdf_report
from ksdt_core.reports.report_content import Report, report_content

LIMIT = 10.0  # seconds


def measurements() -> Iterator[Measured]:
    """A set such as a reader mines first, and trees that nobody has kept small."""
    yield from _both_forms("genes", gene_pair_tables(), max_depth=3)
    yield from _both_forms("large trees", (load("wine-red"), load("wine-white")), max_depth=0)


def _both_forms(what: str, tables: tuple[Dataset, Dataset], *, max_depth: int) -> Iterator[Measured]:
    pair, checkup = pair_datasets(*tables, scale="rank"), check_pair(*tables)
    trees = mine(pair, k=5, max_depth=max_depth)
    sizes = sorted(shared.tree.n_nodes for shared in trees.trees)
    detail = f"{pair.name}, five trees of {sizes[0]} to {sizes[-1]} nodes, gathering included"
    as_html = seconds(lambda: html_report(_content(pair, checkup, trees)))
    yield Measured(f"report as HTML, {what}", as_html, LIMIT, " s", detail)
    as_pdf = seconds(lambda: pdf_report(_content(pair, checkup, trees)))
    yield Measured(f"report as PDF, {what}", as_pdf, LIMIT, " s", detail)


def _content(pair: DatasetPair, checkup: Checkup, trees: TreeSet) -> Report:
    return report_content(trees, document=trees.to_document(), pair=pair, checkup=checkup)


if __name__ == "__main__":
    for measured in measurements():
        print(measured, flush=True)
