"""A guess which class of one table is which of the other, for a person to accept."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from ksdt_core.data.matching.names import folded, words
from ksdt_core.data.model.dataset import Dataset

# Words for the class that one looks for (or fears), and for the other; a negation turns them round.
_MARKED = frozenset(
    {
        "1", "abnormal", "affected", "bad", "buggy", "cancer", "case", "cases", "carcinoma", "dead", "death",
        "deceased", "defect", "defective", "died", "disease", "diseased", "event", "fail", "failed", "failure", "fraud",
        "high", "ill", "infected", "lesion", "malignant", "metastasis", "mutant", "mutated", "pos", "poor", "positive",
        "present", "progression", "recurrence", "recurrent", "relapse", "resistant", "sick", "spam", "t", "treated",
        "true", "tumor", "tumour", "up", "y", "yes"
    }
)  # fmt: skip
_UNMARKED = frozenset(
    {
        "0", "absent", "alive", "benign", "censored", "clean", "control", "controls", "down", "f", "false", "good",
        "ham", "healthy", "living", "low", "n", "neg", "negative", "no", "none", "normal", "ok", "pass", "passed",
        "remission", "responder", "sensitive", "survived", "survivor", "unaffected", "untreated", "well", "wildtype",
        "wt"
    }
)  # fmt: skip
_EITHER = frozenset({"high", "low", "up", "down"})  # the other word is the opposite, not the negation
_NEGATION = re.compile(r"^(?:non|not|no|un|without)\s+(?=\w)")
_SAME_SIDE = 60.0


@dataclass(frozen=True, slots=True)
class ClassSuggestion:
    """Names of the left table's classes for names of the right table's, and whether the names themselves say so."""

    renamed: Mapping[str, str]
    sure: bool


def suggest_class_map(left: Dataset, right: Dataset) -> ClassSuggestion | None:
    """A one-to-one map for the classes whose names differ, or None where their numbers differ.

    Names that are the same but for case, blanks and punctuation are a match. Otherwise words such as relapse, died,
    positive stand against survived, normal, negative; then similarity of the names decides, then how common a class is.
    """
    from rapidfuzz import fuzz
    from scipy.optimize import linear_sum_assignment

    only_left = [name for name in left.class_names if name not in right.class_names]
    only_right = [name for name in right.class_names if name not in left.class_names]
    if not only_left or len(only_left) != len(only_right):
        return None
    left_share, right_share = _shares(left), _shares(right)
    scores = np.zeros((len(only_right), len(only_left)))
    told = np.zeros(scores.shape, dtype=bool)
    for row, old in enumerate(only_right):
        for column, new in enumerate(only_left):
            alike = bool(folded(old)) and folded(old) == folded(new)
            same_side = _side_in(old, only_right) * _side_in(new, only_left)
            told[row, column] = alike or same_side > 0
            scores[row, column] = (
                1000.0 * alike
                + _SAME_SIDE * same_side
                + 0.5 * fuzz.ratio(words(old), words(new), score_cutoff=70)
                + 10 * (1 - abs(right_share[old] - left_share[new]))
            )
    rows, columns = linear_sum_assignment(scores, maximize=True)
    pairs = zip(rows.tolist(), columns.tolist(), strict=True)
    renamed = {only_right[row]: only_left[column] for row, column in pairs}
    return ClassSuggestion(MappingProxyType(renamed), bool(told[rows, columns].all()))


def _shares(table: Dataset) -> dict[str, float]:
    shares = table.class_counts() / max(table.n_rows, 1)
    return dict(zip(table.class_names, shares.tolist(), strict=True))


def _side_in(name: str, classes: Sequence[str]) -> int:
    """The side of a class among the others of its table: beside "not low" it is "low" that one looks for."""
    bare = {_NEGATION.sub("", words(each)) for each in classes}
    if len(classes) == 2 and len(bare) == 1 and bare <= _EITHER:
        return 1 if words(name) in bare else -1
    return side_of(name)


def side_of(name: str) -> int:
    """1 where a name says yes, sick, positive; −1 where it says no, healthy, negative; 0 where it says neither.

    >>> side_of("relapse"), side_of("non-relapse"), side_of("DLBCL"), side_of("ER+"), side_of("ER-")
    (1, -1, 0, 1, -1)
    """
    text = words(name)
    if name.strip()[-1:] in ("+", "-"):
        return 1 if name.strip().endswith("+") else -1
    positive = _NEGATION.sub("", text)
    parts = set(positive.split())
    side = bool(parts & _MARKED) - bool(parts & _UNMARKED)
    return -side if positive != text else side
