"""The command, slowed down at one place that it tells of, so that a test can press Ctrl-C right there.

python -m tests.cli.slowed PLACE COMMAND ...
"""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ksdt_core.cli import mine_run
from ksdt_core.cli.entry import main
from ksdt_core.data.preparing import pairing
from ksdt_core.fourier import stability as watching
from ksdt_core.mining import sweeps
from ksdt_core.mining.cells import solver
from ksdt_core.studies import orthogonal, streams
from ksdt_core.studies.atlas import all_pairs


def tell() -> None:
    print("READY", file=sys.stderr, flush=True)


def slow(plain: Callable[..., Any], position: int) -> Callable[..., Any]:
    """Tells when this is called for the time of this position; from then on each call takes a while."""

    def slowed(*arguments: Any, **options: Any) -> Any:
        GROWN.append(None)
        if len(GROWN) == position:
            tell()
        if len(GROWN) >= position:
            time.sleep(2)  # long enough that Ctrl-C comes in the midst of the work, also on a busy machine
        return plain(*arguments, **options)

    return slowed


def stuck(plain: Callable[..., Any], position: int) -> Callable[..., Any]:
    """Tells when this is called for the time of this position, from which it does not come back."""

    def sticking(*arguments: Any, **options: Any) -> Any:
        GROWN.append(None)
        return stuck_at_once() if len(GROWN) == position else plain(*arguments, **options)

    return sticking


def stuck_at_once(*arguments: Any, **options: Any) -> Any:
    tell()
    time.sleep(90)


def deaf(plain: Callable[..., Any]) -> Callable[..., Any]:
    """Tells when this is called, and loses the first Ctrl-C, as compiled code may."""

    def working(*arguments: Any, **options: Any) -> Any:
        with suppress(KeyboardInterrupt):
            stuck_at_once()
        return plain(*arguments, **options)

    return working


def told_significance(*arguments: Any, **options: Any) -> Any:
    tell()
    return PLAIN_SIGNIFICANCE(*arguments, **options)


def few_cells_at_a_time(own: solver.Solver) -> int:
    solver.CELLS_AT_A_TIME = 3
    return PLAIN_ADVANCE(own)


GROWN: list[None] = []
PLAIN_VECTOR, PLAIN_SIGNIFICANCE = sweeps.mine_numbered, mine_run.significance
PLAIN_TREE, PLAIN_PLACE = streams.single_tree, watching._place
PLAIN_PAIR, PLAIN_ADVANCE = all_pairs.mine_pair, solver.Solver._advance
PLACES = {
    "sweep": (sweeps, "mine_numbered", slow(PLAIN_VECTOR, 3)),
    "stuck-sweep": (sweeps, "mine_numbered", stuck(PLAIN_VECTOR, 3)),
    "mining": (mine_run, "mine", stuck_at_once),
    "deaf-mining": (mine_run, "mine", deaf(mine_run.mine)),
    "deaf-pairing": (pairing, "prepare", deaf(pairing.prepare)),
    "significance": (mine_run, "significance", told_significance),
    "stream-trees": (streams, "single_tree", slow(PLAIN_TREE, 4)),
    "updates": (watching, "_place", slow(PLAIN_PLACE, 3)),
    "atlas": (all_pairs, "mine_pair", slow(PLAIN_PAIR, 3)),
    "stuck-atlas": (all_pairs, "mine_pair", stuck(PLAIN_PAIR, 3)),
    "cells": (solver.Solver, "_advance", slow(few_cells_at_a_time, 3)),
    "orthogonal": (orthogonal, "aggregated_tree", stuck_at_once),
}

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # as a terminal leaves it, also in the background
    module, name, slowed = PLACES[sys.argv.pop(1)]
    setattr(module, name, slowed)
    main()
