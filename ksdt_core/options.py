"""Options: what a field of a parameter type says about itself, and how everyone reads it.

An option is one annotated field of the parameter type it belongs to:

    max_depth: Annotated[int, Option("Maximum depth", "Splits below the root. 0 = unlimited.", minimum=0)] = 3

The command line, the checks, the documents, the widgets of the pages and the rows of reports walk these fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, MISSING, dataclass, fields
from functools import cache
from numbers import Integral
from types import NoneType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from ksdt_core.errors import InvalidParameterError
from ksdt_core.given import is_number


@dataclass(frozen=True, slots=True)
class Option:
    """What people are told about an option, and which values it takes."""

    label: str  # on pages and in reports
    help: str  # one or two sentences, on every surface
    _: KW_ONLY
    minimum: float | None = None
    maximum: float | None = None
    above: float | None = None  # a number must be larger than this one
    below: float | None = None  # and smaller than this one
    choices: Mapping[Any, str] | None = None  # the values, each with its label
    words: Mapping[Any, str] | None = None  # what single values are called: {0: "unlimited"}
    unit: str = ""  # follows the number in a report
    metavar: str = ""  # what stands for the value in the help of the command line
    flag: str | None = None  # where it is not made of the name of the field
    has_opposite: bool = False  # a yes that can also be said no to on the command line
    short: str = ""  # a second flag of one letter
    positional: bool = False  # an argument of the command line, without a flag
    default_text: str = ""  # what happens without it, where the default does not say so
    widget_maximum: float | None = None  # the largest value that a page offers
    step: float | None = None  # of the buttons of a widget
    only_with: str = ""  # the option without which this one plays no part
    has_widget: bool = True  # whether a page lets people change it
    name: str = ""  # what the option is called where it is not the name of the field
    repeated: bool = False  # may stand several times on the command line; the values are kept as they are typed


@dataclass(frozen=True, slots=True)
class OptionField:
    """A field that is an option: its name, type and default beside what it says about itself."""

    name: str
    kind: Any  # the type of the value, without None
    default: Any  # `dataclasses.MISSING` where it must be given
    option: Option

    @property
    def called(self) -> str:
        """The name of the option."""
        return self.option.name or self.name


@cache
def option_fields(kind: Any) -> tuple[OptionField, ...]:
    """The fields of a dataclass that are options, in their order."""
    hints = get_type_hints(kind, include_extras=True)
    found = []
    for field in fields(kind):
        hint = hints[field.name]
        notes = [note for note in getattr(hint, "__metadata__", ()) if isinstance(note, Option)]
        if get_origin(hint) is Annotated and notes:
            default = field.default if field.default_factory is MISSING else field.default_factory()
            found.append(OptionField(field.name, _without_none(get_args(hint)[0]), default, notes[0]))
    return tuple(found)


def options_of(kind: Any) -> Mapping[str, Option]:
    """The options of a dataclass by name."""
    return {field.name: field.option for field in option_fields(kind)}


def label_of(kind: Any, name: str) -> str:
    """What an option is called on pages and in reports."""
    return options_of(kind)[name].label


def choices_of(kind: Any, name: str) -> dict[Any, str]:
    """The values of an option, each with its label."""
    return dict(options_of(kind)[name].choices or {})


def flag_of(name: str, option: Option | None = None) -> str:
    """An option as it is typed.

    >>> flag_of("max_depth"), flag_of("k")
    ('--max-depth', '-k')
    """
    if option is not None and (option.short or option.flag):
        return option.short or str(option.flag)
    return f"-{name}" if len(name) == 1 else f"--{name.replace('_', '-')}"


def words_for(option: Option, value: Any) -> str:
    """A value as people read it: the label of a choice, yes or no, names, a number with its unit."""
    for texts in (option.choices, option.words):
        if texts is not None and not isinstance(value, list | dict | bool) and value in texts:
            return texts[value]
    if value is None:
        return option.default_text or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "none"
    shown = f"{value:,}" if isinstance(value, int) else f"{value:g}" if isinstance(value, float) else str(value)
    return f"{shown} {option.unit}" if option.unit else shown


def option_values(value: Any, kind: Any = None) -> dict[str, Any]:
    """The options of a value by name; with `kind`, those that this parameter type has."""
    of: Any = kind or type(value)
    return {field.name: getattr(value, field.name) for field in option_fields(of)}


def plain_values(value: Any) -> dict[str, Any]:
    """The options of a parameter type as values that JSON knows."""
    kind: Any = type(value)
    return {field.name: _plain(getattr(value, field.name), field.kind) for field in option_fields(kind)}


def from_plain(kind: Any, given: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a parameter type from values as JSON has them; those that are not there are omitted."""
    return {field.name: _as_kept(given[field.name], field.kind) for field in option_fields(kind) if field.name in given}


def check_fields(value: Any) -> None:
    """Refuse a value outside the choices or the range of its option; whole numbers become plain ones."""
    kind: Any = type(value)
    for field in option_fields(kind):
        given = getattr(value, field.name)
        if given is None and field.default is None:
            continue
        _check_choice(field, given)
        if field.kind is int:
            _check_whole(field, given)
            object.__setattr__(value, field.name, int(given))
        elif field.kind is float:
            _check_number(field, given)


def _check_choice(field: OptionField, given: Any) -> None:
    choices = tuple(field.option.choices) if field.option.choices else (True, False) if field.kind is bool else None
    if choices is not None and given not in choices:
        raise InvalidParameterError("not-a-choice", option=field.called, value=given, choices=choices)


def _check_whole(field: OptionField, given: Any) -> None:
    option = field.option
    if isinstance(given, bool) or not isinstance(given, Integral):
        raise InvalidParameterError("not-whole", option=field.called, value=given, minimum=option.minimum or 0)
    if option.minimum is not None and int(given) < option.minimum:
        raise InvalidParameterError("not-whole", option=field.called, value=given, minimum=option.minimum)
    if option.maximum is not None and int(given) > option.maximum:
        raise InvalidParameterError("too-large", option=field.called, value=given, maximum=option.maximum)


def _check_number(field: OptionField, given: Any) -> None:
    option, facts = field.option, {"option": field.called, "value": given}
    if not is_number(given):
        raise InvalidParameterError("not-a-number", **facts)
    low, high = option.minimum, option.maximum
    is_low, is_high = low is not None and given < low, high is not None and given > high
    if (is_low or is_high) and low is not None and high is not None:
        raise InvalidParameterError("out-of-range", **facts, low=low, high=high)
    if is_low:
        raise InvalidParameterError("too-small", **facts, minimum=low)
    if is_high:
        raise InvalidParameterError("too-large", **facts, maximum=high)
    if option.above is not None and given <= option.above:
        raise InvalidParameterError("not-above", **facts, bound=option.above)
    if option.below is not None and given >= option.below:
        raise InvalidParameterError("not-below", **facts, bound=option.below)


def _without_none(hint: Any) -> Any:
    """The type of `int | None` that is not None."""
    kinds = [kind for kind in get_args(hint) if kind is not NoneType] if NoneType in get_args(hint) else [hint]
    return kinds[0] if len(kinds) == 1 else hint


def holds_pairs(kind: Any) -> bool:
    """Whether values of this type are names with their values, as costs of attributes: objects in a document."""
    return get_origin(kind) is tuple and get_origin(get_args(kind)[0]) is tuple


def _plain(value: Any, kind: Any) -> Any:
    if isinstance(value, tuple):
        return dict(value) if holds_pairs(kind) else list(value)
    return float(value) if kind is float and value is not None else value


def _as_kept(value: Any, kind: Any) -> Any:
    if isinstance(value, Mapping):
        return tuple(value.items())
    if kind is float and value is not None:
        return float(value)
    return tuple(value) if isinstance(value, list) and get_origin(kind) is tuple else value
