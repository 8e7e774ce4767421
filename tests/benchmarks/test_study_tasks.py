"""The tasks of the study: the product's own shuffles, and runs that go on where they stopped."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from benchmarks.reproduction import __main__ as reproduction
from benchmarks.study import __main__ as study
from benchmarks.study.keeping import Keeper
from benchmarks.study.numbers import p_value
from benchmarks.study.power import SETTINGS, Cell, claims
from benchmarks.study.shuffles import Shuffler, mined_numbers
from ksdt_core.data.preparing.pairing import pair_datasets
from ksdt_core.data.samples.planted import plant
from ksdt_core.evidence.significance import significance
from ksdt_core.mining.miners import mine
from ksdt_core.mining.weights import DEFAULT_WEIGHTS

SMALL = Cell(rows=30, attributes=6, noise=0.1, depth=1)


def _pair(cell: Cell, seed: int):
    tables = plant(
        rows=(cell.rows, cell.rows), attributes=cell.attributes, noise=cell.noise, depth=cell.depth,
        signal=cell.signal, seed=seed,
    )  # fmt: skip
    return pair_datasets(tables.left, tables.right, scale="rank", seed=seed)


def test_shuffles_are_those_of_the_product():
    pair = _pair(SMALL, 3)
    tested = significance(pair, mine(pair), permutations=3)
    shuffler = Shuffler.of(pair, SETTINGS)
    observed = mined_numbers(shuffler.observed(), SETTINGS, DEFAULT_WEIGHTS)
    assert observed["sdtq"] == tested.statistic
    for null, summary in tested.nulls:
        assert summary is not None
        lots = [mined_numbers(shuffler.shuffled(null, n), SETTINGS, DEFAULT_WEIGHTS)["sdtq"] for n in range(3)]
        assert lots == list(summary.values)
        assert p_value(observed["sdtq"], lots) == summary.p


@pytest.mark.parametrize("signal", ["both", "none"])
def test_stopping_early_changes_no_answer(signal):
    cell = Cell(rows=30, attributes=6, noise=0.1, depth=1, signal=signal)
    for seed in range(3):
        pair = _pair(cell, seed)
        assert claims(cell, seed, 19) == (significance(pair, mine(pair), permutations=19).p_value <= 0.05)


@dataclass(frozen=True)
class _Counting:
    name: str
    log: Path

    @property
    def key(self) -> str:
        return f"counting, {self.name}"

    def run(self, folder: Path) -> dict[str, Any]:
        with self.log.open("a", encoding="utf-8") as log:
            log.write(f"{self.name} ")
        return {"name": self.name}


def test_a_stopped_run_goes_on(tmp_path):
    keeper, log = Keeper(tmp_path / "kept"), tmp_path / "log"
    first, second = (_Counting(name, log) for name in ("one", "two"))
    keeper.work([first], tmp_path, workers=1)
    assert keeper.load(second) is None
    n_done, seconds = keeper.progress([first, second])
    assert n_done == 1
    assert 0 < seconds < 60
    keeper.work([first, second], tmp_path, workers=1)
    assert log.read_text(encoding="utf-8") == "one two "
    found = keeper.load(second)
    assert found is not None
    assert found["name"] == "two"


@pytest.mark.parametrize(("command", "owner", "work"), [(study, Keeper, "work"), (reproduction, reproduction, "page")])
def test_ctrl_c_ends_with_what_is_finished(command, owner, work, tmp_path, monkeypatch, capsys):
    def stopped(*arguments, **options):
        raise KeyboardInterrupt

    output = tmp_path / "page.md"
    folder = "--work" if command is study else "--parts"
    monkeypatch.setenv("KSDT_SHARED_DATA", str(tmp_path))
    monkeypatch.setattr("sys.argv", ["command", folder, str(tmp_path / "kept"), "--output", str(output)])
    monkeypatch.setattr(owner, work, stopped)
    assert command.main() == command.STOPPED == 130
    assert "stopped; 0 " in capsys.readouterr().out
    assert not output.exists()
