"""Whether the p-values of a set and of its trees agree with the set and with the shuffles that the document holds."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ksdt_core.errors import InvalidDocumentError
from ksdt_core.evidence.sequential_p import counts_of, sequential_p
from ksdt_core.evidence.set_chance import NULLS, Null
from ksdt_core.formats.agree import require_close, require_same
from ksdt_core.formats.shape import NullPart, NullsPart, SignificancePart
from ksdt_core.mining.tree_set import TreeSet

ASKED = "the number of permutations is"


def check_significance(found: SignificancePart, tree_set: TreeSet, *, scaled: bool) -> None:
    """Raise at the first number that cannot be."""
    statistic = math.fsum(shared.sdtq for shared in tree_set.trees) / len(tree_set.trees)
    source = "the mean SDTQ of the trees is"
    require_close("significance.statistic", found.statistic, statistic, source=source)
    _check_shuffles(found)
    for group, nulls in (("nulls", found.nulls), ("sdtsq", found.sdtsq)):
        if nulls.matching is not None and not scaled:
            raise InvalidDocumentError("document-matching-unscaled", where=f"significance.{group}.matching")
        if nulls.matching is None and scaled and _columns_can_change_places(tree_set):
            raise InvalidDocumentError("document-matching-missing", where=f"significance.{group}.matching")
        observed = statistic if group == "nulls" else tree_set.scores.sdtsq
        for name, null in _named(nulls):
            _check_null(null, f"significance.{group}.{name}", found, observed=observed, n=_made(found, name))
    largest = max(null.p for _, null in _named(found.nulls))
    require_close("significance.p_value", found.p_value, largest, source="the largest p of its nulls is")
    if found.trees is not None:
        _check_trees(found, [shared.sdtq for shared in tree_set.trees])


def _columns_can_change_places(tree_set: TreeSet) -> bool:
    """Whether two mined attributes are surely of one kind: numbers on the scale, or categories of the same values."""
    pair, excluded = tree_set.pair, tree_set.parameters.exclude
    kinds = [values for name, values in pair.values if name not in excluded]
    n_numeric = pair.n_attributes - len(pair.values) - len(pair.unscaled) - len(excluded)
    return n_numeric > 1 or len(set(kinds)) < len(kinds)


def _named(nulls: NullsPart) -> list[tuple[Null, NullPart]]:
    found: list[tuple[Null, NullPart]] = [("left", nulls.left), ("right", nulls.right)]
    return found if nulls.matching is None else [*found, ("matching", nulls.matching)]


def _made(found: SignificancePart, null: Null) -> int:
    """The shuffles made of a null: all that were asked for, where the document does not tell."""
    told: int | None = None if found.shuffles is None else getattr(found.shuffles, null)
    return found.permutations if told is None else told


def _check_shuffles(found: SignificancePart) -> None:
    """Only a test that may stop early makes fewer shuffles than were asked for, and none makes more."""
    for null in NULLS:
        made = _made(found, null)
        if made > found.permutations or (found.stop_after is None and made < found.permutations):
            require_same(f"significance.shuffles.{null}", made, found.permutations, source=ASKED)


def _check_p(p: float, where: str, found: SignificancePart, *, n: int) -> None:
    """p = (1 + #{null ≥ observed}) / (1 + N), or what `evidence/sequential_p.py` says where shuffling may end early."""
    counts = counts_of(p, most=found.permutations, stop_after=found.stop_after)
    if counts is None or counts[1] > n:
        raise InvalidDocumentError("document-p-impossible", where=where, p=p, permutations=n)


def _check_values(p: float, values: Sequence[float], where: str, found: SignificancePart, *, observed: float) -> None:
    given = sequential_p(values, observed, most=found.permutations, stop_after=found.stop_after)
    require_close(where, p, given, source="its values give")


def _check_null(null: NullPart, where: str, found: SignificancePart, *, observed: float, n: int) -> None:
    _check_p(null.p, f"{where}.p", found, n=n)
    if null.values is None:
        return
    source = ASKED if n == found.permutations else "the number of shuffles made is"
    require_same(f"the length of {where}.values", len(null.values), n, source=source)
    _check_values(null.p, null.values, f"{where}.p", found, observed=observed)
    mean = math.fsum(null.values) / n
    sd = math.sqrt(math.fsum((value - mean) ** 2 for value in null.values) / n)
    require_close(f"{where}.mean", null.mean, mean, source="its values give")
    require_close(f"{where}.sd", null.sd, sd, source="its values give")
    require_close(f"{where}.max", null.max, max(null.values), source="its values give")


def _check_trees(found: SignificancePart, qualities: Sequence[float]) -> None:
    """Three p-values a tree; none for the matching where that null was not tried."""
    assert found.trees is not None
    n_trees = len(qualities)
    require_same("the length of significance.trees", len(found.trees), n_trees, source="the number of trees is")
    tried = [name for name, _ in _named(found.nulls)]
    for null in NULLS:
        values: list[float] | None = None if found.best_tree is None else getattr(found.best_tree, null)
        if values is not None:
            made = _made(found, null)
            source = "the number of shuffles made is"
            require_same(f"the length of significance.best_tree.{null}", len(values), made, source=source)
        for number, (tree, quality) in enumerate(zip(found.trees, qualities, strict=True)):
            where, p = f"significance.trees[{number}].p_{null}", getattr(tree, f"p_{null}")
            if (p is None) != (null not in tried):
                raise InvalidDocumentError("document-tree-p-unlike-nulls", where=where, null=null)
            if p is not None:
                _check_p(p, where, found, n=_made(found, null))
            if p is not None and values is not None:
                _check_values(p, values, where, found, observed=quality)
