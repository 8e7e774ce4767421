"""The findings as a person reads them in a terminal."""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Iterator

from ksdt_core.cli.check_findings import what_to_do, what_was_found, where_found
from ksdt_core.cli.check_request import Check
from ksdt_core.data.checks.finding import Finding, Level
from ksdt_core.studies.what_if import WhatIf
from ksdt_core.text import counted, lined_up, p_number, printable, score

NO_OPTION_FIXES = "No option fixes these problems. Do this first:"
WIDTH = 100
SHOWN = 5
TABLES = (
    "unmatched-attributes",
    "scales-differ",
    "assumed-matches",
    "values-partly",
)  # information whose details are worth a table
SENTENCES = ("class-names", "rare-class")  # findings whose sentence says it all
HEADINGS: tuple[tuple[Level, str], ...] = (
    ("error", "Problems: ksdt mine would refuse this pair"),
    ("warning", "Warnings: the pair can be mined, but the result may be misleading"),
    ("info", "Notes"),
)


def check_lines(check: Check) -> Iterator[str]:
    """Findings by level, each with what fixes it; the classes compared; the command that mines the pair."""
    left, right = (printable(table.name) for table in check.tables)
    yield f"{left} : {right}"
    for level, heading in HEADINGS:
        found = check.checkup.of_level(level)
        if found:
            yield ""
            yield heading
            for finding in found:
                yield from _finding_lines(finding)
    if check.mappings is not None:
        yield ""
        yield from _mapping_lines(check)
    yield ""
    yield from _ending(check)


def _finding_lines(finding: Finding) -> Iterator[str]:
    yield from _wrapped(f"{where_found(finding)}: {what_was_found(finding)}", first="  - ", rest="    ")
    if (finding.level != "info" or finding.code in TABLES) and finding.code not in SENTENCES:
        yield from _detail_lines(finding)
    if todo := what_to_do(finding):
        yield from _wrapped(todo, first="    → ", rest="      ")


def _detail_lines(finding: Finding) -> Iterator[str]:
    """The first details as a table."""
    if len(finding.heading) < 2 or not finding.details:
        return  # a list of names is in the sentence already
    rows = [tuple(_cell(cell) for cell in row) for row in (finding.heading, *finding.details[:SHOWN])]
    yield from (f"      {line}" for line in lined_up(rows))
    if finding.n_details > SHOWN:
        yield f"      … and {finding.n_details - SHOWN:,} more"


def _cell(value: object) -> str:
    text = f"{value:,.6g}" if isinstance(value, float) else printable(str(value))
    return text if len(text) <= 40 else text[:39] + "…"


def _wrapped(text: str, *, first: str, rest: str) -> list[str]:
    return textwrap.wrap(
        printable(text),
        WIDTH,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _mapping_lines(check: Check) -> Iterator[str]:
    if check.no_mappings:
        yield from _wrapped(f"The classes cannot be compared: {check.no_mappings}", first="", rest="  ")
        return
    mappings = check.mappings or ()
    tested = any(mapping.p_value is not None for mapping in mappings)
    order = "smallest p-value first" if tested else "highest SDTSQ first; add --permutations 99 for p-values"
    yield f"Class mappings, {order}"
    heading = ("p", "SDTSQ", "SA", "DS", "mean SDTQ", "classes of the right table = classes of the left table")
    rows: list[tuple[str, ...]] = [heading, *(_mapping_row(mapping) for mapping in mappings)]
    yield from (f"  {line}" for line in lined_up(rows))


def _mapping_row(mapping: WhatIf) -> tuple[str, ...]:
    scores, p = mapping.scores, mapping.p_value
    renamed = ", ".join(f"{printable(old)} is {printable(new)}" for old, new in mapping.class_map.items())
    numbers = (scores.sdtsq, scores.sa, scores.ds, mapping.statistic)
    return ("" if p is None else p_number(p), *map(score, numbers), renamed)


def _ending(check: Check) -> Iterator[str]:
    """What was written, what comes up with it, what no option fixes, and the command."""
    yield from _map_lines(check)
    known = {finding.what for finding in check.checkup.findings}
    new = [finding for finding in check.after.findings if finding.level != "info" and finding.what not in known]
    if new:
        yield "With the written maps, these checks are added:"
        for finding in new:
            yield from _finding_lines(finding)
    unfixed = check.after.unfixed
    if unfixed:
        yield NO_OPTION_FIXES
        for finding in unfixed:
            yield from _wrapped(f"{where_found(finding)}: {what_to_do(finding)}", first="  - ", rest="    ")
    yield "Then mine the pair with:" if unfixed else "Mine the pair with:"
    yield f"  {printable(shlex.join(check.command()))}"


def _map_lines(check: Check) -> Iterator[str]:
    """Suggestions: in the files that were written, or how to write them."""
    unsure = [found for found in check.checkup.suggestions if not found.sure]
    n_sure = len(check.checkup.suggestions) - len(unsure)
    n_values = sum(map(len, check.maps.values.values())) - sum(map(len, check.asked.values.values()))
    asked, now = check.asked.files, check.maps.files
    if n_sure and now.attributes != asked.attributes:
        yield from _written_lines(n_sure, "", now.attributes)
    elif n_sure:
        yield "Write the suggested attribute matches to a file with --write-map matches.csv."
    for found in unsure:
        yield from _wrapped(
            f"Possible match: {found.left!r} is {found.right!r} (same initials). If so, write both names on a "
            "line of the attribute map.",
            first="",
            rest="  ",
        )
    if n_values:
        yield from _written_lines(n_values, " of values", now.values)
    elif check.after.value_suggestions:
        yield "Write the suggested matches of values to a file with --write-value-map values.csv."


def _written_lines(n: int, what: str, file: str | None) -> list[str]:
    suggested = counted(n, f"suggested match{what} is", f"suggested matches{what} are")
    advice = "delete it if it is wrong" if n == 1 else "delete the lines that are wrong"
    return _wrapped(f"{suggested} in {file}: {advice}, then mine with it.", first="", rest="  ")
