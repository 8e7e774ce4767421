"""The shape of a result document: which keys it has and what kind of value stands at each.

Keys that are not listed are kept and ignored. Those with a default are ours beyond the published format: a document
of another program may do without them.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, FiniteFloat, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from ksdt_core.data.limits import DEFAULT_LIMITS
from ksdt_core.data.pair import Missing, Scale
from ksdt_core.errors import InvalidDocumentError
from ksdt_core.measures.valuing import CostRule, Criterion
from ksdt_core.mining.parameters import Aggregate, Method, Traversal, Usage

LARGEST = 2**53  # whole numbers beyond are not exact in every JSON reader
TOLERANCE = 1e-9


def _share(number: float) -> float:
    if not -TOLERANCE <= number <= 1 + TOLERANCE:
        raise PydanticCustomError("share", "must lie between 0 and 1")
    return number


Count = Annotated[int, Field(ge=0, le=LARGEST)]
Positive = Annotated[int, Field(ge=1, le=LARGEST)]
Share = Annotated[FiniteFloat, AfterValidator(_share)]


class Part(BaseModel):
    """A part of a document: values of exactly the right kind, never converted."""

    model_config = ConfigDict(strict=True, frozen=True, extra="ignore")


class SidePart(Part):
    name: str
    rows: Positive
    gained: Count | None = None
    filled: Count = 0
    held_out: Count = 0


class PairPart(Part):
    left: SidePart
    right: SidePart
    attributes: Positive
    classes: Annotated[list[str], Field(min_length=2)]
    values: dict[str, Annotated[list[str], Field(min_length=1)]]
    fingerprint: str = ""
    assumed: list[Annotated[list[str], Field(min_length=2, max_length=2)]] = []
    class_map: dict[str, str] = {}
    value_map: dict[str, dict[str, str]] = {}


class WeightsPart(Part):
    ig: FiniteFloat
    ds: FiniteFloat
    atd: FiniteFloat | None


class ConfigPart(Part):
    k: Positive
    method: Method
    weights: WeightsPart
    aus: Usage
    atd: Aggregate | None
    ell: Positive
    attr_fraction: FiniteFloat
    min_size: FiniteFloat
    max_depth: Count
    scale: Scale
    balance: bool
    missing: Missing
    seed: int
    traversal: Traversal = "depth"
    exclude: list[str] = []
    roots: list[str] = []
    holdout: FiniteFloat = 0.0
    preset: str | None = None
    criterion: Criterion = "gain"
    costs: dict[str, FiniteFloat] = {}
    cost_rule: CostRule = "squared"
    cost_weight: FiniteFloat = 1.0


class SetScoresPart(Part):
    sa: Share
    ds: Share
    td: Share | None
    sdtsq: Share


class TreeScoresPart(Part):
    sa: Share
    ds: Share
    sdtq: Share
    accuracy_left: Share
    accuracy_right: Share


class NodePart(Part):
    id: Count
    parent: Count | None
    level: Positive
    attribute: str | None
    threshold: FiniteFloat | None
    threshold_left: FiniteFloat | None
    threshold_right: FiniteFloat | None
    category: str | None
    left: Positive | None
    right: Positive | None
    cdv_left: list[Count]
    cdv_right: list[Count]
    dsn: Share
    label: str


class TreePart(Part):
    scores: TreeScoresPart
    nodes: Annotated[list[NodePart], Field(min_length=1)]


class SweepPart(Part):
    weights: WeightsPart
    scores: SetScoresPart


class NullPart(Part):
    p: Share
    mean: FiniteFloat
    sd: Annotated[FiniteFloat, Field(ge=0)]
    max: FiniteFloat
    values: list[FiniteFloat] | None = None


class NullsPart(Part):
    left: NullPart
    right: NullPart
    matching: NullPart | None


class SignificancePart(Part):
    permutations: Positive
    statistic: Share
    p_value: Share
    nulls: NullsPart
    sdtsq: NullsPart


class CrossValidatedPart(Part):
    folds: Annotated[int, Field(ge=2)]
    sa: Share
    accuracy_left: Share
    accuracy_right: Share


class PoolPart(Part):
    name: str
    vectors: Positive


class TableSourcePart(Part):
    table: str
    bundled: bool = False
    target: str | None = None
    cut: Annotated[list[FiniteFloat], Field(min_length=1)] | None = None
    sheet: str | None = None
    fingerprint: str = ""


class LimitsPart(Part):
    rows: Positive = DEFAULT_LIMITS.rows
    columns: Positive = DEFAULT_LIMITS.columns
    cell_length: Positive = DEFAULT_LIMITS.cell_length
    size: Positive = DEFAULT_LIMITS.size


class SourcePart(Part):
    left: TableSourcePart
    right: TableSourcePart
    encoding: str | None = None
    limits: LimitsPart = LimitsPart()
    class_map: dict[str, str] = {}
    attribute_map: dict[str, str] = {}


class PrunedPart(Part):
    method: Literal["reduced-error", "cost-complexity", "mdl"]
    tests_before: Count
    tests_after: Count
    scores_before: SetScoresPart


class ResultPart(Part):
    format: Literal["ksdt-result/1"]
    pair: PairPart
    config: ConfigPart
    scores: SetScoresPart
    trees: Annotated[list[TreePart], Field(min_length=1)]
    tpd: list[list[Share]]
    pool: PoolPart | None = None
    sweep: Annotated[list[SweepPart], Field(min_length=1)] | None = None
    significance: SignificancePart | None = None
    cross_validated: CrossValidatedPart | None = None
    pruned: list[PrunedPart] = []
    source: SourcePart | None = None


_COMPLAINTS = {
    "missing": "is missing",
    "float_type": "must be a number",
    "finite_number": "must be a finite number",
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "bool_type": "must be true or false",
    "string_type": "must be text",
    "list_type": "must be a list",
    "dict_type": "must be an object",
    "model_type": "must be an object",
    "greater_than_equal": "must be {ge} or more",
    "less_than_equal": "must be at most {le}",
    "too_short": "must have at least {min_length} entries",
    "literal_error": "must be {expected}",
    "share": "must lie between 0 and 1",
}


def result_part(document: dict[str, Any]) -> ResultPart:
    """The document with every value known to be of its kind; the first that is not is named."""
    try:
        return ResultPart.model_validate(document)
    except ValidationError as error:
        raise InvalidDocumentError(_sentence(error.errors(include_url=False)[0])) from None


def place(*keys: int | str) -> str:
    """Where in the document, as people write it: `trees[1].nodes[3].dsn`."""
    text = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in keys)
    return text.removeprefix(".")


def _sentence(error: ErrorDetails) -> str:
    where = place(*error["loc"])
    kind = error["type"]
    if kind not in _COMPLAINTS:
        return f"{where}: {error['msg']}"
    complaint = _COMPLAINTS[kind].format_map(error.get("ctx", {}))
    if kind == "missing":
        return f"{where} {complaint}"
    return f"{where} {complaint}, but is {_shown(error['input'])}"


def _shown(value: object) -> str:
    text = json.dumps(value, default=repr)
    return text if len(text) <= 40 else f"{text[:40]}…"
