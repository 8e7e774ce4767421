"""Atlas documents, read back from a file that anybody may have changed."""

from __future__ import annotations

from typing import Any

from ksdt_core.errors import InvalidDocumentError
from ksdt_core.formats.result import up_to_date
from ksdt_core.studies.atlas.view import ATLAS, ATLAS_FORMAT, AtlasView


def atlas_view(document: dict[str, Any]) -> AtlasView:
    """The atlas of a document; one that does not hold together is refused."""
    document = up_to_date(document, ATLAS_FORMAT)
    try:
        view = ATLAS.read(document)
        names, n = set(view.names), len(view.names)
        holds = (
            n >= 2
            and all(entry.left in names and entry.right in names for entry in view.entries)
            and sorted(view.clustering.order) == list(range(n))
        )
    except (KeyError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError):
        holds = False
    if not holds:
        raise InvalidDocumentError("atlas-damaged")
    return view
