"""Whether all kernels were compiled on this machine before, told by a stamp beside their machine code.

The stamp names the sources as they were and the files of machine code that were there. Where a source has changed, a
file is gone or Python, numba or the machine is another, it counts for nothing, and kernels are prepared again. A wrong
stamp costs time, not truth: numba looks at its own files once more and compiles what is missing.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any

from ksdt_core.errors import KsdtError
from ksdt_core.formats.write import write_document

CORE = Path(__file__).resolve().parents[1]
NAME = "ksdt-compiled.json"


def is_stamped() -> bool:
    """Whether what the stamp says still holds; False without a stamp."""
    try:
        stamp = json.loads(_file().read_text("utf-8"))
        return bool(stamp["made_of"] == _made_of() and set(stamp["files"]) <= set(_machine_code()) and stamp["files"])
    except (OSError, ValueError, TypeError, KeyError):
        return False


def put_stamp() -> None:
    """All kernels are compiled now. Where nothing can be written there is no stamp."""
    with suppress(KsdtError, OSError):
        write_document({"made_of": _made_of(), "files": _machine_code()}, _file())


def _folder() -> Path:
    """Where numba keeps machine code; each folder of sources has its own below it, unless a setting names another."""
    named = os.environ.get("NUMBA_CACHE_DIR")
    return Path(named) if named else CORE


def _file() -> Path:
    named = os.environ.get("NUMBA_CACHE_DIR")
    return Path(named) / NAME if named else CORE / "__pycache__" / NAME


def _machine_code() -> list[str]:
    folder = _folder()
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.nbi"))


def _made_of() -> str:
    """A digest of all that machine code depends on."""
    sources = sorted(path for path in CORE.rglob("*.py"))
    seen: list[Any] = [platform.python_version(), version("numba"), platform.machine(), platform.node()]
    for source in sources:
        found = source.stat()
        seen.append((source.relative_to(CORE).as_posix(), found.st_mtime_ns, found.st_size))
    return hashlib.sha256(json.dumps(seen).encode()).hexdigest()
