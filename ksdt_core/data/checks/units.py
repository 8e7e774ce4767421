"""Attributes that the two tables measure in different units, where the factor is a known one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.checks.finding import Cell, Finding
from ksdt_core.data.checks.profile import Profile, profile_of
from ksdt_core.data.checks.subject import Subject
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.model.pair import Matched
from ksdt_core.data.model.settled import Settled
from ksdt_core.data.preparing.conversions import converted, inverse
from ksdt_core.errors import Remedy
from ksdt_core.text import counted, listed

Floats = NDArray[np.float64]
FEWEST: Final = 12
SAMPLE: Final = 5000
MOST_GUESSES: Final = 10  # where values alone speak for more, tables differ in scale rather than in units
APART: Final = 1.0  # medians further apart than the larger spread: one threshold cannot mean the same in both
NAMED_APART: Final = 0.5  # where the name speaks for the unit: weights of adults in kg and in lb overlap
SPREADS_APART: Final = 5.0  # the same of the ratio of spreads: a skewed column reaches from near 0 in any unit
TIGHT: Final = (0.35, 1.5)  # of a converted column: shift over spread, and ratio of spreads
LOOSE: Final = (0.8, 2.5)  # where the name speaks for the unit, too


@dataclass(frozen=True, slots=True)
class Unit:
    """Two units of one quantity: `formula` leads from the first to the second."""

    units: tuple[str, str]
    formula: str
    name: re.Pattern[str]  # what attributes measured in them are called
    by_values: bool = True  # whether values alone may speak for it, whatever the name

    @property
    def shifts(self) -> bool:
        """Whether the units have different zeros, as those of temperature; then values may be negative."""
        return bool(converted(np.zeros(1), self.formula)[0])


def _unit(first: str, second: str, formula: str, *, name: str, by_values: bool = True) -> Unit:
    return Unit((first, second), formula, re.compile(name, re.IGNORECASE), by_values)


UNITS: Final = (
    _unit("mmol/l", "mg/dl", "*38.67", name=r"chol|ldl|hdl|\btc\b"),
    _unit("mmol/l", "mg/dl", "*18.02", name=r"gluc|sugar|\bglu\b|\bfbg\b|\bbs\b"),
    _unit("°C", "°F", "*1.8+32", name=r"temp|fever"),
    _unit("kg", "lb", "*2.2046", name=r"weight|\bwt\b|mass"),
    _unit("inch", "cm", "*2.54", name=r"height|length|waist|hip|circumf|width|girth|\bht\b"),
    _unit("m", "cm", "*100", name=r"height|length|waist|hip|circumf|width|\bht\b"),
    _unit("mg/dl", "µmol/l", "*17.1", name=r"bili", by_values=False),
    _unit("mg/dl", "µmol/l", "*88.42", name=r"creat|crea\b", by_values=False),
    _unit("mmol/l", "mg/dl", "*88.57", name=r"trig|\btg\b", by_values=False),
    _unit("g/dl", "g/l", "*10", name=r"albumin|\balb\b|ha?emoglobin|\bhgb?\b|\bhb\b", by_values=False),
)


@dataclass(frozen=True, slots=True)
class Converting:
    """A conversion that would bring the two columns of an attribute together."""

    attribute: str
    item: str  # as the option takes it
    table: str
    units: tuple[str, str]  # from, to
    named: bool  # whether the name of the attribute speaks for it

    @property
    def formula(self) -> str:
        return self.item.rpartition("=")[2]

    @property
    def table_is_right(self) -> bool:
        return self.item.startswith("right:")


def unit_findings(subject: Subject) -> Iterator[Finding]:
    """Numeric attributes that lie apart and come together under a known conversion.

    A scale compares values within each table, so units then change no split: this is good to know, and no warning.
    """
    found = known_conversions(subject)
    if not found:
        return
    is_scaled = subject.preparation.scale != "none"
    sure = all(one.named for one in found) and not is_scaled
    remedy = Remedy("convert", tuple(one.item for one in found))
    first = found[0]
    rows: list[tuple[Cell, ...]] = [(one.attribute, one.table, *one.units, one.item) for one in found]
    matters = f"; under the scale {subject.preparation.scale} this changes no split" if is_scaled else ""
    yield Finding(
        "info" if is_scaled else "warning",
        "units-differ",
        f"{counted(len(found), 'attribute seems', 'attributes seem')} to have different units in the two tables "
        f"({listed((one.attribute for one in found), most=3)}): {first.attribute!r} is in {first.units[0]} in "
        f"{first.table} and in {first.units[1]} in the other table, judging by the values{matters}.",
        f"{subject.left.name} and {subject.right.name}",
        remedies=(remedy,) if sure else (),
        perhaps=() if sure else (remedy,),
        heading=("attribute", "table", "from", "to", "conversion"),
        details=tuple(rows),
    )


def known_conversions(subject: Subject) -> list[Converting]:
    """The conversions that values, and names where they say something, speak for."""
    matched = subject.matched
    if matched is None or min(table.n_rows for table in subject.tables) < FEWEST:
        return []
    names, tables = matched.left.attributes, (subject.left.name, subject.right.name)
    left, right = (_places(profile) for profile in subject.profiles)
    found = _conversions(left, right, names, tables, usable=_measured(matched))
    return [_to_the_named_unit(one, tables) for one in found]


def _to_the_named_unit(one: Converting, tables: tuple[str, str]) -> Converting:
    """The same change in the other table, where the attribute is named after the unit that it would lose."""
    if not says_unit(one.attribute, one.units[0]) or says_unit(one.attribute, one.units[1]):
        return one
    other = 0 if one.table_is_right else 1
    item = f"{('left', 'right')[other]}:{one.attribute}={inverse(one.formula)}"
    return replace(one, item=item, table=tables[other], units=(one.units[1], one.units[0]))


def says_unit(name: str, unit: str) -> bool:
    """Whether the name of an attribute states the unit.

    >>> says_unit("Haemoglobin (g/dL)", "g/dl"), says_unit("hb_g_dl", "g/dl"), says_unit("Haemoglobin (g/dL)", "g/l")
    (True, True, False)
    """
    written = re.escape(unit).replace("/", "[/_ ]")
    return re.search(rf"(?<![^\W_]){written}(?![^\W_]|/)", name, re.IGNORECASE) is not None


def conversions_to(model: Dataset, third: Dataset, *, usable: NDArray[np.bool_]) -> list[Converting]:
    """How the columns of a further table would come to the units of `model`, which has the same attributes."""
    if min(model.n_rows, third.n_rows) < FEWEST:
        return []
    names, tables = model.attributes, (model.name, third.name)
    own, other = (_places(profile_of(table)) for table in (model, third))
    found = _conversions(own, other, names, tables, usable=usable)
    return [
        one
        if one.table_is_right
        else replace(
            one,
            item=f"right:{one.attribute}={inverse(one.formula)}",
            table=third.name,
            units=(one.units[1], one.units[0]),
        )
        for one in found
    ]


def _conversions(
    left: Place, right: Place, attributes: tuple[str, ...], tables: tuple[str, str], *, usable: NDArray[np.bool_]
) -> list[Converting]:
    shift, ratio = _shift_and_ratio(left, right)
    is_amount = np.minimum(left.least, right.least) >= 0  # no mass, length or concentration is negative
    is_spread = (ratio > SPREADS_APART) & is_amount
    columns = np.flatnonzero(np.isfinite(shift) & ((shift > NAMED_APART) | is_spread) & usable)
    overlaps = shift[columns] <= APART  # values alone do not speak for another unit there
    near = overlaps & ~is_spread[columns]  # nor does a name without a close fit
    names = [attributes[column] for column in columns.tolist()]
    best = np.full(columns.size, np.inf)
    found: list[Converting | None] = [None] * columns.size
    left, right = left.of(columns), right.of(columns)
    is_amount = is_amount[columns]
    for unit in UNITS:
        named = np.array([unit.name.search(name) is not None for name in names], dtype=bool)
        for side, table in zip(("left", "right"), tables, strict=True):
            pair = (left.converted(unit), right) if side == "left" else (left, right.converted(unit))
            shift, ratio = _shift_and_ratio(*pair)
            loose = named & ~near
            fits = (shift <= np.where(loose, LOOSE[0], TIGHT[0])) & (ratio <= np.where(loose, LOOSE[1], TIGHT[1]))
            fits &= named | (~overlaps & unit.by_values & (is_amount | unit.shifts))
            badness = np.where(fits, shift + np.log(ratio) - 10 * named, np.inf)
            for at in np.flatnonzero(badness < best).tolist():
                item = f"{side}:{names[at]}={unit.formula}"
                found[at] = Converting(names[at], item, table, unit.units, bool(named[at]))
            best = np.minimum(best, badness)
    every = [one for one in found if one is not None]
    return every if len(every) <= MOST_GUESSES else [one for one in every if one.named]


def _measured(matched: Matched) -> NDArray[np.bool_]:
    """Numeric attributes that are not codes and that nobody has converted."""
    settled = matched.settled or Settled()
    done = {one.attribute for one in settled.conversions}
    codes = settled.codes or (None,) * matched.left.n_attributes
    columns = zip(matched.left.attributes, matched.left.categories, codes, strict=True)
    return np.array([name not in done and texts is None and code is None for name, texts, code in columns], dtype=bool)


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Where columns lie: their medians, the distance of their first and ninth decile, and their least numbers."""

    median: Floats
    spread: Floats
    least: Floats

    def of(self, columns: NDArray[np.intp]) -> Place:
        return Place(self.median[columns], self.spread[columns], self.least[columns])

    def converted(self, unit: Unit) -> Place:
        """The same after a conversion, which is linear and keeps the order of the cells."""
        median, spread, least, zero = (
            converted(numbers, unit.formula) for numbers in (self.median, self.spread, self.least, np.zeros(1))
        )
        return Place(median, spread - zero, least)


def _places(profile: Profile) -> Place:
    """Deciles of the known cells of each column, half-way between two neighbours where they fall between."""
    ordered = np.sort(profile.columns[:, :: max(1, profile.table.n_rows // SAMPLE)], axis=1)  # missing cells come last
    n_known = ordered.shape[1] - np.isnan(ordered).sum(axis=1)
    rows = np.arange(ordered.shape[0])
    found = []
    for share in (0.1, 0.5, 0.9):
        at = share * np.maximum(n_known - 1, 0)
        found.append(ordered[rows, np.floor(at).astype(np.intp)] / 2 + ordered[rows, np.ceil(at).astype(np.intp)] / 2)
    few = n_known < FEWEST
    median, spread = np.where(few, np.nan, found[1]), np.where(few, np.nan, found[2] - found[0])
    return Place(median, spread, ordered[:, 0])


def _shift_and_ratio(one: Place, other: Place) -> tuple[Floats, Floats]:
    """How far apart columns lie, in units of the larger spread, and how their spreads compare (at least 1)."""
    with np.errstate(all="ignore"):
        larger, smaller = np.maximum(one.spread, other.spread), np.minimum(one.spread, other.spread)
        apart = np.abs(one.median - other.median) / larger
        return np.where(smaller > 0, apart, np.inf), np.where(smaller > 0, larger / smaller, np.inf)
