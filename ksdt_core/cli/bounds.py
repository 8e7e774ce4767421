"""How large a number of an option may be: beyond it nobody waits for the end, or the machine has no such number."""

from __future__ import annotations

from collections.abc import Mapping

from ksdt_core.errors import InvalidParameterError

LARGEST: Mapping[str, int] = {
    "-k": 10_000,
    "--ell": 1_000_000,
    "--max-depth": 1_000_000,
    "--tree-depth": 1_000_000,
    "--permutations": 10_000_000,
    "--trees": 100_000,
    "--min-leaf": 1_000_000_000,
    "--alpha": 1_000_000,
    "--chunk": 100_000_000,
    "--ensemble": 1_000_000,
    "--updates": 1_000_000,
    "--seed": 2**32 - 1,  # of what scikit-learn grows
}


def check_sizes(given: Mapping[str, float | None]) -> None:
    """Refuse what is too large of these options; None is one that was not given."""
    for option, value in given.items():
        if value is not None and value > LARGEST[option]:
            raise InvalidParameterError(f"{option} {value} is too large; give at most {LARGEST[option]:,}.")
