"""Whether what was done around the set, its sweep, significance, cross-validation and pruning, agrees with the set."""

from __future__ import annotations

import math

from ksdt_core.documents.agree import TOLERANCE, require_close, require_same
from ksdt_core.documents.check_scores import check_set_quality
from ksdt_core.documents.check_settings import weights_of
from ksdt_core.documents.rebuild import set_scores
from ksdt_core.documents.shape import (
    CrossValidatedPart,
    NullPart,
    NullsPart,
    PrunedPart,
    ResultPart,
    SignificancePart,
    place,
)
from ksdt_core.errors import InvalidDocumentError
from ksdt_core.mining.tree_set import PairSummary, TreeSet

SCORE_TIE = 1e-12  # of sets that score alike the earlier vector is the best


def check_study(part: ResultPart, tree_set: TreeSet) -> None:
    """Raise at the first number of the sweep, the significance or the cross-validation that cannot be."""
    if part.sweep is not None:
        _check_sweep(part, tree_set)
    if part.significance is not None:
        _check_significance(part.significance, tree_set, scaled=part.config.scale != "none")
    if part.cross_validated is not None:
        _check_cross_validation(part.cross_validated)
    _check_pruned(part.pruned, tree_set)


def _check_sweep(part: ResultPart, tree_set: TreeSet) -> None:
    assert part.sweep is not None
    one_tree = len(tree_set.trees) == 1
    entries = []
    for index, entry in enumerate(part.sweep):
        where = place("sweep", index)
        weights = weights_of(entry.weights, f"{where}.weights", method=part.config.method)
        scores = set_scores(entry.scores)
        if (scores.td is None) != one_tree:
            raise InvalidDocumentError(f"{where}.scores.td must be {'null' if one_tree else 'a number'}, as in scores")
        check_set_quality(scores, f"{where}.scores")
        entries.append((weights, scores))
    if part.pool is not None and part.pool.vectors < len(entries):
        raise InvalidDocumentError(f"sweep has {len(entries)} entries but pool.vectors is {part.pool.vectors}")
    top = max(scores.sdtsq for _, scores in entries)
    best = next(index for index, (_, scores) in enumerate(entries) if scores.sdtsq >= top - SCORE_TIE)
    weights, scores = entries[best]
    source = f"the best of the sweep, sweep[{best}], has"
    require_same("config.weights", tree_set.settings.weights.parts, weights.parts, source=source)
    for name in ("sa", "ds", "td", "sdtsq"):
        require_close(f"scores.{name}", getattr(tree_set.scores, name), getattr(scores, name), source=source)


def _check_significance(found: SignificancePart, tree_set: TreeSet, *, scaled: bool) -> None:
    statistic = math.fsum(shared.sdtq for shared in tree_set.trees) / len(tree_set.trees)
    source = "the mean SDTQ of the trees is"
    require_close("significance.statistic", found.statistic, statistic, source=source)
    for group, nulls in (("nulls", found.nulls), ("sdtsq", found.sdtsq)):
        if nulls.matching is not None and not scaled:
            raise InvalidDocumentError(f"significance.{group}.matching must be null, since the tables are not scaled")
        if nulls.matching is None and scaled and _columns_can_change_places(tree_set.pair):
            raise InvalidDocumentError(f"significance.{group}.matching must be an object, since the tables are scaled")
        observed = statistic if group == "nulls" else tree_set.scores.sdtsq
        for name, null in _named(nulls):
            _check_null(null, f"significance.{group}.{name}", observed=observed, n=found.permutations)
    largest = max(null.p for _, null in _named(found.nulls))
    require_close("significance.p_value", found.p_value, largest, source="the largest p of its nulls is")


def _columns_can_change_places(pair: PairSummary) -> bool:
    """Whether two attributes are of one kind: numeric, or categorical with the same values."""
    kinds = [values for _, values in pair.values]
    return pair.n_attributes - len(kinds) > 1 or len(set(kinds)) < len(kinds)


def _named(nulls: NullsPart) -> list[tuple[str, NullPart]]:
    found = [("left", nulls.left), ("right", nulls.right)]
    return found if nulls.matching is None else [*found, ("matching", nulls.matching)]


def _check_null(null: NullPart, where: str, *, observed: float, n: int) -> None:
    """p = (1 + #{null ≥ observed}) / (1 + n)."""
    count = null.p * (1 + n) - 1
    if abs(count - round(count)) > 1e-6 or not 0 <= round(count) <= n:
        raise InvalidDocumentError(f"{where}.p is {null.p:.6g}, which no count of {n} shuffles gives")
    if null.values is None:
        return
    require_same(f"the length of {where}.values", len(null.values), n, source="the number of permutations is")
    reached = sum(value >= observed for value in null.values)
    mean = math.fsum(null.values) / n
    sd = math.sqrt(math.fsum((value - mean) ** 2 for value in null.values) / n)
    require_close(f"{where}.p", null.p, (1 + reached) / (1 + n), source="its values give")
    require_close(f"{where}.mean", null.mean, mean, source="its values give")
    require_close(f"{where}.sd", null.sd, sd, source="its values give")
    require_close(f"{where}.max", null.max, max(null.values), source="its values give")


def _check_cross_validation(found: CrossValidatedPart) -> None:
    """A mean of smaller accuracies is at most the smaller of the mean accuracies."""
    smaller = min(found.accuracy_left, found.accuracy_right)
    if found.sa > smaller + TOLERANCE:
        raise InvalidDocumentError(
            f"cross_validated.sa is {found.sa:.6g} but the smaller mean accuracy is {smaller:.6g}"
        )


def _check_pruned(steps: list[PrunedPart], tree_set: TreeSet) -> None:
    """Each pruning leaves no more tests than it found, and the last one those of the trees."""
    n_tests = sum(shared.tree.n_nodes - shared.tree.n_leaves for shared in tree_set.trees)
    for number, step in enumerate(steps):
        where = place("pruned", number)
        left = steps[number + 1].tests_before if number + 1 < len(steps) else n_tests
        require_same(f"{where}.tests_after", step.tests_after, left, source="the number of tests after it is")
        if step.tests_after > step.tests_before:
            raise InvalidDocumentError(
                f"{where}.tests_after is {step.tests_after} but {where}.tests_before is {step.tests_before}"
            )
        check_set_quality(set_scores(step.scores_before), f"{where}.scores_before")
