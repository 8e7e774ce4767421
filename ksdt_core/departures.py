"""Where this package does not do what a publication prints, and why: the one list that pages and documents show."""

from __future__ import annotations

from dataclasses import dataclass

from ksdt_core.text import percent


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
        ("Accuracies and the scores based on them are computed on the training rows. No null distribution is given."),
        "The same numbers are given and compared with shuffled classes and random matchings. Held-out and "
        "cross-validated accuracies are optional.",
    ),
    Departure(
        "DH14",
        "Definition 5",
        "The difference of two trees is not defined where a tree has no split.",
        "A tree without a split differs by 1 from a tree with splits and by 0 from another tree without splits.",
    ),
    Departure(
        "DH14",
        "section 4.4",
        "The paper does not say how ties of scores, gains and class counts are broken.",
        "Scores within 1e-9 are ties. The earlier attribute wins, then the smaller threshold. Equal gains keep "
        "the order of columns. A tie of classes goes to the class listed first.",
    ),
    Departure(
        "DH14",
        "section 4.3",
        "The gain of a split is information gain, and attributes cost nothing.",
        "The same by default. Gain ratio or Gini reduction can replace it, and costs can be included. AttrSet is "
        "always ranked by information gain.",
    ),
    Departure(
        "DH14",
        "section 5",
        "The number of trees k is not stated, and the depth is unlimited.",
        "By default, k is 5 and the maximum depth is 3. The preset `published` removes the limit.",
    ),
    Departure(
        "DH14",
        "section 5.1",
        "Values of the two tables are compared in their original units.",
        "The same by default. Z-scores or ranks within each table can be compared instead. Thresholds are then "
        "given in the units of both tables.",
    ),
    Departure(
        "KPD06",
        "sections III and IV",
        "The basis has the factor 1/√|Λ| in one section and 1/|Λ| in the next, and Lemma 2 has no factor.",
        "Coefficients have the factor 1/|Λ| and the basis has none. Inner products are means over Λ.",
    ),
    Departure(
        "KPD06",
        "Lemma 2 and Equation 3",
        "The complex conjugate is omitted.",
        "The complex conjugate is used. Without it the statements fail if an attribute has more than two values.",
    ),
    Departure(
        "KPD06",
        "Lemma 3",
        "The partition j = 0 is not excluded.",
        "It is excluded, because the statement is about the coefficients other than the mean.",
    ),
    Departure(
        "KPD06",
        "construction of a tree from a spectrum",
        "A branch ends when no coefficient of the next order involves its schema. This stops XOR at the root.",
        "A branch ends when its restriction has no free coefficient left.",
    ),
    Departure(
        "KPD06",
        "ODT-LR",
        "The weights of the orthogonal trees are fitted on the labels of the test rows.",
        "They are fitted on the training rows. The published way is available and marked as leaking.",
    ),
    Departure(
        "KPD06",
        "first orthogonal tree",
        "Its leaves are classes. How a value of the function becomes a class is not stated.",
        "The function is scaled to the ensemble's mean output on the training rows (least squares). Above 0.5 "
        "the leaf predicts the second class, and siblings with the same class are merged. Leaves with numbers "
        "are available.",
    ),
    Departure(
        "KPD06",
        "orthogonal trees",
        "The trees are called orthogonal, but their sizes imply a limit on their depth.",
        "The functions are orthogonal. Trees with a maximum depth are only nearly orthogonal. The output gives "
        "their inner products (Gram matrix), which would be the identity without the limit.",
    ),
    Departure(
        "KPD06",
        "energy of a spectrum",
        "The share of energy to keep includes the square of the mean w_0.",
        "The share is computed without w_0, which is always kept, so that it means the same for rare and common "
        "classes. The published way is available.",
    ),
    Departure(
        "KPD06",
        "aggregated tree (AFT)",
        "Every spectrum is reduced to a share of its energy before the mean is taken.",
        "The same in the orthogonal-tree study. Elsewhere spectra are complete, so that the aggregated tree "
        "predicts exactly what the ensemble votes.",
    ),
    Departure(
        "KPD06",
        "section VII, C4.5",
        "Bagging and random forests are those of WEKA. Which program grew the C4.5 trees is not stated.",
        "Trees are grown by this package's own C4.5. Entropy trees of scikit-learn are available.",
    ),
    Departure(
        "KPD06",
        "number of components",
        "The number of orthogonal trees is given for each dataset without a rule.",
        f"The number is chosen to reach {percent(0.9)} of the sum of eigenvalues, or by cross-validation.",
    ),
    Departure(
        "K03",
        "section 5",
        "Bounds are given only for the first and the second eigenvector.",
        "Later eigenvectors are bounded in the same way, each in the space complementary to those before it.",
    ),
)
