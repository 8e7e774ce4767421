"""The command, slowed down at one place that it tells of, so that a test can press Ctrl-C right there.

python -m tests.cli.slowed PLACE COMMAND ...
"""

from __future__ import annotations

import signal
import sys
import time
from typing import Any

from ksdt_core.cli import mine_run
from ksdt_core.cli.entry import main
from ksdt_core.fourier import stability as watching
from ksdt_core.mining import sweeps
from ksdt_core.studies import orthogonal, streams
from ksdt_core.studies.atlas import all_pairs


def tell() -> None:
    print("READY", file=sys.stderr, flush=True)


def slow_vector(*arguments: Any) -> Any:
    """Tells when the third vector of a pool is asked for; each takes a while."""
    GROWN.append(None)
    if len(GROWN) == 3:
        tell()
    time.sleep(0.2)
    return PLAIN_VECTOR(*arguments)


def stuck_vector(*arguments: Any) -> Any:
    """Tells when the third vector is asked for, which never comes."""
    GROWN.append(None)
    return stuck_mining() if len(GROWN) == 3 else PLAIN_VECTOR(*arguments)


def stuck_mining(*arguments: Any) -> Any:
    tell()
    time.sleep(90)


def told_significance(*arguments: Any, **options: Any) -> Any:
    tell()
    return PLAIN_SIGNIFICANCE(*arguments, **options)


def slow_tree(*arguments: Any, **options: Any) -> Any:
    """Tells when the fourth tree is asked for; every tree takes a while."""
    GROWN.append(None)
    if len(GROWN) == 4:
        tell()
    time.sleep(0.2)
    return PLAIN_TREE(*arguments, **options)


def slow_place(*arguments: Any) -> Any:
    """Tells when the third update comes; each takes a while."""
    GROWN.append(None)
    if len(GROWN) == 3:
        tell()
    time.sleep(0.2)
    return PLAIN_PLACE(*arguments)


def slow_pair(*arguments: Any) -> Any:
    """Tells when the third pair of an atlas is asked for; each takes a while."""
    GROWN.append(None)
    if len(GROWN) == 3:
        tell()
    time.sleep(0.2)
    return PLAIN_PAIR(*arguments)


def stuck_pair(*arguments: Any) -> Any:
    """Tells when the third pair is asked for, which never comes."""
    GROWN.append(None)
    return stuck_mining() if len(GROWN) == 3 else PLAIN_PAIR(*arguments)


GROWN: list[None] = []
PLAIN_VECTOR, PLAIN_SIGNIFICANCE = sweeps.mine_numbered, mine_run.significance
PLAIN_TREE, PLAIN_PLACE = streams.single_tree, watching._place
PLAIN_PAIR = all_pairs.mine_pair
PLACES = {
    "sweep": (sweeps, "mine_numbered", slow_vector),
    "stuck-sweep": (sweeps, "mine_numbered", stuck_vector),
    "mining": (mine_run, "mine_with", stuck_mining),
    "significance": (mine_run, "significance", told_significance),
    "stream-trees": (streams, "single_tree", slow_tree),
    "updates": (watching, "_place", slow_place),
    "atlas": (all_pairs, "mine_pair", slow_pair),
    "stuck-atlas": (all_pairs, "mine_pair", stuck_pair),
    "orthogonal": (orthogonal, "aggregated_tree", lambda *arguments, **options: stuck_mining()),
}

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # as a terminal leaves it, also in the background
    module, name, slowed = PLACES[sys.argv.pop(1)]
    setattr(module, name, slowed)
    main()
