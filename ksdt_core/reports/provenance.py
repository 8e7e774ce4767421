"""Where a run comes from: every setting that its document holds, in words. Two runs that differ never read alike.

A row is made for each option of `MiningParameters` and `Preparation`, so a new option appears here by itself, and for
each further key that a document's `config` has. Numbers and names are written so that no two values look the same.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass
from typing import Any

from ksdt_core.data.model.preparation import Preparation
from ksdt_core.data.preparing.conversions import SIDES, conversion_requests, conversion_words
from ksdt_core.errors import InvalidParameterError
from ksdt_core.evidence.effect_text import best_by_words
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.options import Option, OptionField, from_plain, option_fields
from ksdt_core.text import PERCENT_SIGN

ALWAYS = ("weights", "k", "method", "max_depth", "attr_fraction", "min_size", "scale", "missing", "balance", "seed")
"""What is said even where it has its default."""
Tables = tuple[str, ...]
"""The names of the two tables."""
SIDE_NAMES: Tables = ("left table", "right table")
_OF_A_SET = ("aus", "atd", "ell")  # a single tree has no others to differ from
_SPECIAL = frozenset(",;“”\"'→\\|")


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting of a run: what it is called in documents and on pages, and its value in words."""

    name: str
    label: str
    words: str
    is_default: bool


def run_settings(document: Mapping[str, Any]) -> list[Setting]:
    """Every setting that was chosen, or that is always said; `document` is a result, or what a store lists of one."""
    config = document["config"]
    found = [Setting("weights", "Weights", weights_words(config["weights"]), is_default=False)]
    pool = document.get("pool")
    if pool:
        words = f"{pool['vectors']} weightings ({quoted(str(pool['name']))}), by {best_by_words(pool)}"
        found.append(Setting("pool", "Weights chosen from", words, is_default=False))
    known = {"weights", "preset"}
    for kind in (MiningParameters, Preparation):
        values = from_plain(kind, config)
        for field in option_fields(kind):
            known.add(field.name)
            if field.name in values:
                found.append(_setting(field, values[field.name], config, _table_names(document)))
    found += [Setting(name, name, plain_words(config[name]), is_default=False) for name in config if name not in known]
    found += [Setting(name, name, words, is_default=False) for name, words in _further(document)]
    return [each for each in found if each.name in ALWAYS or not each.is_default]


def provenance_rows(document: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The same as rows of a table."""
    return [(each.label, each.words) for each in run_settings(document)]


def changed_settings(document: Mapping[str, Any]) -> list[Setting]:
    """Only what differs from the defaults, weights aside."""
    return [each for each in run_settings(document) if not each.is_default and each.name != "weights"]


def _table_names(document: Mapping[str, Any]) -> Tables:
    pair = document["pair"]
    return tuple(str(pair[side]["name"]) if side in pair else f"{side} table" for side in SIDES)


def _setting(field: OptionField, value: Any, config: Mapping[str, Any], tables: Tables) -> Setting:
    default = None if field.default is MISSING else field.default
    is_default = value == default or (field.name in _OF_A_SET and config["weights"].get("atd") is None)
    return Setting(field.name, field.option.label, value_words(field.name, field.option, value, tables), is_default)


def value_words(name: str, option: Option, value: Any, tables: Tables = SIDE_NAMES) -> str:
    """The value of an option in words that no other value has."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    for texts in (option.choices, option.words):
        if texts is not None and isinstance(value, str | int | float) and value in texts:
            return texts[value]
    own = size_words(name, value)
    if own is not None:
        return own
    words = converted_words(value, tables) if name == "convert" and value else plain_words(value)
    return f"{words} {option.unit}" if option.unit else words


def size_words(name: str, value: Any) -> str | None:
    """The rows that a node needs, or the share of the attributes, in words; None for any other option."""
    if not isinstance(value, int | float):
        return None
    return rows_words(value) if name == "min_size" else share_words(value) if name == "attr_fraction" else None


def converted_words(items: Sequence[str], tables: Tables = SIDE_NAMES) -> str:
    """Conversions as people write them, not as the option takes them: `chol × 38.67 (cleveland)`."""
    try:
        asked = conversion_requests(items)
    except InvalidParameterError:  # a document from elsewhere
        return plain_words(items)
    where = {("left",): f" ({tables[0]})", ("right",): f" ({tables[1]})", None: "", SIDES: " (both tables)"}
    return ", ".join(f"{quoted(one.attribute)} {conversion_words(one.formula)}{where[one.sides]}" for one in asked)


def share_words(share: float) -> str:
    """A share of the attributes."""
    return (
        "all" if share >= 1 else f"{percent_words(share)}, those that rank highest by information gain in both tables"
    )


def percent_words(share: float) -> str:
    """A share in percent, as a plain number where that would be rounded."""
    percent = f"{100 * share:g}"
    return f"{percent}{PERCENT_SIGN}" if float(percent) / 100 == share else repr(float(share))


def rows_words(size: float) -> str:
    """How many rows a node needs: rows are whole, the setting often is not."""
    return (
        f"{math.ceil(size):,}" if float(size).is_integer() else f"{math.ceil(size):,} ({number_words(round(size, 9))})"
    )


def weights_words(weights: Mapping[str, Any]) -> str:
    names = {"ig": "gain", "ds": "similarity", "atd": "difference"}
    parts = (f"{names[key]} {number_words(weights[key])}" for key in names if weights.get(key) is not None)
    return ", ".join(parts)


def number_words(number: float) -> str:
    """A number as short as it can be without becoming another one.

    >>> number_words(0.3), number_words(0.1234567)
    ('0.3', '0.1234567')
    """
    short = f"{number:g}"
    return short if float(short) == number else repr(number)


def plain_words(value: Any) -> str:
    """Any value of a document: names, renamings, numbers; those that could be mistaken are in quotes."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return number_words(value)
    if isinstance(value, Mapping):
        return arrows(value.items())
    if isinstance(value, list | tuple):
        if value and all(isinstance(each, list | tuple) and len(each) == 2 for each in value):
            return arrows(value)
        return ", ".join(map(plain_words, value)) or "none"
    return quoted(str(value))


def arrows(pairs: Iterable[Any]) -> str:
    """Renamings, costs and the like: `died → bad; age → 2`."""
    return "; ".join(f"{plain_words(old)} → {plain_words(new)}" for old, new in pairs)


def quoted(name: str) -> str:
    """A name as it is, or in quotes where it could be taken for two, or for something else.

    >>> quoted("age"), quoted("gene, 7"), quoted("none")
    ('age', '"gene, 7"', '"none"')
    """
    is_plain = not _SPECIAL & set(name) and name == name.strip() and name not in ("", "none", "–", "yes", "no")
    return name if is_plain and not _is_number(name) else json.dumps(name, ensure_ascii=False)


def _is_number(name: str) -> bool:
    try:
        float(name.replace(",", ""))
    except ValueError:
        return False
    return True


def _further(document: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What is not a setting of the miner: names that were taken for the same, files, pruning."""
    pair, source = document["pair"], document.get("source") or {}
    if document["config"].get("preset"):
        yield "Preset", quoted(str(document["config"]["preset"]))
    for label, renamed in (
        ("Classes renamed", pair.get("class_map") or source.get("class_map")),
        ("Attributes matched manually", source.get("attribute_map") or pair.get("assumed")),
    ):
        if renamed:
            yield label, plain_words(renamed)
    for attribute, left_of in (pair.get("value_map") or {}).items():
        yield f"Values of {attribute} renamed", plain_words(left_of)
    for side in ("left", "right"):
        for part, label in (("cut", "Cut at"), ("sheet", "Sheet")):
            value = (source.get(side) or {}).get(part)
            if value:
                yield f"{label} ({pair[side]['name']})", plain_words(value)
    for pruned in document.get("pruned") or ():
        change = f"{pruned['method']}, from {pruned['tests_before']} to {pruned['tests_after']} tests"
        yield "Pruned afterwards", change
