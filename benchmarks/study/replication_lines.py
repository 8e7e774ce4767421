"""The section on settings that replicate: two tables mined, the third answered by the vote."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from benchmarks.reproduction.report import NOT_COMPUTED, table
from benchmarks.study.keeping import Keeper
from benchmarks.study.numbers import Mean
from benchmarks.study.pair_results import Found
from benchmarks.study.plan import Plan
from benchmarks.study.replicating import FOREST, JUDGED, TUNED
from ksdt_core.mining.choice import Setting, best_setting
from ksdt_core.mining.choosing import DEPTHS, FEW_ATTRIBUTES, SHARES
from ksdt_core.mining.parameters import MiningParameters

HEADING = "## Settings that replicate"
WORDS = {
    "receptor": "oestrogen receptor, breast cancer",
    "defects": "defects, software",
    "wine": "quality, wine",
    "outcome": "outcome, breast cancer",
    "recurrence": "recurrence, breast cancer",
    "tumours": "unfavourable class, tumours",
    "mesothelioma": "unfavourable class, other tumours",
    "choice": "contraceptive choice, by age",
    "intensive": "death in intensive care, by disease",
    "serious": "death of the seriously ill, by disease",
    "blood": "death, by year of the blood sample",
    "stocks": "stock up or down, by time",
}


@dataclass(frozen=True, slots=True)
class Rotation:
    """What was found with one table of three left aside."""

    family: str
    found: Found
    forest: Found

    @property
    def auto(self) -> Found:
        """What `auto` chooses, with what its vote reaches on the third table."""
        grid = self.found["grid"]
        names = ("attr_fraction", "max_depth", "balanced_accuracy", "standard_error")
        settings = [Setting(*(entry[name] for name in names)) for entry in grid]
        chosen: Found = grid[settings.index(best_setting(settings))]
        return chosen

    @property
    def simple(self) -> Found:
        """The rule that was not taken: the simplest within one standard error of the best."""
        best = max(self.found["grid"], key=lambda entry: entry["balanced_accuracy"])
        enough = best["balanced_accuracy"] - best["standard_error"]
        return next(entry for entry in self.found["grid"] if entry["balanced_accuracy"] >= enough)

    @property
    def deeper(self) -> Found:
        """The default share at the largest depth of the grid."""
        share = MiningParameters().fraction_of(self.found["attributes"])
        return next(
            entry
            for entry in self.found["grid"]
            if entry["max_depth"] == DEPTHS[-1] and entry["attr_fraction"] == share
        )

    def gain(self, entry: Found, measure: str = "balanced") -> float:
        """By how much it exceeds the defaults on the third table."""
        return float(entry[f"{measure}_there"] - self.found["usual"][f"{measure}_there"])


def load_rotations(plan: Plan, keeper: Keeper) -> list[Rotation]:
    """Those that are finished."""
    rotations = []
    for name in (*TUNED, *JUDGED):
        for third in range(3):
            found, forest = keeper.load(plan.replication(name, third)), keeper.load(plan.forest(name, third))
            if found is not None and forest is not None:
                rotations.append(Rotation(name, found, forest))
    return rotations


def replication_lines(rotations: list[Rotation]) -> Iterator[str]:
    yield HEADING
    yield ""
    shares = ", ".join(f"{share:g}" for share in SHARES)
    yield (
        "Two tables of three are mined (five trees, scale rank, the default weights), and the trees vote on the "
        "third, as `ksdt apply` does. *Default*: a fifth of the attributes if there are more than 100, otherwise "
        f"all, and depth 3. *Auto* (`--choose auto`) takes the share of attributes ({FEW_ATTRIBUTES} attributes, or "
        f"{shares} of all) and the depth ({DEPTHS[0]} to {DEPTHS[-1]}) with the highest balanced accuracy of the vote "
        f"in five-fold cross-validation inside the two mined tables. *Forest*: {FOREST} trees of scikit-learn on the "
        "ranks of both tables together. The grid was fixed in advance. One choice was tuned, on the rotations marked "
        "*tune*: whether to take the best setting or the simplest one within one standard error of it. The other "
        "rotations judge the result: their numbers were inspected after the rule was fixed, except that five figures "
        "of the outcome cohorts and the default figures of outcome, recurrence, tumours and choice had already been "
        "published above. Rotations of a family share tables, the two tumour families share two tables, and the two "
        "studies of death by disease come from the same hospitals. The standard error over families is therefore the "
        "relevant one."
    )
    yield ""
    if not rotations:
        yield NOT_COMPUTED
        yield ""
        return
    yield from (f"- {finding}" for finding in findings(rotations))
    yield ""
    head = (
        *("what", "third table", "used to", "attributes", "default", "auto", "forest"),
        *("default, accuracy", "auto, accuracy", "forest, accuracy", "chosen by auto"),
    )
    yield "Balanced accuracy of the vote on the third table, then its accuracy:"
    yield ""
    yield from table(head, [_row(one) for one in rotations])


def findings(rotations: list[Rotation]) -> Iterator[str]:
    judged = [one for one in rotations if one.family in JUDGED]
    tuned = [one for one in rotations if one.family in TUNED]
    for those, what in ((judged, "judged"), (tuned, "tuned")):
        if not those:
            continue
        gains = [one.gain(one.auto) for one in those]
        gain, families = Mean.of(gains), by_family(those)
        clear = "clear" if families.clearly_above else "not clear"
        yield (
            f"**{_rotations(len(those))} {what}:** balanced accuracy {_there(those, 'usual'):.3f} by default, "
            f"{fmean(one.auto['balanced_there'] for one in those):.3f} with auto, "
            f"{fmean(one.forest['balanced'] for one in those):.3f} with a random forest. Auto over default: "
            f"{gain.value:+.3f}, standard error {gain.error:.3f} over rotations and {families.error:.3f} over "
            f"families ({clear} over families); ahead in {sum(each > 0 for each in gains)}, behind in "
            f"{sum(each < 0 for each in gains)}. Accuracy: "
            f"{Mean.of(one.gain(one.auto, 'accuracy') for one in those).value:+.3f}."
        )
    if judged:
        deeper = Mean.of(one.gain(one.deeper) for one in judged)
        wide = [one for one in judged if one.found["attributes"] > FEW_ATTRIBUTES]
        narrow = [one for one in judged if one not in wide]
        parts = [f"{words} {_signed(fmean(one.gain(one.auto) for one in those))} ({_rotations(len(those))})"
                 for those, words in ((wide, "tables of genes"), (narrow, "other tables")) if those]  # fmt: skip
        yield (
            f"Where the gain comes from, judged rotations: {', '.join(parts)}. The default share at depth "
            f"{DEPTHS[-1]}, without any choice, gives {_signed(deeper.value)}."
        )
    if tuned:
        best, simple = (fmean(one.gain(each(one)) for one in tuned) for each in (_auto, _simple))
        yield (
            f"The rule, tuned rotations: the best setting gains {best:+.3f}, the simplest within one standard error "
            f"{simple:+.3f}. So auto takes the best."
        )
    yield (
        "The defaults are unchanged, because other results are compared with them; auto is offered as an "
        "alternative. Cross-validation estimates how trees do on other rows of the mined tables, which is not the "
        "same as how they do in another laboratory."
    )


def _auto(one: Rotation) -> Found:
    return one.auto


def _simple(one: Rotation) -> Found:
    return one.simple


def by_family(rotations: Sequence[Rotation]) -> Mean:
    """The gain of auto over the defaults, each family once."""
    names = dict.fromkeys(one.family for one in rotations)
    return Mean.of(fmean(one.gain(one.auto) for one in rotations if one.family == name) for name in names)


def _there(rotations: Sequence[Rotation], name: str) -> float:
    return fmean(float(one.found[name]["balanced_there"]) for one in rotations)


def _row(one: Rotation) -> tuple[str, ...]:
    usual, auto, forest = one.found["usual"], one.auto, one.forest
    return (
        *(WORDS[one.family], one.found["third"], "tune" if one.family in TUNED else "judge"),
        f"{one.found['attributes']:,}",
        *(f"{each:.3f}" for each in (usual["balanced_there"], auto["balanced_there"], forest["balanced"])),
        *(f"{each:.3f}" for each in (usual["accuracy_there"], auto["accuracy_there"], forest["accuracy"])),
        f"{_share(auto['attr_fraction'], one.found['attributes'])}, depth {auto['max_depth']}",
    )


def _signed(number: float) -> str:
    return f"{number:+.3f}".replace("-", "−")


def _rotations(n: int) -> str:
    return f"{n} rotation{'s' * (n > 1)}"


def _share(share: float, n_attributes: int) -> str:
    return "all" if share >= 1 else f"{max(1, round(share * n_attributes)):,} attributes"
