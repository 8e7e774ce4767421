"""Every kind of document that is defined by one codec: `KINDS["ksdt-atlas/1"].read(document)`.

A codec is beside the type that the document holds. Result documents come from other programs, too: `parse_result`
in `ksdt_core/formats/result.py` checks them in depth before its codec reads them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ksdt_core.codec import Codec
from ksdt_core.evidence.pair_evidence import EVIDENCE, EVIDENCE_FORMAT
from ksdt_core.evidence.replicated import REPLICATION, REPLICATION_FORMAT
from ksdt_core.formats.result import RESULT
from ksdt_core.fourier.document import SPECTRUM, SPECTRUM_FORMAT
from ksdt_core.fourier.stability_report import STABILITY, STABILITY_FORMAT
from ksdt_core.fourier.travel import AGGREGATE, AGGREGATE_FORMAT
from ksdt_core.mining.cells.weight_cells import WEIGHT_CELLS, WEIGHTS_FORMAT
from ksdt_core.mining.tree_set import RESULT_FORMAT
from ksdt_core.patterns.pattern import PATTERNS, PATTERNS_FORMAT
from ksdt_core.rules.rules_view import RULES, RULES_FORMAT
from ksdt_core.studies.atlas.view import ATLAS, ATLAS_FORMAT
from ksdt_core.studies.attributes.attribute_view import ATTRIBUTES, ATTRIBUTES_FORMAT
from ksdt_core.studies.learning.ensemble_study import ENSEMBLE_STUDY, ENSEMBLES_FORMAT
from ksdt_core.studies.learning.learned import LEARNED, LEARNED_FORMAT
from ksdt_core.studies.learning.model import MODEL, MODEL_FORMAT
from ksdt_core.studies.orthogonal import ODT_FORMAT, ORTHOGONAL_STUDY

KINDS: Mapping[str, Codec[Any]] = {
    AGGREGATE_FORMAT: AGGREGATE,
    ATLAS_FORMAT: ATLAS,
    ATTRIBUTES_FORMAT: ATTRIBUTES,
    ENSEMBLES_FORMAT: ENSEMBLE_STUDY,
    EVIDENCE_FORMAT: EVIDENCE,
    LEARNED_FORMAT: LEARNED,
    MODEL_FORMAT: MODEL,
    ODT_FORMAT: ORTHOGONAL_STUDY,
    PATTERNS_FORMAT: PATTERNS,
    REPLICATION_FORMAT: REPLICATION,
    RESULT_FORMAT: RESULT,
    RULES_FORMAT: RULES,
    SPECTRUM_FORMAT: SPECTRUM,
    STABILITY_FORMAT: STABILITY,
    WEIGHTS_FORMAT: WEIGHT_CELLS,
}
