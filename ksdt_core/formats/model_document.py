"""Documents of imported models, read back from a file that anybody may have changed."""

from __future__ import annotations

from typing import Any

from ksdt_core.errors import InvalidDocumentError
from ksdt_core.formats.agree import read_checked
from ksdt_core.formats.result import up_to_date
from ksdt_core.studies.learning.model import MODEL, MODEL_FORMAT, Model


def model_of_document(document: dict[str, Any]) -> Model:
    """The model of a document; the codec refuses one that does not hold together."""
    found = up_to_date(document, MODEL_FORMAT)
    return read_checked(MODEL, found, lambda _: True, InvalidDocumentError("model-damaged"))
