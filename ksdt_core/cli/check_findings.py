"""What the checks found, in words of the command line and as plain values."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from typing import Any

from ksdt_core.cli.messages import words_of
from ksdt_core.data.checks.checkup import Checkup
from ksdt_core.data.checks.finding import Finding
from ksdt_core.errors import Remedy

FORMAT = "ksdt-check/1"
MAPS = ("class-map", "attribute-map", "value-map")  # findings about what the user gave, not about a table
GUESS = " This match is a guess. Compare all mappings with ksdt check --what-if."
_BY_HAND = {  # what to do where a person must decide; {typed} is the option that may help
    "no-shared-attribute": "write the matching names into a file and give it with {typed} FILE",
    "unmatched-attributes": "write more matching names into a file and give it with {typed} FILE",
    "names-as-dates": "restore the names in the file, or match them with {typed} FILE",
    "class-names": "match the classes with {typed} old=new,…; classes with the same new name are merged",
    "rare-class": "merge such a class into another with {typed} old=new, or add rows",
    "class-numbers": "--left-cut NUMBER --right-cut NUMBER",
    "one-class": "choose another column with {typed}",
    "class-map": "correct {typed}",
    "attribute-map": "correct the file of {typed}",
    "value-map": "correct the file of {typed}",
    "value-names": "write them into a file with ksdt check --write-value-map FILE and give it with {typed} FILE",
    "values-differ": "match the values in a file with three columns (attribute, left value, right value) and "
    "give it with {typed} FILE",
    "values-partly": "if some of them are the same, match them with {typed} FILE",
    "kinds-differ": "correct these cells, or empty them and use {typed}",
    "perfect-attributes": "if it was recorded after the outcome, {typed}",
    "nearly-decides": "if it was recorded after the outcome, {typed}",
    "units-differ": "if the units differ, {typed}",
    "filled-by-class": "{typed} does not use the outcome",
    "codes": "declare categories with --categorical A,B and measurements with --numeric A,B",
}


def what_was_found(finding: Finding) -> str:
    """One or two sentences."""
    return finding.what if finding.sure else finding.what + GUESS


def where_found(finding: Finding) -> str:
    """The table, both tables, or the option."""
    return words_of(Remedy(finding.where))[0] if finding.code in MAPS else finding.where


def what_to_do(finding: Finding) -> str:
    """The options that fix it as they are typed, or what a person must do; empty where there is nothing to do."""
    if finding.remedies:
        median = " (the median; any other number works too)" if finding.code == "class-numbers" else ""
        return typed(finding.remedies) + median
    if finding.perhaps:
        return _BY_HAND.get(finding.code, "{typed}").format(typed=typed(finding.perhaps))
    return finding.remedy


def typed(remedies: Iterable[Remedy]) -> str:
    """Options as a person types them."""
    return " ".join(shlex.join(words_of(remedy)) for remedy in remedies)


def checkup_document(checkup: Checkup) -> dict[str, Any]:
    """All findings as plain values, with the options that fix what options can fix."""
    return {
        "format": FORMAT,
        "left": checkup.left,
        "right": checkup.right,
        "findings": [_finding_document(finding) for finding in checkup.findings],
        "options": [word for remedy in checkup.remedies() for word in words_of(remedy)],
        "suggestions": [
            {"left": found.left, "right": found.right, "score": found.score} for found in checkup.suggestions
        ],
        "value_suggestions": [
            {"attribute": attribute, "left": left, "right": right}
            for attribute, left, right in checkup.value_suggestions
        ],
    }


def _finding_document(finding: Finding) -> dict[str, Any]:
    return {
        "level": finding.level,
        "code": finding.code,
        "what": what_was_found(finding),
        "where": where_found(finding),
        "remedy": what_to_do(finding),
        "options": [word for remedy in finding.remedies for word in words_of(remedy)],
        "heading": list(finding.heading),
        "details": [list(row) for row in finding.details],
        "n_details": finding.n_details,
    }
