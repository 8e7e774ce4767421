"""Two files not seen before, in other formats, orientations and units: what is printed leads to a mined set."""

from __future__ import annotations

import shlex
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from ksdt_core.data.samples.planted import plant
from ksdt_core.formats.result import read_result

PLANTED = plant(rows=(90, 70), attributes=30, depth=2, noise=0.05, units="different", seed=11)
GENES = [f"GENE{chr(65 + n % 26)}{n}-{n % 3}" for n in range(30)]


def frames() -> tuple[pd.DataFrame, pd.DataFrame]:
    """The planted tables as two laboratories would keep them."""
    left = pd.DataFrame(PLANTED.left.values, columns=GENES)
    left["outcome"] = np.array(["relapse", "no relapse"])[PLANTED.left.classes]
    right = pd.DataFrame(PLANTED.right.values, columns=[name.lower().replace("-", ".") for name in GENES])
    right.iloc[::9, 4] = np.nan
    right["patient"] = [f"p-{row}" for row in range(len(right))]
    right["status"] = np.array(["died", "alive"])[PLANTED.right.classes]
    return left, right


def write_turned_tsv(frame: pd.DataFrame, path: Path) -> None:
    """Attributes in rows, samples in columns."""
    turned = frame.T
    turned.columns = [f"S{number}" for number in range(turned.shape[1])]
    turned.index.name = "symbol"
    turned.to_csv(path, sep="\t")


def write_european_csv(frame: pd.DataFrame, path: Path) -> None:
    frame.to_csv(path, sep=";", decimal=",", index=False, encoding="utf-16")


def write_parquet(frame: pd.DataFrame, path: Path) -> None:
    frame.to_parquet(path)


def write_excel(frame: pd.DataFrame, path: Path) -> None:
    frame.to_excel(path, index=False)


WRITERS = [
    (write_turned_tsv, "lab1.tsv", write_excel, "lab2.xlsx"),
    (write_parquet, "lab1.parquet", write_european_csv, "lab2.csv"),
    (write_turned_tsv, "lab1.txt.gz", write_parquet, "lab2.pq"),
]


@pytest.mark.parametrize(
    ("write_left", "left", "write_right", "right"), WRITERS, ids=lambda value: getattr(value, "__name__", value)
)
def test_following_only_what_is_printed(ksdt, folder, write_left, left, write_right, right):
    first, second = frames()
    write_left(first, folder / left)
    write_right(second, folder / right)
    code, out, error = ksdt("check", left, right)
    assert code == 2  # the sentence names the columns to choose from
    assert "--target" in error
    code, out, error = ksdt("check", left, right, "--left-target", "outcome", "--right-target", "status")
    assert (code, error) == (0, "")
    command = shlex.split(out.rstrip().splitlines()[-1])
    code, out, error = ksdt(*command[1:])
    assert (code, out) == (0, "")
    result = read_result(folder / command[-1])
    settings = result.tree_set.settings
    assert (settings.scale, settings.missing) == ("rank", "common")
    assert result.tree_set.pair.n_attributes == 30
    assert result.tree_set.pair.class_names == ("no relapse", "relapse")
    roots = {tree.tree.attributes[tree.tree.attribute[0]] for tree in result.tree_set.trees}
    assert GENES[PLANTED.tree.attributes[0]] in roots
    if result.significance is not None:
        assert result.significance["p_value"] <= 0.05
