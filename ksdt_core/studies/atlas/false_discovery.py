"""Many pairs, many p-values: some are small by chance alone."""

from __future__ import annotations

from collections.abc import Sequence

from ksdt_core.studies.atlas.entry import PairEntry


def with_q_values(entries: Sequence[PairEntry]) -> tuple[PairEntry, ...]:
    """The entries with q-values [BH95, step-up procedure] over all pairs that were tested.

    Taking every pair with q ≤ 0.05 for similar, about one in twenty of those taken is expected to be chance.
    """
    tested = [(number, p) for number, entry in enumerate(entries) if (p := entry.p_value) is not None]
    if not tested:
        return tuple(entries)
    from scipy.stats import false_discovery_control  # takes long to load

    corrected = false_discovery_control([p for _, p in tested], method="bh")
    q_values = {number: float(q) for (number, _), q in zip(tested, corrected, strict=True)}
    return tuple(entry.with_q_value(q_values.get(number)) for number, entry in enumerate(entries))
