"""What each acronym stands for, what it means in one sentence, where it comes from and what computes it.

Pages and commands take their help texts from here, so that a word means the same everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ksdt_core.text import percent

SOURCES: Mapping[str, str] = MappingProxyType(
    {
        "DH14": "G. Dong, Q. Han: Mining Diversified Shared Decision Tree Sets for Discovering Cross Domain "
        "Similarities. PAKDD 2014.",
        "KPD06": "H. Kargupta, B.-H. Park, H. Dutta: Orthogonal Decision Trees. IEEE Transactions on Knowledge and "
        "Data Engineering, 2006.",
        "K03": "H. Kargupta: Fourier Representation for Meta-Level Analysis of Data Mining Models. University of "
        "Maryland Baltimore County.",
        "Q87": "J. R. Quinlan: Simplifying Decision Trees. International Journal of Man-Machine Studies 27, 1987.",
        "BFOS84": "L. Breiman, J. H. Friedman, R. A. Olshen, C. J. Stone: Classification and Regression Trees. "
        "Wadsworth, 1984.",
        "QR89": "J. R. Quinlan, R. L. Rivest: Inferring Decision Trees Using the Minimum Description Length Principle. "
        "Information and Computation 80, 1989.",
        "SS92": "W. Sauerbrei, M. Schumacher: A Bootstrap Resampling Procedure for Model Building. Statistics in "
        "Medicine 11, 1992.",
        "BC91": "J. Besag, P. Clifford: Sequential Monte Carlo p-values. Biometrika 78, 1991.",
        "SS13": "R. D. Shah, R. J. Samworth: Variable Selection with Error Control: Another Look at Stability "
        "Selection. Journal of the Royal Statistical Society B 75, 2013.",
        "Q93": "J. R. Quinlan: C4.5: Programs for Machine Learning. Morgan Kaufmann, 1993.",
        "TS90": "M. Tan, J. C. Schlimmer: Two Case Studies in Cost-Sensitive Concept Acquisition. AAAI 1990.",
        "N91": "M. Núñez: The Use of Background Knowledge in Decision Tree Induction. Machine Learning 6, 1991.",
        "W27": "E. B. Wilson: Probable Inference, the Law of Succession, and Statistical Inference. Journal of the "
        "American Statistical Association 22, 1927.",
        "H79": "S. Holm: A Simple Sequentially Rejective Multiple Test Procedure. Scandinavian Journal of Statistics "
        "6, 1979.",
        "GM94": "D. Gentner, A. B. Markman: Structural Alignment in Comparison: No Difference Without Similarity. "
        "Psychological Science 5, 1994.",
        "BH95": "Y. Benjamini, Y. Hochberg: Controlling the False Discovery Rate: A Practical and Powerful Approach to "
        "Multiple Testing. Journal of the Royal Statistical Society B 57, 1995.",
        "S53": "L. S. Shapley: A Value for n-Person Games. Contributions to the Theory of Games II, Princeton, 1953.",
        "O72": "G. Owen: Multilinear Extensions of Games. Management Science 18, 1972.",
        "S01": "I. M. Sobol: Global Sensitivity Indices for Nonlinear Mathematical Models and Their Monte Carlo "
        "Estimates. Mathematics and Computers in Simulation 55, 2001.",
        "SM58": "R. R. Sokal, C. D. Michener: A Statistical Method for Evaluating Systematic Relationships. University "
        "of Kansas Science Bulletin 38, 1958.",
    }
)


@dataclass(frozen=True, slots=True)
class Term:
    """An acronym or a word of the papers."""

    acronym: str
    name: str
    meaning: str  # one sentence
    source: str  # a key of SOURCES and the place there
    computed_by: str  # dotted path of the one function

    @property
    def title(self) -> str:
        """Both forms, as headings show them: `Distribution similarity of a node (DSN)`; a word has only one."""
        if self.name.lower() == self.acronym:
            return self.name
        return f"{self.name} ({self.acronym})"

    @property
    def help(self) -> str:
        """What a reader gets who asks what this is."""
        return f"{self.name}: {self.meaning}"


_TERMS = (
    Term(
        "CDV",
        "Class distribution vector",
        "how many rows of each class of one table reach a node.",
        "DH14, section 3.1",
        "ksdt_core.measures.distribution.class_distribution",
    ),
    Term(
        "DSN",
        "Distribution similarity of a node",
        "the cosine of the two tables' class counts at a node: 1 if both have the same class shares, 0 if they "
        "share no class.",
        "DH14, section 3.1",
        "ksdt_core.measures.distribution.distribution_similarity",
    ),
    Term(
        "SA",
        "Shared accuracy",
        "the smaller of a tree's accuracies on the two tables; for a set, the mean over its trees. It is "
        "computed on the training rows unless rows were held out.",
        "DH14, Def. 1 and 3",
        "ksdt_core.measures.accuracy.shared_accuracy",
    ),
    Term(
        "DS",
        "Distribution similarity",
        "the mean DSN over all nodes of a tree; for a set, the mean over its trees. It is 1 if the tables have "
        "the same class shares at every node.",
        "DH14, Def. 2 and 3",
        "ksdt_core.measures.distribution.tree_similarity",
    ),
    Term(
        "SDTQ",
        "Quality of a shared tree",
        "the smaller of SA and DS times their mean.",
        "DH14, section 5.7",
        "ksdt_core.measures.quality.tree_quality",
    ),
    Term(
        "AUS",
        "Attribute usage summary",
        "how often and how near the root a tree tests each attribute.",
        "DH14, Def. 4",
        "ksdt_core.measures.usage.attribute_usage",
    ),
    Term(
        "TPD",
        "Tree pair difference",
        "1 minus the cosine of two trees' attribute usage: 0 for the same usage, 1 if they share no attribute.",
        "DH14, Def. 5",
        "ksdt_core.measures.diversity.tree_pair_difference",
    ),
    Term(
        "TD",
        "Tree diversity",
        "the mean difference (TPD) over all pairs of trees of the set; 1 if no two trees share an attribute.",
        "DH14, Def. 6",
        "ksdt_core.measures.diversity.tree_diversity",
    ),
    Term(
        "SDTSQ",
        "Quality of a set of shared trees",
        "the smallest of SA, DS and TD times their mean. A set is only as good as its weakest score.",
        "DH14, Def. 7",
        "ksdt_core.measures.quality.set_quality",
    ),
    Term(
        "IG",
        "Information gain",
        "the information about the class in a split, in bits, computed on the rows of both tables together.",
        "DH14, section 4.3",
        "ksdt_core.measures.gain.information_gain",
    ),
    Term(
        "gain ratio",
        "Gain ratio",
        "the information gain of a split divided by the entropy of its children's sizes. This prevents splits "
        "into many small children from scoring high.",
        "Q93, chapter 2",
        "ksdt_core.measures.criteria.gain_ratio",
    ),
    Term(
        "gini reduction",
        "Gini reduction",
        "how much a split lowers the probability that two random rows of a node have different classes.",
        "BFOS84, chapter 4",
        "ksdt_core.measures.criteria.gini_reduction",
    ),
    Term(
        "attribute cost",
        "Attribute cost",
        (
            "the cost of measuring an attribute, relative to an ordinary attribute. Splits on expensive attributes "
            "score lower."
        ),
        "TS90, CS-ID3",
        "ksdt_core.measures.criteria.value_for_cost",
    ),
    Term(
        "error-based pruning",
        "Error-based pruning",
        "a subtree becomes a leaf if the upper bound of the leaf's error is no worse than that of the subtree.",
        "Q93, chapter 4",
        "ksdt_core.learners.error_pruning.prune_by_error",
    ),
    Term(
        "ATD",
        "Aggregate tree difference",
        "how much a tree differs from the other trees of the set after a split.",
        "DH14, section 4.2",
        "ksdt_core.measures.diversity.aggregate_tree_difference",
    ),
    Term(
        "IDT",
        "Score of a split",
        "the weighted sum of its information gain, the similarity of its children and the difference from other trees.",
        "DH14, section 4.4",
        "ksdt_core.measures.gain.split_score",
    ),
    Term(
        "WVP",
        "Weightings to compare",
        "the weightings (gain, similarity, difference) that are compared; each gives one set of trees.",
        "DH14, section 4.5",
        "ksdt_core.mining.weights.weight_pool",
    ),
    Term(
        "rule post-pruning",
        "Rule post-pruning",
        "conditions and rules that are not needed are removed, and a default rule covers all other rows.",
        "Q87, production rules",
        "ksdt_core.rules.reduction.reduced_rules",
    ),
    Term(
        "wilson interval",
        "Wilson interval",
        f"a {percent(0.95)} confidence interval of a share. It is also valid for few rows and for shares of "
        f"{percent(0)} or {percent(1)}.",
        "W27, score interval",
        "ksdt_core.measures.intervals.wilson_interval",
    ),
    Term(
        "holm correction",
        "Holm correction",
        "p-values corrected for the number of tests, so that all tests together rarely give a false positive.",
        "H79, section 3",
        "ksdt_core.rules.evidence.holm",
    ),
    Term(
        "alignable difference",
        "Alignable difference",
        "a node at which the class distributions of the two tables differ, in a tree that is similar in both overall.",
        "GM94, alignable differences",
        "ksdt_core.rules.differences.alignable_differences",
    ),
    Term(
        "spectrum",
        "Spectrum",
        "a tree written as a sum of waves over all possible rows, with one coefficient for each partition.",
        "KPD06, section IV",
        "ksdt_core.fourier.transform.spectrum",
    ),
    Term(
        "energy",
        "Energy",
        "the sum of the squared magnitudes of the coefficients, which equals the mean of the squared function.",
        "KPD06, section III",
        "ksdt_core.fourier.spectra.squared_magnitude",
    ),
    Term(
        "partition",
        "Partition",
        "the index of a coefficient, with an entry for each attribute. The wave depends on the attributes with "
        "non-zero entries.",
        "KPD06, section III",
        "ksdt_core.fourier.loadings.largest_partitions",
    ),
    Term(
        "row measure",
        "Row measure",
        "values are weighted by how often they occur in a table, for each attribute separately, instead of equally.",
        "S01, independent inputs",
        "ksdt_core.fourier.masses.row_domain",
    ),
    Term(
        "sobol index",
        "Sobol index",
        "the share of the variance of a tree's predictions that an attribute explains alone (first order), or "
        "alone and together with others (total).",
        "S01, sensitivity indices",
        "ksdt_core.fourier.importance.importance",
    ),
    Term(
        "shapley value",
        "Shapley value",
        "the contribution of an attribute to the prediction for a row, averaged over all orders in which "
        "attributes can be added.",
        "S53, the value of a game",
        "ksdt_core.fourier.shapley.shapley_values",
    ),
    Term(
        "schema",
        "Schema",
        "the rows that share some attribute values, such as those that reach a node of a tree.",
        "KPD06, section IV-A",
        "ksdt_core.fourier.schema.whole_schema",
    ),
    Term(
        "TCFS",
        "Tree construction from a Fourier spectrum",
        "an algorithm that builds a tree top-down from coefficients alone, without rows.",
        "KPD06, section V",
        "ksdt_core.fourier.construction.tree_from_spectrum",
    ),
    Term(
        "RFT",
        "Reconstructed Fourier tree",
        "a tree rebuilt from its own spectrum without the smallest coefficients.",
        "KPD06, section VII",
        "ksdt_core.fourier.aggregation.reconstructed_tree",
    ),
    Term(
        "AFT",
        "Aggregated Fourier tree",
        "one tree built from the mean of an ensemble's spectra, which predicts what the trees vote.",
        "KPD06, section VII",
        "ksdt_core.fourier.aggregation.aggregated_tree",
    ),
    Term(
        "ODT",
        "Orthogonal decision trees",
        (
            "trees with numbers at their leaves that represent an ensemble without redundancy: their functions are "
            "orthogonal."
        ),
        "KPD06, section VI",
        "ksdt_core.fourier.orthogonal.orthogonal_trees",
    ),
    Term(
        "projection",
        "Projection",
        "a map of trees by the principal components of their spectra. Trees with similar predictions are close "
        "together.",
        "K03, section 3",
        "ksdt_core.fourier.projection.project",
    ),
    Term(
        "stability",
        "Stability",
        "how far the dominant function of an ensemble rotates when a tree is replaced, with a bound that needs "
        "no eigenvectors.",
        "K03, section 5",
        "ksdt_core.fourier.stability.stability",
    ),
    Term(
        "reduced-error pruning",
        "Reduced-error pruning",
        "a test is removed if the shared accuracy on held-out rows does not fall.",
        "Q87, reduced error pruning",
        "ksdt_core.pruning.reduced_error.reduced_error_cut",
    ),
    Term(
        "cost-complexity pruning",
        "Cost-complexity pruning",
        "selects the pruned tree with the smallest mean error of the two tables plus alpha for each leaf.",
        "BFOS84, chapter 3",
        "ksdt_core.pruning.cost_complexity.cost_complexity_cut",
    ),
    Term(
        "MDL",
        "Minimum description length",
        "the bits to encode a tree plus the bits to encode its errors in each table. A test is kept if it saves "
        "more bits than it costs.",
        "QR89, coding of trees and exceptions",
        "ksdt_core.pruning.description_length.description_length",
    ),
    Term(
        "selection frequency",
        "Selection frequency",
        "the share of bootstrap replicates of the pair in which a tree tests the attribute. It shows how stable "
        "the selection is.",
        "SS92, inclusion frequencies",
        "ksdt_core.studies.attributes.bootstrap.selection_frequencies",
    ),
    Term(
        "q-value",
        "q-value",
        "the p-value of a pair, corrected for all pairs of an atlas. Of the pairs with q ≤ 0.05, about 1 in 20 "
        "is expected to be due to chance.",
        "BH95, step-up procedure",
        "ksdt_core.studies.atlas.all_pairs.with_q_values",
    ),
    Term(
        "average linkage",
        "Average linkage",
        "a clustering that joins tables step by step, starting with the two groups with the smallest mean of 1 − "
        "SDTSQ.",
        "SM58, unweighted averages",
        "ksdt_core.studies.atlas.clustering.cluster_domains",
    ),
)

GLOSSARY: Mapping[str, Term] = MappingProxyType({term.acronym: term for term in _TERMS})
