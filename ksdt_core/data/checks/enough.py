"""Whether there are rows enough for the number of attributes.

With many attributes to choose from, some fit the classes by chance. A tree of depth d makes up to s = 2^d − 1 choices
among A attributes, ln M = s·ln A, and the best of M answers that know nothing is expected to exceed the share b of the
most common class by about (1 − b)·sqrt(ln M / 2N) on the N rows of both tables (the largest of M sums of N coin tosses;
which of the thresholds of an attribute is taken matters much less, since neighbouring ones answer almost alike).

Measured with this package's miner on noise (five trees of depth 3, rank scale, equal classes; mean shared accuracy SA
over four pairs, and the formula):

    rows of both   attributes   measured   formula
          50            20        0.76       0.73
          50         2,000        0.93       0.86
         100           100        0.70       0.70
         200            20        0.60       0.61
         200         2,000        0.68       0.68
         200        10,000        0.73       0.70
         400         2,000        0.62       0.63
       1,000           100        0.55       0.56
       4,000           500        0.53       0.54

So rows are called few where the excess (the root) is above 0.3: two equal classes are then fitted to 0.65 by chance.

How many permutations show it: where chance would reach the observed trees in 1 of 100 shuffles, 99 permutations give a
p-value of at most 0.05 in 99.6 of 100 studies (at most 4 shuffles may reach them, 1 is expected), 19 only in 83.
A table whose classes can be shuffled in fewer than 20 ways can never show a p-value of 0.05.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from ksdt_core.data.checks.finding import Finding
from ksdt_core.data.checks.subject import Subject
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.errors import Remedy
from ksdt_core.text import counted, score

DEPTH = 3
SENSIBLE_EXCESS = 0.3
USUAL_PERMUTATIONS = 99
FEWEST_SHUFFLES = 20


def size_findings(subject: Subject) -> Iterator[Finding]:
    """Whether the rows are enough, and which number of permutations shows it."""
    if subject.matched is None or not subject.same_classes or len(subject.left.class_names) < 2:
        return
    n_rows = subject.left.n_rows + subject.right.n_rows
    n_attributes = subject.matched.left.n_attributes
    where = f"{subject.left.name} and {subject.right.name}"
    n_ways = min(n_shuffles(table) for table in subject.tables)
    if n_ways < FEWEST_SHUFFLES:
        yield Finding(
            "warning",
            "too-few-to-test",
            f"the classes of one table can be shuffled in only {counted(int(n_ways), 'way', 'ways')}, so no "
            f"number of permutations can give a p-value below {score(1 / n_ways)}.",
            where,
            remedy="add rows",
        )
    elif n_rows < rows_needed(n_attributes):
        chance = chance_accuracy(n_rows, n_attributes, largest_share=_largest_share(subject.tables))
        yield Finding(
            "warning",
            "few-rows",
            f"{n_rows:,} rows in both tables are few for {counted(n_attributes, 'attribute', 'attributes')}: "
            f"trees of depth {DEPTH} reach an accuracy of about {score(chance)} even on shuffled classes (about "
            f"{rows_needed(n_attributes):,} rows would be enough to avoid this); {USUAL_PERMUTATIONS} "
            "permutations show whether the trees do better.",
            where,
            remedies=(Remedy("permutations", str(USUAL_PERMUTATIONS)),),
        )


def chance_excess(n_rows: int, n_attributes: int, depth: int = DEPTH) -> float:
    """How much of the room above the most common class chance fills: sqrt((2^d − 1)·ln A / 2N), at most 1."""
    choices = ((1 << depth) - 1) * math.log(max(n_attributes, 2))
    return min(1.0, math.sqrt(choices / (2 * max(n_rows, 1))))


def chance_accuracy(n_rows: int, n_attributes: int, *, largest_share: float = 0.5, depth: int = DEPTH) -> float:
    """The accuracy that trees reach on shuffled classes: b + (1 − b)·excess, b the share of the most common class."""
    return largest_share + (1 - largest_share) * chance_excess(n_rows, n_attributes, depth)


def rows_needed(n_attributes: int, depth: int = DEPTH) -> int:
    """Rows of both tables from which the excess is at most 0.3."""
    choices = ((1 << depth) - 1) * math.log(max(n_attributes, 2))
    return math.ceil(choices / (2 * SENSIBLE_EXCESS * SENSIBLE_EXCESS))


def n_shuffles(table: Dataset) -> float:
    """In how many ways the classes of a table can stand among its rows: n! / (n_1! · n_2! · …), at most 1e300."""
    counts = table.class_counts().tolist()
    logarithm = math.lgamma(sum(counts) + 1) - math.fsum(math.lgamma(count + 1) for count in counts)
    return round(math.exp(logarithm)) if logarithm < 30 else math.exp(min(logarithm, 690))


def _largest_share(tables: tuple[Dataset, Dataset]) -> float:
    """The share of the most common class, in the table where it is smaller."""
    return min(float(table.class_counts().max(initial=0)) / max(table.n_rows, 1) for table in tables)
