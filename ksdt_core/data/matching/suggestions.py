"""Suggestions for attributes that have no partner: names of the two tables that are alike, best first.

A suggestion is never taken without a person: the accepted ones become entries of the attribute map.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz, process
from rapidfuzz.distance import JaroWinkler

from ksdt_core.data.matching.names import folded, initials, numbers_in, words

LEAST_SCORE = 70.0
ACRONYM_SCORE = 60.0
"""Of initials, such as bmi for body mass index: below all names that are alike themselves."""
LONG_ENOUGH = 4
"""Letters of a name whose beginning says something: of fewer, such as bp, very many names have them in their order."""
FULL_COMPARISONS = 1_000_000
"""Up to so many pairs of names all measures of similarity are tried; above it only the quickest."""
MOST_COMPARISONS = 20_000_000
"""Above so many pairs of names only names with the same first letter are compared; never more pairs than this."""
BLOCK_CELLS = 4_000_000
KEPT_OF_EACH = 5

Names = Sequence[str]
Candidates = list[tuple[float, int, int]]  # score, left position, right position


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Two attributes without a partner whose names are alike; the score runs to 100."""

    left: str
    right: str
    score: float

    @property
    def sure(self) -> bool:
        """Whether the names themselves are alike; what is not sure is never accepted together with others."""
        return self.score >= LEAST_SCORE


@dataclass(frozen=True, slots=True)
class Suggestions:
    """Suggestions, best first; no name is in two of them, so that all may be accepted together."""

    ranked: tuple[Suggestion, ...]
    cut_off: str = ""  # what was not compared, in words; empty where everything was

    def __len__(self) -> int:
        return len(self.ranked)

    def __iter__(self) -> Iterator[Suggestion]:
        return iter(self.ranked)


def accepted(suggestions: Iterable[Suggestion]) -> dict[str, str]:
    """The attribute map (left names by right names) of the suggestions that a person accepted."""
    return {suggestion.right: suggestion.left for suggestion in suggestions}


def suggest_matches(left: Names, right: Names, limit: int = 20, *, most: int = MOST_COMPARISONS) -> Suggestions:
    """Names of the left table with the name of the right table that is most like each, best first.

    Names in which different numbers stand (x1 and x2, probe 17 and probe 18) are never suggested: they look most
    alike where they surely differ. For the same reason symbols of tables that are full of them (LCOR and LCORL, which
    are two genes) must be equal but for case and punctuation. Initials (bmi and body mass index) come after all names
    that are alike. Each name is used once, the best suggestion first.
    """
    left_at, right_at = _usable(left), _usable(right)
    cut_off = ""
    if len(left_at) * len(right_at) <= most:
        blocks = [(left_at, right_at)]
    else:
        blocks = _same_first_letter(left, left_at, right, right_at)
        blocks, complete = _bounded(blocks, most)
        cut_off = "only names with the same first letter were compared" + ("" if complete else ", and not all of those")
    thorough = len(left_at) * len(right_at) <= FULL_COMPARISONS
    found: Candidates = []
    for left_block, right_block in blocks:
        found += _alike((left, left_block), (right, right_block), thorough=thorough)
    found += _initials((left, left_at), (right, right_at))
    if are_symbols(left) and are_symbols(right):
        found = [one for one in found if not _are_other_symbols(left[one[1]], right[one[2]])]
    return Suggestions(_one_to_one(found, left, right, limit), cut_off)


def _usable(names: Names) -> list[int]:
    return [position for position, name in enumerate(names) if folded(name)]


def _same_first_letter(
    left: Names, left_at: list[int], right: Names, right_at: list[int]
) -> list[tuple[list[int], list[int]]]:
    by_letter: dict[str, tuple[list[int], list[int]]] = {}
    for side, (names, positions) in enumerate(((left, left_at), (right, right_at))):
        for position in positions:
            by_letter.setdefault(folded(names[position])[0], ([], []))[side].append(position)
    return [block for _, block in sorted(by_letter.items()) if all(block)]


def _bounded(blocks: list[tuple[list[int], list[int]]], most: int) -> tuple[list[tuple[list[int], list[int]]], bool]:
    """The blocks, each with no more than its share of the comparisons, and whether they are whole."""
    wanted = sum(len(a) * len(b) for a, b in blocks)
    if wanted <= most:
        return blocks, True
    share = (most / wanted) ** 0.5
    return [(a[: max(1, int(len(a) * share))], b[: max(1, int(len(b) * share))]) for a, b in blocks], False


def _alike(left_side: tuple[Names, list[int]], right_side: tuple[Names, list[int]], *, thorough: bool) -> Candidates:
    """For the left names at these places the right names that score best, at least the smallest score."""
    (left, left_at), (right, right_at) = left_side, right_side
    right_words = [words(right[position]) for position in right_at]
    right_folded = [folded(right[position]) for position in right_at]
    found: Candidates = []
    n_rows = max(1, BLOCK_CELLS // max(1, len(right_at)))
    for start in range(0, len(left_at), n_rows):
        part = left_at[start : start + n_rows]
        scores = _scores([left[p] for p in part], right_folded, right_words, thorough=thorough)
        _forbid_other_numbers(scores, [left[p] for p in part], [right[p] for p in right_at])
        found += [(score, part[row], right_at[column]) for score, row, column in _best_of_each(scores)]
    return found


def _initials(left_side: tuple[Names, list[int]], right_side: tuple[Names, list[int]]) -> Candidates:
    """Names that are the initials of the words of one name, and only one, of the other table."""
    found: Candidates = []
    for (short, short_at), (long, long_at), turned in ((left_side, right_side, False), (right_side, left_side, True)):
        acronyms: dict[str, list[int]] = {}
        for position in short_at:
            if (name := folded(short[position])).isalpha():
                acronyms.setdefault(name, []).append(position)
        meant: dict[int, list[int]] = {}
        for position in long_at:
            for letters in initials(long[position]):
                for other in acronyms.get(letters, ()):
                    meant.setdefault(other, []).append(position)
        for other, positions in meant.items():
            if len(positions) == 1:
                found.append((ACRONYM_SCORE, *((positions[0], other) if turned else (other, positions[0]))))
    return found


def _best_of_each(scores: NDArray[np.float32]) -> Candidates:
    """The few best places of each row, as score, row and column; where everything is alike not all can be kept."""
    n_kept = min(KEPT_OF_EACH, scores.shape[1])
    best = np.argpartition(-scores, n_kept - 1, axis=1)[:, :n_kept]
    rows = np.repeat(np.arange(scores.shape[0]), n_kept)
    kept = zip(scores[rows, best.ravel()].tolist(), rows.tolist(), best.ravel().tolist(), strict=True)
    return [candidate for candidate in kept if candidate[0] > 0]


def _scores(left: list[str], right_folded: list[str], right_words: list[str], *, thorough: bool) -> NDArray[np.float32]:
    """How alike the names are: letters in order; where there is time also words in any order and common beginnings.

    Scores below the smallest are 0.
    """
    left_folded = [folded(name) for name in left]
    scores = process.cdist(left_folded, right_folded, scorer=fuzz.ratio, score_cutoff=LEAST_SCORE, dtype=np.float32)
    if thorough:
        left_words = [words(name) for name in left]
        for scorer, factor in ((fuzz.token_sort_ratio, 1.0), (fuzz.token_set_ratio, 0.95)):
            np.maximum(
                scores, factor * process.cdist(left_words, right_words, scorer=scorer, dtype=np.float32), out=scores
            )
        begun = 95 * process.cdist(
            left_folded, right_folded, scorer=JaroWinkler.normalized_similarity, dtype=np.float32
        )
        begun *= np.outer(
            *(np.array([len(name) >= LONG_ENOUGH for name in names]) for names in (left_folded, right_folded))
        )
        np.maximum(scores, begun, out=scores)
        scores[scores < LEAST_SCORE] = 0
    return scores


def _forbid_other_numbers(scores: NDArray[np.float32], left: list[str], right: list[str]) -> None:
    """No score for names in which different numbers stand; a name without any may be a shorter way to write it."""
    codes: dict[tuple[str, ...], int] = {(): 0}
    left_codes, right_codes = (
        np.array([codes.setdefault(numbers_in(name), len(codes)) for name in names], dtype=np.intp)[:, None]
        for names in (left, right)
    )
    scores[(left_codes != right_codes.T) & (left_codes > 0) & (right_codes.T > 0)] = 0


def _are_other_symbols(left: str, right: str) -> bool:
    return is_symbol(left) and is_symbol(right) and folded(left) != folded(right)


def _one_to_one(found: Candidates, left: Names, right: Names, limit: int) -> tuple[Suggestion, ...]:
    found.sort(key=lambda candidate: (-candidate[0], candidate[1], candidate[2]))
    taken_left: set[int] = set()
    taken_right: set[int] = set()
    ranked: list[Suggestion] = []
    for score, left_at, right_at in found:
        if len(ranked) >= limit:
            break
        if left_at in taken_left or right_at in taken_right:
            continue
        taken_left.add(left_at)
        taken_right.add(right_at)
        ranked.append(Suggestion(left[left_at], right[right_at], round(score, 1)))
    return tuple(ranked)


def is_symbol(name: str) -> bool:
    """Whether a name is one word that is no word of a language: capitals and digits, at least as many as small letters.

    >>> [is_symbol(name) for name in ("LIN28B", "HLA-DPB1", "C7orf51", "LCOR", "Height", "petal length", "17")]
    [True, True, True, True, False, False, False]
    """
    capitals, digits, small = (sum(map(is_one, name)) for is_one in (str.isupper, str.isdecimal, str.islower))
    return capitals > 0 and capitals + digits >= small and not any(map(str.isspace, name))


def are_symbols(names: Sequence[str]) -> bool:
    """Whether most of these names are symbols with a number in them: then the others are symbols, too."""
    return sum(is_symbol(name) and any(map(str.isdecimal, name)) for name in names) > len(names) / 2
