"""What helps against a finding, for a report: in words of the app first, then with the option of the command line."""

from __future__ import annotations

from ksdt_core.data.cells import listed
from ksdt_core.data.doctor.finding import Finding, Option, remedy_text

_ON_DATA = {  # what a person must decide, by the code of the finding
    "unmatched-attributes": "match more of them on the page Data",
    "value-names": "accept them on the page Data",
    "values-differ": "say which value is which on the page Data",
    "values-partly": "say which of them are the same on the page Data",
    "class-numbers": "give each table a number to cut at on the page Data",
    "names-as-dates": "match them on the page Data",
    "rare-class": "merge them into another class on the page Data",
}


def remedy_words(finding: Finding) -> str:
    """What to do, without a full stop; empty where there is nothing to do."""
    if finding.options:
        return " and ".join(_option_words(option) for option in finding.options)
    if finding.doubtful:
        return f"in the second case {_option_words(Option('--exclude', finding.doubtful))}"
    return ", or ".join(filter(None, (_ON_DATA.get(finding.code, ""), finding.remedy)))


def _option_words(option: Option) -> str:
    typed = remedy_text(option) if len(option.values) < 2 else option.name  # which names is said already
    return f"{_asked(option)} (option {typed})"


def _asked(option: Option) -> str:
    match option.name, option.values:
        case "--scale", ("rank",):
            return "compare percentiles"
        case "--balance", ():
            return "balance the classes"
        case "--missing", ("common",):
            return "fill missing cells with the common value"
        case "--missing", ("drop-columns",):
            return "leave attributes with missing cells out"
        case "--cut", (point,):
            return f"cut both tables at {point}"
        case "--exclude", names:
            return f"leave out {listed(names, most=3)}"
        case "--permutations", (n,):
            return f"test the set against {n} shuffles"
    return "rename the classes"
