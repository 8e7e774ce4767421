"""Commands from fields: the options of a command are those of the parameter types that it asks for.

    @command_of(Reading, MiningParameters, only(Preparation, "scale", "seed"))
    def some_command(given: Given) -> None:
        parameters = given.of(MiningParameters)

Flag, help, default and choices are read from the annotated fields (`ksdt_core/options.py`).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, replace
from functools import wraps
from typing import Annotated, Any, TypeVar

import typer

from ksdt_core.errors import InvalidParameterError, KsdtError
from ksdt_core.options import Option, OptionField, flag_of, option_fields

T = TypeVar("T")
FLAGS: dict[str, str] = {}
"""The flag of every option that some command has, by its name; messages read it."""


@dataclass(frozen=True, slots=True)
class Given:
    """What was typed, by the names of the options; those that were not typed are omitted."""

    typed: Mapping[str, Any]

    def values_of(self, kind: Any) -> dict[str, Any]:
        """What was typed of the options of a parameter type."""
        return {
            field.name: parsed(field, self.typed[field.called])
            for field in option_fields(kind)
            if field.called in self.typed
        }

    def of(self, kind: type[T], **known: Any) -> T:
        """The parameter type with what was typed; `known` are values that the command has read itself."""
        return kind(**{**self.values_of(kind), **known})


@dataclass(frozen=True, slots=True)
class Selected:
    """Some options of a parameter type."""

    kind: Any
    names: tuple[str, ...]
    help: Mapping[str, str]


def only(kind: Any, *names: str, **help_texts: str) -> Selected:
    """Only these options of a parameter type; a keyword names one, too, and gives it its own help text."""
    return Selected(kind, (*names, *help_texts), help_texts)


def command_of(*kinds: Any) -> Callable[[Callable[[Given], None]], Callable[..., None]]:
    """A command that has the options of these parameter types and is called with what was typed."""
    asked = [field for kind in kinds for field in _fields(kind)]
    flags = {flag_of(field.name, field.option) for field in asked}  # a way out that the command lacks is not advised

    def declared(command: Callable[[Given], None]) -> Callable[..., None]:
        @wraps(command)
        def called(context: typer.Context, **values: Any) -> None:
            try:
                command(Given({name: value for name, value in values.items() if _is_typed(context, name)}))
            except KsdtError as error:
                error.remedies = tuple(remedy for remedy in error.remedies if flag_name(remedy.option) in flags)
                raise

        parameters = [_parameter("context", typer.Context), *map(_typer_parameter, asked)]
        called.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        called.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        return called

    FLAGS.update({field.name: flag_of(field.name, field.option) for field in asked if not field.option.positional})
    return declared


def flag_name(option: str) -> str:
    """An option by its flag: that of the command that has it, else made of its name."""
    return FLAGS.get(option) or flag_of(option)


def typed_options(value: Any) -> dict[str, tuple[str, ...]]:
    """The options of a parameter type that differ from their defaults: each flag with what is typed after it."""
    kind: Any = type(value)
    found = [(field, getattr(value, field.name)) for field in option_fields(kind)]
    return {flag_name(field.name): _as_typed(chosen) for field, chosen in found if chosen != field.default}


def _as_typed(value: Any) -> tuple[str, ...]:
    if isinstance(value, bool):
        return ()
    if isinstance(value, tuple):
        return value
    return (f"{value:g}" if isinstance(value, float) else str(value),)


def parsed(field: OptionField, value: Any) -> Any:
    """A value of the command line as its field has it: several names are separated by commas."""
    if field.kind != tuple[str, ...]:
        return value
    if field.option.repeated:
        return tuple(value)
    return tuple(value) if field.option.positional else split_names(value, field.name)


def split_names(text: str, option: str) -> tuple[str, ...]:
    """The names of `A,B`; a name with a comma in it is in double quotes."""
    from ksdt_core.data.matching.maps import comma_fields

    names = comma_fields(text, flag_of(option))
    if not all(names):
        raise InvalidParameterError("empty-name", option=option, value=text)
    return tuple(names)


def _fields(kind: Any) -> list[OptionField]:
    """The fields of a parameter type under the names of their options."""
    if not isinstance(kind, Selected):
        return [replace(field, name=field.called) for field in option_fields(kind)]
    by_name = {field.called: replace(field, name=field.called) for field in option_fields(kind.kind)}
    chosen = [by_name[name] for name in kind.names]
    return [
        replace(field, option=replace(field.option, help=kind.help.get(field.name, field.option.help)))
        for field in chosen
    ]


def _is_typed(context: typer.Context, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name != "DEFAULT"


def _typer_parameter(field: OptionField) -> inspect.Parameter:
    option = field.option
    metavar = option.metavar or "|".join(map(str, option.choices or ())) or None
    if option.positional:
        argument = typer.Argument(metavar=metavar, help=option.help, show_default=False)
        default = inspect.Parameter.empty if field.default is MISSING else field.default
        return _parameter(field.name, Annotated[_typer_type(field), argument], default)
    flags = [flag for flag in (option.short, option.flag) if flag] or [flag_of(field.name)]
    if option.has_opposite:
        flags = [f"{flags[0]}/--no-{flags[0].removeprefix('--')}"]
    shown = _shown_default(field, option)
    flagged = typer.Option(*flags, metavar=metavar, help=option.help, show_default=shown)
    plain = field.default if isinstance(field.default, str | int | float) else None
    required = field.default is MISSING
    return _parameter(
        field.name, Annotated[_typer_type(field), flagged], inspect.Parameter.empty if required else plain
    )


def _shown_default(field: OptionField, option: Option) -> str | bool:
    if option.default_text:
        return option.default_text
    return field.kind is not bool


def _typer_type(field: OptionField) -> Any:
    """What the parser converts a word to; choices are checked by the parameter type, lists are parsed later."""
    if (field.option.positional or field.option.repeated) and field.kind == tuple[str, ...]:
        return list[str] | None if field.option.repeated else list[str]
    kind = field.kind if field.kind in (int, float, bool) else str
    return kind if isinstance(field.default, str | int | float) or field.default is MISSING else kind | None


def _parameter(name: str, annotation: Any, default: Any = inspect.Parameter.empty) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
