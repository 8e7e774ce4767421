"""Whether what was done around the set, its sweep, significance, cross-validation and pruning, agrees with the set."""

from __future__ import annotations

from ksdt_core.errors import InvalidDocumentError
from ksdt_core.formats.agree import TOLERANCE, require_close, require_same
from ksdt_core.formats.check_effects import check_effects
from ksdt_core.formats.check_scores import check_set_quality, scores_of
from ksdt_core.formats.check_settings import weights_of
from ksdt_core.formats.check_significance import check_significance
from ksdt_core.formats.shape import (
    CrossValidatedPart,
    PrunedPart,
    ResultPart,
    place,
)
from ksdt_core.mining.choice import Choice, best_setting
from ksdt_core.mining.tree_set import TreeSet

SCORE_TIE = 1e-12  # of sets that score alike the earlier vector is the best


def check_study(part: ResultPart, tree_set: TreeSet) -> None:
    """Raise at the first number of the sweep, the significance or the cross-validation that cannot be."""
    if tree_set.choice is not None:
        _check_choice(tree_set, tree_set.choice)
    if part.sweep is not None:
        _check_sweep(part, tree_set)
    if part.significance is not None:
        check_significance(part.significance, tree_set, scaled=tree_set.settings.scale != "none")
    if part.cross_validated is not None:
        _check_cross_validation(part.cross_validated)
    check_effects(part, tree_set)
    _check_pruned(part.pruned, tree_set)


def _check_choice(tree_set: TreeSet, choice: Choice) -> None:
    """What was chosen is what was mined with, and the best of its grid."""
    settings = tree_set.settings
    require_same("config.choose", settings.choose, "auto", source="the choice of share and depth makes it")
    used, source = (settings.attr_fraction, settings.max_depth), "the choice of share and depth is"
    require_same("config.attr_fraction and max_depth", used, choice.setting, source=source)
    best = best_setting(choice.grid)
    require_same("choice", choice.setting, (best.attr_fraction, best.max_depth), source="the best of choice.grid is")


def _check_sweep(part: ResultPart, tree_set: TreeSet) -> None:
    assert part.sweep is not None
    one_tree = len(tree_set.trees) == 1
    entries = []
    for index, entry in enumerate(part.sweep):
        where = place("sweep", index)
        weights = weights_of(entry.weights, f"{where}.weights", method=tree_set.settings.method)
        scores = scores_of(entry.scores)
        if (scores.td is None) != one_tree:
            needed = "null" if one_tree else "a number"
            raise InvalidDocumentError("document-td-unlike-scores", where=f"{where}.scores.td", needed=needed)
        check_set_quality(scores, f"{where}.scores")
        entries.append((weights, scores))
    if part.pool is not None and part.pool.vectors < len(entries):
        raise InvalidDocumentError("document-sweep-too-long", entries=len(entries), vectors=part.pool.vectors)
    best = _best_of_sweep(part)
    weights, scores = entries[best]
    source = f"the best of the sweep, sweep[{best}], has"
    require_same("config.weights", tree_set.settings.weights.parts, weights.parts, source=source)
    for name in ("sa", "ds", "td", "sdtsq"):
        require_close(f"scores.{name}", getattr(tree_set.scores, name), getattr(scores, name), source=source)


def _best_of_sweep(part: ResultPart) -> int:
    """The entry with the highest SDTSQ, or cross-validated SA where the document says so; the first on a tie."""
    assert part.sweep is not None
    values = [entry.scores.sdtsq for entry in part.sweep]
    if part.pool is not None and part.pool.best_by == "cv":
        checked = [entry.cv_sa for entry in part.sweep if entry.cv_sa is not None]
        require_same("the number of sweep[..].cv_sa", len(checked), len(part.sweep), source="the sweep's length is")
        values = checked
    top = max(values)
    return next(index for index, value in enumerate(values) if value >= top - SCORE_TIE)


def _check_cross_validation(found: CrossValidatedPart) -> None:
    """A mean of smaller accuracies is at most the smaller of the mean accuracies."""
    smaller = min(found.accuracy_left, found.accuracy_right)
    if found.sa > smaller + TOLERANCE:
        raise InvalidDocumentError("document-cross-validated-sa", sa=found.sa, smaller=smaller)


def _check_pruned(steps: list[PrunedPart], tree_set: TreeSet) -> None:
    """Each pruning leaves no more tests than it found, and the last one those of the trees."""
    n_tests = sum(shared.tree.n_nodes - shared.tree.n_leaves for shared in tree_set.trees)
    for number, step in enumerate(steps):
        where = place("pruned", number)
        left = steps[number + 1].tests_before if number + 1 < len(steps) else n_tests
        require_same(f"{where}.tests_after", step.tests_after, left, source="the number of tests after it is")
        if step.tests_after > step.tests_before:
            raise InvalidDocumentError(
                "document-pruned-more-tests", where=where, after=step.tests_after, before=step.tests_before
            )
        check_set_quality(scores_of(step.scores_before), f"{where}.scores_before")
