"""Errors by their code and facts, so that their words may change."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from ksdt_core.errors import KsdtError


@contextmanager
def refused(code: str, kind: type[KsdtError] = KsdtError, **facts: Any) -> Iterator[pytest.ExceptionInfo[KsdtError]]:
    """The block raises an error with this code and at least these facts."""
    with pytest.raises(kind) as caught:
        yield caught
    assert caught.value.code == code, str(caught.value)
    assert {name: caught.value.facts.get(name) for name in facts} == facts
