"""Kill −9 while files are written: what was reported is there, and no file is ever seen half written."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from ksdt_core.cli.main import run
from ksdt_core.formats.result import parse_result, read_result
from tests.cli.running import write_tables
from tests.reliability.killing import Killer, kills, on_posix, shown_files
from tests.reliability.works import FORMATS, N_PLACES

pytestmark = on_posix


@kills
def test_sweeps(tmp_path, n_kills):
    write_tables(tmp_path)
    possible: dict[int, set[int]] = {}  # of each place the seed reported last, and those under way since
    reported: set[int] = set()
    known = {"left.csv", "right.csv", "warm.json"} | {f"result-{place}.json" for place in range(N_PLACES)}
    with Killer("sweeps") as killer:
        under_way = -1
        while killer.n_kills < n_kills:
            told = [int(line) for line in killer.killed("sweep", tmp_path, under_way + 1, within=1.5)]
            possible |= {seed % N_PLACES: {seed} for seed in told}
            reported |= {seed % N_PLACES for seed in told}
            under_way = max([under_way, *told]) + 1
            possible.setdefault(under_way % N_PLACES, set()).add(under_way)
            assert shown_files(tmp_path) <= known
            for place in range(N_PLACES):
                path = tmp_path / f"result-{place}.json"
                assert path.exists() or place not in reported
                if path.exists():
                    read = read_result(path)
                    assert len(read.sweep) == read.pool_size == 10
                    assert read.document["config"]["seed"] in possible[place]


@kills
def test_exports(tmp_path, n_kills):
    write_tables(tmp_path)
    wanted = _references(tmp_path)
    possible: dict[str, set[int]] = {}  # of each format the export reported last, and those under way since
    reported: set[str] = set()
    with Killer("exports") as killer:
        under_way = -1
        while killer.n_kills < n_kills:
            lines = killer.killed("exports", tmp_path, under_way + 1, within=3)
            told = [int(line.split()[1]) for line in lines if line.startswith("finished ")]
            killer.n_finished += len(told) - len(lines)
            possible |= {_format(number): {number} for number in told}
            reported |= {_format(number) for number in told}
            under_way = max([under_way, *told]) + 1
            possible.setdefault(_format(under_way), set()).add(under_way)
            for form, numbers in possible.items():
                names = wanted[form, 0].keys()
                found = shown_files(tmp_path / form) if (tmp_path / form).exists() else set()
                assert found <= names
                assert found == names or form not in reported
                for name in found:
                    data = _comparable((tmp_path / form / name).read_bytes())
                    assert data in [wanted[form, number % N_PLACES][name] for number in numbers], f"{form}/{name}"


def _format(number: int) -> str:
    return FORMATS[number // N_PLACES % len(FORMATS)]


def _references(folder: Path) -> dict[tuple[str, int], dict[str, object]]:
    """What each export of each of the results must look like."""
    found: dict[tuple[str, int], dict[str, object]] = {}
    for number in range(N_PLACES):
        result = folder / f"result-{number}.json"
        tables = (str(folder / "left.csv"), str(folder / "right.csv"))
        options = ("-k", "2", "--roots", "age", "--seed", str(number))  # one root: files of the same names
        weights = ("0.1,0.1,0.8", "0.8,0.1,0.1", "0.3,0.4,0.3")[number]
        assert run(["mine", *tables, *options, "--weights", weights, "-o", str(result)]) == 0
        found["bundle", number] = {"ksdt-left-right.zip": number}  # see _comparable
        for form in FORMATS[:-1]:
            target = folder / f"wanted-{number}-{form}"
            assert run(["export", str(result), "--format", form, "-o", str(target)]) == 0
            found[form, number] = {path.name: _comparable(path.read_bytes()) for path in target.iterdir()}
    return found


def _comparable(data: bytes) -> object:
    """Of a bundle its result, since a PDF in it differs from one time to the next; it must be whole in any case."""
    if not data.startswith(b"PK"):
        return data
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        return parse_result(archive.read("result.json")).document["config"]["seed"]
