"""The command, slowed down at one place that it tells of, so that a test can press Ctrl-C right there.

python -m tests.cli.slowed PLACE mine LEFT RIGHT ...
"""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator
from typing import Any

from ksdt_core.cli import mine_run
from ksdt_core.cli.main import main


def tell() -> None:
    print("READY", file=sys.stderr, flush=True)


def slow_sweep(*arguments: Any) -> Iterator[Any]:
    """Tells after two vectors; each takes a while."""
    for number, entry in enumerate(PLAIN_SWEEP(*arguments), start=1):
        yield entry
        if number == 2:
            tell()
        time.sleep(0.2)


def stuck_sweep(*arguments: Any) -> Iterator[Any]:
    """Tells after two vectors; the third never comes."""
    sets = PLAIN_SWEEP(*arguments)
    yield next(sets)
    yield next(sets)
    tell()
    time.sleep(90)


def stuck_mining(*arguments: Any) -> Any:
    tell()
    time.sleep(90)


def told_significance(*arguments: Any, **options: Any) -> Any:
    tell()
    return PLAIN_SIGNIFICANCE(*arguments, **options)


PLAIN_SWEEP, PLAIN_SIGNIFICANCE = mine_run.iter_sweep, mine_run.significance
PLACES = {
    "sweep": ("iter_sweep", slow_sweep),
    "stuck-sweep": ("iter_sweep", stuck_sweep),
    "mining": ("mine_with", stuck_mining),
    "significance": ("significance", told_significance),
}

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # as a terminal leaves it, also in the background
    name, slowed = PLACES[sys.argv.pop(1)]
    setattr(mine_run, name, slowed)
    main()
