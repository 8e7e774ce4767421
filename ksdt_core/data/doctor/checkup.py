"""The dataset doctor: what to know, and what to mend, before two tables are mined."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ksdt_core.data.dataset import Dataset
from ksdt_core.data.doctor.attributes import attribute_findings
from ksdt_core.data.doctor.class_numbers import class_number_findings
from ksdt_core.data.doctor.classes import class_findings
from ksdt_core.data.doctor.columns import column_findings
from ksdt_core.data.doctor.enough import size_findings
from ksdt_core.data.doctor.finding import LEVELS, Finding, Level, Option
from ksdt_core.data.doctor.gaps import missing_findings
from ksdt_core.data.doctor.kinds import kind_findings
from ksdt_core.data.doctor.leaks import leak_findings
from ksdt_core.data.doctor.rows import row_findings
from ksdt_core.data.doctor.scales import scale_findings
from ksdt_core.data.doctor.spreadsheet import spreadsheet_findings
from ksdt_core.data.doctor.subject import subject_of
from ksdt_core.data.doctor.tables import table_findings
from ksdt_core.data.doctor.values import value_findings
from ksdt_core.data.pair import Preparation
from ksdt_core.data.suggestions import Suggestion
from ksdt_core.data.value_matching import ValueMap, ValueMatch

CHECK_FORMAT = "ksdt-check/1"
FAMILIES = (
    table_findings,
    class_number_findings,
    class_findings,
    attribute_findings,
    kind_findings,
    value_findings,
    scale_findings,
    missing_findings,
    column_findings,
    row_findings,
    leak_findings,
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
    def unmended(self) -> tuple[Finding, ...]:
        """Errors that no option mends: a person must decide or correct a file."""
        return tuple(finding for finding in self.of_level("error") if not finding.options)

    def options(self) -> tuple[Option, ...]:
        """The options of `ksdt mine` that mend all that options can mend, each named once.

        Names to exclude and classes to rename are joined. Of two ways to treat missing cells the more careful wins.
        """
        joined: dict[str, tuple[str, ...]] = {}
        for finding in self.findings:
            for option in finding.options:
                before = joined.get(option.name, ())
                joined[option.name] = _joined(option, before)
        return tuple(Option(name, values) for name, values in joined.items())

    def to_document(self) -> dict[str, Any]:
        return {
            "format": CHECK_FORMAT,
            "left": self.left,
            "right": self.right,
            "findings": [finding.to_document() for finding in self.findings],
            "options": [word for option in self.options() for word in option.words()],
            "suggestions": [
                {"left": found.left, "right": found.right, "score": found.score} for found in self.suggestions
            ],
            "value_suggestions": [
                {"attribute": attribute, "left": left, "right": right}
                for attribute, left, right in self.value_suggestions
            ],
        }


def _joined(option: Option, before: tuple[str, ...]) -> tuple[str, ...]:
    if option.name == "--missing":
        return ("drop-columns",) if "drop-columns" in (*before, *option.values) else option.values
    return before + tuple(value for value in option.values if value not in before)


def check_pair(
    left: Dataset,
    right: Dataset,
    *,
    class_map: Mapping[str, str] | None = None,
    attribute_map: Mapping[str, str] | None = None,
    value_map: ValueMap | None = None,
    preparation: Preparation | None = None,
) -> Checkup:
    """Look at two tables as they would be mined with these maps and this preparation.

    A pair that cannot be matched is no exception but a finding of the level error. What `preparation` already takes
    care of is told as information.
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
