"""When enough shuffles were made: sequential Monte Carlo p-values [BC91].

Shuffles 1, 2, … of a null are compared with an observed value until h of them have reached it, or until N were made:

    p = h / n              where shuffle n ≤ N is the h-th that reaches the observed value,
    p = (1 + g) / (1 + N)  where only g < h of all N reach it.

Under the null P(p ≤ α) ≤ α for every α, as with a fixed number of shuffles, and clear cases end after few of them.
Without stopping (h is None) p = (1 + g) / (1 + N) for every g. Several observed values share the shuffles of one null:
each has its own p by this rule, and shuffling ends when every one of them has been reached h times. What is decided
depends on the order of the shuffles alone, so that it does not matter who computes them, or how many at a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

STOP_AFTER = 10  # h
FIRST_BATCH = 2 * STOP_AFTER


def sequential_p(reached: Sequence[float], observed: float, *, most: int, stop_after: int | None = None) -> float:
    """The p of an observed value beside the shuffles made so far, in their order; `most` is N, `stop_after` is h.

    >>> sequential_p([0.5, 0.9, 0.7], 0.6, most=3)
    0.75
    >>> sequential_p([0.5, 0.9, 0.7], 0.6, most=99, stop_after=2)
    0.6666666666666666
    """
    n = n_needed(reached, observed, stop_after)
    if n is not None and stop_after is not None:
        return stop_after / n
    return (1 + sum(value >= observed for value in reached)) / (1 + most)


def n_needed(reached: Sequence[float], observed: float, stop_after: int | None) -> int | None:
    """After how many shuffles the observed value was reached `stop_after` times; None if that has not happened."""
    if stop_after is None:
        return None
    count = 0
    for number, value in enumerate(reached, start=1):
        count += value >= observed
        if count == stop_after:
            return number
    return None


def n_until_all(reached: Sequence[Sequence[float]], observed: Sequence[float], stop_after: int | None) -> int | None:
    """After how many shuffles each observed value was reached `stop_after` times by its own sequence, if ever."""
    needed = [n_needed(own, value, stop_after) for own, value in zip(reached, observed, strict=True)]
    known = [n for n in needed if n is not None]
    return max(known) if len(known) == len(needed) else None


def batches(most: int, stop_after: int | None) -> Iterator[range]:
    """The numbers of the shuffles to make before looking again: twice as many in all each time."""
    done, upto = 0, most if stop_after is None else min(most, FIRST_BATCH)
    while done < most:
        yield range(done, upto)
        done, upto = upto, min(most, 2 * upto)


def counts_of(p: float, *, most: int, stop_after: int | None) -> tuple[int, int] | None:
    """The shuffles that reached the observed value, and of how many, that give this p; None if nothing gives it.

    p = (1 + g) / (1 + N) with g < h is below h / N, and p = h / n is not.

    >>> counts_of(0.03, most=99, stop_after=None), counts_of(0.4, most=99, stop_after=10)
    ((2, 99), (10, 25))
    """
    if stop_after is not None and p >= stop_after / most - 1e-9:
        n = stop_after / p
        possible = abs(n - round(n)) <= 1e-6 and stop_after <= round(n) <= most
        return (stop_after, round(n)) if possible else None
    count = p * (1 + most) - 1
    most_reached = most if stop_after is None else stop_after - 1
    possible = abs(count - round(count)) <= 1e-6 and 0 <= round(count) <= most_reached
    return (round(count), most) if possible else None
