"""How a document that does not hold together is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ksdt_core.codec import Codec
from ksdt_core.errors import InvalidDocumentError, KsdtError

T = TypeVar("T")
TOLERANCE = 1e-9
MISTAKES = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError, KsdtError)


def read_checked(codec: Codec[T], document: Any, holds: Callable[[T], bool], refusal: InvalidDocumentError) -> T:
    """What the codec reads from a document that anybody may have changed.

    It is refused where it cannot be read or where its values do not hold together.
    """
    try:
        found = codec.read(document)
        if holds(found):
            return found
    except MISTAKES:
        pass
    raise refusal


def require_same(where: str, found: object, expected: object, *, source: str) -> None:
    """Raise, naming the place and both values, unless they are equal.

    `source` says where the expected value comes from, with its verb: "the counts give".
    """
    if found != expected:
        raise InvalidDocumentError(
            "document-values-differ", where=where, found=_shown(found), source=source, expected=_shown(expected)
        )


def require_close(where: str, found: float | None, expected: float | None, *, source: str) -> None:
    """The same for numbers that may differ by rounding, 1e-9."""
    if found is None or expected is None:
        require_same(where, found, expected, source=source)
    elif abs(found - expected) > TOLERANCE:
        digits = 6 if f"{found:.6g}" != f"{expected:.6g}" else 17
        shown = (f"{found:.{digits}g}", f"{expected:.{digits}g}")
        raise InvalidDocumentError(
            "document-values-differ", where=where, found=shown[0], source=source, expected=shown[1]
        )


def _shown(value: object) -> str:
    return "null" if value is None else repr(value)
