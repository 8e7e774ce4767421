"""Documents to a file, or to standard output: whole or not at all."""

from __future__ import annotations

import errno
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from ksdt_core.errors import InvalidParameterError, Remedy
from ksdt_core.formats.json_text import document_text
from ksdt_core.formats.whole_file import whole_file, write_synced

STANDARD_STREAM = "-"
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)  # the disk, this user's share of it, or the size of a file


def write_document(document: dict[str, Any], to: str | Path | BinaryIO) -> None:
    """Write UTF-8 JSON, the same bytes for the same document; `-` is standard output.

    A file is replaced as a whole: it is written under a temporary name and then renamed, so a failure or an
    interruption leaves the old file unchanged.
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


def write_files(files: Iterable[tuple[Path, bytes]]) -> None:
    """Several files: all are on the disk before the first is put in its place, so a full disk changes none of them."""
    with ExitStack() as places:
        for path, data in files:
            places.enter_context(_refusing(path))
            write_synced(places.enter_context(whole_file(path.resolve())), data)  # behind a link, the file it points to


def check_writable(to: str | Path) -> None:
    """Raise now, before hours of work, if a document could not be written there."""
    if str(to) == STANDARD_STREAM:
        return
    path = Path(to)
    with _refusing(path):
        if path.is_dir():
            _refuse(path, "it is a folder")
        if path.exists() and not path.is_file():
            return  # a device or a pipe: only writing tells
        folder = path.resolve().parent
        if not folder.is_dir():
            _refuse(path, f"there is no folder {str(path.parent)!r}")
        with tempfile.TemporaryFile(dir=folder):
            pass


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
        raise InvalidParameterError("standard-output-closed", reason=reason, remedies=(Remedy("output"),)) from None


def _forget_standard_output() -> None:
    """What is still waiting to be written would fail once more, with noise, when the program ends."""
    with suppress(OSError, ValueError, AttributeError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)


def _write_file(data: bytes, path: Path) -> None:
    with _refusing(path):
        if path.exists() and not path.is_file():
            path.write_bytes(data)  # a device or a pipe cannot be replaced
            return
    write_files([(path, data)])


@contextmanager
def _refusing(path: Path) -> Iterator[None]:
    """What goes wrong with a file becomes a sentence; a reader that has gone is no failure."""
    try:
        yield
    except BrokenPipeError:
        raise
    except (OSError, ValueError, RuntimeError) as error:
        _refuse(path, reason_of(error), is_full=isinstance(error, OSError) and error.errno in NO_ROOM)


def _refuse(path: Path, reason: str, *, is_full: bool = False) -> NoReturn:
    code = "file-disk-full" if is_full else "file-not-written"
    raise InvalidParameterError(code, path=str(path), reason=reason) from None
