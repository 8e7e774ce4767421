"""The files of a pair taken to a result and its report by the command, beside all that is computed again from them."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
from typer.testing import CliRunner

from ksdt_core.cli.main import app
from tests.acceptance import chance_again, everything_again
from tests.acceptance import recounting as plain
from tests.acceptance.report_lines import Report


@dataclass(frozen=True)
class How:
    """How a pair is mined, in the words of the command and for those who compute it again."""

    target: str
    most_missing: float = 0.2
    k: int = 3
    n_folds: int = 0
    n_shuffles: int = 0
    pool: str | None = None
    share_held_out: float = 0.0
    is_balanced: bool = True
    has_yardsticks: bool = False
    fills: bool = True

    @property
    def options(self) -> list[str]:
        words = ["--target", self.target, "--max-missing", str(self.most_missing), "--scale", "rank", "-k", str(self.k)]
        words += ["--cv", str(self.n_folds), "--permutations", str(self.n_shuffles)]
        words += ["--missing", "common"] if self.fills else []
        words += ["--balance"] if self.is_balanced else []
        words += ["--yardsticks"] if self.has_yardsticks else []
        words += ["--holdout", str(self.share_held_out)] if self.share_held_out else []
        return words + (["--pool", self.pool] if self.pool else [])


@dataclass(frozen=True)
class Case:
    """What the command wrote for a pair, and its tables as pandas reads them."""

    names: tuple[str, str]
    tables: tuple[plain.Table, plain.Table]
    study: chance_again.Study
    again: everything_again.Again
    sparse: list[str]
    codes: list[str]
    n_filled: tuple[int, int]
    document: dict
    shown: str
    rules: list[dict[str, str]]
    nodes: list[dict[str, str]]
    differences: list[dict[str, str]]
    report: str
    printed: bytes
    methods: str
    files: list[bytes]


def ksdt(*arguments: str) -> str:
    done = CliRunner().invoke(app, list(arguments))
    assert done.exit_code == 0, done.output
    return done.stdout


def made(folder: Path, names: tuple[str, str], frames: Sequence[pd.DataFrame], how: How, *options: str) -> Case:
    """Mine, export and show the files of a folder; `frames` are what pandas reads of them, under one set of names."""
    files = [str(folder / f"{name}.csv") for name in names]
    result, most, target = str(folder / "result.json"), how.most_missing, how.target
    ksdt("mine", *files, *how.options, *options, "-o", result)
    ksdt("export", result, "--format", "html", "-o", str(folder / "report.html"))
    ksdt("export", result, "--format", "report-pdf", "-o", str(folder / "report.pdf"))
    ksdt("export", result, "--format", "bundle", "-o", str(folder / "bundle.zip"))
    with zipfile.ZipFile(folder / "bundle.zip") as packed:
        csvs = [
            list(csv.DictReader(io.StringIO(packed.read(f"tables/{name}.csv").decode("utf-8"))))
            for name in ("rules", "nodes", "differences")
        ]
        methods = packed.read("methods.md").decode("utf-8")
    sparse = [name for name in frames[0] if any(frame[name].isna().mean() > most for frame in frames)]
    kept = [frame.drop(columns=sparse) for frame in frames]
    codes = [name for name in kept[0] if plain.are_codes(kept[0][name], kept[1][name])]
    classes = tuple(sorted(set(frames[0][target])))
    tables = tuple(plain.Table(plain.filled(frame, target, codes), target, classes) for frame in kept)
    study = chance_again.Study.of(
        [kept[0], kept[1][kept[0].columns]], target, codes, k=how.k, is_balanced=how.is_balanced,
        **({"pool": chance_again.WVP2} if how.pool == "wvp2" else {}),
    )  # fmt: skip
    report = (folder / "report.html").read_text(encoding="utf-8")
    document = json.loads(Path(result).read_text(encoding="utf-8"))
    again = everything_again.Again(
        study, tables, (frames[0], frames[1][frames[0].columns]), sparse, most,
        [float(each) for each in re.findall(r"=\*([\d.]+)", " ".join(options))],
        options.count("--attribute-map"), how.n_folds, how.n_shuffles, names,
        [[node["id"] for node in in_order(tree["nodes"])] for tree in document["trees"]], Report(report).lines,
        how.share_held_out,
    )  # fmt: skip
    return Case(
        names, tables, study, again, sparse, codes, tuple(int(frame.isna().sum().sum()) for frame in kept),
        document, ksdt("show", result), *csvs, report,
        (folder / "report.pdf").read_bytes(), methods,
        [Path(file).read_bytes() for file in files],
    )  # fmt: skip


def in_order(nodes: list[dict]) -> list[dict]:
    """The nodes of a tree of a document, depth first, the child for which the test holds first."""
    by_id = {node["id"]: node for node in nodes}
    found, stack = [], [0]
    while stack:
        node = by_id[stack.pop()]
        found.append(node)
        stack.extend(child for child in (node["right"], node["left"]) if child is not None)
    return found
