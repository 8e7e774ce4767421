"""`ksdt.evidence(pair)`: the room is called as the function that it is named for.

Importing any module of this room sets the name `evidence` of the package to the room itself, so that a function of
that name would be hidden. The room can be called instead.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ksdt_core.data.model.pair import DatasetPair
    from ksdt_core.evidence.pair_evidence import Evidence


class CallableRoom(ModuleType):
    """The modules of the room, and the test of a pair."""

    def __call__(self, pair: DatasetPair, **options: Any) -> Evidence:
        """The evidence of a pair; see `ksdt_core.evidence.pair_test.evidence`."""
        from ksdt_core.evidence.pair_test import evidence

        return evidence(pair, **options)


sys.modules["ksdt_core.evidence"].__class__ = CallableRoom
