"""`ksdt mine`: two tables in, a result document out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ksdt_core.cli import mine_options as ask
from ksdt_core.cli.output import Output, deliver_document, refuse_to_overwrite

if TYPE_CHECKING:
    from ksdt_core.cli.mine_request import Study
    from ksdt_core.data.pair import DatasetPair


def mine_command(
    left: ask.Left,
    right: ask.Right,
    target: ask.Target = None,
    left_target: ask.LeftTarget = None,
    right_target: ask.RightTarget = None,
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
    scale: ask.Scale = "none",
    balance: ask.Balance = None,
    preset: ask.Preset = None,
    class_map: ask.ClassMap = None,
    attribute_map: ask.AttributeMap = None,
    missing: ask.Missing = "fail",
    permutations: ask.Permutations = 0,
    cv: ask.CrossValidate = 0,
    seed: ask.Seed = 0,
    workers: ask.Workers = 1,
    output: Output = "-",
) -> None:
    """Mine a diversified set of shared decision trees from two tables and write a result document."""
    from ksdt_core.cli.maps import split_names
    from ksdt_core.cli.mine_request import check_against_pair, study_of
    from ksdt_core.data.maps import parse_class_map, read_attribute_map
    from ksdt_core.data.pair import Preparation
    from ksdt_core.data.pairing import check_preparation
    from ksdt_core.documents.write import check_writable

    check_writable(output)
    refuse_to_overwrite(output, [left, right, attribute_map, pool])
    options = {
        "k": k, "method": method, "aus": aus, "atd": atd, "ell": ell, "attr_fraction": attr_fraction,
        "min_size": min_size, "max_depth": max_depth, "traversal": traversal, "holdout": holdout, "balance": balance,
        "exclude": split_names(exclude, "--exclude"), "roots": split_names(roots, "--roots"),
    }  # fmt: skip
    study = study_of(
        options, weights=weights, pool=pool, preset=preset, permutations=permutations, folds=cv, workers=workers
    )
    preparation: dict[str, Any] = {"scale": scale, "missing": missing, "balance": study.balance, "seed": seed}
    check_preparation(Preparation(**preparation))
    maps = {
        "class_map": parse_class_map(class_map),
        "attribute_map": {} if attribute_map is None else read_attribute_map(attribute_map),
    }
    pair = _read_pair((left, left_target or target), (right, right_target or target), maps | preparation)
    check_against_pair(study, pair)
    _mine_and_write(pair, study, output)


def _read_pair(left: tuple[str, str | None], right: tuple[str, str | None], how: dict[str, Any]) -> DatasetPair:
    from ksdt_core.data.catalogue import find_dataset
    from ksdt_core.data.pairing import pair_datasets

    tables = [find_dataset(name, target=target) for name, target in (left, right)]
    return pair_datasets(tables[0], tables[1], **how)


def _mine_and_write(pair: DatasetPair, study: Study, output: str) -> None:
    from ksdt_core.cli.mine_run import carry_out
    from ksdt_core.errors import Interrupted

    done = carry_out(pair, study)
    deliver_document(done.document(), output)
    if done.stopped_in is not None:
        raise Interrupted(done.interruption(output))
