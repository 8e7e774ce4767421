"""A document of any kind that people can have shown, told by its format."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ksdt_core.errors import InvalidDocumentError
from ksdt_core.evidence.pair_evidence import EVIDENCE_FORMAT, Evidence
from ksdt_core.evidence.replicated import REPLICATION_FORMAT, Replication
from ksdt_core.formats.agree import read_checked
from ksdt_core.formats.check_evidence import evidence_of_document
from ksdt_core.formats.check_replication import replication_of_document
from ksdt_core.formats.ensembles_document import ensembles_of_document
from ksdt_core.formats.learned_document import learned_of_document
from ksdt_core.formats.model_document import model_of_document
from ksdt_core.formats.patterns_document import patterns_of_document
from ksdt_core.formats.result import Result, bytes_of, json_object, parse_result, up_to_date
from ksdt_core.formats.rules_document import rules_of_document
from ksdt_core.formats.weights_document import weight_cells_of
from ksdt_core.formats.write import STANDARD_STREAM
from ksdt_core.mining.cells.weight_cells import WEIGHTS_FORMAT, WeightCells
from ksdt_core.patterns.pattern import PATTERNS_FORMAT, Patterns
from ksdt_core.rules.rules_view import RULES_FORMAT, RulesView
from ksdt_core.studies.atlas.view import ATLAS, ATLAS_FORMAT, AtlasView
from ksdt_core.studies.learning.ensemble_study import ENSEMBLES_FORMAT, EnsembleStudy
from ksdt_core.studies.learning.learned import LEARNED_FORMAT, Learned
from ksdt_core.studies.learning.model import MODEL_FORMAT, Model

Shown = (
    Result | Learned | Model | EnsembleStudy | AtlasView | Evidence | Patterns | Replication | RulesView | WeightCells
)


def _atlas(document: dict[str, Any]) -> AtlasView:
    return read_checked(ATLAS, up_to_date(document, ATLAS_FORMAT), _atlas_holds, InvalidDocumentError("atlas-damaged"))


def _atlas_holds(view: AtlasView) -> bool:
    """Whether there are two tables or more, and pairs and order are of these."""
    names, n = set(view.names), len(view.names)
    return (
        n >= 2
        and all(entry.left in names and entry.right in names for entry in view.entries)
        and sorted(view.clustering.order) == list(range(n))
    )


def _evidence(document: dict[str, Any]) -> Evidence:
    return evidence_of_document(up_to_date(document, EVIDENCE_FORMAT))


def _replication(document: dict[str, Any]) -> Replication:
    return replication_of_document(up_to_date(document, REPLICATION_FORMAT))


READERS: Mapping[str, Callable[[dict[str, Any]], Shown]] = {
    ATLAS_FORMAT: _atlas,
    ENSEMBLES_FORMAT: ensembles_of_document,
    EVIDENCE_FORMAT: _evidence,
    LEARNED_FORMAT: learned_of_document,
    MODEL_FORMAT: model_of_document,
    PATTERNS_FORMAT: patterns_of_document,
    REPLICATION_FORMAT: _replication,
    RULES_FORMAT: rules_of_document,
    WEIGHTS_FORMAT: weight_cells_of,
}
"""How each kind is read; what is of none of them is read as a result."""
_BY_KIND = {known.rsplit("/", 1)[0]: read for known, read in READERS.items()}


def read_document(path: str | Path) -> Shown:
    """What is in a file (`-`: standard input)."""
    source = "standard input" if str(path) == STANDARD_STREAM else str(path)
    try:
        data = bytes_of(path)
        document = json_object(data)
        read = _BY_KIND.get(str(document.get("format")).rsplit("/", 1)[0])
        return parse_result(data) if read is None else read(document)
    except InvalidDocumentError as error:
        raise InvalidDocumentError("document-refused", source=source, reason=error) from None
