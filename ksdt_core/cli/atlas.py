"""`ksdt atlas`: several tables in, every pair of them side by side out."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from ksdt_core.cli import mine_options as ask
from ksdt_core.cli import table_options as reading
from ksdt_core.cli.bounds import check_sizes
from ksdt_core.cli.output import Output, check_places
from ksdt_core.cli.worker_options import Scheduler, chosen_workers

Data = Annotated[
    list[str],
    typer.Argument(
        metavar="DATA...",
        help="Two or more tables: files, names of ksdt datasets, or folders (every table in them).",
        show_default=False,
    ),
]
Pool = Annotated[
    str,
    typer.Option(metavar="wvp1|wvp2|grid:STEP|FILE", help="Weight vectors that every pair is mined with."),
]
Permutations = Annotated[
    int,
    typer.Option(
        metavar="N",
        help="Shuffles a pair for p-values, each choosing from the pool again; q-values correct them for all pairs.",
    ),
]
Compare = Annotated[
    bool,
    typer.Option("--compare", help="Also mine every pair with the other methods: sequential, and a single tree."),
]
Fresh = Annotated[
    bool,
    typer.Option("--fresh", help="Begin again: forget pairs that a stopped atlas of the same output has finished."),
]
Workers = Annotated[int, typer.Option(metavar="N", help="Processes; the result is the same with any number.")]


def atlas_command(
    data: Data,
    target: ask.Target = None,
    cut: reading.Cut = None,
    encoding: reading.Encoding = None,
    pool: Pool = "wvp2",
    k: ask.K = 5,
    method: ask.Method = None,
    aus: ask.Aus = None,
    atd: ask.Atd = None,
    ell: ask.Ell = None,
    attr_fraction: ask.AttrFraction = None,
    min_size: ask.MinSize = None,
    max_depth: ask.MaxDepth = None,
    scale: ask.Scale = "none",
    missing: ask.Missing = "fail",
    balance: ask.Balance = None,
    class_map: ask.ClassMap = None,
    permutations: Permutations = 0,
    compare: Compare = False,
    seed: ask.Seed = 0,
    workers: Workers = 1,
    scheduler: Scheduler = None,
    fresh: Fresh = False,
    output: Output = "-",
) -> None:
    """Mine every pair of several tables and write one document: best and worst weights, p-values, clustering.

    A pair that cannot be mined stays in it with the reason. When it was stopped, the same command goes on.
    """
    from ksdt_core.cli.atlas_tables import named_tables, read_tables
    from ksdt_core.data.maps import parse_class_map
    from ksdt_core.errors import InvalidParameterError
    from ksdt_core.studies.atlas.settings import atlas_settings

    names = named_tables(data)
    check_places({"-o": output}, [*names, pool])
    if len(names) < 2:
        raise InvalidParameterError("an atlas needs two or more tables; name them, or a folder that holds them.")
    check_sizes({"-k": k, "--ell": ell, "--max-depth": max_depth, "--permutations": permutations})
    who = chosen_workers(workers, scheduler)
    options: dict[str, Any] = {
        "k": k, "method": method, "aus": aus, "atd": atd, "ell": ell, "attr_fraction": attr_fraction,
        "min_size": min_size, "max_depth": max_depth,
    }  # fmt: skip
    settings = atlas_settings(
        pool=pool, scale=scale, missing=missing, balance=bool(balance), seed=seed,
        class_map=parse_class_map(class_map), permutations=permutations, compare=compare,
        **{name: value for name, value in options.items() if value is not None},
    )  # fmt: skip
    from ksdt_core.cli.atlas_run import carry_out

    tables = read_tables(names, target=target, cut=reading.parse_cut(cut), encoding=encoding)
    carry_out(tables, settings, workers=who, output=output, fresh=fresh)
