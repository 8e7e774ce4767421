"""Sentences that say what a test against chance found, and names made safe for Markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ksdt_core.evidence.chance_level import why_no_matching
from ksdt_core.evidence.tree_chance import corrected_words
from ksdt_core.text import p_number, printable, score

if TYPE_CHECKING:
    from ksdt_core.evidence.set_chance import NullSummary, Significance
    from ksdt_core.trees.text import TableNames

FEW_ATTRIBUTES = 8
_PUNCTUATION = re.compile(r"(?<=[^\W_])_(?=[^\W_])|([!-/:-@\[-`{-~])")  # a line within a word is no markup
_UNSEEN = "\u200c"  # has no width
# What Streamlit replaces in the text that is left when all markup is read, escaped or not: arrows and signs that stand
# alone, and names of pictures between colons.
_REPLACED = re.compile(r"(?<!\S)(?:<->|->|<-|--|>=|<=|~=)(?!\S)|:(?=[\w+-]+:)")


def as_markdown(text: str) -> str:
    """A name or a message as Markdown that shows it verbatim.

    Every sign that could be markup is escaped; a character without width keeps apart what would become another sign.
    """
    kept_apart = _REPLACED.sub(lambda found: found[0][0] + _UNSEEN + found[0][1:], printable(text))
    return _PUNCTUATION.sub(lambda found: f"\\{found[1]}" if found[1] else found[0], kept_apart)


def heading(name: str) -> str:
    """What a column is called above it; a sign of one letter, such as p, stays as it is."""
    return name if len(name) == 1 else f"{name[:1].upper()}{name[1:]}"


def nulls_sentence(tested: Significance, names: TableNames, *, scale: str) -> str:
    """What all nulls say together: that none did as well, or what the one says that decides."""
    tried = {null: summary for null, summary in tested.nulls if summary is not None}
    worst = max(tried, key=lambda null: tried[null].p)
    if tested.counts(tried[worst].p)[0]:
        sentences = dict(zip(dict(tested.nulls), null_sentences(tested, names, scale=scale), strict=True))
        return sentences[worst]
    best = max(tried.values(), key=lambda summary: summary.max)
    if "matching" in tried:
        subject = "Shuffling the classes of either table, or matching the attributes at random,"
        return _null_sentence(subject, best, tested, scale, tries="shuffles each")
    said = _null_sentence("Shuffling the classes of either table", best, tested, scale, tries="shuffles each")
    return f"{said} Matching the attributes at random was not tested: {why_no_matching(scale)}."


def null_sentences(tested: Significance, names: TableNames, *, scale: str) -> list[str]:
    """One sentence for each null: what was shuffled, how often it did as well, what p follows."""
    subjects = {
        "left": f"Shuffling the classes of {names.left}",
        "right": f"Shuffling the classes of {names.right}",
        "matching": f"Matching the attributes of {names.left} and {names.right} at random",
    }
    return [_null_sentence(subjects[null], summary, tested, scale) for null, summary in tested.nulls]


def _null_sentence(
    subject: str, summary: NullSummary | None, tested: Significance, scale: str, *, tries: str = "shuffles"
) -> str:
    if summary is None:
        units = ", and different units alone would lower the quality" if scale == "none" else ""
        return f"{subject} was not tested: {why_no_matching(scale)}{units}."
    n_reached, n_tries = tested.counts(summary.p)
    found = f"{subject} reached {score(tested.statistic)} or more in {n_reached} of {n_tries} {tries}"
    if tested.stop_after is not None and n_reached == tested.stop_after:
        return f"{found}, and the test stopped there: p = {n_reached}/{n_tries} ({p_number(summary.p)})."
    if n_reached:
        return f"{found}, so p = {n_reached + 1}/{n_tries + 1} ({p_number(summary.p)})."
    return (
        f"{found}; the best shuffle reached {score(summary.max)}. So p = 1/{n_tries + 1} ({p_number(summary.p)}), "
        f"the smallest value that {n_tries} shuffles can give."
    )


def repeat_sentence(n_vectors: int, *, by_cv: bool = False) -> str:
    """What a try repeats; who looks at many weights chooses, and so does each try."""
    if n_vectors <= 1:
        return "Each shuffle mines the set again with these weights."
    if by_cv:
        return (
            f"The weights were chosen by cross-validation among {n_vectors} weightings, so each shuffle mines "
            "them all and uses the largest value. This makes the p-value conservative."
        )
    return f"You compared {n_vectors} weightings, so each shuffle mines them all and takes the best."


def unseen_sentence(unseen: float, mined: float, *, folds: int, n_vectors: int, is_balanced: bool = False) -> str:
    """Accuracy on rows that the trees have not seen, beside that of this set on the rows it was mined on."""
    chosen = "" if n_vectors <= 1 else f" Each fold chooses among the {n_vectors} weightings on its own training rows."
    return (
        f"Shared accuracy (SA): **{score(unseen)}** cross-validated ({folds} folds), {score(mined)} on the "
        f"{'balanced ' if is_balanced else ''}training rows.{chosen}"
    )


def matching_advice(n_attributes: int) -> str:
    """What it means when only attributes matched at random do as well."""
    said = "Shuffled classes rarely do as well, but attributes matched at random often do."
    if n_attributes <= FEW_ATTRIBUTES:
        return (
            f"{said} With only {n_attributes} attributes, many random matchings leave the predictive ones in "
            "place, so this test has little power."
        )
    return f"{said} Other attributes predict the class as well as these, so the pairing of attributes matters little."


def advice(max_depth: int) -> str:
    """What to try when a set does not beat its nulls."""
    plain = "Shuffled tables often do as well, so these trees could be due to chance."
    counted = "If you try many settings, some p-values will be small by chance."
    if max_depth == 1:
        return f"{plain} The trees cannot be shallower, so use more rows. {counted}"
    shallower = 2 if max_depth == 0 or max_depth > 2 else 1
    return f"{plain} Shallower trees overfit less: try a maximum depth of {shallower}. {counted}"


def more_weightings_sentence(n_before: int, n_now: int) -> str:
    """A test that was done before more weights were tried."""
    return (
        f"This test is {corrected_words(n_before)}. You have compared {n_now} weightings since. Test again to "
        "correct for all of them."
    )


def repeated_sentence(repeats: Sequence[tuple[int, int]]) -> str:
    """Which trees say what an earlier one says; positions count from 0."""
    said = ", ".join(f"tree {later + 1} repeats tree {first + 1}" for first, later in repeats)
    return f"{said[:1].upper()}{said[1:]}. Mine fewer trees, or give diversity more weight."
