"""Results of pairs that were made in the app are read by commands, which are told how to read the files."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
from typer.testing import CliRunner

from ksdt_core.cli.main import app
from ksdt_core.mining.miners import mine
from ksdt_core.store.pair_request import PairRequest, TableRequest, requested_pair
from ksdt_core.store.request_source import request_source
from ksdt_core.store.uploads import keep_upload


def hospital(seed: int, classes: tuple[str, str], *, age: str = "age") -> str:
    random = np.random.default_rng(seed)
    rows = ((random.normal(60 + 9 * (k % 2), 8), random.normal(5, 1), classes[k % 2]) for k in range(60))
    return "\n".join([f"{age},chol,outcome", *(f"{a:.1f},{b:.2f},{c}" for a, b, c in rows)])


def test_rules_of_a_result_made_in_the_app(store, tmp_path: Path, monkeypatch):
    """Its tables were looked for under a class column called "class", and no option could name another."""
    files = {"north.csv": hospital(1, ("alive", "died")), "south.csv": hospital(2, ("Alive", "Died"), age="years")}
    tables = []
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        kept = keep_upload(store, name, content=text.encode())
        tables.append(TableRequest("upload", kept.id, name.removesuffix(".csv"), target="outcome"))
    request = PairRequest(
        *tables, class_map=(("Alive", "alive"), ("Died", "died")), attribute_map=(("age", "years"),),
        convert=("left:chol=*38.67", "right:chol=*38.67"), balance=True,
    )  # fmt: skip
    source = request_source(store, request)
    assert source is not None
    document = {"source": source.to_document()} | mine(requested_pair(store, request), k=2).to_document()
    (tmp_path / "result.json").write_text(json.dumps(document), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, ["rules", "result.json", "--differences", "--format", "json"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["rules"]
    assert "Units converted: chol of north × 38.67" in CliRunner().invoke(app, ["rules", "result.json"]).stdout
    CliRunner().invoke(app, ["export", "result.json", "--format", "html", "-o", "report.html"])
    assert "Units converted: chol of north × 38.67" in (tmp_path / "report.html").read_text(encoding="utf-8")
    assert request_source(store, replace(request, right_class_map=(("Alive", "alive"),))) is None


def test_bundled_tables_are_named(store):
    source = request_source(store, PairRequest(TableRequest.bundled("kc1"), TableRequest.bundled("pc1")))
    assert source is not None
    assert [(side.table, side.bundled) for side in (source.left, source.right)] == [("kc1", True), ("pc1", True)]
