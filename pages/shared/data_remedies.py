"""What mends a finding: the words of the buttons, and what each does to the pair."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ksdt_core.data.doctor.checkup import Checkup
from ksdt_core.data.doctor.finding import Finding, Option
from ksdt_core.data.suggestions import Suggestion
from ksdt_core.store.mending import mended, open_suggestions, with_accepted, with_option, with_value_matches
from ksdt_core.store.pair_request import PairRequest

Change = tuple[str, Callable[[PairRequest], PairRequest]]
ABOUT_NAMES = ("unmatched-attributes", "no-shared-attribute")
MOST_NAMED = 3


def changes(finding: Finding, request: PairRequest, checkup: Checkup) -> list[Change]:
    """The words of the buttons and what each does; the doctor's own remedy comes first."""
    found: list[Change] = []
    names = suggested(finding, request, checkup)
    sure = tuple(name for name in names if name.sure)
    if sure:
        label = f"Accept the suggested {'match' if len(sure) == 1 else f'{len(sure)} matches'}: "
        found.append((label + _pairs([f"{name.right} for {name.left}" for name in sure]), _accepting(sure)))
    found += [
        (f"Accept {name.right} for {name.left}, by its initials", _accepting((name,)))
        for name in [name for name in names if not name.sure][:MOST_NAMED]
    ]
    if finding.code == "value-names":
        pairs = [f"{right} for {left}" for _, left, right in checkup.value_suggestions]
        found.append((f"Take {_pairs(pairs)}", partial(with_value_matches, matches=checkup.value_suggestions)))
    for option in finding.options:
        label = _label(option, finding, checkup)
        if label:
            found.append((label, lambda request: mended(request, finding)))
            found += [(words, _with(other)) for words, other in _alternatives(option, checkup)]
    return found


def suggested(finding: Finding, request: PairRequest, checkup: Checkup) -> tuple[Suggestion, ...]:
    """The matches of attributes that wait for a yes or no; only what is sure is accepted together."""
    return open_suggestions(request, checkup.suggestions) if finding.code in ABOUT_NAMES else ()


def _label(option: Option, finding: Finding, checkup: Checkup) -> str:
    match option.name, option.values:
        case "--scale", ("rank",):
            return "Compare percentiles"
        case "--balance", ():
            return "Balance the classes"
        case "--missing", ("common",):
            return f"Fill with the common value, in {_gappy(checkup)}"
        case "--missing", ("drop-columns",):
            return "Leave these attributes out of both tables"
        case "--cut", (point,):
            return f"Cut both at {point}"
        case "--class-map", _:
            return "Take " + _pairs([f"{old} for {new}" for old, new in finding.details])
    return ""


def _alternatives(option: Option, checkup: Checkup) -> list[tuple[str, Option]]:
    match option.name, option.values:
        case "--scale", ("rank",):
            return [("Compare z-scores", Option("--scale", ("zscore",)))]
        case "--missing", ("common",):
            return [
                (f"Fill by class, in {_gappy(checkup)}", Option("--missing", ("class-common",))),
                (f"Leave the rows out of {_gappy(checkup)}", Option("--missing", ("drop-rows",))),
                ("Leave the attributes out of both tables", Option("--missing", ("drop-columns",))),
            ]
    return []


def _gappy(checkup: Checkup) -> str:
    """The tables that have missing cells: what is done about them is done to each."""
    return " and ".join(finding.where for finding in checkup.findings if finding.code == "missing-cells")


def _pairs(pairs: list[str]) -> str:
    n_more = len(pairs) - MOST_NAMED
    return ", ".join(pairs[:MOST_NAMED]) + (f" and {n_more:,} more" if n_more > 0 else "")


def _accepting(suggestions: tuple[Suggestion, ...]) -> Callable[[PairRequest], PairRequest]:
    return partial(with_accepted, suggestions=suggestions)


def _with(option: Option) -> Callable[[PairRequest], PairRequest]:
    return lambda request: with_option(request, option)
