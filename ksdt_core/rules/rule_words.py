"""A rule as a sentence for the results section of a paper, and each class as a disjunction of its rules."""

from __future__ import annotations

from collections.abc import Iterator

from ksdt_core.rules.condition_text import conditions_text, conditions_words
from ksdt_core.rules.evidence import Evidence
from ksdt_core.rules.rule import Rule, RuleList
from ksdt_core.text import p_text, percent, printable, score

LEVEL = 0.05


def rule_sentence(rule: Rule, rules: RuleList) -> str:
    """The rule with its evidence in every table, in whole words."""
    tables = rules.tables
    where = f" with {conditions_words(rule.conditions, tables)}" if rule.conditions else ""
    if rule.is_default:
        where = " not covered by the rules above"
    first, *others = rule.evidence
    parts = [
        f"In {printable(first.table)}, {_count(first)} {_rows(first.support)}{where} "
        f"{'was' if first.correct == 1 else 'were'} of class {printable(rule.answer)}{_share(first, first_time=True)}"
    ]
    parts[0] += "".join(f", in {printable(each.table)} {_count(each)}{_share(each)}" for each in others)
    lifts = [each.lift for each in rule.evidence]
    if all(lift is not None for lift in lifts):
        parts.append(f"lift {' and '.join(f'{lift:.2f}' for lift in lifts)}")
    if rule.dsn_lowest is not None:
        word = "balanced " if rules.is_balanced else ""
        parts.append(f"lowest {word}DSN along the path {score(rule.dsn_lowest)}")
    elif rule.dsn is not None and not rule.is_default:
        parts.append(f"DSN of these rows {score(rule.dsn)}")
    parts.extend(_test_words(rule))
    if rule.copies > 1:
        parts.append(f"in {rule.copies} trees of the set")
    return f"{'; '.join(parts)}."


def class_disjunctions(rules: RuleList) -> dict[str, str]:
    """For each class of one tree, when it is predicted: `sunburned if (…) or (…)`; a default class is `otherwise`.

    Give the rules of one tree. A class that no rule predicts is omitted.
    """
    found: dict[str, list[str]] = {name: [] for name in rules.class_names}
    otherwise = ""
    for rule in rules.rules:
        if rule.is_default:
            otherwise = rule.answer
        else:
            found[rule.answer].append(conditions_text(rule.conditions))
    texts = {}
    for name, cases in found.items():
        ifs = " or ".join(f"({case})" for case in cases)
        always = cases == [conditions_text(())]
        sentence = f"{printable(name)} always" if always else f"{printable(name)} if {ifs}"
        if name == otherwise:
            sentence = f"{sentence}, and otherwise" if cases else f"{printable(name)} otherwise"
        if cases or name == otherwise:
            texts[name] = sentence
    return texts


def _count(evidence: Evidence) -> str:
    return f"{evidence.correct:,} of {evidence.support:,}"


def _rows(n: int) -> str:
    return "row" if n == 1 else "rows"


def _share(evidence: Evidence, *, first_time: bool = False) -> str:
    """(93 %, 95 % CI 81–98 %)."""
    interval = evidence.interval
    if evidence.confidence is None or interval is None:
        return ""
    label = f"{percent(0.95)} CI " if first_time else ""
    return f" ({percent(evidence.confidence)}, {label}{100 * interval[0]:.0f}–{percent(interval[1])})"


def _test_words(rule: Rule) -> Iterator[str]:
    if rule.p_value is None or rule.p_corrected is None:
        return
    tested = f"Fisher's test {p_text(rule.p_value)}, Holm-corrected {p_text(rule.p_corrected)}"
    yield f"the shares {differ_words(rule.p_corrected)} ({tested})"


def differ_words(p_corrected: float) -> str:
    """What a test says of two things that may differ."""
    return "differ" if p_corrected < LEVEL else "do not differ clearly"
