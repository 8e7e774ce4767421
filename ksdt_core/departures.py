"""Where this package does not do what a publication prints, and why: the one list that pages and documents show."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Departure:
    """One place where a publication and this package part."""

    source: str  # key of the publication in assets/references.bib
    place: str
    published: str
    here: str


DEPARTURES: tuple[Departure, ...] = (
    Departure(
        "DH14",
        "section 5",
        "Accuracies, and the score built on them, are those of the training rows; no null distribution is given.",
        "The same numbers are given, beside what shuffled classes and shuffled matchings reach, and on request "
        "with accuracies on rows held out and cross-validated accuracies.",
    ),
    Departure(
        "DH14",
        "Definition 5",
        "The difference of two trees is not defined where a tree has no split.",
        "A tree without a split differs by 1 from a tree with splits and by 0 from another one without.",
    ),
    Departure(
        "DH14",
        "section 4.4",
        "Equal scores, equal gains and equal class counts are not settled.",
        "Scores within 1e-9 go to the earlier attribute, then to the smaller threshold; equal gains keep the order of "
        "columns; a tie of classes goes to the class listed first.",
    ),
    Departure(
        "DH14",
        "section 4.3",
        "The gain of a split is information gain, and attributes cost nothing.",
        "The same by default; gain ratio or Gini reduction can stand in its place, set against costs if there are any. "
        "AttrSet is ranked by information gain in every case.",
    ),
    Departure(
        "DH14",
        "section 5",
        "The number of trees k is not stated, and trees grow without bound.",
        "k is 5 and trees are at most 3 splits deep unless told otherwise; the preset `published` lifts the bound.",
    ),
    Departure(
        "DH14",
        "section 5.1",
        "Values of the two tables are compared as they are.",
        "The same by default; z-scores or ranks within each table can be compared instead, and thresholds are then "
        "given in the units of both tables.",
    ),
    Departure(
        "KPD06",
        "sections III and IV",
        "The basis carries 1/√|Λ| in one section and 1/|Λ| in the next, and Lemma 2 no factor.",
        "Coefficients carry 1/|Λ|, the basis none; inner products are means over Λ.",
    ),
    Departure(
        "KPD06",
        "Lemma 2 and Equation 3",
        "No complex conjugate is taken.",
        "It is, without which the statements fail as soon as an attribute has more than two values.",
    ),
    Departure(
        "KPD06",
        "Lemma 3",
        "The partition j = 0 is not excluded.",
        "It is: the statement is about the coefficients apart from the mean.",
    ),
    Departure(
        "KPD06",
        "construction of a tree from a spectrum",
        "A branch ends when no coefficient one order up touches its schema, which ends XOR at the root.",
        "A branch ends when no coefficient is left free in its restriction.",
    ),
    Departure(
        "KPD06",
        "ODT-LR",
        "The weights of the orthogonal trees are fitted on the labels of the test rows.",
        "They are fitted on the training rows; the published way is available and marked as leaking.",
    ),
    Departure(
        "KPD06",
        "first orthogonal tree",
        "Its leaves hold classes; how a value of the function becomes a class is not stated.",
        "The function is scaled so that it comes nearest to the ensemble's mean output on the training rows (least "
        "squares); above 0.5 the leaf is of the second class, and siblings that answer alike are merged. Leaves with "
        "the numbers themselves are available.",
    ),
    Departure(
        "KPD06",
        "orthogonal trees",
        "The trees are called orthogonal, at sizes that imply a bound on their depth.",
        "The functions are orthogonal; trees cut by a depth bound are only nearly so. The output gives their inner "
        "products (Gram matrix), which would be the identity without the bound.",
    ),
    Departure(
        "KPD06",
        "energy of a spectrum",
        "The energy that a cut keeps includes the square of the mean w_0.",
        "The share is that of the energy apart from w_0, which always stays, so that a cut means the same for rare and "
        "common classes. The published count is available.",
    ),
    Departure(
        "KPD06",
        "aggregated tree (AFT)",
        "Every spectrum is cut to a share of its energy before the mean is taken.",
        "The same in the orthogonal-tree study; elsewhere spectra are not cut, so that the aggregated tree votes "
        "exactly as the ensemble.",
    ),
    Departure(
        "KPD06",
        "section VII, C4.5",
        "Trees are grown by WEKA's J48.",
        "They are grown by this package's own C4.5; entropy trees of scikit-learn are available.",
    ),
    Departure(
        "KPD06",
        "number of components",
        "The number of orthogonal trees is fixed for each dataset, without a rule.",
        "As many are kept as hold 90 % of the sum of eigenvalues, or as many as cross-validation chooses.",
    ),
    Departure(
        "K03",
        "section 5",
        "Only the first and the second eigenvector have a bound.",
        "Later ones are bounded in the same way, each in the space complementary to those before it.",
    ),
)
