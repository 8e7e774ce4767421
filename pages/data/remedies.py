"""What fixes a finding: the words of the buttons, and what each does to the pair."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ksdt_core.data.checks.checkup import Checkup
from ksdt_core.data.checks.finding import Finding
from ksdt_core.data.matching.suggestions import Suggestion
from ksdt_core.data.preparing import conversions
from ksdt_core.errors import Remedy
from ksdt_core.store.decisions import fixed, open_suggestions, with_accepted, with_remedy, with_value_matches
from ksdt_core.store.pair_request import PairRequest
from ksdt_core.text import counted

Change = tuple[str, Callable[[PairRequest], PairRequest]]
ABOUT_NAMES = ("unmatched-attributes", "no-shared-attribute")
MOST_NAMED = 3
OFFERED = ("convert",)  # what may help and has its value: a person decides by the button


def changes(finding: Finding, request: PairRequest, checkup: Checkup) -> list[Change]:
    """The words of the buttons and what each does; what the check itself suggests comes first."""
    found: list[Change] = []
    names = suggested(finding, request, checkup)
    sure = tuple(name for name in names if name.sure)
    if sure:
        label = f"Accept the suggested {'match' if len(sure) == 1 else f'{len(sure)} matches'}: "
        found.append((label + _pairs([f"{name.right} with {name.left}" for name in sure]), _accepting(sure)))
    found += [
        (f"Match {name.right} with {name.left} (same initials)", _accepting((name,)))
        for name in [name for name in names if not name.sure][:MOST_NAMED]
    ]
    if finding.code == "value-names":
        pairs = [f"{right} with {left}" for _, left, right in checkup.value_suggestions]
        found.append((f"Match {_pairs(pairs)}", partial(with_value_matches, matches=checkup.value_suggestions)))
    found += [(_label(one, finding, checkup), _with(one)) for one in finding.perhaps if one.option in OFFERED]
    for remedy in finding.remedies:
        label = _label(remedy, finding, checkup)
        if label:
            found.append((label, lambda request: fixed(request, finding)))
            found += [(words, _with(other)) for words, other in _alternatives(remedy, checkup)]
    return found


def suggested(finding: Finding, request: PairRequest, checkup: Checkup) -> tuple[Suggestion, ...]:
    """The matches of attributes that wait for a yes or no; only what is sure is accepted together."""
    return open_suggestions(request, checkup.suggestions) if finding.code in ABOUT_NAMES else ()


def _label(remedy: Remedy, finding: Finding, checkup: Checkup) -> str:
    match remedy:
        case Remedy("scale", "rank"):
            return "Compare percentiles"
        case Remedy("balance"):
            return "Balance the classes"
        case Remedy("missing", "common"):
            sparse = _n_sparse(checkup)
            if sparse:
                return f"Exclude {counted(sparse, 'sparse column', 'sparse columns')}, fill the rest"
            return f"Fill with the median or most common value, in {_gappy(checkup)}"
        case Remedy("missing", "drop-columns"):
            return "Exclude these attributes from both tables"
        case Remedy("max_missing", share):
            return "Keep all attributes" if share == "1" else "Exclude these sparse columns"
        case Remedy("convert"):
            return f"Convert {_pairs([conversion_words(item, checkup) for item in remedy.values])}"
        case Remedy("cut", point):
            return f"Cut both at {point}"
        case Remedy("class_map"):
            return "Match " + _pairs([f"{old} with {new}" for old, new in finding.details])
    return ""


def conversion_words(item: str, checkup: Checkup) -> str:
    """An item such as left:chol=*38.67 with the name of the table.

    A name may hold a colon, so only the words for a side count.
    """
    where, _, formula = item.rpartition("=")
    formula = conversions.conversion_words(formula) or formula
    for side, table in (("left", checkup.left), ("right", checkup.right)):
        if where.startswith(f"{side}:"):
            return f"{where.removeprefix(f'{side}:')} in {table} ({formula})"
    return f"{where} ({formula})"


def _n_sparse(checkup: Checkup) -> int:
    """How many are excluded; those that are kept have a finding of their own."""
    return sum(each.n_details for each in checkup.findings if (each.code, each.level) == ("sparse-columns", "info"))


def _alternatives(remedy: Remedy, checkup: Checkup) -> list[tuple[str, Remedy]]:
    match remedy:
        case Remedy("scale", "rank"):
            return [("Compare z-scores", Remedy("scale", "zscore"))]
        case Remedy("missing", "common"):
            return [
                (
                    f"Fill by class (uses the outcome), in {_gappy(checkup)}",
                    Remedy("missing", "class-common"),
                ),
                (f"Exclude these rows from {_gappy(checkup)}", Remedy("missing", "drop-rows")),
                ("Exclude these attributes from both tables", Remedy("missing", "drop-columns")),
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


def _with(remedy: Remedy) -> Callable[[PairRequest], PairRequest]:
    return lambda request: with_remedy(request, remedy)
