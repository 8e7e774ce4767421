"""What a person decides about a pair, step by step: each decision makes another request, and so another pair."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal, get_args

import numpy as np

from ksdt_core.data.checks.finding import Finding
from ksdt_core.data.matching.maps import renamed_again
from ksdt_core.data.matching.suggestions import Suggestion, accepted
from ksdt_core.data.matching.value_matching import ValueMatch
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.model.preparation import OF_ATTRIBUTES, Preparation
from ksdt_core.data.preparing.fixing import prepared_with
from ksdt_core.errors import Remedy
from ksdt_core.options import option_values
from ksdt_core.store.pair_request import Names, PairRequest, TableRequest

Side = Literal["left", "right"]
SIDES: tuple[Side, ...] = get_args(Side)
SAME_CLASSES, SAME_CELLS = 0.95, 0.6  # shares of a table that a correction leaves as they are


def fixed(request: PairRequest, finding: Finding) -> PairRequest:
    """The request with the options that fix a finding; options that are about mining change nothing."""
    if finding.code == "class-names":  # the evidence has the old and new names apart
        return with_class_names(request, {str(old): str(new) for old, new in finding.details})
    for remedy in finding.remedies:
        request = with_remedy(request, remedy)
    return request


def with_remedy(request: PairRequest, remedy: Remedy) -> PairRequest:
    """The request with one option about the preparation of the tables."""
    if remedy.option == "cut" and remedy.values:
        left, right = (replace(table, cut=(float(remedy.values[0]),)) for table in (request.left, request.right))
        return replace(request, left=left, right=right)
    return prepared_with(request, remedy)


def with_table(request: PairRequest, side: Side, table: TableRequest) -> PairRequest:
    """Another table, or the same one read otherwise; whatever was decided about the pair is forgotten with it.

    Another pair starts fresh. The same tables read otherwise keep how values are compared, filled and balanced.
    """
    before = request.left if side == "left" else request.right
    left, right = (table, request.right) if side == "left" else (request.left, table)
    fresh = PairRequest(left, right)
    if (before.origin, before.id) != (table.origin, table.id):
        return fresh
    kept = option_values(request, Preparation)
    return replace(fresh, **{name: value for name, value in kept.items() if name not in OF_ATTRIBUTES})


def is_corrected(before: Dataset, after: Dataset) -> bool:
    """Whether a table is a corrected version of another one: the same columns and classes, and largely the same rows.

    A table of other rows is another table, however alike its columns are: cells of codes often agree by chance, so the
    classes of nearly all rows have to agree, too.
    """
    if (before.attributes, before.class_names, before.n_rows) != (after.attributes, after.class_names, after.n_rows):
        return False
    same_classes, same_cells = np.mean(before.classes == after.classes), np.mean(before.values == after.values)
    return bool(same_classes >= SAME_CLASSES and same_cells >= SAME_CELLS)


def without_conversion(request: PairRequest, item: str) -> PairRequest:
    """A conversion taken back."""
    return replace(request, convert=tuple(one for one in request.convert if one != item))


def with_kind(request: PairRequest, name: str, kind: str) -> PairRequest:
    """An attribute declared `numeric` or `categorical`; any other word takes a declaration back."""
    numeric, categorical = (
        tuple(one for one in names if one != name) for names in (request.numeric, request.categorical)
    )
    if kind == "numeric":
        numeric = (*numeric, name)
    if kind == "categorical":
        categorical = (*categorical, name)
    return replace(request, numeric=numeric, categorical=categorical)


def with_class_names(request: PairRequest, renamed: Mapping[str, str]) -> PairRequest:
    """Classes of both tables renamed once more, on top of earlier names."""
    return replace(request, class_map=_sorted(renamed_again(dict(request.class_map), renamed)))


def with_class_mapping(request: PairRequest, taken_for: Mapping[str, str], *, called: Mapping[str, str]) -> PairRequest:
    """Classes of the second table taken for classes of the first, and new names for those of the first.

    `taken_for` gives for classes of the second table, as its file calls them, a class of the first as its file calls
    it; `called` new names for these. Both replace what was decided before.
    """
    return replace(
        request,
        right_class_map=_sorted({right: left for right, left in taken_for.items() if right != left}),
        class_map=_sorted({old: new for old, new in called.items() if old != new}),
    )


def with_match(request: PairRequest, left: str, right: str) -> PairRequest:
    """Two attributes taken for the same one; earlier matches of either are forgotten."""
    kept = tuple((one, other) for one, other in request.attribute_map if one != left and other != right)
    rejected = tuple(names for names in request.rejected if names != (left, right))
    return replace(_without_values(request, left), attribute_map=(*kept, (left, right)), rejected=rejected)


def without_match(request: PairRequest, left: str, right: str) -> PairRequest:
    """A match that a person made, taken back."""
    kept = tuple(names for names in request.attribute_map if names != (left, right))
    return replace(_without_values(request, left), attribute_map=kept)


def with_rejected(request: PairRequest, left: str, right: str) -> PairRequest:
    """A suggested match turned down; it is not suggested again."""
    return replace(request, rejected=tuple(dict.fromkeys((*request.rejected, (left, right)))))


def with_attribute_map(request: PairRequest, left_of: Mapping[str, str]) -> PairRequest:
    """The matches of a file (left names by right names) on top of earlier ones."""
    for right, left in left_of.items():
        request = with_match(request, left, right)
    return request


def open_suggestions(request: PairRequest, suggestions: Iterable[Suggestion]) -> tuple[Suggestion, ...]:
    """The suggested matches that nobody has turned down."""
    return tuple(found for found in suggestions if (found.left, found.right) not in set(request.rejected))


def with_value_matches(request: PairRequest, matches: Iterable[ValueMatch]) -> PairRequest:
    """Values of the second table taken for values of the first, on top of earlier ones."""
    added = {(name, right): left for name, left, right in (*request.value_map, *matches)}
    return replace(request, value_map=tuple((name, left, right) for (name, right), left in added.items()))


def without_value_match(request: PairRequest, attribute: str, right: str) -> PairRequest:
    """A value of the second table that is taken for none of the first any more."""
    kept = tuple(match for match in request.value_map if (match[0], match[2]) != (attribute, right))
    return replace(request, value_map=kept)


def without_values(request: PairRequest) -> PairRequest:
    """No value is taken for another."""
    return replace(request, value_map=())


def with_accepted(request: PairRequest, suggestions: Iterable[Suggestion]) -> PairRequest:
    """Suggested matches accepted together."""
    return with_attribute_map(request, accepted(suggestions))


def effective_classes(request: PairRequest, classes: Sequence[str], *, side: Side) -> dict[str, str]:
    """For classes as the file of a table calls them the names under which the pair is mined."""
    taken_for = dict(request.right_class_map) if side == "right" else {}
    called = dict(request.class_map)
    return {name: called.get(taken_for.get(name, name), taken_for.get(name, name)) for name in classes}


def _without_values(request: PairRequest, attribute: str) -> PairRequest:
    """What was decided about the values of an attribute, forgotten: it has another partner."""
    return replace(request, value_map=tuple(match for match in request.value_map if match[0] != attribute))


def _sorted(names: Mapping[str, str]) -> Names:
    return tuple(sorted(names.items()))
