"""Trees and ensembles on one table or on a pair, with scikit-learn underneath."""

from ksdt_core.learners.conversion import trees_from
from ksdt_core.learners.ensembles import Ensemble, adaboost, bagging, forest, single_tree

__all__ = ["Ensemble", "adaboost", "bagging", "forest", "single_tree", "trees_from"]
