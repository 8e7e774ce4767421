"""The evidence of a pair, read from a document that anybody may have changed."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from ksdt_core.errors import InvalidDocumentError
from ksdt_core.evidence.pair_evidence import EVIDENCE, EVIDENCE_FORMAT, Evidence
from ksdt_core.formats.agree import read_checked


def evidence_of_document(document: Mapping[str, Any]) -> Evidence:
    """The evidence in a document; one that does not hold together is refused."""
    return read_checked(
        EVIDENCE,
        document,
        lambda found: document["format"] == EVIDENCE_FORMAT and _holds(found),
        InvalidDocumentError("evidence-damaged"),
    )


def _holds(found: Evidence) -> bool:
    """Whether the p-values are shares, and the headline follows from those of the two tables."""
    shared, splits = found.shared, (float, int, str, type(None))
    ps = [shared.p, shared.left.p, shared.right.p, *(entry.p for entry in found.attributes)]
    ps += [entry.p_difference for entry in found.attributes]
    ps += [] if found.pairing is None else [found.pairing.p]
    return (
        found.permutations >= 1
        and all(0 < p <= 1 for p in ps[:3])
        and all(0 <= p <= 1 for p in ps)
        and math.isclose(shared.p, min(1.0, 2 * max(shared.left.p, shared.right.p)), rel_tol=1e-9)
        and all(
            isinstance(split, splits) for entry in found.attributes for split in (entry.split_left, entry.split_right)
        )
        and all(entry.direction in (None, "higher", "lower", "equal", "other") for entry in found.attributes)
    )
