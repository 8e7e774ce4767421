"""What the command line says on standard error, and how it ends."""

from __future__ import annotations

import sys
from typing import Any

import typer

from ksdt_core.text import for_terminal, nearest, printable

BAD_INPUT = 2
INTERRUPTED = 130
READER_GONE = 141  # as other programs end when the reader of their output has gone


def say(sentence: str) -> None:
    """One line on standard error; names in it cannot break the line or steer the terminal."""
    if sys.stderr is not None:
        print(f"ksdt: {for_terminal(printable(sentence))}", file=sys.stderr, flush=True)


def on_terminal() -> bool:
    """Whether a person watches standard error."""
    return sys.stderr is not None and sys.stderr.isatty()


def usage_sentence(error: typer.TyperException) -> str:
    """A mistake in the command line as one sentence that names the option and the way out."""
    # The parser's own kinds of error are private to it; what they carry distinguishes them.
    context: Any = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "ksdt"
    option, parameter = getattr(error, "option_name", None), getattr(error, "param", None)
    if option and "requires an argument" in error.message:
        return f"option {option} needs a value; see {command} --help."
    if option:
        return f"{command} has no option {option}; {_nearest(option, _option_names(context), command)}"
    if parameter is not None and not error.message:
        return f"{command} needs {_shown(parameter)}; see {command} --help for an example."
    if parameter is not None:
        return f"{_shown(parameter)} {_kind(error.message)}; see {command} --help."
    if error.message.startswith("No such command") and context is not None:
        word = error.message.split("'")[1]
        return f"there is no command {word!r}; {_nearest(word, context.command.list_commands(context), command)}"
    return f"{_lower(error.format_message()).rstrip('.')}; see {command} --help."


def _option_names(context: Any) -> list[str]:
    parameters = context.command.params if context is not None else []
    return [name for parameter in parameters for name in (*parameter.opts, *parameter.secondary_opts)]


def _nearest(word: str, known: list[str], command: str) -> str:
    close = nearest(word, known, at_least=50)
    return f"did you mean {close}?" if close else f"see {command} --help."


def _shown(parameter: Any) -> str:
    is_option = parameter.param_type_name == "option"
    return f"option {max(parameter.opts, key=len)}" if is_option else f"the argument {parameter.name.upper()}"


def _kind(message: str) -> str:
    """What the parser says of a value that it cannot convert."""
    for word, needed in (("integer", "needs a whole number"), ("number", "needs a number")):
        if word in message:
            return needed
    return f"has a value that cannot be used ({_lower(message)})"


def _lower(text: str) -> str:
    return f"{text[:1].lower()}{text[1:]}"
