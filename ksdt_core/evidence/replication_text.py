"""What a replication means, in sentences that every surface shows: the answer first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ksdt_core.data.preparing.conversions import conversion_words
from ksdt_core.evidence.answers import Answers
from ksdt_core.evidence.chance_level import CHANCE_LEVEL, UNSCALED
from ksdt_core.evidence.replicated import FEWEST_ROWS, ReplicatedNode, Replication, Status
from ksdt_core.text import counted, p_text, percent

Answer = Literal["holds", "weak", "one-answer", "not-shown"]
STATUS_WORDS: dict[Status, str] = {
    "holds": "holds",
    "does-not-hold": "does not hold",
    "few-rows": "few rows",
    "not-measured": "not measured",
}
MOST_NAMES = 6


def answer(found: Replication) -> Answer:
    """Whether the vote holds: beyond shuffled classes, and beyond chance more accurate than always guessing.

    A vote that answers one class for all rows says nothing about the splits, which may hold all the same.
    """
    if found.vote.p_classes <= CHANCE_LEVEL:
        return "holds" if found.vote.beats_baseline else "weak"
    return "not-shown" if _only_answer(found) is None else "one-answer"


def _only_answer(found: Replication) -> str | None:
    """The class that the vote answers for every row; None where it answers several."""
    answered = [sum(rows) for rows in zip(*found.vote.confusion, strict=True)]
    given = [name for name, n in zip(found.result.classes, answered, strict=True) if n]
    return given[0] if len(given) == 1 else None


def correct_words(answers: Answers, digits: int = 0) -> str:
    """The share of right answers with its interval."""
    low, high = (percent(end, digits) for end in answers.interval)
    return f"{percent(answers.accuracy, digits)} correct ({percent(0.95)} interval {low} to {high})"


def _digits(answers: Answers) -> int:
    """As many decimals, up to two, as tell the share of right answers from that of guessing."""
    shares = (answers.accuracy, answers.baseline)
    return next((digits for digits in (0, 1) if percent(shares[0], digits) != percent(shares[1], digits)), 2)


def headline(found: Replication) -> str:
    """The answer in one sentence."""
    digits = _digits(found.vote) if found.vote.accuracy != found.vote.baseline else 0
    name, said = found.table.name, correct_words(found.vote, digits)
    guessing, p = percent(found.vote.baseline, digits), p_text(found.vote.p_classes)
    match answer(found):
        case "holds":
            return f"The trees hold in {name}: {said}, always guessing gives {guessing} ({p})."
        case "weak":
            more = "not clearly more" if found.vote.accuracy > found.vote.baseline else "no more"
            return (
                f"The trees separate the classes of {name} better than chance ({p}), but are {more} accurate than "
                f"always guessing: {said}, guessing gives {guessing}."
            )
        case "one-answer":
            rows = counted(found.table.rows, "row", "rows")
            return (
                f"The vote of the trees answers {_only_answer(found)} for all {rows} of {name}: {said}, always "
                f"guessing gives {guessing}."
            )
        case _:
            return f"The trees do not hold in {name}: {said}, always guessing gives {guessing} ({p})."


def splits_sentence(found: Replication) -> str:
    """How many roots hold, and what became of the splits below them."""
    n_roots = sum(bool(tree.nodes) and tree.nodes[0].attribute is not None for tree in found.trees)
    if n_roots == 0:
        return "The trees have no splits."
    held = found.count("holds", roots=True)
    if held == n_roots:
        roots = "The root split holds." if n_roots == 1 else f"All {n_roots} root splits hold."
    else:
        roots = f"{held} of {n_roots} root splits {'holds' if held == 1 else 'hold'}."
    below = {status: found.count(status, roots=False) for status in STATUS_WORDS}
    total = sum(below.values())
    if not total:
        return roots
    parts = [
        (below["holds"], "holds", "hold"),
        (below["does-not-hold"], "does not", "do not"),
        (below["few-rows"], "has too few rows", "have too few rows"),
        (below["not-measured"], "uses an attribute", "use attributes"),
    ]
    said = [counted(n, one, several) for n, one, several in parts if n]
    if below["not-measured"]:
        said[-1] += f" that {found.table.name} does not contain"
    listed = said[0] if len(said) == 1 else f"{', '.join(said[:-1])} and {said[-1]}"
    where = counted(total, "split below it", "splits below them")
    return f"{roots} Of the {where}, {listed}."


def pairing_sentence(found: Replication) -> str:
    """Whether it matters which columns stand under the names that the trees test."""
    p = found.vote.p_pairing
    if p is None:
        why = UNSCALED if found.result.scale == "none" else "no columns can be exchanged"
        return f"Random columns in place of these attributes were not tested: {why}."
    if p <= CHANCE_LEVEL:
        return f"These attributes matter: random columns in their place do worse ({p_text(p)})."
    return f"Random columns in place of these attributes do about as well ({p_text(p)})."


def stopped_sentence(found: Replication) -> str | None:
    """How many rows stop at nodes that the table did not measure; None where it has all attributes."""
    if not found.not_measured:
        return None
    absent = [name for name in found.not_measured if name not in found.sparse]
    lacks = [f"does not contain {_names(absent)}"] if absent else []
    if found.sparse:
        lacks.append(f"has more than {percent(found.max_missing)} missing values in {_names(found.sparse)}")
    stops = [
        f"{counted(tree.stopped, 'row', 'rows')} in tree {number}"
        for number, tree in enumerate(found.trees, start=1)
        if tree.stopped
    ]
    how = f" Rows stop at that node and get its class: {', '.join(stops)}." if stops else ""
    return f"{found.table.name} {' and '.join(lacks)}.{how}"


def one_sided_sentence(found: Replication) -> str | None:
    """Attributes whose every split has all rows on one side: they are perhaps measured otherwise; None without any."""
    sides: dict[str, set[int]] = {}  # for each attribute the sides of its splits that rows reach, of splits with rows
    for tree in found.trees:
        below: dict[int | None, list[int]] = {}
        for node in tree.nodes:
            below.setdefault(node.parent, []).append(sum(node.cdv))
        for node in tree.nodes:
            if node.attribute is not None and node.measured and sum(node.cdv) >= FEWEST_ROWS:
                reached = {side for side, rows in enumerate(below.get(node.id, ())) if rows}
                sides.setdefault(node.attribute, set()).update(reached)
    names = [name for name, reached in sides.items() if len(reached) == 1]
    if not names:
        return None
    return (
        f"All rows of {found.table.name} are on one side of every split by {_names(names)}: check that the units and "
        "codes are those of the trees."
    )


def _names(names: Sequence[str]) -> str:
    more = len(names) - MOST_NAMES
    return ", ".join(names[:MOST_NAMES]) + (f" and {more:,} more" if more > 0 else "")


def preparation_sentence(found: Replication) -> str | None:
    """What was done about missing cells."""
    if found.filled and found.missing == "class-common":
        cells = counted(found.filled, "missing value was", "missing values were")
        return f"{cells} filled by class, which uses the outcome, so the accuracies are optimistic."
    if found.filled:
        return f"{counted(found.filled, 'missing value was', 'missing values were')} filled."
    if found.dropped:
        return f"{counted(found.dropped, 'row', 'rows')} with missing values were dropped."
    return None


def conversion_sentence(found: Replication) -> str | None:
    """Which columns of the table were converted, and how; None without any."""
    parts = [item.partition("=") for item in found.convert]
    said = ", ".join(f"{name.strip()} {conversion_words(formula.strip())}" for name, _, formula in parts)
    return f"Units of {found.table.name} that were converted: {said}." if said else None


def sentences(found: Replication) -> tuple[str, ...]:
    """Everything that is to be said, the answer first."""
    said = (
        headline(found),
        splits_sentence(found),
        stopped_sentence(found),
        one_sided_sentence(found),
        pairing_sentence(found),
        preparation_sentence(found),
        conversion_sentence(found),
    )
    return tuple(sentence for sentence in said if sentence)


def status_words(node: ReplicatedNode) -> str:
    """What the split of a node does in the table; empty at a leaf."""
    return "" if node.status is None else STATUS_WORDS[node.status]
