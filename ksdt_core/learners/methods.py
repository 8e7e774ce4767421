"""The names of the learners and what each uses by default; read by commands before anything heavy is loaded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from ksdt_core.measures.valuing import Criterion

LearningMethod = Literal["id3", "c45", "cart", "random"]
Bins = Literal["class-changes", "equal-frequency"]
Learner = Literal["c45", "cart"]  # of the trees of an ensemble
LARGEST_SEED = 2**32 - 1  # of what scikit-learn grows
USUAL_CRITERION: Mapping[str, Criterion] = {"id3": "gain", "c45": "gain-ratio", "cart": "gini"}
