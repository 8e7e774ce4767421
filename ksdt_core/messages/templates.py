"""How the sentence of a code is filled with its facts.

Templates are those of `str.format`, with a few more ways to write a fact:

    {columns:names}              a few names of many: 'a', 'b', 'c' and 12 more; `names 3` shows at most 3 of them
    {columns:ends 12}            the same, and always the last one: 'a', 'b', 11 more and 'c'
    {choices:all}                all of them, without quotes: a, b, c
    {column:name}                one name, cut if it is long
    {nearest:meant See below.}   did you mean 'age'? Or these words where no name comes near
    {rows:n row|rows}            a number with the word that agrees with it: 1 row, 2,000 rows
    {reason:error}               another error, or a reason, inside a sentence: without its full stop
    {value:percent}              a share: 20 %
    {option:option}              an option by the name that the reader knows: its flag, Maximum depth or max_depth
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from string import Formatter
from typing import TYPE_CHECKING, Any

from ksdt_core.text import counted, for_terminal, listed, listed_to_the_last, percent

if TYPE_CHECKING:
    from ksdt_core.errors import KsdtError, Remedy

OptionName = Callable[[str], str]
"""From the name of a field to what the reader calls it."""


class _Facts(Formatter):
    def __init__(self, option_name: OptionName) -> None:
        self.option_name = option_name

    def format_field(self, value: Any, format_spec: str) -> str:
        kind, _, more = format_spec.partition(" ")
        if kind == "names":
            return listed(map(str, value), most=int(more or 5)) or "none"
        if kind == "ends":
            return listed_to_the_last(map(str, value), most=int(more))
        if format_spec == "all":
            return ", ".join(map(str, value))
        if format_spec == "name":
            return listed([str(value)])
        if kind == "meant":
            return more if value is None else f"did you mean {listed([str(value)])}?"
        if format_spec == "error":
            return said(value, self.option_name).rstrip(".")
        if format_spec == "option":
            return self.option_name(str(value))
        if format_spec == "percent":
            return percent(value)
        if format_spec.startswith("n "):
            one, _, several = format_spec[2:].partition("|")
            return counted(value, one, several)
        return str(super().format_field(value, format_spec))


def filled(template: str, facts: Mapping[str, Any], *, option_name: OptionName = str) -> str:
    """The template with its facts.

    >>> filled("{table!r} has {rows:n row|rows}.", {"table": "a.csv", "rows": 1})
    "'a.csv' has 1 row."
    """
    return _Facts(option_name).vformat(template, (), facts)


def problem(error: KsdtError, *, option_name: OptionName = str) -> str:
    """What is wrong and where, as one sentence with its full stop. What to do is said by who shows it."""
    from ksdt_core.messages.catalogue import MESSAGES

    template = MESSAGES.get(error.code)
    return error.code if template is None else filled(template, error.facts, option_name=option_name)


def said(value: Any, option_name: OptionName) -> str:
    """An error, or anything else that gives a reason, inside the sentence of another."""
    return problem(value, option_name=option_name) if hasattr(value, "facts") else str(value)


def sentence(error: KsdtError) -> str:
    """What is wrong for people who call the package from Python, and the keywords that would help."""
    return with_ways(for_terminal(problem(error)), [_keyword(remedy) for remedy in error.remedies])


def with_ways(said: str, ways: Sequence[str]) -> str:
    """The problem and what to use; a second sentence where the first has a semicolon already.

    >>> with_ways("a row is too long.", ["max_cell=9"]), with_ways("a; b.", ["c", "d"]), with_ways("a.", [])
    ('a row is too long; use max_cell=9.', 'a; b. Use c or d.', 'a.')
    """
    if not ways:
        return said
    use = ". Use" if ";" in said or ". " in said else "; use"
    return f"{said.rstrip('.')}{use} {' or '.join(ways)}."


def _keyword(remedy: Remedy) -> str:
    if remedy.value is None:
        return f"the option {remedy.option}"
    return f"{remedy.option}={remedy.value!r}" if isinstance(remedy.value, str) else f"{remedy.option}={remedy.values}"
