"""`ksdt atlas`: several tables in, every pair of them side by side out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ksdt_core.cli.atlas_tables import AtlasTables, TableReading, told_about
from ksdt_core.cli.from_fields import Given, command_of, only
from ksdt_core.cli.mine_options import Evidence
from ksdt_core.cli.output import OutputOption, check_places
from ksdt_core.cli.table_options import Reading, for_files
from ksdt_core.cli.worker_options import WorkerOptions
from ksdt_core.data.model.preparation import Preparation
from ksdt_core.errors import InvalidParameterError
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.options import Option, option_values
from ksdt_core.studies.atlas.scope import AtlasScope

if TYPE_CHECKING:
    from ksdt_core.data.model.dataset import Dataset

MINING = ("k", "method", "aus", "atd", "ell", "attr_fraction", "min_size", "max_depth")


@dataclass(frozen=True, slots=True)
class AtlasRequest:
    """The tables, and whether what an interrupted atlas has found is used."""

    data: Annotated[
        tuple[str, ...],
        Option(
            "Tables",
            "Two or more tables: files, names of ksdt datasets, or folders (every table in them).",
            metavar="DATA...",
            positional=True,
        ),
    ]
    fresh: Annotated[
        bool,
        Option("Fresh", ("Start again and ignore the finished pairs of an interrupted atlas with the same output.")),
    ] = False


@command_of(
    AtlasRequest,
    AtlasScope,
    AtlasTables,
    only(Reading, "encoding"),
    only(MiningParameters, *MINING),
    only(Preparation, "missing", "max_missing", "scale", "balance", "seed"),
    only(
        Evidence,
        permutations=(
            "Number of shuffles per pair for p-values. Each shuffle chooses the weighting again. "
            "q-values correct for all pairs."
        ),
    ),
    WorkerOptions,
    OutputOption,
)
def atlas_command(given: Given) -> None:
    """Mine every pair of several tables and write one document: best and worst weights, p-values, clustering.

    A pair that cannot be mined is listed with the reason. After an interruption, the same command continues.
    """
    from ksdt_core.studies.atlas.settings import AtlasSettings, atlas_settings

    request, scope, output = given.of(AtlasRequest), given.of(AtlasScope), given.of(OutputOption).output
    names = named_tables(request.data)
    check_places({"-o": output}, [*names, scope.pool], forms=("json",))
    if len(names) < 2:
        raise InvalidParameterError("too-few-tables", given=len(names))
    told = told_about(given.of(AtlasTables), names)
    settings: AtlasSettings = atlas_settings(
        **option_values(scope),
        **told.options,
        permutations=given.of(Evidence).permutations,
        **given.values_of(MiningParameters),
        **given.values_of(Preparation),
    )
    workers = given.of(WorkerOptions).chosen()
    tables = read_tables(names, told.reading, given.typed.get("encoding"))
    from ksdt_core.cli.atlas_run import carry_out

    carry_out(tables, settings, workers=workers, output=output, fresh=request.fresh)


def named_tables(given: Iterable[str]) -> list[str]:
    """Every table that is named, in order, a folder replaced by its files by name; none twice."""
    names = [name for word in given for name in _of_word(word)]
    seen: set[object] = set()
    for name in names:
        place = Path(name).resolve() if _exists(name) else name
        if place in seen:
            raise InvalidParameterError("table-given-twice", table=name)
        seen.add(place)
    return names


def read_tables(names: Sequence[str], reading: Sequence[TableReading], encoding: str | None) -> Iterator[Dataset]:
    """The tables, read one after another."""
    from ksdt_core.data.samples.catalogue import find_dataset

    for name, own, its_encoding in zip(names, reading, for_files(names, encoding), strict=True):
        yield find_dataset(name, target=own.target, cut=own.cut, encoding=its_encoding)


def _of_word(word: str) -> list[str]:
    from ksdt_core.data.readers.table_files import tables_in

    return tables_in(Path(word)) if _exists(word) and Path(word).is_dir() else [word]


def _exists(name: str) -> bool:
    try:
        return Path(name).exists()
    except (OSError, ValueError):  # no name that a file can have; reading it says so
        return False
