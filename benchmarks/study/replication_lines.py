"""The section on settings that replicate: two tables mined, the third answered by the vote."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import fmean

from benchmarks.reproduction.report import table
from benchmarks.study.keeping import Keeper
from benchmarks.study.numbers import Mean
from benchmarks.study.pair_results import Found
from benchmarks.study.plan import Plan
from benchmarks.study.replicating import DEPTHS, FAMILIES, FEW_GENES, FOREST, FRACTIONS, USUAL, Setting

HEADING = "## Settings that replicate"
WORDS = {
    "receptor": "oestrogen receptor in breast cancer",
    "outcome": "outcome in breast cancer",
    "defects": "defects in NASA software",
}
FEW = (0.0, USUAL[1])


@dataclass(frozen=True, slots=True)
class Rotation:
    """What was found with one table of three left aside; `forest` is None where it was not worked out."""

    family: str
    third: str
    by_setting: dict[Setting, Found]
    forest: float | None

    def there(self, setting: Setting) -> float:
        """Balanced accuracy of the vote on the third table."""
        return float(self.by_setting[setting]["third"])

    def inside(self, setting: Setting) -> float:
        """Cross-validated balanced accuracy of the vote on the two tables mined."""
        return fmean(self.by_setting[setting]["inside"])

    @property
    def chosen(self) -> Setting:
        """The best by cross-validation; among equals the fewest attributes, then the shallowest."""
        return min(self.by_setting, key=lambda setting: (-self.inside(setting), *setting))

    @property
    def best(self) -> float:
        """The best of all settings on the third table, which nobody can know before."""
        return max(map(self.there, self.by_setting))


def load_rotations(plan: Plan, keeper: Keeper) -> list[Rotation]:
    """Those whose settings are all worked out."""
    rotations = []
    for name, tables in FAMILIES.items():
        for third in range(len(tables)):
            found = {(task.fraction, task.depth): keeper.load(task) for task in plan.replications(name, third)}
            done = {setting: one for setting, one in found.items() if one is not None}
            if len(done) == len(found):
                forest = keeper.load(plan.forest(name, third))
                rotations.append(Rotation(name, tables[third], done, None if forest is None else forest["third"]))
    return rotations


def replication_lines(rotations: list[Rotation]) -> Iterator[str]:
    yield HEADING
    yield ""
    yield (
        "Two tables of three are mined (five trees, scale rank, the usual weights), and the trees vote on the third, "
        "whose values are ranked within itself. All figures are balanced accuracies of the vote; 0.5 is chance. *Auto* "
        "chooses among "
        f"{len(FRACTIONS)} sizes of AttrSet ({FEW_GENES} attributes, or {', '.join(f'{f:g}' for f in FRACTIONS[1:])} "
        f"of all) and depths {DEPTHS[0]} to {DEPTHS[-1]} by five-fold cross-validation inside the two tables mined: "
        "the mean over both tables of the vote's balanced accuracy; among equals the fewest attributes. Grid and "
        "rule were fixed before the receptor tables were looked at and nothing was tuned, so that every rotation "
        "judges (of outcome and defects five trial figures had been seen). "
        f"*Forest*: {FOREST} trees of scikit-learn on the ranks of both tables together. The cohorts are GSE1992, "
        "GSE4335 and GSE3143 of SurvSet and the genes that all three have; the receptor level of GSE3143 is given in "
        "four steps, of which the lowest counts as negative here."
    )
    yield ""
    if not rotations:
        yield "Not worked out in this run."
        yield ""
        return
    yield from (f"- {finding}" for finding in findings(rotations))
    yield ""
    head = (
        *("what", "third table", f"usual ({_words(USUAL)})", _words(FEW), "auto", "chosen by auto"),
        *("best of all settings, in hindsight", "forest"),
    )
    yield from table(head, [_row(one) for one in rotations])
    for name in dict.fromkeys(one.family for one in rotations):
        those = [one for one in rotations if one.family == name]
        yield f"Mean over {_rotations(len(those))} on {WORDS[name]}, by attributes (rows) and depth (columns):"
        yield ""
        yield from table(
            ("attributes", *(f"depth {depth}" for depth in DEPTHS)),
            [
                (_share(share), *(f"{fmean(one.there((share, depth)) for one in those):.3f}" for depth in DEPTHS))
                for share in FRACTIONS
            ],
        )


def findings(rotations: list[Rotation]) -> Iterator[str]:
    for name in dict.fromkeys(one.family for one in rotations):
        those = [one for one in rotations if one.family == name]
        gains = [one.there(one.chosen) - one.there(USUAL) for one in those]
        forests = [one.forest for one in those if one.forest is not None]
        forest = f", a random forest {fmean(forests):.3f}" if len(forests) == len(those) else ""
        yield (
            f"**{WORDS[name].capitalize()}, {_rotations(len(those))}:** the usual settings reach "
            f"{fmean(one.there(USUAL) for one in those):.3f} on the third table, {_words(FEW)} "
            f"{fmean(one.there(FEW) for one in those):.3f}, auto {fmean(one.there(one.chosen) for one in those):.3f} "
            f"(ahead of the usual in {sum(gain > 0 for gain in gains)}, behind in {sum(gain < 0 for gain in gains)})"
            f"{forest}."
        )
    if len(rotations) > 1:
        auto = Mean.of(one.there(one.chosen) - one.there(USUAL) for one in rotations)
        few = Mean.of(one.there(FEW) - one.there(USUAL) for one in rotations)
        clear = "clear" if auto.clearly_above else "not clear, so that no `auto` is offered and the defaults stay"
        yield (
            f"**Auto over the usual settings, {_rotations(len(rotations))}: {auto.value:+.3f} ± {auto.error:.3f}, "
            f"{clear}.** {_words(FEW).capitalize()}: {few.value:+.3f} ± {few.error:.3f}. The rotations share tables "
            "and are few. Cross-validation asks how trees do on other rows of the tables mined, which is not the same "
            "as how they do in another laboratory."
        )


def _row(one: Rotation) -> tuple[str, ...]:
    return (
        *(WORDS[one.family], one.third, f"{one.there(USUAL):.3f}", f"{one.there(FEW):.3f}"),
        *(f"{one.there(one.chosen):.3f}", _words(one.chosen), f"{one.best:.3f}"),
        "–" if one.forest is None else f"{one.forest:.3f}",
    )


def _rotations(n: int) -> str:
    return f"{n} rotation{'s' * (n > 1)}"


def _words(setting: Setting) -> str:
    return f"{_share(setting[0])}, depth {setting[1]}"


def _share(share: float) -> str:
    return f"{share:g} of all" if share else f"{FEW_GENES} attributes"
