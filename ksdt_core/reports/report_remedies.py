"""What helps against a finding, for a report: in words of the app first, then with the option of the command line."""

from __future__ import annotations

import shlex

from ksdt_core.data.checks.finding import Finding
from ksdt_core.data.matching.maps import comma_text
from ksdt_core.errors import Remedy
from ksdt_core.text import listed

_BY_HAND = {  # what a person must decide, by the code of the finding, and the option that says it
    "no-shared-attribute": ("match them on the page Data", "--attribute-map"),
    "unmatched-attributes": ("match more of them on the page Data", "--attribute-map"),
    "names-as-dates": ("restore the names in the file, or match them on the page Data", "--attribute-map"),
    "value-names": ("accept them on the page Data", "--value-map"),
    "values-differ": ("say which value is which on the page Data", "--value-map"),
    "values-partly": ("say which of them are the same on the page Data", "--value-map"),
    "class-names": ("say which class is which on the page Data", "--class-map"),
    "class-numbers": ("give each table a number to cut at on the page Data", "--left-cut and --right-cut"),
    "rare-class": ("add rows, or merge them into another class on the page Data", "--class-map"),
    "one-class": ("choose another class column on the page Data", "--target"),
    "codes": (
        "declare those that are categories or measurements on the page Data",
        "--categorical or --numeric",
    ),
    "class-map": ("correct the class map", ""),
    "attribute-map": ("correct the attribute map", ""),
    "value-map": ("correct the value map", ""),
}


def remedy_words(finding: Finding, *, in_app: bool = False) -> str:
    """What to do, without a full stop; empty where there is nothing to do. In the app no option is named."""
    if finding.remedies:
        return " and ".join(_asked(remedy, in_app) for remedy in finding.remedies)
    if finding.doubtful:
        return f"in the second case {_asked(Remedy('exclude', finding.doubtful), in_app)}"
    by_hand = _BY_HAND.get(finding.code)
    if by_hand is not None and finding.perhaps:
        words, option = by_hand
        return words if in_app or not option else f"{words} or with the option {option}"
    return " and ".join(filter(None, (finding.remedy, *(_asked(each, in_app) for each in finding.perhaps))))


def _asked(remedy: Remedy, in_app: bool) -> str:
    words, option = _way_out(remedy)
    return words if in_app else f"{words} (option {option})"


def _way_out(remedy: Remedy) -> tuple[str, str]:
    """What to do, and the option that does it."""
    match remedy:
        case Remedy("scale", "rank"):
            return "compare percentiles", "--scale rank"
        case Remedy("balance"):
            return "balance the classes", "--balance"
        case Remedy("missing", "common"):
            return "fill missing cells with the common value", "--missing common"
        case Remedy("missing", "drop-columns"):
            return "exclude attributes with missing cells", "--missing drop-columns"
        case Remedy("cut", str(point)):
            return f"cut both tables at {point}", f"--cut {point}"
        case Remedy("exclude"):
            return f"exclude {listed(remedy.values, most=3)}", f"--exclude{_one_value(remedy)}"
        case Remedy("convert"):
            return f"convert {listed(remedy.values, most=3)}", f"--convert{_one_value(remedy)}"
        case Remedy("max_missing", str(share)):
            return "exclude sparse attributes", f"--max-missing {share}"
        case Remedy("permutations", str(n)):
            return f"test the set against {n} shuffles", f"--permutations {n}"
        case Remedy("class_map"):
            return "rename the classes", f"--class-map{_one_value(remedy)}"
    value = f" {shlex.quote(comma_text(remedy.values))}" if remedy.values else ""
    words = f"set {remedy.option.replace('_', ' ')}{f' to {listed(remedy.values, most=3)}' if remedy.values else ''}"
    return words, f"--{remedy.option.replace('_', '-')}{value}"


def _one_value(remedy: Remedy) -> str:
    """The value as it is typed; which names is said already where there are several."""
    return f" {shlex.quote(comma_text(remedy.values))}" if len(remedy.values) == 1 else ""
