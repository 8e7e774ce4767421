"""Documents of rules, read back from a file that anybody may have changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ksdt_core.errors import InvalidDocumentError
from ksdt_core.formats.agree import read_checked
from ksdt_core.formats.result import up_to_date
from ksdt_core.rules.rules_view import RULES, RULES_FORMAT, ConditionView, DifferenceView, RulesView, RuleView

OPERATORS = ("<=", ">", "=", "!=")


def rules_of_document(document: dict[str, Any]) -> RulesView:
    """The rules of a document; one that does not hold together is refused."""
    return read_checked(RULES, up_to_date(document, RULES_FORMAT), _holds, InvalidDocumentError("rules-damaged"))


def _holds(found: RulesView) -> bool:
    """Whether counts are those of the classes and of rules of the trees; differences come with what was asked."""
    trees, n_classes = {summary.tree for summary in found.trees}, len(found.class_names)
    counted: list[RuleView | DifferenceView] = [*found.rules, *(found.differences or ())]
    return (
        isinstance(found.is_reduced, bool)
        and all(rule.tree in trees and isinstance(rule.is_default, bool) for rule in found.rules)
        and all(0 <= rule.correct[table] <= rule.support(table) for rule in found.rules for table in (0, 1))
        and all(_are_counts(each.counts, n_classes) for each in counted)
        and all(are_read(each.conditions) for each in counted)
        and len({part is None for part in (found.differences, found.asked, found.base_rate)}) == 1
    )


def _are_counts(counts: Sequence[Sequence[int]], n_classes: int) -> bool:
    return all(len(rows) == n_classes and min(rows, default=0) >= 0 for rows in counts)


def are_read(conditions: Sequence[ConditionView]) -> bool:
    """Whether conditions have operators and values that are known."""
    return all(
        each.op in OPERATORS and all(isinstance(value, float | int | str) for value in (each.value, *each.values))
        for each in conditions
    )
