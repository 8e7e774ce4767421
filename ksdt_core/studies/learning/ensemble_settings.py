"""What a scientist sets when ensembles are compared on a table, checked once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from ksdt_core.errors import InvalidParameterError, Remedy
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.options import Option, check_fields, options_of
from ksdt_core.studies.learning.settings import LearnSettings

if TYPE_CHECKING:
    from ksdt_core.learners.ensemble_growth import Growth

EnsembleChoice = Literal["all", "bagging", "forest", "adaboost", "gradient-boosting", "stacking"]
Voting = Literal["mode", "mean", "median"]  # as in `ksdt_core.learners.voting`, which a command that only helps skips
Gaps = Literal["common", "drop-rows", "drop-columns", "fail"]
ENSEMBLES: dict[str, str] = {
    "bagging": "Bagging",
    "forest": "Random forest",
    "adaboost": "AdaBoost",
    "gradient-boosting": "Gradient boosting",
    "stacking": "Stacking",
}
_LEARN, _MINING = options_of(LearnSettings), options_of(MiningParameters)
_WAYS = _LEARN["missing"].choices or {}
_GAPS = {"common": "Fill"} | {name: label for name, label in _WAYS.items() if name.startswith(("drop", "fail"))}


@dataclass(frozen=True, slots=True)
class EnsembleSettings:
    """Everything that decides which ensembles grow, and how they are judged."""

    ensemble: Annotated[
        EnsembleChoice,
        Option(
            "Ensemble",
            ("Compare ensembles instead of learning one tree, by their errors on training, out-of-bag and test rows."),
            choices={"all": "All of them", **ENSEMBLES},
            default_text="one tree",
        ),
    ] = "all"
    trees: Annotated[
        int,
        Option(
            "Trees",
            "Number of trees in each ensemble.",
            metavar="N",
            minimum=1,
            maximum=10_000,
            widget_maximum=500,
            step=10,
        ),
    ] = 50
    vote: Annotated[
        Voting | None,
        Option(
            "Vote",
            "How bagging and forests combine their trees. Boosting and stacking have their own rules.",
            choices={"mode": "Mode: most votes", "mean": "Mean", "median": "Median"},
            default_text="mode for classes, mean for numbers",
        ),
    ] = None
    folds: Annotated[
        int,
        Option("Folds", "Number of cross-validation folds; 0 = none.", metavar="FOLDS", minimum=0, maximum=100),
    ] = 5
    max_features: Annotated[
        int | None,
        Option(
            "Columns per split",
            (
                "Number of columns that a forest tries at each split. A categorical attribute has one column for "
                "each value."
            ),
            metavar="N",
            minimum=1,
            default_text="square root of all; a third for numbers",
        ),
    ] = None
    learning_rate: Annotated[
        float,
        Option("Learning rate", "Weight of each tree of gradient boosting.", metavar="RATE", above=0, maximum=1),
    ] = 0.1
    exclude: Annotated[tuple[str, ...], _MINING["exclude"]] = ()
    regression: Annotated[bool, _LEARN["regression"]] = False
    missing: Annotated[
        Gaps,
        Option(
            "Missing values",
            "Fill a cell with the most common value (numbers: the median) of the training rows, drop rows or "
            "attributes, or stop.",
            choices=_GAPS,
        ),
    ] = "common"
    max_depth: Annotated[
        int | None,
        Option(
            "Maximum depth",
            "Splits below the root. 0 = unlimited.",
            metavar="N",
            minimum=0,
            maximum=1_000_000,
            default_text="unlimited; 3 for boosting, 1 for AdaBoost of classes",
        ),
    ] = None
    min_size: Annotated[int, _LEARN["min_size"]] = 2
    seed: Annotated[int, _LEARN["seed"]] = 0

    def __post_init__(self) -> None:
        check_fields(self)
        if self.folds == 1:
            raise InvalidParameterError("one-fold", option="folds")
        if self.regression and self.vote == "mode":
            remedies = (Remedy("vote", "mean"), Remedy("vote", "median"))
            raise InvalidParameterError("mode-of-numbers", option="vote", remedies=remedies)

    @property
    def methods(self) -> tuple[str, ...]:
        """The ensembles that grow."""
        return tuple(ENSEMBLES) if self.ensemble == "all" else (self.ensemble,)

    @property
    def of_table(self) -> LearnSettings:
        """What is done to the table before anything grows."""
        return LearnSettings(method="cart", regression=self.regression, missing=self.missing, seed=self.seed)

    @property
    def growth(self) -> Growth:
        from ksdt_core.learners.ensemble_growth import Growth  # late: commands read these options without numpy

        return Growth(
            n_trees=self.trees,
            vote=self.vote,
            max_depth=self.max_depth,
            min_size=self.min_size,
            max_features=self.max_features,
            learning_rate=self.learning_rate,
            seed=self.seed,
        )

    def vote_of(self, method: str) -> str:
        """How the answers of a method's trees become one, in words."""
        of_vote = self.vote or ("mean" if self.regression else "mode")
        return {
            "bagging": of_vote,
            "forest": of_vote,
            "adaboost": "weighted median" if self.regression else "weighted mode",
            "gradient-boosting": "sum",
            "stacking": "ridge regression" if self.regression else "logistic regression",
        }.get(method, "")
