"""The shape of a result document: which keys it has and what kind of value is at each.

Keys that are not listed are kept and ignored. Those with a default are ours beyond the published format: a document
of another program may do without them.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from functools import cache
from typing import Annotated, Any, Literal, get_origin

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, FiniteFloat, ValidationError, create_model
from pydantic_core import ErrorDetails, PydanticCustomError

from ksdt_core.data.model.settled import Side
from ksdt_core.data.readers.limits import Limits
from ksdt_core.errors import InvalidDocumentError
from ksdt_core.mining.parameters import Aggregate
from ksdt_core.mining.sweeps import BestBy
from ksdt_core.mining.used_settings import ALWAYS_WRITTEN, MAY_BE_ABSENT, Settings
from ksdt_core.options import OptionField, holds_pairs, option_fields, options_of

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


class ConversionPart(Part):
    attribute: str
    table: Side
    formula: str


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
    unscaled: list[str] = []
    conversions: list[ConversionPart] = []
    sparse: list[str] = []
    filled: dict[str, Annotated[list[Count], Field(min_length=2, max_length=2)]] = {}


class WeightsPart(Part):
    ig: FiniteFloat
    ds: FiniteFloat
    atd: FiniteFloat | None


class ConfigPart(Part):
    """The settings; its other keys are the options of `Settings`: see `_option_keys`."""

    weights: WeightsPart
    preset: str | None = None


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
    rows_left: list[Count] | None = None  # older documents have none
    rows_right: list[Count] | None = None
    between_left: Annotated[list[FiniteFloat], Field(min_length=2, max_length=2)] | None = None
    between_right: Annotated[list[FiniteFloat], Field(min_length=2, max_length=2)] | None = None
    codes: Annotated[list[FiniteFloat], Field(min_length=2)] | None = None


class TreePart(Part):
    scores: TreeScoresPart
    nodes: Annotated[list[NodePart], Field(min_length=1)]


class SweepPart(Part):
    weights: WeightsPart
    scores: SetScoresPart
    cv_sa: Share | None = None


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


class SeparatePPart(Part):
    p_left: Share
    p_right: Share
    p_matching: Share | None


class EarlierTestPart(SeparatePPart):
    vectors: Positive
    permutations: Positive


class BestTreePart(Part):
    left: list[Share]
    right: list[Share]
    matching: list[Share] | None


class ShufflesPart(Part):
    left: Positive
    right: Positive
    matching: Positive | None


class SignificancePart(Part):
    permutations: Positive
    statistic: Share
    p_value: Share
    nulls: NullsPart
    sdtsq: NullsPart
    vectors: Positive = 1
    trees: list[SeparatePPart] | None = None
    best_tree: BestTreePart | None = None
    shuffles: ShufflesPart | None = None
    stop_after: Positive | None = None
    earlier: list[EarlierTestPart] = []


class AnswersPart(Part):
    confusion: Annotated[list[list[Count]], Field(min_length=2)]
    second: Annotated[list[list[Count]], Field(min_length=2, max_length=2)] | None = None


class TableAnswersPart(Part):
    trees: Annotated[list[AnswersPart], Field(min_length=1)]
    vote: AnswersPart | None = None


class PairAnswersPart(Part):
    left: TableAnswersPart
    right: TableAnswersPart


class EffectsPart(Part):
    training: PairAnswersPart | None = None
    held_out: PairAnswersPart | None = None


class ScoredPart(Part):
    answers: AnswersPart
    auc: Share | None = None


class YardstickPart(Part):
    learner: Literal["logistic", "forest"]
    cv_left: ScoredPart
    cv_right: ScoredPart
    left_from_right: ScoredPart
    right_from_left: ScoredPart


class YardsticksPart(Part):
    folds: Annotated[int, Field(ge=2)]
    attributes: Count
    learners: list[YardstickPart]


class CrossValidatedPart(Part):
    folds: Annotated[int, Field(ge=2)]
    sa: Share
    accuracy_left: Share
    accuracy_right: Share
    left: TableAnswersPart | None = None
    right: TableAnswersPart | None = None


class PoolPart(Part):
    name: str
    vectors: Positive
    best_by: BestBy = "sdtsq"
    folds: Annotated[int, Field(ge=2)] | None = None


class TableSourcePart(Part):
    table: str
    bundled: bool = False
    target: str | None = None
    cut: Annotated[list[FiniteFloat], Field(min_length=1)] | None = None
    sheet: str | None = None
    fingerprint: str = ""


class LimitsPart(Part):
    """How large the tables might be; its keys are the options of `Limits`."""


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


class GridPart(Part):
    attr_fraction: Share
    max_depth: Positive
    balanced_accuracy: Share
    standard_error: Annotated[FiniteFloat, Field(ge=0)]


class ChoicePart(Part):
    attr_fraction: Share
    max_depth: Positive
    folds: Annotated[int, Field(ge=2)]
    grid: Annotated[list[GridPart], Field(min_length=1)]


class ResultPart(Part):
    format: Literal["ksdt-result/1"]
    pair: PairPart
    config: ConfigPart
    scores: SetScoresPart
    trees: Annotated[list[TreePart], Field(min_length=1)]
    tpd: list[list[Share]]
    choice: ChoicePart | None = None
    pool: PoolPart | None = None
    sweep: Annotated[list[SweepPart], Field(min_length=1)] | None = None
    significance: SignificancePart | None = None
    cross_validated: CrossValidatedPart | None = None
    effects: EffectsPart | None = None
    yardsticks: YardsticksPart | None = None
    pruned: list[PrunedPart] = []
    source: SourcePart | None = None


def _option_keys(kind: Any, *, may_be_absent: Collection[str]) -> dict[str, Any]:
    """A key for each option of a parameter type: its kind, and its default if documents may do without it."""
    return {
        field.name: (_json_kind(field), field.default if field.name in may_be_absent else ...)
        for field in option_fields(kind)
    }


def _json_kind(field: OptionField) -> Any:
    """What is in a document for the values of an option. Its maximum is checked with all settings."""
    if field.kind is int:
        return int if field.option.minimum is None else Annotated[int, Field(ge=int(field.option.minimum))]
    if field.kind is float:
        return FiniteFloat
    if holds_pairs(field.kind):
        return dict[str, FiniteFloat]
    return list[str] if get_origin(field.kind) is tuple else field.kind


@cache
def checked_parts() -> type[ResultPart]:
    """`ResultPart` with the keys of all options."""
    later = {field.name for field in option_fields(Settings)} - set(ALWAYS_WRITTEN)
    keys = _option_keys(Settings, may_be_absent=later | set(MAY_BE_ABSENT))
    keys["atd"] = (Aggregate | None, ...)  # null for a single tree
    config = create_model("ConfigPart", __base__=ConfigPart, **keys)
    sizes = _option_keys(Limits, may_be_absent=options_of(Limits))
    limits = create_model("LimitsPart", __base__=LimitsPart, **sizes)
    source = create_model("SourcePart", __base__=SourcePart, limits=(limits, limits()))
    derived: dict[str, Any] = {"config": (config, ...), "source": (source | None, None)}
    return create_model("ResultPart", __base__=ResultPart, **derived)


_NEEDED = {  # what a value must be, by the kind of mistake
    "float_type": "be a number",
    "finite_number": "be a finite number",
    "int_type": "be a whole number",
    "int_from_float": "be a whole number",
    "bool_type": "be true or false",
    "string_type": "be text",
    "list_type": "be a list",
    "dict_type": "be an object",
    "model_type": "be an object",
    "greater_than_equal": "be {ge} or more",
    "less_than_equal": "be at most {le}",
    "too_short": "have at least {min_length} entries",
    "literal_error": "be {expected}",
    "share": "lie between 0 and 1",
}


def result_part(document: dict[str, Any]) -> ResultPart:
    """The document with every value known to be of its kind; the first that is not is named."""
    try:
        return checked_parts().model_validate(document)
    except ValidationError as error:
        raise _refusal(error.errors(include_url=False)[0]) from None


def place(*keys: int | str) -> str:
    """Where in the document, as people write it: `trees[1].nodes[3].dsn`."""
    text = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in keys)
    return text.removeprefix(".")


def _refusal(error: ErrorDetails) -> InvalidDocumentError:
    where, kind = place(*error["loc"]), error["type"]
    if kind == "missing":
        return InvalidDocumentError("document-key-missing", where=where)
    if kind not in _NEEDED:
        return InvalidDocumentError("document-setting-refused", where=where, reason=error["msg"])
    needed = _NEEDED[kind].format_map(error.get("ctx", {}))
    return InvalidDocumentError("document-value-wrong", where=where, needed=needed, found=_shown(error["input"]))


def _shown(value: object) -> str:
    text = json.dumps(value, default=repr)
    return text if len(text) <= 40 else f"{text[:40]}…"
