"""What the evidence of a pair means, in sentences that every surface shows: the headline first, then what limits it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ksdt_core.evidence.chance_level import CHANCE_LEVEL, UNSCALED
from ksdt_core.evidence.pair_evidence import FEWEST_MOVABLE, AttributeEvidence, Evidence
from ksdt_core.text import counted, number, p_text, percent, printable

if TYPE_CHECKING:  # pages that mine nothing load no miner
    from ksdt_core.evidence.effects import Effects

MOST_NAMES = 6
ROOM_FOR_NAMES = 85  # letters: below a verdict there are two lines, and how it was measured follows
LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class NewRows:
    """Shares of new rows that are predicted correctly (cross-validated), and what always guessing gives."""

    left: float
    right: float
    baseline_left: float
    baseline_right: float
    is_clear: tuple[bool, bool]  # whether guessing would seldom do as well, in each table (binomial test)
    how: str = ""  # what predicted them and how they were kept apart, for a paper

    @property
    def is_useful(self) -> bool:
        """Whether both tables are clearly predicted better than by guessing."""
        return all(self.is_clear)


def new_rows_of(effects: Effects | None) -> NewRows | None:
    """How well new rows are predicted by the vote of the trees (without a vote: by its first tree), where counted."""
    if effects is None or effects.judged_on is None or effects.judged_on[0] == "training":
        return None
    left, right = effects.judged_on[1].sides
    answers = [side.vote or side.trees[0] for side in (left, right)]
    clear = (answers[0].beats_baseline, answers[1].beats_baseline)
    who = "one tree" if left.vote is None else "vote of the trees"
    rows = "held-out rows" if effects.judged_on[0] == "held_out" else "cross-validated"
    if rows == "cross-validated" and effects.folds is not None:
        rows = f"{effects.folds}-fold cross-validation"
    how = f"{who}, {rows}"
    return NewRows(answers[0].accuracy, answers[1].accuracy, left.baseline, right.baseline, clear, how)


def is_shown(found: Evidence) -> bool:
    """Whether the pair shows shared signal."""
    return found.shared.p <= CHANCE_LEVEL


def headline(found: Evidence) -> str:
    """The verdict in one sentence."""
    p, claimed = p_text(found.shared.p), found.claimed
    if is_shown(found) and claimed:
        predict = counted(len(claimed), "attribute predicts", "attributes predict")
        return f"{predict} the class in both tables ({p}): {named(claimed)}."
    if is_shown(found):
        return f"The tables share signal ({p}), but no single attribute stands out."
    if claimed:
        predict = "predicts" if len(claimed) == 1 else "predict"
        adjusted = p_text(max(entry.p for entry in claimed)).replace("p ", "adjusted p ")
        return f"No shared signal found overall ({p}), but {named(claimed)} {predict} the class in both ({adjusted})."
    return f"No shared signal found ({p})."


def verdict(found: Evidence, new_rows: NewRows | None = None) -> tuple[str, ...]:
    """The headline, how well new rows are predicted where that is known, and what limits the answer."""
    if is_shown(found) and new_rows is not None and not new_rows.is_useful:
        weak = _weak(found, new_rows)
        return (f"{weak} {_shares(new_rows)} correct on new rows, against {_baselines(new_rows)} by guessing.",)
    sentences = [headline(found)]
    if is_shown(found) and new_rows is not None:
        sentences.append(
            f"Expect {_shares(new_rows)} correct on new rows; always guessing gives {_baselines(new_rows)}."
        )
    if not is_shown(found):
        sentences += _limits(found)
    return tuple(sentences)


def verdict_and_detail(found: Evidence, new_rows: NewRows | None = None) -> tuple[str, str]:
    """The verdict for the top of a page, without names and in whole percentages; then what is below it."""
    p, claimed = p_text(found.shared.p), found.claimed
    strongest = f"Strongest: {named(claimed, room=ROOM_FOR_NAMES)}." if claimed else ""
    if not is_shown(found):
        return headline(found), " ".join(_limits(found))
    if new_rows is not None and not new_rows.is_useful:
        shares, baselines = _whole(new_rows)
        return f"{_weak(found, new_rows)} {shares} correct on new rows, against {baselines} by guessing.", strongest
    said = (
        f"{counted(len(claimed), 'attribute predicts', 'attributes predict')} the class in both tables ({p})."
        if claimed
        else headline(found)
    )
    if new_rows is not None:
        shares, baselines = _whole(new_rows)
        said = f"{said} Expect {shares} correct on new rows; always guessing gives {baselines}."
    return said, strongest


def _weak(found: Evidence, new_rows: NewRows) -> str:
    """How a verdict starts where the trees do not clearly predict new rows of both tables."""
    names = (found.pair.left.name, found.pair.right.name)
    clear = [name for name, is_clear in zip(names, new_rows.is_clear, strict=True) if is_clear]
    how = f"clearly beat guessing only in {clear[0]}" if clear else "do not clearly beat guessing"
    return f"The tables share signal ({p_text(found.shared.p)}), but these trees {how}:"


def paper_text(found: Evidence, new_rows: NewRows | None = None) -> str:
    """The answer as a text for a paper: what was compared, how it was tested, what was found and how useful it is."""
    left, right, p = found.pair.left, found.pair.right, p_text(found.shared.p)
    test = f"a permutation test with {found.permutations:,} shuffles of the classes of each table"
    said = [
        f"We compared {left.name} ({counted(left.rows, 'row')}) with {right.name} ({counted(right.rows, 'row')}) by "
        f"{counted(found.pair.attributes, 'shared attribute')}.",
        f"The same attributes predict the class in both tables ({p}, {test})."
        if is_shown(found)
        else f"No shared signal was found ({p}, {test}).",
    ]
    if found.claimed:
        predict = counted(len(found.claimed), "single attribute predicts", "single attributes predict")
        highest = p_text(max(entry.p for entry in found.claimed)).replace("p = ", "p ≤ ")
        said.append(f"{predict} the class in both tables (family-wise adjusted {highest}): {named(found.claimed)}.")
    if new_rows is not None:
        clear = "" if new_rows.is_useful else " The trees do not clearly exceed this in both tables."
        how = f" ({new_rows.how})" if new_rows.how else ""
        said.append(
            f"The shared decision trees predict {_shares(new_rows)} of new rows correctly{how}; always predicting the "
            f"largest class gives {_baselines(new_rows)}.{clear}"
        )
    return " ".join(printable(each) for each in said)


def pairing_sentence(found: Evidence) -> str:
    """Whether it matters which attribute is paired with which, or why the tables alone cannot tell.

    A set of trees has its own test of this, which needs fewer columns: this sentence must not deny it.
    """
    if found.pairing is None:
        why = UNSCALED if found.pair.scale == "none" else f"fewer than {FEWEST_MOVABLE} columns can be exchanged"
        return f"The tables alone cannot show whether the pairing of the columns matters: {why}."
    p = p_text(found.pairing.p)
    if found.pairing.p <= CHANCE_LEVEL:
        return f"It matters which attribute is paired with which ({p})."
    if is_shown(found):
        return f"Pairing the columns at random does about as well ({p}): many attributes predict the class here."
    return f"Pairing the columns at random does about as well ({p})."


def questions(found: Evidence) -> tuple[tuple[str, float, str], ...]:
    """Each p-value with its question: (question, p, how it was obtained)."""
    left, right = found.pair.left.name, found.pair.right.name
    rows = [
        (
            "Does the same attribute predict the class, in the same direction, in both tables?",
            found.shared.p,
            f"twice the larger of {p_text(found.shared.left.p)} (classes of {left} shuffled) and "
            f"{p_text(found.shared.right.p)} (classes of {right} shuffled)",
        )
    ]
    if found.pairing is not None:
        rows.append(
            (
                "Does it matter which attribute is paired with which?",
                found.pairing.p,
                f"columns of {right} paired at random with those of {left}",
            )
        )
    return tuple(rows)


def named(entries: Sequence[AttributeEvidence], *, room: int | None = None) -> str:
    """A few names in a row, the first of them and as many as there is `room` for; long ones are cut.

    >>> named(())
    ''
    """
    names = [_cut(entry.attribute) for entry in entries[:MOST_NAMES]]
    while room is not None and len(names) > 1 and len(", ".join(names)) > room:
        names.pop()
    more = len(entries) - len(names)
    return ", ".join(names) + (f" and {more:,} more" if more else "")


def split_text(split: float | str | None) -> str:
    """The best split of an attribute: a threshold or a value; a dash where there is none."""
    if split is None:
        return "–"
    return printable(split) if isinstance(split, str) else number(split)


def direction_words(entry: AttributeEvidence) -> str:
    """Where the class of an attribute is more frequent in both tables."""
    if entry.direction is None:
        return "no split"
    if entry.score <= 0:  # at the best split the tables disagree
        return f"{entry.class_name}: not at the same values"
    words = {
        "higher": "higher values",
        "lower": "lower values",
        "equal": f"{entry.split_left}",
        "other": "other values",
    }
    return f"{entry.class_name}: {words[entry.direction]}"


def _limits(found: Evidence) -> list[str]:
    pair, sentences = found.pair, []
    ps = ((pair.left.name, found.shared.left.p, found.shared.right.p),)
    for name, own, other in (*ps, (pair.right.name, found.shared.right.p, found.shared.left.p)):
        if own <= CHANCE_LEVEL / 2 and other > CHANCE_LEVEL:
            sentences.append(f"Only {name}'s classes can be predicted.")
    advice = (
        "check that both tables use the same units, or compare values in percentiles"
        if pair.scale == "none"
        else "use more rows, or select fewer attributes beforehand"
    )
    rows = f"{pair.left.rows:,} and {pair.right.rows:,} rows"
    return [*sentences, f"With {rows} only strong effects can be found; {advice}."]


def _whole(new_rows: NewRows) -> tuple[str, str]:
    """What is predicted and what guessing gives, with a decimal only where rounding would make them equal."""
    correct, guessed = (new_rows.left, new_rows.right), (new_rows.baseline_left, new_rows.baseline_right)
    digits = 1 if any(percent(one) == percent(other) for one, other in zip(correct, guessed, strict=True)) else 0
    said = [" and ".join(percent(share, digits) for share in shares) for shares in (correct, guessed)]
    return said[0], said[1]


def _shares(new_rows: NewRows) -> str:
    return f"{percent(new_rows.left, 1)} and {percent(new_rows.right, 1)}"


def _baselines(new_rows: NewRows) -> str:
    return f"{percent(new_rows.baseline_left, 1)} and {percent(new_rows.baseline_right, 1)}"


def _cut(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
