"""The weight triangle of a pair, solved beside the page: sampled points are shown until it is there."""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

import numpy as np
import streamlit as st

from ksdt_core.background import kernels
from ksdt_core.errors import Interrupted, KsdtError
from pages.common import kept, place

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ksdt_core.data.model.pair import DatasetPair
    from ksdt_core.mining.cells.weight_cells import WeightCells
    from ksdt_core.mining.parameters import MiningParameters
    from ksdt_core.store.pair_request import PairRequest

SOLVING = "Solving the weight triangle …"
MOST_SECONDS = 20.0
"""CPU time of one core that a triangle may take, whatever else the machine does; larger ones stay sampled."""

ALL_THREADS = 3
"""The threads of the server together may take so many times that: wide tables are split by several of them."""

PATIENCE = 1.0
"""Seconds that a page waits for a triangle before it shows sampled points; most are solved in that time."""

LOOK_SECONDS = 1.0

log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False, weakref_slot=True)
class Solving:
    """A triangle that is being solved, or was: no cells once it is done mean that it would take too long."""

    cells: WeightCells | None = None
    done: threading.Event = field(default_factory=threading.Event)

    def run(self, pair: DatasetPair, parameters: MiningParameters) -> None:
        """Solve within the budget of CPU time."""
        from ksdt_core.mining.cells.found import weight_cells

        end: NDArray[np.float64] | None = None

        def is_spent() -> bool:
            nonlocal end
            now = np.array([time.thread_time(), time.process_time() / ALL_THREADS])
            end = now + MOST_SECONDS if end is None else end
            return bool((now > end).any())

        try:
            kernels.wait_for("triangle")
            self.cells = weight_cells(pair, parameters=parameters, should_stop=is_spent)
        except Interrupted:
            pass
        except KsdtError as error:  # the page mines the same pair, and says what is wrong with it
            log.info("no triangle: %s", error)
        finally:
            self.done.set()


# As long as the cache below has them.
_known: WeakValueDictionary[tuple[str, MiningParameters], Solving] = WeakValueDictionary()


def solved(request: PairRequest, parameters: MiningParameters) -> WeightCells | None:
    """All regions of the triangle, however long that takes; None where it is more than the budget."""
    solving = _solving(request, parameters)
    solving.done.wait()
    return solving.cells


def solved_soon(request: PairRequest, parameters: MiningParameters) -> WeightCells | None:
    """All regions of the triangle where they are there by now; if they come later, the page runs again."""
    solving = _solving(request, parameters)
    if not solving.done.is_set() and kernels.is_ready("triangle"):
        with st.spinner(SOLVING):
            solving.done.wait(PATIENCE)
    if not solving.done.is_set():
        _watched(solving)
    return solving.cells


def known(pair_id: str) -> WeightCells | None:
    """The triangle of a pair that was solved last, under any settings; None while none is there."""
    found = [solving.cells for (pair, _), solving in _known.items() if pair == pair_id and solving.cells is not None]
    return found[-1] if found else None


@st.fragment(run_every=LOOK_SECONDS)
def _watched(solving: Solving) -> None:
    """Shows nothing; the page runs again when the triangle is there."""
    if solving.done.is_set():
        place.run_again()


def _solving(request: PairRequest, parameters: MiningParameters) -> Solving:
    return _started(kept.pair_of(request), request.id, parameters)


@st.cache_resource(show_spinner=False, max_entries=4)
def _started(_pair: DatasetPair, pair_id: str, parameters: MiningParameters) -> Solving:
    solving = _known[pair_id, parameters] = Solving()
    threading.Thread(target=solving.run, args=(_pair, parameters), daemon=True, name="triangle").start()
    return solving


kept.forget_too(_started)
