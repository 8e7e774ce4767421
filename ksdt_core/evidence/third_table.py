"""A third table made ready for the trees of a set: matched, completed and scaled within itself.

The rules are those of a pair: `ksdt_core/data/matching` and `ksdt_core/data/preparing`. Only the attributes that the
trees test take part, since a result knows no others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.checks.units import Converting, conversions_to
from ksdt_core.data.matching.attribute_matching import match_attributes
from ksdt_core.data.matching.matching import check_classes, renamed_classes
from ksdt_core.data.matching.value_matching import ValueMap, map_values, recoded, values_of
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.data.model.preparation import Missing
from ksdt_core.data.model.settled import Codes
from ksdt_core.data.preparing.conversions import with_conversions
from ksdt_core.data.preparing.missing import TREATMENTS, Completed, MissingRule, complete
from ksdt_core.data.preparing.pairing import check_classes_left
from ksdt_core.data.preparing.scaling import scale_columns
from ksdt_core.data.preparing.settling import missing_shares
from ksdt_core.errors import InvalidDataError, Remedy
from ksdt_core.mining.tree_set import TreeSet

FEWEST_FOR_RANKS = 20
TREES = "the trees"  # what messages call the other side

Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class ThirdTable:
    """The rows of a third table as the trees see them."""

    name: str
    classes: NDArray[np.intp]  # (n_rows,), positions in the classes of the trees
    scaled: Matrix  # (n_tested, n_rows), 0 where the table does not have the attribute
    measured: NDArray[np.bool_]  # (n_tested,), whether the table has the attribute
    matched: Dataset  # the columns that it has, before cells are filled
    columns: NDArray[np.intp]  # for each column of `matched` the tested attribute that it is
    names: tuple[str, ...]  # what the table itself calls these columns
    rows: NDArray[np.intp]  # the rows of the table that are left
    n_filled: int
    codes: Codes  # for each column of `matched` the values of the pair where it holds codes, else None
    sparse: tuple[str, ...]  # attributes taken as not measured because too many of their cells are missing
    whole: Dataset  # all of its columns and rows, classes renamed
    missing: Missing

    @property
    def n_rows(self) -> int:
        return int(self.classes.size)

    @property
    def is_filled_by_class(self) -> bool:
        """Whether cells depend on the classes, so that other classes give other cells."""
        return self.missing == "class-common" and self.n_filled > 0


def third_table(
    trees: TreeSet,
    third: Dataset,
    *,
    class_map: Mapping[str, str],
    attribute_map: Mapping[str, str],
    value_map: ValueMap,
    missing: Missing,
    max_missing: float = 1.0,
    convert: Sequence[str] = (),
) -> ThirdTable:
    """The third table ready to be walked through the trees."""
    if not trees.attributes:
        pair = trees.pair
        raise InvalidDataError("trees-without-splits", left=pair.left.name, right=pair.right.name, table=third.name)
    third = _with_classes(trees, with_conversions(third, convert), class_map)
    model = _model_of(trees)
    tested, columns = _matched_columns(trees, model, third, attribute_map)
    taken = _with_values(trees, model.take_columns(tested), third.take_columns(columns), value_map)
    shares = missing_shares(taken)
    sparse = tuple(name for name, share in zip(taken.attributes, shares, strict=True) if share > max_missing)
    known = [position for position, share in enumerate(shares.tolist()) if share < 1 and share <= max_missing]
    if missing == "drop-columns":
        known = [position for position in known if not np.isnan(taken.values[:, position]).any()]
    if not known:
        raise InvalidDataError(
            "third-without-values",
            table=third.name,
            names=taken.attributes,
            remedies=(Remedy("max_missing", "1") if sparse else Remedy("missing", "common"),),
        )
    taken = taken.take_columns(known)
    codes = _codes_of(trees, taken.attributes)
    completed = _completed(taken, missing, codes)
    _check_rows(trees, third, completed)
    places = np.array([tested[position] for position in known], dtype=np.intp)
    scaled = np.zeros((len(trees.attributes), completed.rows.size))
    scaled[places] = scale_columns(completed.values, taken.categories, trees.settings.scale, codes=codes).T
    measured = np.zeros(len(trees.attributes), dtype=bool)
    measured[places] = True
    return ThirdTable(
        name=third.name,
        classes=third.classes[completed.rows],
        scaled=scaled,
        measured=measured,
        matched=taken,
        columns=places,
        names=tuple(third.attributes[columns[position]] for position in known),
        rows=completed.rows,
        n_filled=completed.n_filled,
        codes=codes,
        sparse=sparse,
        whole=third,
        missing=missing,
    )


def unmatched_of_third(
    trees: TreeSet, third: Dataset, attribute_map: Mapping[str, str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The tested attributes that the table lacks, and its columns that are none of the tested ones."""
    try:
        tested, columns = _matched_columns(trees, _model_of(trees), third, attribute_map)
    except InvalidDataError as error:
        if error.code != "third-without-attributes":
            raise
        tested, columns = [], []
    lacking = tuple(name for at, name in enumerate(trees.attributes) if at not in set(tested))
    return lacking, tuple(name for at, name in enumerate(third.attributes) if at not in set(columns))


def conversions_of_third(trees: TreeSet, pair: DatasetPair, third: Dataset, **how: Any) -> tuple[Converting, ...]:
    """Columns of a third table that seem to have other units than the trees, with what would convert them.

    `how` is what `third_table` takes; columns that it converts already are passed over.
    """
    table = third_table(trees, third, **how)
    done = {item.partition("=")[0].strip() for item in how.get("convert", ())}
    model = pair.matched.left
    columns = [model.attributes.index(name) for name in table.matched.attributes]
    usable = np.array(
        [
            own not in done and kind is None and code is None
            for own, kind, code in zip(table.names, table.matched.categories, table.codes, strict=True)
        ],
        dtype=bool,
    )
    found = conversions_to(model.take_columns(columns), table.matched, usable=usable)
    own_names = dict(zip(table.matched.attributes, table.names, strict=True))
    return tuple(
        replace(one, item=f"right:{own_names[one.attribute]}={one.item.partition('=')[2]}")
        for one in found
        if one.named
    )


def _with_classes(trees: TreeSet, third: Dataset, class_map: Mapping[str, str]) -> Dataset:
    """The table with the classes of the trees: renamed as those of the pair were, and as asked."""
    own, of_pair = set(third.class_names), dict(trees.pair.renamed_classes)
    known = own | {name.strip() for name in own} | set(trees.pair.class_names) | set(of_pair)
    for old in class_map:
        if old not in known:
            raise InvalidDataError(
                "class-map-unknown", name=old, left=TREES, right=third.name, classes=tuple(sorted(own))
            )
    third = renamed_classes(third, {**of_pair, **class_map})
    third = _without_empty_classes(third)
    lacking = tuple(name for name in trees.pair.class_names if name not in third.class_names)
    if lacking and set(third.class_names) < set(trees.pair.class_names):
        raise InvalidDataError("third-lacks-classes", table=third.name, names=lacking, remedies=(Remedy("target"),))
    check_classes(_model_of(trees), third)
    return third


def _without_empty_classes(table: Dataset) -> Dataset:
    """The classes that have rows."""
    counts = table.class_counts()
    if counts.all():
        return table
    place = np.cumsum(counts > 0) - 1
    names = tuple(name for name, n in zip(table.class_names, counts.tolist(), strict=True) if n)
    return replace(table, class_names=names, classes=place[table.classes].astype(np.intp))


def _model_of(trees: TreeSet) -> Dataset:
    """What the trees know of their tables, as a table: the tested attributes, with the codes that they may have."""
    codes = _tested_codes(trees)
    n_rows = max([len(values) for values in codes.values()], default=0)
    cells = np.full((n_rows, len(trees.attributes)), np.nan)
    for column, values in codes.items():
        cells[: len(values), column] = values
    return Dataset(
        TREES, trees.attributes, cells, trees.categories, trees.pair.class_names, np.zeros(n_rows, dtype=np.intp)
    )


def _matched_columns(
    trees: TreeSet, model: Dataset, third: Dataset, attribute_map: Mapping[str, str]
) -> tuple[list[int], list[int]]:
    """The tested attributes that the table has, and its columns.

    Names that only a person's map gave to the right table's attributes are tried where the left table's is not there.
    Entries for attributes that no tree tests are passed over.
    """
    unknown = sorted(set(attribute_map) - set(third.attributes))
    asked = {own: name for own, name in attribute_map.items() if name in trees.attributes or own in unknown}
    taken = {*asked.values(), *third.attributes}
    for left, right in trees.pair.assumed:
        if left in trees.attributes and left not in taken and right in third.attributes and right not in asked:
            asked[right] = left
    try:
        tested, columns, _ = match_attributes(model, third, asked)
    except InvalidDataError as error:
        if error.code != "no-shared-attributes":
            raise
        raise InvalidDataError(
            "third-without-attributes",
            table=third.name,
            names=trees.attributes,
            columns=third.attributes,
            remedies=(Remedy("attribute_map"),),
        ) from None
    return tested, columns


def _with_values(trees: TreeSet, model: Dataset, taken: Dataset, value_map: ValueMap) -> Dataset:
    """The columns with the names, kinds and value positions of the trees.

    Values that no table of the pair has are no category of the trees: they meet no test.
    """
    names = taken.attributes
    taken = replace(taken, attributes=model.attributes)
    wanted = _of_pair(trees, taken)
    for name, renamed in value_map.items():
        if name in model.attributes:
            wanted[name] = {**wanted.get(name, {}), **renamed}
    taken, _ = map_values(model, taken, wanted)
    cells = np.array(taken.values, order="F")
    for column, (kind, own) in enumerate(zip(model.categories, taken.categories, strict=True)):
        if kind is None and own:
            raise InvalidDataError(
                "third-not-numeric",
                table=taken.name,
                column=names[column],
                example=own[-1],
                remedies=(Remedy("value_map"),),
            )
        if kind is not None:
            texts = values_of(taken, column)
            place = {text: position for position, text in enumerate((*kind, *sorted(set(texts.values()) - set(kind))))}
            cells[:, column] = recoded(cells[:, column], {value: place[text] for value, text in texts.items()})
    return replace(taken, values=cells, categories=model.categories)


def _of_pair(trees: TreeSet, taken: Dataset) -> dict[str, dict[str, str]]:
    """What the pair's own value map says of values that this table has."""
    found: dict[str, dict[str, str]] = {}
    places = {name: column for column, name in enumerate(taken.attributes)}
    for name, left, right in trees.pair.value_matches:
        column = places.get(name)
        if column is None or right == left:
            continue
        if right in set(values_of(taken, column).values()):
            found.setdefault(name, {})[right] = left
    return found


def _tested_codes(trees: TreeSet) -> dict[int, tuple[float, ...]]:
    """The values of those tested attributes that hold codes, as the nodes of the trees know them."""
    return {
        int(shared.tree.attribute[node]): values
        for shared in trees.trees
        for node, values in enumerate(shared.codes)
        if values is not None
    }


def _codes_of(trees: TreeSet, attributes: tuple[str, ...]) -> Codes:
    """For each attribute its codes, else None; () where a result only tells that no scale changed it.

    Codes are filled with their most common value, and no scale changes them: the rules of a pair.
    """
    known: dict[str, tuple[float, ...]] = dict.fromkeys(trees.pair.unscaled, ())
    known |= {trees.attributes[column]: values for column, values in _tested_codes(trees).items()}
    return tuple(known.get(name) for name in attributes)


def _completed(table: Dataset, missing: Missing, codes: Codes) -> Completed:
    if missing == "fail" and table.n_missing:
        raise InvalidDataError(
            "missing-values-of-table", table=table.name, missing=table.n_missing, remedies=TREATMENTS
        )
    return complete(table, MissingRule(missing, tuple(range(table.n_attributes)), table, table, codes))


def _check_rows(trees: TreeSet, third: Dataset, completed: Completed) -> None:
    """Every class has rows, and there are enough of them for ranks."""
    check_classes_left(third, completed)
    n_rows = int(completed.rows.size)
    if trees.settings.scale == "rank" and n_rows < FEWEST_FOR_RANKS:
        raise InvalidDataError("too-few-rows-for-ranks", table=third.name, rows=n_rows, minimum=FEWEST_FOR_RANKS)
