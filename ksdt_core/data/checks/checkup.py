"""All checks of two tables: what to know, and what to fix, before they are mined."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ksdt_core.data.checks.class_numbers import class_number_findings
from ksdt_core.data.checks.classes import class_findings
from ksdt_core.data.checks.coding import coding_findings
from ksdt_core.data.checks.columns import column_findings
from ksdt_core.data.checks.deciding import deciding_findings
from ksdt_core.data.checks.enough import size_findings
from ksdt_core.data.checks.finding import LEVELS, Finding, Level
from ksdt_core.data.checks.gaps import missing_findings
from ksdt_core.data.checks.leaks import leak_findings
from ksdt_core.data.checks.mixed_kinds import kind_findings
from ksdt_core.data.checks.near_rows import near_row_findings
from ksdt_core.data.checks.rows import row_findings
from ksdt_core.data.checks.scales import scale_findings
from ksdt_core.data.checks.shared_attributes import attribute_findings
from ksdt_core.data.checks.spreadsheet import spreadsheet_findings
from ksdt_core.data.checks.subject import subject_of
from ksdt_core.data.checks.tables import table_findings
from ksdt_core.data.checks.units import unit_findings
from ksdt_core.data.checks.values import value_findings
from ksdt_core.data.matching.suggestions import Suggestion
from ksdt_core.data.matching.value_matching import ValueMap, ValueMatch
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.model.pair import Preparation
from ksdt_core.errors import Remedy

FAMILIES = (
    table_findings,
    class_number_findings,
    class_findings,
    attribute_findings,
    kind_findings,
    value_findings,
    unit_findings,
    scale_findings,
    coding_findings,
    missing_findings,
    column_findings,
    row_findings,
    near_row_findings,
    leak_findings,
    deciding_findings,
    spreadsheet_findings,
    size_findings,
)


@dataclass(frozen=True, slots=True)
class Checkup:
    """The findings about a pair, errors first."""

    left: str
    right: str
    findings: tuple[Finding, ...]
    suggestions: tuple[Suggestion, ...] = field(default=())  # attributes without a partner whose names are alike
    value_suggestions: tuple[ValueMatch, ...] = ()  # values of shared attributes that are surely the same

    def of_level(self, level: Level) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if finding.level == level)

    @property
    def unfixed(self) -> tuple[Finding, ...]:
        """Errors that no option fixes: a person must decide or correct a file."""
        return tuple(finding for finding in self.of_level("error") if not finding.remedies)

    def remedies(self) -> tuple[Remedy, ...]:
        """The options that fix all that options can fix, each named once.

        Names to exclude and classes to rename are joined. Of two ways to treat missing cells the more careful wins.
        """
        joined: dict[str, Remedy] = {}
        for finding in self.findings:
            for remedy in finding.remedies:
                joined[remedy.option] = _joined(joined.get(remedy.option, remedy), remedy)
        return tuple(joined.values())


def _joined(before: Remedy, remedy: Remedy) -> Remedy:
    if remedy.option == "missing":
        return before if before.value == "drop-columns" else remedy
    if isinstance(remedy.value, tuple):
        return Remedy(remedy.option, tuple(dict.fromkeys((*before.values, *remedy.values))))
    return remedy


def check_pair(
    left: Dataset,
    right: Dataset,
    *,
    class_map: Mapping[str, str] | None = None,
    attribute_map: Mapping[str, str] | None = None,
    value_map: ValueMap | None = None,
    preparation: Preparation | None = None,
) -> Checkup:
    """Check two tables as they would be mined with these maps and this preparation.

    A pair that cannot be matched is not an exception but a finding of the level error. What `preparation` already
    handles is reported as information.
    """
    subject = subject_of(
        left,
        right,
        class_map=class_map or {},
        attribute_map=attribute_map or {},
        value_map=value_map or {},
        preparation=preparation or Preparation(),
    )
    found = [*subject.problems, *(finding for family in FAMILIES for finding in family(subject))]
    found.sort(key=lambda finding: LEVELS.index(finding.level))
    return Checkup(left.name, right.name, tuple(found), subject.suggestions.ranked, subject.value_suggestions)
