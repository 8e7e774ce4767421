"""Finished pairs of an atlas that is not finished: a file that grows by a line a pair, so that a kill loses no pair.

Each line carries a key made of both tables, the settings and this version of the package. Only lines with the key of a
pair that is asked for count, so tables may come or go between two runs, and a file of other settings does no harm.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from ksdt_core.errors import InvalidParameterError, KsdtError
from ksdt_core.studies.atlas.entry import PAIR_ENTRY, PairEntry
from ksdt_core.studies.atlas.settings import AtlasSettings


@dataclass(frozen=True, slots=True)
class WorkFile:
    """Where finished pairs are kept until the atlas is whole."""

    path: Path

    def read(self, keys: Collection[str]) -> dict[str, PairEntry]:
        """The finished pairs with one of these keys; a line that was cut short by a kill is passed over."""
        try:
            lines = self.path.read_bytes().split(b"\n")
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise self._refusal(error) from None
        found = {}
        for line in lines:
            with suppress(ValueError, KeyError, TypeError, AttributeError, ArithmeticError, RecursionError, KsdtError):
                kept = json.loads(line)
                if kept["key"] in keys:
                    found[kept["key"]] = PAIR_ENTRY.read(kept["pair"])
        return found

    def append(self, key: str, entry: PairEntry) -> None:
        """Keep one more pair, as its own line even after one that was cut short."""
        line = json.dumps({"key": key, "pair": PAIR_ENTRY.write(entry)}, allow_nan=False)
        try:
            with self.path.open("ab") as stream:
                stream.write(f"\n{line}\n".encode())
                stream.flush()
                os.fsync(stream.fileno())
        except OSError as error:
            raise self._refusal(error) from None

    def remove(self) -> None:
        """The atlas is whole and written: the file has done its work."""
        with suppress(OSError):
            self.path.unlink()

    def _refusal(self, error: OSError) -> InvalidParameterError:
        reason = (error.strerror or str(error)).lower()
        return InvalidParameterError("finished-pairs-unusable", file=str(self.path), reason=reason)


def pair_key(fingerprints: tuple[str, ...], settings: AtlasSettings) -> str:
    """The key of one pair: what is in its tables and what they are called, and the settings."""
    text = repr((fingerprints, settings.key(), _version()))
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _version() -> str:
    try:
        return version("ksdt")
    except PackageNotFoundError:
        return ""
