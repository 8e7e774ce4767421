"""Errors as text for the store: who reads them later says them in words of their own."""

from __future__ import annotations

import json
from typing import Any

from ksdt_core.errors import KsdtError, Remedy
from ksdt_core.messages.templates import problem

_ERROR = "error"  # marks an error among the facts of another


def stored_text(error: KsdtError) -> str:
    """The error as JSON, with its sentence for a version that no longer knows its code or its facts.

    >>> stored_error(stored_text(KsdtError("run-damaged", run="4f"))).facts["run"]
    '4f'
    """
    return json.dumps({"says": problem(error), **_document(error)}, default=_plain)


def stored_error(text: str) -> KsdtError:
    """The error of such a text; older stores hold the sentence alone."""
    try:
        document = json.loads(text, object_hook=_fact)
        error = _error(document)
        problem(error)  # each fact that its sentence names is there
    except (ValueError, KeyError, TypeError, AttributeError, IndexError):
        return KsdtError(_sentence(text))
    return error


def _document(error: KsdtError) -> dict[str, Any]:
    remedies = [(remedy.option, remedy.value) for remedy in error.remedies]
    return {"code": error.code, "facts": dict(error.facts), "remedies": remedies}


def _error(document: dict[str, Any]) -> KsdtError:
    remedies = [Remedy(option, tuple(v) if isinstance(v, list) else v) for option, v in document["remedies"]]
    return KsdtError(document["code"], remedies=remedies, **document["facts"])


def _plain(fact: Any) -> Any:
    """What JSON does not know: an error, a number of NumPy, a path or the like."""
    if isinstance(fact, KsdtError):
        return {_ERROR: _document(fact)}
    return fact.item() if hasattr(fact, "item") else str(fact)


def _fact(document: dict[str, Any]) -> Any:
    return _error(document[_ERROR]) if document.keys() == {_ERROR} else document


def _sentence(text: str) -> str:
    try:
        return str(json.loads(text)["says"])
    except (ValueError, KeyError, TypeError):
        return text
