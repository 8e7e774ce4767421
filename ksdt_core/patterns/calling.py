"""`ksdt.patterns(pair)`: the room is called as the function that it is named for, as in `ksdt_core/evidence`."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ksdt_core.data.model.pair import DatasetPair
    from ksdt_core.patterns.pattern import Patterns


class CallableRoom(ModuleType):
    """The modules of the room, and the patterns of a pair."""

    def __call__(self, pair: DatasetPair, *arguments: Any, **options: Any) -> Patterns:
        """The patterns of a pair; see `ksdt_core.patterns.finding.patterns`."""
        from ksdt_core.patterns.finding import patterns

        return patterns(pair, *arguments, **options)


sys.modules["ksdt_core.patterns"].__class__ = CallableRoom
