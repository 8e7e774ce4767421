"""The studies as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from benchmarks.reproduction.studies import METHODS, Finished

NAMES = {
    "majority": "always the majority class",
    "single": "single tree (published: C4.5)",
    "bagging": "bagging",
    "forest": "random forest",
    "rft": "reconstructed trees (RFT), voting",
    "aft": "aggregated tree (AFT)",
    "odt-1": "first orthogonal tree",
    "odt-lr": "ODT-LR, fitted on training rows",
    "odt-lr-published": "ODT-LR, fitted on test rows (leaks)",
}
NOT_COMPUTED = "Not computed in this run."


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """A Markdown table."""
    yield f"| {' | '.join(head)} |"
    yield f"|{'|'.join(['---'] * len(head))}|"
    for row in rows:
        yield f"| {' | '.join(row)} |"
    yield ""


def figure_lines(fifteen: np.ndarray) -> Iterator[str]:
    """The figures of the publications, drawn again."""
    yield "## Figures"
    yield ""
    yield "Error of each C4.5 tree and of its RFT at 90 % of the energy (seed 0; KPD06 figures 7, 9, 11, 13):"
    yield ""
    yield "![C4.5 and RFT errors, tree by tree](reproduction-rebuilt.svg)"
    yield ""
    yield "Variance by component (seed 0, the components kept; KPD06 figures 8, 10, 12, 14, 15):"
    yield ""
    yield "![Variance by component](reproduction-variance.svg)"
    yield ""
    shares = " + ".join(f"{100 * share:.1f}" for share in fifteen[0, 3:])
    yield (
        f"15 C4.5 trees of the stock stream on the first three orthogonal functions, which hold {shares} % of Σλ "
        "(K03 figure 3: 85 + 2.6 + 2.7 %):"
    )
    yield ""
    yield "![15 trees on three orthogonal functions](reproduction-space.svg)"
    yield ""


def cross_validation_lines(done: Sequence[Finished]) -> Iterator[str]:
    """The five printed pairs of numbers beside ours."""
    yield "## 10-fold cross-validation of C4.5"
    yield ""
    yield (
        "The publication states neither which rows were cross-validated nor what its standard deviation refers to. "
        "Here: the training rows; the root mean squared error (RMSE) of the class shares at the leaves; the standard "
        "deviation (SD) of the error over the folds, in percent."
    )
    yield ""
    rows = [
        (finished.case.title, *(f"{number:g}" for number in finished.case.published.cross_validated or ()),
         f"{finished.cross_validated[0]:.4f}", f"{finished.cross_validated[1]:.4f}")
        for finished in done
    ]  # fmt: skip
    yield from table(("data", "published RMSE", "published SD", "RMSE", "SD over folds, %"), rows)


def case_lines(done: Finished) -> Iterator[str]:
    """One dataset: settings, the table, reconstruction, components, coordinates."""
    case = done.case
    yield f"## {case.title} (table {case.published.table} of the publication)"
    yield ""
    yield from case.notes
    yield ""
    yield from table(
        (
            "method",
            "published error %",
            f"error % ({case.n_seeds} seeds)",
            "balanced error %",
            "published nodes",
            "nodes",
        ),
        [_row(done, method) for method in METHODS],
    )
    yield from _majority_lines(done)
    yield from _reconstruction_lines(done)
    yield from _component_lines(done)


def _row(done: Finished, method: str) -> tuple[str, ...]:
    published = done.case.published
    source = "odt-lr" if method == "odt-lr-published" else method
    return (
        NAMES[method],
        f"{published.errors[source]:g}" if source in published.errors and method != "odt-lr" else "–",
        done.errors(method).percent(),
        done.balanced(method).percent(),
        f"{published.nodes[source]:g}" if source in published.nodes and method != "odt-lr" else "–",
        f"{done.nodes(method):.1f}",
    )


def _majority_lines(done: Finished) -> Iterator[str]:
    majority = 100 * done.errors("majority").mean
    better = [NAMES[name] for name, error in done.case.published.errors.items() if error < majority - 0.01]
    worse = [NAMES[name] for name, error in done.case.published.errors.items() if error > majority + 0.01]
    yield (
        f"Always predicting the majority class of the training rows is wrong for {majority:.2f} % of the test rows. "
        f"Of the {len(better) + len(worse)} published errors that differ from it, {len(worse)} are larger."
    )
    yield ""


def _reconstruction_lines(done: Finished) -> Iterator[str]:
    pairs = [pair for study in done.studies for pair in study.tree_pairs]
    better = sum(pair.rft_error < pair.error for pair in pairs)
    same = sum(pair.rft_error == pair.error for pair in pairs)
    yield (
        f"**RFT against its original, tree by tree** (90 % of the energy, {len(pairs)} trees): error "
        f"{100 * np.mean([p.error for p in pairs]):.2f} % → {100 * np.mean([p.rft_error for p in pairs]):.2f} %, nodes "
        f"{np.mean([p.nodes for p in pairs]):.1f} → {np.mean([p.rft_nodes for p in pairs]):.1f}; {better} trees became "
        f"better, {same} stayed equal, {len(pairs) - better - same} became worse."
    )
    yield ""
    first = done.studies[0]
    rows = [
        (str(number), f"{100 * p.error:.2f}", f"{100 * p.rft_error:.2f}", str(p.nodes), str(p.rft_nodes))
        for number, p in enumerate(first.tree_pairs, start=1)
    ]
    yield from _folded("The trees of seed 0", ("tree", "error %", "RFT error %", "nodes", "RFT nodes"), rows)


def _component_lines(done: Finished) -> Iterator[str]:
    first, published = done.studies[0], done.case.published
    shares = ", ".join(f"{100 * share:.2f}" for share in first.explained[: first.n_kept])
    printed = (
        f" The publication has {published.first_component:g} % for the first." if published.first_component else ""
    )
    yield (
        f"**Variance by component** (seed 0, percent of Σλ, the {first.n_kept} kept): {shares}. Together "
        f"{100 * first.kept_energy:.1f} %.{printed}"
    )
    yield ""
    found = {
        name: np.mean([error for study in done.studies if (error := study.out_of_bag[name]) is not None])
        for name in ("bagging", "forest")
    }
    printed = f" (published: {published.out_of_bag:g} %)" if published.out_of_bag else ""
    yield (
        f"**Out-of-bag error**, mean over the seeds: bagging {100 * found['bagging']:.2f} %, forest "
        f"{100 * found['forest']:.2f} %{printed}."
    )
    yield ""
    rows = [
        (str(number), *(f"{value:.3f}" for value in point)) for number, point in enumerate(first.coordinates, start=1)
    ]
    head = ("tree", *(f"V{axis + 1}" for axis in range(first.coordinates.shape[1])))
    yield from _folded("Coordinates of the trees on the first three orthogonal functions (seed 0)", head, rows)


def _folded(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"<details><summary>{title}</summary>"
    yield ""
    yield from table(head, rows)
    yield "</details>"
    yield ""
