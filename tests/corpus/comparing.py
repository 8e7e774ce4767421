"""What differs between two corpora: documents key by key, everything else byte by byte."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def differences(old: Path, new: Path) -> Iterator[str]:
    """A line for each file that is missing or differs, with the first difference."""
    names = {str(path.relative_to(root)) for root in (old, new) for path in root.rglob("*") if path.is_file()}
    for name in sorted(name for name in names if not name.startswith("kept")):
        before, after = old / name, new / name
        if not (before.exists() and after.exists()):
            yield f"{name}: only in {'the old' if before.exists() else 'the new'} corpus"
        elif before.read_bytes() != after.read_bytes():
            yield from _difference(name, before, after)


def _difference(name: str, before: Path, after: Path) -> Iterator[str]:
    if name.endswith(".json"):
        found = list(_keys(json.loads(before.read_bytes()), json.loads(after.read_bytes()), "$"))
        yield from (f"{name}: {line}" for line in found[:10] or ["equal key by key; written in other bytes"])
    elif name.endswith((".png", ".pdf", ".zip")):
        yield f"{name}: other bytes"
    else:
        lines = (path.read_text(encoding="utf-8").splitlines() for path in (before, after))
        changed = [
            line for line in difflib.unified_diff(*lines, lineterm="", n=0) if line[:2] not in ("--", "++", "@@")
        ]
        yield f"{name}: {len(changed)} lines differ"
        yield from (f"    {line[:300]}" for line in changed[:12])


def _keys(before: Any, after: Any, where: str) -> Iterator[str]:
    if isinstance(before, dict) and isinstance(after, dict):
        for key in before.keys() | after.keys():
            if key not in before or key not in after:
                yield f"{where}.{key} is only in the {'new' if key in after else 'old'} document"
            else:
                yield from _keys(before[key], after[key], f"{where}.{key}")
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for position, (one, other) in enumerate(zip(before, after, strict=True)):
            yield from _keys(one, other, f"{where}[{position}]")
    elif before != after:
        yield f"{where} was {before!r:.120} and is {after!r:.120}"
