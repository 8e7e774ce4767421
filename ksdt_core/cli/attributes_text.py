"""The attribute view as text: one table of all attributes, then the distribution of each."""

from __future__ import annotations

from collections.abc import Iterator

from ksdt_core.studies.attributes.attribute_view import AttributeEntry, AttributeView
from ksdt_core.studies.attributes.distribution import NumberSummary, Summary
from ksdt_core.studies.attributes.use import AttributeUse
from ksdt_core.text import WIDEST_CELL, lined_up, number, percent, printable

_NUMBERS = ("mean", "sd", "minimum", "lower_quartile", "median", "upper_quartile", "maximum")
_NUMBER_HEADS = ("mean", "sd", "min", "25 %", "median", "75 %", "max")


def attribute_lines(view: AttributeView) -> Iterator[str]:
    """The whole view, a line at a time; names are safe for a terminal."""
    yield f"{printable(view.left_name)} : {printable(view.right_name)}"
    yield f"  {len(view.entries)} of {view.n_attributes:,} shared attributes, {view.n_trees} trees"
    if view.replicates:
        yield (
            f"  chosen: share of {view.replicates} bootstrap replicates (rows resampled within their class, seed "
            f"{view.seed}) in which a tree tests it; at root: share in which a tree tests it first; mean trees: "
            "mean number of trees that test it"
        )
    if view.mean_used is not None:
        yield (
            f"  these sets test {view.mean_used:.1f} of the {view.n_candidates:,} attributes that could be chosen "
            "on average; an attribute drawn at random would be chosen in "
            f"{percent(view.mean_used / view.n_candidates)} of them"
        )
    yield from _halves_lines(view)
    yield ""
    yield from _use_lines(view)
    for entry in view.entries:
        yield ""
        yield from _distribution_lines(view, entry)


def _halves_lines(view: AttributeView) -> Iterator[str]:
    """Which attributes are stable by complementary halves, and how many of them may be false."""
    found = view.halves
    if found is None:
        return
    yield (
        f"  in halves: share of {2 * found.pairs} halves of the rows ({found.pairs} complementary pairs, every "
        "class in both) in which a tree tests it"
    )
    names = ", ".join(printable(name) for name in found.stable) or "none"
    yield f"  stable (at least {percent(found.tau)} of the halves): {names}"
    yield (
        f"  expected number of falsely selected attributes among them: at most {found.bound:.3g} = q² / ((2τ − 1) "
        f"p), with q = {found.mean_selected:.1f} attributes tested per half, τ = {found.tau:g} and p = "
        f"{found.n_candidates:,} that could be chosen; a false attribute is chosen no more often than one drawn "
        "at random"
    )


def _use_lines(view: AttributeView) -> Iterator[str]:
    head = ["attribute", "trees", "tests", "level (tests)"]
    head += ["chosen", "at root", "mean trees"] if view.replicates else []
    rows = [head + (["in halves"] if view.halves is not None else [])]
    for entry in view.entries:
        row = [printable(entry.name), str(entry.use.trees), str(entry.use.tests), _level_words(entry.use)]
        if entry.selection is not None:
            selection = entry.selection
            row += [percent(selection.used), percent(selection.root), f"{selection.trees:.1f}"]
        if view.halves is not None:
            row.append(percent(view.halves.share(entry.name)))
        rows.append(row)
    yield from lined_up(rows, words=(0, 3), widest=WIDEST_CELL)


def _level_words(use: AttributeUse) -> str:
    return ", ".join(f"{level} ({count})" for level, count in use.levels) or "none"


def _distribution_lines(view: AttributeView, entry: AttributeEntry) -> Iterator[str]:
    right = "" if entry.right_name == entry.name else f" ({printable(view.right_name)}: {printable(entry.right_name)})"
    yield f"{printable(entry.name)}{right}"
    sides = ((view.left_name, entry.left), (view.right_name, entry.right))
    summaries = [
        (printable(table), printable(class_name), summary)
        for table, side in sides
        for class_name, summary in zip(view.class_names, side, strict=True)
    ]
    first = summaries[0][2]
    heads = _NUMBER_HEADS if isinstance(first, NumberSummary) else tuple(printable(value) for value, _ in first.counts)
    rows = [["table", "class", "rows", *heads, "missing"]]
    rows += [
        [table, class_name, str(summary.n), *_cells(summary), str(summary.missing)]
        for table, class_name, summary in summaries
    ]
    if not any(summary.missing for _, _, summary in summaries):
        rows = [row[:-1] for row in rows]
    yield from (f"  {line}" for line in lined_up(rows, words=(0, 1), widest=WIDEST_CELL))


def _cells(summary: Summary) -> list[str]:
    if isinstance(summary, NumberSummary):
        values = (getattr(summary, name) for name in _NUMBERS)
        return ["–" if value is None else number(value) for value in values]
    return [str(count) for _, count in summary.counts]
