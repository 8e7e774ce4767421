"""What an atlas is asked for, checked once, and a short name for it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, get_args

from ksdt_core.data.model.preparation import OF_ATTRIBUTES, Preparation
from ksdt_core.errors import InvalidParameterError
from ksdt_core.mining.parameters import Method, MiningParameters
from ksdt_core.mining.weights import WeightPool, weight_pool
from ksdt_core.options import options_of
from ksdt_core.studies.atlas.own_options import OwnOptions
from ksdt_core.studies.atlas.scope import AtlasScope

USUAL = AtlasScope()
METHODS: tuple[Method, ...] = get_args(Method)
MOST_PERMUTATIONS = 10_000_000
ALWAYS_SHOWN = ("k", "method", "aus", "atd", "ell", "attr_fraction", "min_size", "max_depth", "traversal", "criterion")
"""The options of the miner that every atlas has in its document; others are there where they are not the default."""


@dataclass(frozen=True, slots=True)
class AtlasSettings:
    """How every pair of an atlas is prepared, mined and tested."""

    parameters: MiningParameters
    pool: WeightPool
    preparation: Preparation
    permutations: int = 0
    compared: tuple[tuple[Method, WeightPool], ...] = ()  # other miners on the same pairs, each with its pool
    class_map: tuple[tuple[str, str], ...] = ()  # renames classes in every table that has them, after their own maps
    own: OwnOptions = field(default_factory=OwnOptions)  # of single tables
    replicate: bool = False  # try the best set of each pair on every other table

    def __post_init__(self) -> None:
        for option in ("exclude", "roots", "costs"):  # exclusions are among `own`: pairs have different attributes
            if getattr(self.parameters, option):
                raise InvalidParameterError("option-names-attributes-in-atlas", option=option)
        for option in OF_ATTRIBUTES:
            if getattr(self.preparation, option):
                raise InvalidParameterError("option-names-attributes-in-atlas", option=option)
        if not 0 <= self.permutations <= MOST_PERMUTATIONS:
            raise InvalidParameterError(
                "out-of-range", option="permutations", value=self.permutations, low=0, high=MOST_PERMUTATIONS
            )

    @property
    def miners(self) -> tuple[tuple[MiningParameters, WeightPool], ...]:
        """Every miner with its pool, that of the atlas itself first."""
        others = ((replace(self.parameters, method=method), pool) for method, pool in self.compared)
        return ((self.parameters, self.pool), *others)

    def key(self) -> str:
        """A name for everything that decides what is found in a pair, vectors of the pools included."""
        return hashlib.blake2b(repr(self).encode(), digest_size=16).hexdigest()

    def to_document(self) -> dict[str, Any]:
        parameters, preparation = asdict(self.parameters), asdict(self.preparation)
        usual = asdict(MiningParameters())
        return {
            "pool": self.pool.name,
            "vectors": len(self.pool),
            **{name: value for name, value in parameters.items() if name in ALWAYS_SHOWN or value != usual[name]},
            **preparation,
            "class_map": dict(self.class_map),
            **self.own.to_document(),
            "permutations": self.permutations,
            "compare": [method for method, _ in self.compared],
            "replicate": self.replicate,
        }


def atlas_settings(
    *,
    pool: str = USUAL.pool,
    class_map: Mapping[str, str] | None = None,
    permutations: int = 0,
    compare: bool | Sequence[Method] = False,
    replicate: bool = False,
    exclude: Iterable[str] = (),
    own: Mapping[str, Any] | None = None,
    **options: Any,
) -> AtlasSettings:
    """Settings by keyword; `options` are those of preparing and of the miner.

    `compare` names further miners, or is True for all.
    With `replicate` the best set of every pair is tested on every other table.
    `exclude` names attributes in whatever table they are. `own` has what holds for single tables: the keywords
    `class_maps`, `attribute_rows` and `excludes` of `OwnOptions.of`.
    """
    preparation = Preparation(**{name: options.pop(name) for name in options_of(Preparation) if name in options})
    parameters = MiningParameters.of(options)
    asked = METHODS if compare is True else tuple(compare or ())
    for method in asked:
        if method not in METHODS:
            raise InvalidParameterError("not-a-choice", option="compare", value=method, choices=METHODS)
    chosen = weight_pool(pool, single=parameters.method == "single")
    return AtlasSettings(
        parameters=parameters,
        pool=chosen,
        preparation=preparation,
        permutations=permutations,
        compared=tuple(
            (method, _pool_for(method, pool, chosen, parameters.method))
            for method in dict.fromkeys(asked)
            if method != parameters.method
        ),
        class_map=tuple(sorted((class_map or {}).items())),
        own=OwnOptions.of(**(own or {}), exclude=exclude),
        replicate=bool(replicate),
    )


def _pool_for(method: Method, name: str, chosen: WeightPool, of: Method) -> WeightPool:
    """The pool of a further miner: the same one where it takes as many weights, else the default of its kind."""
    if (method == "single") == (of == "single"):
        return chosen
    known = name in ("wvp1", "wvp2") or name.startswith("grid:")
    return weight_pool(name if known else USUAL.pool, single=method == "single")
