"""Documents to a file, or to standard output: whole or not at all."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from ksdt_core.documents.text import document_text
from ksdt_core.errors import InvalidParameterError

STANDARD_STREAM = "-"


def write_document(document: dict[str, Any], to: str | Path | BinaryIO) -> None:
    """Write UTF-8 JSON, the same bytes for the same document; `-` is standard output.

    A file appears complete: it is written beside its place and then put there, so a failure or a stop on the way
    leaves what was there before.
    """
    write_bytes(document_text(document).encode("utf-8"), to)


def write_bytes(data: bytes, to: str | Path | BinaryIO) -> None:
    """The same for bytes that are ready."""
    if not isinstance(to, (str, Path)):
        to.write(data)
    elif str(to) == STANDARD_STREAM:
        _write_standard_output(data)
    else:
        _write_file(data, Path(to))


def check_writable(to: str | Path) -> None:
    """Raise now, before hours of work, if a document could not be written there."""
    if str(to) == STANDARD_STREAM:
        return
    path = Path(to)
    try:
        if path.is_dir():
            _refuse(path, "it is a folder")
        if path.exists() and not path.is_file():
            return  # a device or a pipe: only writing tells
        folder = path.resolve().parent
        if not folder.is_dir():
            _refuse(path, f"there is no folder {str(path.parent)!r}")
        with tempfile.TemporaryFile(dir=folder):
            pass
    except (OSError, ValueError, RuntimeError) as error:
        _refuse(path, reason_of(error))


def reason_of(error: Exception) -> str:
    """What the system says went wrong, without numbers and paths."""
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return f"{text[:1].lower()}{text[1:]}"


def _write_standard_output(data: bytes) -> None:
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        _forget_standard_output()
        raise  # the reader has seen enough
    except (OSError, AttributeError) as error:  # no attribute: there is no standard output at all
        _forget_standard_output()
        reason = reason_of(error) if isinstance(error, OSError) else "it is closed"
        raise InvalidParameterError(f"cannot write to standard output: {reason}; give a file with -o FILE.") from None


def _forget_standard_output() -> None:
    """What is still waiting to be written would fail once more, with noise, when the program ends."""
    with suppress(OSError, ValueError, AttributeError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)


def _write_file(data: bytes, path: Path) -> None:
    try:
        target = path.resolve()  # behind a link, the file it points to
        if target.exists() and not target.is_file():
            target.write_bytes(data)  # a device or a pipe cannot be replaced
        else:
            _replace(data, target)
    except BrokenPipeError:
        raise
    except (OSError, ValueError, RuntimeError) as error:
        _refuse(path, reason_of(error))


def _replace(data: bytes, target: Path) -> None:
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=".ksdt-", suffix=".part")
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        part.chmod(_mode_for(target))
        part.replace(target)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise


def _mode_for(target: Path) -> int:
    """The mode of the file that is replaced, or that of any new file of this user."""
    if target.exists():
        return stat.S_IMODE(target.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _refuse(path: Path, reason: str) -> NoReturn:
    raise InvalidParameterError(
        f"cannot write {str(path)!r}: {reason}; give a file in a folder you may write to, or - for standard output."
    ) from None
