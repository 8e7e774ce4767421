"""A document as text: the same bytes for the same values, and lines that people can read."""

from __future__ import annotations

import json
from typing import Any

WIDTH = 110


def document_text(document: dict[str, Any]) -> str:
    """JSON in which a node, an entry of a sweep or a row of a matrix is a line; finite numbers only.

    What UTF-8 cannot carry, which a name made in Python may hold, becomes `?`.
    """
    from ksdt_core.text import encodable  # loaded late: who only reads has no need of it

    return encodable(_laid_out(document, indent="")) + "\n"


def _laid_out(value: Any, *, indent: str, is_row: bool = False) -> str:
    line = json.dumps(value, ensure_ascii=False, allow_nan=False)
    if len(line) + len(indent) <= WIDTH or (is_row and not _holds_rows(value)):
        return line
    deeper = indent + " "
    if isinstance(value, dict):
        keys = (json.dumps(key, ensure_ascii=False) for key in value)
        parts = [f"{key}: {_laid_out(item, indent=deeper)}" for key, item in zip(keys, value.values(), strict=True)]
        return "{\n" + ",\n".join(deeper + part for part in parts) + f"\n{indent}}}"
    if isinstance(value, list) and _nests(value):
        parts = [_laid_out(item, indent=deeper, is_row=True) for item in value]
        return "[\n" + ",\n".join(deeper + part for part in parts) + f"\n{indent}]"
    return line


def _nests(items: list[Any]) -> bool:
    return any(isinstance(item, (dict, list)) for item in items)


def _holds_rows(value: Any) -> bool:
    """Whether there is a list of objects in it, as the nodes of a tree."""
    return isinstance(value, dict) and any(isinstance(item, list) and _nests(item) for item in value.values())
