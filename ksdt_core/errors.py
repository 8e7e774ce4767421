"""Errors that a user can fix: a code, the facts, and the options that would help.

The core names no flag, page or button. The sentence for a code is in `ksdt_core/messages`; the command line, the
app and Python each say in their own words which option to change.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Remedy:
    """An option that would help, by the name of its field, and the value to give it where one is known.

    Several values (names of attributes, classes to rename) are given as a tuple.
    """

    option: str
    value: str | tuple[str, ...] | None = None

    @property
    def values(self) -> tuple[str, ...]:
        """The value as a tuple; empty where the person must choose it."""
        if self.value is None:
            return ()
        return (self.value,) if isinstance(self.value, str) else self.value


class KsdtError(Exception):
    """Base class of the errors that this package raises.

    >>> error = InvalidParameterError("weights-sum", weights=(0.5, 0.6, 0.1), total=1.2)
    >>> error.code, error.facts["total"]
    ('weights-sum', 1.2)
    """

    def __init__(self, code: str, /, *, remedies: Sequence[Remedy] = (), **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.facts: Mapping[str, Any] = facts
        self.remedies = tuple(remedies)

    def __reduce__(self) -> tuple[Any, ...]:
        """Errors travel between processes."""
        return _again, (type(self), self.code, self.remedies, dict(self.facts))

    def __str__(self) -> str:
        """The sentence for people who call the package from Python."""
        from ksdt_core.messages.templates import sentence  # loaded late: most errors are rendered elsewhere, or never

        return sentence(self)


def _again(kind: type[KsdtError], code: str, remedies: tuple[Remedy, ...], facts: dict[str, Any]) -> KsdtError:
    return kind(code, remedies=remedies, **facts)


class InvalidDataError(KsdtError):
    """A table, a column or a cell that cannot be used as it is."""


class InvalidParameterError(KsdtError):
    """An option with a value outside its range."""


class InvalidDocumentError(KsdtError):
    """A document that is not one of ours, or that was changed manually."""


class Interrupted(KsdtError):
    """The user stopped long work; what was finished is kept in the result that carries this."""


class WorkersLost(KsdtError):
    """The workers of long work cannot be reached or have gone; what was finished is kept as after a stop."""
