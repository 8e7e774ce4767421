"""Errors as the command line says them: options are written as flags, and so are the ways out."""

from __future__ import annotations

import re
import shlex

from ksdt_core.cli.from_fields import flag_name
from ksdt_core.errors import KsdtError, Remedy
from ksdt_core.messages.templates import problem, with_ways

NEEDS_QUOTES = re.compile(r"[\s<>|&;()$`\"'\\!?#~\[\]{}]|\*")


def sentence(error: KsdtError) -> str:
    """What is wrong, and the flags that would help."""
    return with_ways(problem(error, option_name=flag_name), [_typed(remedy) for remedy in error.remedies])


def _typed(remedy: Remedy) -> str:
    """The flag and its value, quoted where a shell would take it apart."""
    flag, *value = words_of(remedy)
    return " ".join([flag, *(shlex.quote(each) if NEEDS_QUOTES.search(each) else each for each in value)])


def words_of(remedy: Remedy) -> tuple[str, ...]:
    """The flag of a remedy and its value, as they are typed."""
    from ksdt_core.data.matching.maps import comma_text

    flag = flag_name(remedy.option)
    return (flag, comma_text(remedy.values)) if remedy.values else (flag,)
