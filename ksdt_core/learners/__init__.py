"""Trees and ensembles on one table or on a pair: classic learners of our own, and scikit-learn's."""
