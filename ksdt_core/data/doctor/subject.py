"""What the doctor looks at: the two tables as they are, and as far as they can be matched."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from ksdt_core.data.class_suggestions import ClassSuggestion, suggest_class_map
from ksdt_core.data.dataset import Dataset
from ksdt_core.data.doctor.finding import Finding
from ksdt_core.data.doctor.profile import Profile, profile_of
from ksdt_core.data.matching import match_tables, rename_classes, renamed_classes
from ksdt_core.data.pair import Matched, Preparation
from ksdt_core.data.suggestions import Suggestions, suggest_matches
from ksdt_core.errors import KsdtError

QUICK_COMPARISONS = 2_000_000


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
    preparation: Preparation,
) -> Subject:
    """Match what can be matched; a map that cannot be used is a finding and is then left aside."""
    problems: list[Finding] = []
    try:
        left, right = rename_classes(left, right, class_map)
    except KsdtError as error:
        problems.append(Finding("error", "class-map", str(error), "--class-map", remedy="correct --class-map"))
    asked, suggested = (left, right), None
    if set(left.class_names) != set(right.class_names):
        suggested = suggest_class_map(left, right)
        right = renamed_classes(right, suggested.renamed) if suggested is not None else right
    matched = None
    try:
        matched = match_tables(left, right, attribute_map=attribute_map)
    except KsdtError as error:
        if attribute_map:
            what, remedy = str(error), "correct the file of --attribute-map"
            problems.append(Finding("error", "attribute-map", what, "--attribute-map", remedy=remedy))
            matched = _matched_by_names(left, right)
    sides = (matched.left, matched.right) if matched is not None else (left, right)
    with ThreadPoolExecutor(2) as threads:
        left_profile, right_profile = threads.map(profile_of, sides)
    return Subject(
        asked=asked,
        class_suggestion=suggested,
        left=left,
        right=right,
        matched=matched,
        profiles=(left_profile, right_profile),
        preparation=preparation,
        problems=tuple(problems),
        suggestions=_suggestions(left, right, matched),
    )


def _suggestions(left: Dataset, right: Dataset, matched: Matched | None) -> Suggestions:
    """Names without a partner that are alike; where very many have none only some are compared."""
    if matched is None:
        return suggest_matches(left.attributes, right.attributes, most=QUICK_COMPARISONS)
    return suggest_matches(matched.left_unmatched, matched.right_unmatched, most=QUICK_COMPARISONS)


def _matched_by_names(left: Dataset, right: Dataset) -> Matched | None:
    try:
        return match_tables(left, right)
    except KsdtError:
        return None
