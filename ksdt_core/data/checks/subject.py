"""What the checks look at: the two tables as they are, and as far as they can be matched."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

from ksdt_core.data.checks.finding import Finding
from ksdt_core.data.checks.profile import Profile, profile_of
from ksdt_core.data.checks.value_sets import Values, differing_values, suggested_values
from ksdt_core.data.matching.class_suggestions import ClassSuggestion, suggest_class_map
from ksdt_core.data.matching.identifiers import identifiers_of
from ksdt_core.data.matching.matching import match_tables, rename_classes, renamed_classes
from ksdt_core.data.matching.suggestions import Suggestions, suggest_matches
from ksdt_core.data.matching.value_matching import ValueMap, ValueMatch
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.model.pair import Matched, Preparation
from ksdt_core.data.preparing.settling import settle
from ksdt_core.errors import KsdtError, Remedy
from ksdt_core.messages.templates import problem

QUICK_COMPARISONS = 2_000_000
Names = tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """Two tables with their classes renamed: as asked, and where names then differ as suggested.

    `profiles` are those of the shared attributes, in the same order in both; where none are shared, of each table
    alone.
    """

    asked: tuple[Dataset, Dataset]  # with their classes renamed as asked only
    class_suggestion: ClassSuggestion | None  # for classes whose names still differ
    left: Dataset
    right: Dataset
    matched: Matched | None  # None where no attribute is shared
    profiles: tuple[Profile, Profile]
    preparation: Preparation
    problems: tuple[Finding, ...]  # maps that cannot be used
    suggestions: Suggestions  # attributes without a partner whose names are alike
    identifiers: tuple[tuple[str, ...], tuple[str, ...]]  # attributes without a partner that name the rows
    differing_values: tuple[Values, ...]  # shared attributes with values that stand in one table only
    value_suggestions: tuple[ValueMatch, ...]  # which of these are surely the same

    @property
    def tables(self) -> tuple[Dataset, Dataset]:
        return self.left, self.right

    @property
    def same_classes(self) -> bool:
        return set(self.left.class_names) == set(self.right.class_names)


def subject_of(
    left: Dataset,
    right: Dataset,
    *,
    class_map: Mapping[str, str],
    attribute_map: Mapping[str, str],
    value_map: ValueMap,
    preparation: Preparation,
) -> Subject:
    """Match what can be matched; a map that cannot be used is a finding and is then left aside."""
    problems: list[Finding] = []
    try:
        left, right = rename_classes(left, right, class_map)
    except KsdtError as error:
        problems.append(_wrong_map("class-map", error))
    asked, suggested = (left, right), None
    if set(left.class_names) != set(right.class_names):
        suggested = suggest_class_map(left, right)
        right = renamed_classes(right, suggested.renamed) if suggested is not None else right
    matched = _settled(_matched(left, right, attribute_map, value_map, problems), preparation, problems)
    sides = (matched.left, matched.right) if matched is not None else (left, right)
    with ThreadPoolExecutor(2) as threads:
        left_profile, right_profile = threads.map(profile_of, sides)
    unmatched = _unmatched(left, right, matched)
    identifiers = identifiers_of(left, unmatched[0]), identifiers_of(right, unmatched[1])
    differing = () if matched is None else differing_values((left, right), matched, (left_profile, right_profile))
    return Subject(
        asked=asked,
        class_suggestion=suggested,
        left=left,
        right=right,
        matched=matched,
        profiles=(left_profile, right_profile),
        preparation=preparation,
        problems=tuple(problems),
        suggestions=_suggestions(unmatched, identifiers),
        identifiers=identifiers,
        differing_values=differing,
        value_suggestions=suggested_values(differing),
    )


def _matched(
    left: Dataset, right: Dataset, attribute_map: Mapping[str, str], value_map: ValueMap, problems: list[Finding]
) -> Matched | None:
    """As much of the maps as can be used; what is wrong with the rest is put to the problems."""
    found = _match_or_problem(left, right, attribute_map=attribute_map)
    if isinstance(found, KsdtError) and attribute_map:
        problems.append(_wrong_map("attribute-map", found))
        found, attribute_map = _match_or_problem(left, right), {}
    if isinstance(found, KsdtError):
        return None
    if not value_map:
        return found
    retaken = _match_or_problem(left, right, attribute_map=attribute_map, value_map=value_map)
    if isinstance(retaken, KsdtError):
        problems.append(_wrong_map("value-map", retaken))
        return found
    return retaken


def _settled(matched: Matched | None, preparation: Preparation, problems: list[Finding]) -> Matched | None:
    """Units converted, kinds declared and sparse attributes dropped as asked; what cannot be done is a problem."""
    if matched is None:
        return None
    try:
        return settle(matched, preparation)
    except KsdtError as error:
        where = f"{matched.left.name} and {matched.right.name}"
        remedies, option = error.remedies, error.facts.get("option")
        perhaps = (Remedy(str(option)),) if option and not remedies else ()
        found = Finding("error", error.code, problem(error), where, remedies=remedies, perhaps=perhaps)
        problems.append(found)
        return settle(matched, replace(preparation, max_missing=1.0, numeric=(), categorical=(), convert=()))


def _match_or_problem(left: Dataset, right: Dataset, **maps: Any) -> Matched | KsdtError:
    try:
        return match_tables(left, right, **maps)
    except KsdtError as error:
        return error


def _wrong_map(code: str, error: KsdtError) -> Finding:
    option = code.replace("-", "_")
    return Finding("error", code, problem(error), option, perhaps=(Remedy(option),))


def _unmatched(left: Dataset, right: Dataset, matched: Matched | None) -> tuple[Names, Names]:
    if matched is None:
        return left.attributes, right.attributes
    return matched.left_unmatched, matched.right_unmatched


def _suggestions(unmatched: tuple[Names, Names], identifiers: tuple[Names, Names]) -> Suggestions:
    """Names without a partner that are alike; where very many have none only some are compared."""
    left, right = (
        tuple(name for name in names if name not in left_out)
        for names, left_out in zip(unmatched, map(frozenset, identifiers), strict=True)
    )
    return suggest_matches(left, right, most=QUICK_COMPARISONS)
