"""From a table to a learned, pruned tree with its errors against its size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.preparing.folds import stratified_holdout
from ksdt_core.errors import InvalidDataError, Remedy
from ksdt_core.learners.cart import filled, grown_numbers
from ksdt_core.learners.learning import grown_tree
from ksdt_core.learners.reaching import beside_thresholds, node_counts, reached
from ksdt_core.learners.targets import as_numbers, check_two_values, holds_numbers
from ksdt_core.pruning import learned_cuts
from ksdt_core.studies.learning.learned import CurvePoint, Learned, TableFacts, of_tested_attributes
from ksdt_core.studies.learning.settings import LearnSettings, bins_of
from ksdt_core.trees.learned_tree import LearnedTree, Numbers, cut_at

Floats = NDArray[np.float64]


def learn_table(
    table: Dataset, settings: LearnSettings | None = None, *, target: str = "class", facts: dict[str, Any] | None = None
) -> Learned:
    """Learn a tree from a table, prune it as the settings say, and count its errors at every size.

    The classes of the table are those of its `target`; for a numeric target (`regression`) they are its numbers. With a
    held-out share, nothing but the errors and the pruning that asks for them looks at these rows. `facts` say where the
    table is read from.
    """
    settings = settings or LearnSettings()
    table = treated(table, settings)
    training, held_out = _rows(table, settings, target)
    grown, pruned = _grown(training, settings, target)
    if held_out is not None and settings.method == "cart":
        held_out = filled(held_out, training)
    grown, pruned = (
        _with_neighbours(_with_held_out(tree, held_out, settings), training, held_out, settings)
        for tree in (grown, pruned)
    )
    points = learned_cuts.size_curve(grown)
    pruned = prune_tree(pruned, settings, n_attributes=table.n_attributes)
    chosen = learned_cuts.best_size(points) if points[0].held_out is not None else None
    return Learned(
        table=TableFacts(
            name=table.name,
            rows=training.n_rows,
            held_out=0 if held_out is None else held_out.n_rows,
            attributes=table.n_attributes,
            missing=table.n_missing,
            **(facts or {}),
        ),
        target=target,
        settings=settings,
        tree=of_tested_attributes(pruned),
        curve=curve_points(points),
        chosen=chosen,
        grown_leaves=grown.n_leaves,
        grown_nodes=grown.n_nodes,
    )


def curve_points(points: Sequence[learned_cuts.SizePoint]) -> tuple[CurvePoint, ...]:
    """What a document keeps of the sequence."""
    return tuple(CurvePoint(each.leaves, each.nodes, each.training, each.held_out) for each in points)


def prune_tree(tree: LearnedTree, settings: LearnSettings, *, n_attributes: int) -> LearnedTree:
    """The tree pruned as the settings say; error-based pruning is part of learning."""
    match settings.pruning:
        case "reduced-error":
            return cut_at(tree, learned_cuts.reduced_error(tree))
        case "cost-complexity":
            return cut_at(tree, learned_cuts.cost_complexity(tree))
        case "mdl":
            return cut_at(tree, learned_cuts.description_length(tree, n_attributes=n_attributes))
        case "size-plus-errors":
            return cut_at(tree, learned_cuts.size_plus_errors(tree))
        case _:
            return tree


def treated(table: Dataset, settings: LearnSettings) -> Dataset:
    """The table after what is done about missing cells before learning."""
    gaps = np.isnan(table.values)
    way = settings.missing_way
    if not gaps.any() or way in ("fractions", "common", "class-common"):
        return table
    if way == "fail":
        column = table.attributes[int(np.flatnonzero(gaps.any(axis=0))[0])]
        choices = (Remedy("missing", "fractions"), Remedy("missing", "common"), Remedy("missing", "drop-rows"))
        raise InvalidDataError(
            "gaps-in-learning-rows", table=table.name, cells=int(gaps.sum()), column=column, remedies=choices
        )
    if way == "drop-columns":
        left = table.take_columns(np.flatnonzero(~gaps.any(axis=0)).tolist())
    else:
        left = table.take_rows(np.flatnonzero(~gaps.any(axis=1)))
    if left.n_rows == 0 or left.n_attributes == 0:
        raise InvalidDataError(
            "nothing-complete-to-learn-from", table=table.name, way=way, remedies=(Remedy("missing", "common"),)
        )
    return left


def target_numbers(table: Dataset, target: str) -> Floats:
    """The classes of a table as the numbers that they are; refused where one is not a number."""
    numbers = as_numbers(table.class_names)
    if numbers is None:
        raise InvalidDataError(
            "target-has-classes", target=target, table=table.name, classes=table.class_names, regression="regression",
            remedies=(Remedy("method", "c45"),),
        )  # fmt: skip
    return numbers[table.classes]


def check_target(table: Dataset, settings: LearnSettings, target: str) -> None:
    """Refuse a target that cannot be learned: with one value, with numbers for classes, or the reverse."""
    check_two_values(table, target)
    if settings.regression:
        target_numbers(table, target)
    elif holds_numbers(table):
        raise InvalidDataError(
            "target-has-numbers", target=target, table=table.name, values=int(np.unique(table.classes).size),
            remedies=(Remedy("regression"), Remedy("cut")),
        )  # fmt: skip


def _rows(table: Dataset, settings: LearnSettings, target: str) -> tuple[Dataset, Dataset | None]:
    """The rows to learn from and those held out."""
    check_target(table, settings, target)
    if not settings.holdout:
        return table, None
    by = np.zeros(table.n_rows, dtype=np.intp) if settings.regression else table.classes
    rows, held = stratified_holdout(by, settings.holdout, settings.seed, name=table.name)
    return table.take_rows(rows), table.take_rows(held)


def training_rows(table: Dataset, settings: LearnSettings, target: str) -> Dataset:
    """The rows that a tree is learned from: complete ones where the others are dropped, none that are held out."""
    return _rows(treated(table, settings), settings, target)[0]


def judging_rows(table: Dataset, settings: LearnSettings, target: str) -> Dataset:
    """The rows that rules are pruned by: those held out, or all rows where none are."""
    training, held_out = _rows(treated(table, settings), settings, target)
    return training if held_out is None else held_out


def _grown(table: Dataset, settings: LearnSettings, target: str) -> tuple[LearnedTree, LearnedTree]:
    """The tree grown to the end, and after the pruning that is part of its method."""
    options: dict[str, Any] = {"stopping": settings.stopping, "missing": settings.missing_way, "seed": settings.seed}
    if settings.regression:
        tree = grown_numbers(
            table, target_numbers(table, target), target, stopping=settings.stopping, seed=settings.seed
        )
        return tree, tree
    bins, n_bins = bins_of(settings.discretise)
    confidence = settings.confidence if settings.pruning == "error-based" else None
    found = grown_tree(
        table, settings.method, valuing=settings.valuing, bins=bins, n_bins=n_bins, confidence=confidence, **options
    )
    return found.grown, found.pruned


def _with_held_out(tree: LearnedTree, table: Dataset | None, settings: LearnSettings) -> LearnedTree:
    if table is None:
        return tree
    fractions = settings.missing_way == "fractions"
    if tree.numbers is None:
        return replace(tree, held_out=node_counts(tree, table.values, table.classes, fractions=fractions))
    actual = target_numbers(table, "")
    counts, squares = np.zeros_like(tree.counts), np.zeros(tree.tree.n_nodes)
    overall = float(tree.numbers.mean[0])
    for node, rows, weights in reached(tree, table.values, fractions=False):
        is_above = (actual[rows] > overall).astype(np.intp)
        counts[node] = np.bincount(is_above, weights=weights, minlength=2)
        squares[node] = float((weights * (actual[rows] - tree.numbers.mean[node]) ** 2).sum())
    return replace(tree, held_out=counts, numbers=Numbers(tree.numbers.mean, tree.numbers.sd, squares))


def _with_neighbours(
    tree: LearnedTree, training: Dataset, held_out: Dataset | None, settings: LearnSettings
) -> LearnedTree:
    """With the values beside each threshold, of all rows."""
    values = training.values if held_out is None else np.concatenate([training.values, held_out.values])
    return replace(tree, between=beside_thresholds(tree, values, fractions=settings.missing_way == "fractions"))
