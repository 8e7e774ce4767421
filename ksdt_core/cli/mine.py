"""`ksdt mine`: two tables in, a result document out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from ksdt_core.cli import mine_options as ask
from ksdt_core.cli import table_options as reading
from ksdt_core.cli.output import Output, check_places, deliver_document
from ksdt_core.cli.worker_options import Scheduler, chosen_workers

if TYPE_CHECKING:
    from ksdt_core.cli.mine_request import Study
    from ksdt_core.data.pair import DatasetPair
    from ksdt_core.documents.source import Source


def mine_command(
    context: typer.Context,
    left: ask.Left,
    right: ask.Right,
    target: ask.Target = None,
    left_target: ask.LeftTarget = None,
    right_target: ask.RightTarget = None,
    cut: reading.Cut = None,
    left_cut: reading.LeftCut = None,
    right_cut: reading.RightCut = None,
    sheet: reading.Sheet = None,
    left_sheet: reading.LeftSheet = None,
    right_sheet: reading.RightSheet = None,
    encoding: reading.Encoding = None,
    max_rows: reading.MaxRows = None,
    max_columns: reading.MaxColumns = None,
    max_cell: reading.MaxCell = None,
    max_size: reading.MaxSize = None,
    k: ask.K = 5,
    method: ask.Method = None,
    weights: ask.Weights = None,
    pool: ask.Pool = None,
    aus: ask.Aus = None,
    atd: ask.Atd = None,
    ell: ask.Ell = None,
    attr_fraction: ask.AttrFraction = None,
    min_size: ask.MinSize = None,
    max_depth: ask.MaxDepth = None,
    traversal: ask.Traversal = "depth",
    exclude: ask.Exclude = None,
    roots: ask.Roots = None,
    holdout: ask.Holdout = 0.0,
    criterion: ask.Criterion = "gain",
    costs: ask.Costs = None,
    cost_rule: ask.CostRule = None,
    cost_weight: ask.CostWeight = None,
    scale: ask.Scale = "none",
    balance: ask.Balance = None,
    preset: ask.Preset = None,
    class_map: ask.ClassMap = None,
    attribute_map: ask.AttributeMap = None,
    value_map: ask.ValueMap = None,
    missing: ask.Missing = "fail",
    permutations: ask.Permutations = 0,
    cv: ask.CrossValidate = 0,
    seed: ask.Seed = 0,
    workers: ask.Workers = 1,
    scheduler: Scheduler = None,
    output: Output = "-",
) -> None:
    """Mine a diversified set of shared decision trees from two tables and write a result document."""
    from ksdt_core.cli.maps import split_names
    from ksdt_core.cli.mine_request import check_against_pair, cost_options, study_of
    from ksdt_core.data.maps import parse_class_map, read_attribute_map
    from ksdt_core.data.pair import Preparation
    from ksdt_core.data.pairing import check_preparation, pair_datasets
    from ksdt_core.data.value_map_file import read_value_map

    check_places({"-o": output}, [left, right, attribute_map, value_map, pool, costs])
    options = {
        "k": k, "method": method, "aus": aus, "atd": atd, "ell": ell, "attr_fraction": attr_fraction,
        "min_size": min_size, "max_depth": max_depth, "traversal": traversal, "holdout": holdout, "balance": balance,
        "exclude": split_names(exclude, "--exclude"), "roots": split_names(roots, "--roots"),
        "criterion": criterion, **cost_options(costs, cost_rule, cost_weight),
    }  # fmt: skip
    study = study_of(
        options, weights=weights, pool=pool, preset=preset, permutations=permutations, folds=cv,
        workers=chosen_workers(workers, scheduler),
    )  # fmt: skip
    preparation: dict[str, Any] = {"scale": scale, "missing": missing, "balance": study.balance, "seed": seed}
    check_preparation(Preparation(**preparation))
    maps = {
        "class_map": parse_class_map(class_map),
        "attribute_map": {} if attribute_map is None else read_attribute_map(attribute_map),
    }
    values = {} if value_map is None else read_value_map(value_map)
    request = reading.Reading.of_command(context.params)
    tables = request.tables()
    pair = pair_datasets(*tables, **(maps | preparation), value_map=values)
    check_against_pair(study, pair)
    _mine_and_write(pair, study, output, source=request.source(tables, **maps))


def _mine_and_write(pair: DatasetPair, study: Study, output: str, *, source: Source) -> None:
    from ksdt_core.cli.mine_run import carry_out, outcome
    from ksdt_core.cli.report import on_terminal, say
    from ksdt_core.errors import Interrupted, WorkersLost

    done = carry_out(pair, study)
    document = done.document(source)
    deliver_document(document, output)
    if on_terminal() and output != "-":
        say(outcome(document, output))
    if done.stopped_in is not None:
        raise (WorkersLost if done.lost else Interrupted)(done.interruption(output))
