"""`ksdt mine`: what goes in and what comes out."""

from __future__ import annotations

import json
import os

import numpy as np
import pytest

from ksdt_core.cli.mine_run import COMPILING
from ksdt_core.cli.show import result_lines
from ksdt_core.data.preparing.pairing import pair_datasets
from ksdt_core.data.samples.catalogue import find_dataset
from ksdt_core.errors import KsdtError
from ksdt_core.evidence.effect_text import yardstick_lines
from ksdt_core.evidence.effects import measure_effects
from ksdt_core.evidence.yardsticks import YARDSTICKS
from ksdt_core.formats.result import parse_result, read_result
from ksdt_core.mining import mine, sweep
from tests.cli.running import in_process_of_its_own, said

GOOD = ("mine", "left.csv", "right.csv")


def config_of(ksdt, *options: str) -> dict:
    code, out, error = ksdt(*GOOD, *options)
    assert (code, error) == (0, "")
    return json.loads(out)["config"]


def pair_here(**how):
    return pair_datasets(find_dataset("left.csv"), find_dataset("right.csv"), **how)


@pytest.fixture(autouse=True)
def _compiled(folder):
    """The kernels are ready, so that nothing is said of compiling."""
    mine(pair_here())


def test_the_document_is_that_of_the_call_in_python(ksdt):
    code, out, error = ksdt(*GOOD)
    assert (code, error) == (0, "")
    document = json.loads(out)
    del document["source"]  # only the command knows where the tables lie
    trees = mine(pair_here())
    assert document == trees.to_document() | {"effects": measure_effects(pair_here(), trees).to_document()}


def test_every_option_reaches_the_miner(ksdt):
    config = config_of(
        ksdt, "-k", "3", "--method", "sequential", "--weights", "0.2,0.3,0.5", "--aus", "llc", "--atd", "avg",
        "--ell", "2", "--attr-fraction", "0.7", "--min-size", "1.5", "--max-depth", "2", "--traversal", "breadth",
        "--exclude", "colour", "--roots", "age,height", "--scale", "rank", "--balance", "--missing", "common",
        "--seed", "7", "--max-missing", "0.5", "--numeric", "age", "--convert", "left:height=*100",
    )  # fmt: skip
    assert config == {
        "k": 3, "method": "sequential", "weights": {"ig": 0.2, "ds": 0.3, "atd": 0.5}, "aus": "llc", "atd": "avg",
        "ell": 2, "attr_fraction": 0.7, "min_size": 1.5, "max_depth": 2, "traversal": "breadth", "scale": "rank",
        "balance": True, "missing": "common", "seed": 7, "exclude": ["colour"], "roots": ["age", "height"],
        "holdout": 0.0, "max_missing": 0.5, "numeric": ["age"], "categorical": [], "convert": ["left:height=*100"],
    }  # fmt: skip


def test_the_defaults(ksdt):
    config = config_of(ksdt)
    assert config | {"min_size": 0} == {
        "k": 5, "method": "parallel", "weights": {"ig": 0.3, "ds": 0.4, "atd": 0.3}, "aus": "lnc", "atd": "avgmin",
        "ell": 3, "attr_fraction": 1.0, "min_size": 0, "max_depth": 3, "traversal": "depth", "scale": "none",
        "balance": False, "missing": "fail", "seed": 0, "exclude": [], "roots": [], "holdout": 0.0,
        "max_missing": 0.2, "numeric": [], "categorical": [], "convert": [],
    }  # fmt: skip
    assert config["min_size"] == 0.02 * 8


def test_a_single_tree_needs_no_k_and_two_weights(ksdt):
    config = config_of(ksdt, "--method", "single", "-k", "7")
    assert (config["k"], config["weights"], config["atd"]) == (1, {"ig": 0.5, "ds": 0.5, "atd": None}, None)
    assert config_of(ksdt, "--method", "single", "--weights", "0.9,0.1")["weights"]["ig"] == 0.9


def test_the_preset_sets_what_the_publication_did(ksdt):
    config = config_of(ksdt, "--preset", "published")
    settings = {key: config[key] for key in ("attr_fraction", "max_depth", "balance", "method", "aus", "atd", "ell")}
    assert settings == {
        "attr_fraction": 0.2, "max_depth": 0, "balance": True, "method": "parallel", "aus": "lnc", "atd": "avgmin",
        "ell": 3,
    }  # fmt: skip
    assert config["preset"] == "published"


def test_an_option_given_beside_the_preset_wins(ksdt):
    config = config_of(ksdt, "--preset", "published", "--max-depth", "3", "--no-balance", "--attr-fraction", "0.5")
    assert (config["max_depth"], config["balance"], config["attr_fraction"]) == (3, False, 0.5)
    config = config_of(
        ksdt, "--preset", "published", "--method", "sequential", "--aus", "llc", "--atd", "min", "--ell", "1"
    )
    assert (config["method"], config["aus"], config["atd"], config["ell"]) == ("sequential", "llc", "min", 1)
    assert config["max_depth"] == 0


@pytest.mark.parametrize(("pool", "n"), [("wvp1", 36), ("wvp2", 10), ("grid:0.25", 3), ("mine.txt", 2)])
def test_a_pool_gives_its_best_set_and_the_scores_of_all(ksdt, folder, pool, n):
    (folder / "mine.txt").write_text("# two\n0.2 0.2 0.6\n0.6,0.2,0.2\n", encoding="utf-8")
    code, out, _ = ksdt(*GOOD, "--pool", pool)
    assert code == 0
    document = json.loads(out)
    swept = sweep(pair_here(), pool=pool)
    assert [entry["scores"] for entry in document["sweep"]] == [entry.scores.to_document() for entry in swept.entries]
    assert len(document["sweep"]) == document["pool"]["vectors"] == n
    assert document["trees"] == swept.best.to_document()["trees"]
    assert parse_result(out.encode()).tree_set.settings.weights == swept.best.settings.weights


def test_the_pool_of_a_single_tree(ksdt):
    code, out, _ = ksdt(*GOOD, "--method", "single", "--pool", "wvp1")
    assert code == 0
    assert [entry["weights"]["ig"] for entry in json.loads(out)["sweep"]] == [i / 10 for i in range(1, 10)]


def test_significance_and_cross_validation_are_in_the_document(ksdt):
    code, out, _ = ksdt(*GOOD, "--pool", "wvp2", "--scale", "rank", "--permutations", "4", "--cv", "2")
    assert code == 0
    document = json.loads(out)
    assert document["significance"]["permutations"] == 4
    assert set(document["significance"]["nulls"]) == {"left", "right", "matching"}
    assert document["cross_validated"]["folds"] == 2
    parse_result(out.encode())


def test_the_number_of_workers_changes_no_byte(ksdt):
    options = (*GOOD, "--permutations", "3", "--cv", "2", "--seed", "3")
    assert ksdt(*options, "--workers", "1")[1] == ksdt(*options, "--workers", "2")[1] != ""


def test_held_out_rows_are_counted(ksdt):
    code, out, _ = ksdt(*GOOD, "--holdout", "0.4")
    assert code == 0
    pair = json.loads(out)["pair"]
    assert pair["left"]["held_out"] > 0
    assert pair["left"]["rows"] + pair["left"]["held_out"] == 9
    assert parse_result(out.encode()).tree_set.pair.left.held_out == pair["left"]["held_out"]


def test_classes_and_attributes_are_mapped(ksdt, folder):
    text = (folder / "right.csv").read_text(encoding="utf-8")
    renamed = text.replace("height,age", "size,years").replace("neg", "sick").replace("pos", "well")
    (folder / "other.csv").write_text(renamed, encoding="utf-8")
    (folder / "map.tsv").write_text("age\tyears\n\nheight\tsize\n", encoding="utf-8")
    mapped = ksdt("mine", "left.csv", "other.csv", "--class-map", "sick=neg,well=pos", "--attribute-map", "map.tsv")
    assert mapped[0] == 0
    plain = json.loads(ksdt(*GOOD)[1])
    assert json.loads(mapped[1])["trees"] == plain["trees"]


def test_the_class_column_may_differ_between_the_tables(ksdt, folder):
    text = (folder / "right.csv").read_text(encoding="utf-8")
    (folder / "other.csv").write_text(text.replace("class", "state"), encoding="utf-8")
    plain = json.loads(ksdt(*GOOD)[1])["trees"]
    assert json.loads(ksdt("mine", "left.csv", "other.csv", "--right-target", "state")[1])["trees"] == plain
    code, out, _ = ksdt("mine", "left.csv", "other.csv", "--target", "state", "--left-target", "class")
    assert (code, json.loads(out)["trees"]) == (0, plain)


def test_a_file_is_written_and_standard_output_stays_empty(ksdt, folder):
    assert ksdt(*GOOD, "-o", "result.json") == (0, "", "")
    assert read_result(folder / "result.json").tree_set.settings.k == 5
    first = (folder / "result.json").read_bytes()
    assert ksdt(*GOOD, "-o", "result.json") == (0, "", "")
    assert (folder / "result.json").read_bytes() == first == ksdt(*GOOD, "-o", "-")[1].encode()


def test_bundled_tables_are_called_by_name(ksdt):
    code, out, _ = ksdt("mine", "spect-train", "spect-test", "-k", "2")
    assert code == 0
    assert json.loads(out)["pair"]["right"] == {
        "name": "spect-test", "rows": 187, "gained": 0, "filled": 0, "held_out": 0
    }  # fmt: skip


def test_names_that_could_break_a_document_or_a_terminal(ksdt, folder):
    name = 'q"<b>\x1b[31m, größe'
    for table in ("left", "right"):
        text = (folder / f"{table}.csv").read_text(encoding="utf-8")
        quoted = name.replace('"', '""')
        (folder / f"{table}.csv").write_text(text.replace("colour", f'"{quoted}"'), encoding="utf-8")
    code, out, _ = ksdt(*GOOD, "--roots", '"' + name.replace('"', '""') + '"', "-k", "1", "-o", "result.json")
    assert (code, out) == (0, "")
    assert read_result(folder / "result.json").tree_set.settings.roots == (name,)
    code, out, _ = ksdt("show", "result.json")
    assert code == 0
    assert 'q"<b>\\x1b[31m, größe = ' in out
    assert "\x1b" not in out


@pytest.mark.skipif(os.name != "posix", reason="file names are text on this system")
def test_a_file_name_that_is_no_text_becomes_a_readable_name(folder):
    (folder / os.fsdecode(b"t\xff.csv")).write_bytes((folder / "left.csv").read_bytes())
    done = in_process_of_its_own("mine", os.fsdecode(b"t\xff.csv"), "right.csv", cwd=folder)
    assert done.returncode == 0
    assert parse_result(done.stdout).tree_set.pair.left.name == "t?"


def test_a_reader_that_leaves_early_is_no_error_message(folder):
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as stream:
        done = in_process_of_its_own(*GOOD, cwd=folder, stdout=stream)
    assert (done.returncode, said(done.stderr)) == (141, "")


def test_compiling_is_announced_before_the_first_use(ksdt, monkeypatch):
    monkeypatch.setattr("ksdt_core.cli.mine_run.kernels_compiled", lambda: False)
    assert ksdt(*GOOD, "-o", "quiet.json") == (0, "", "")  # not on a terminal: nothing but results and errors
    monkeypatch.setattr("ksdt_core.cli.mine_run.on_terminal", lambda: True)
    code, out, error = ksdt(*GOOD, "-o", "result.json")
    assert (code, out) == (0, "")
    assert error == f"ksdt: {COMPILING}\n"


def test_the_best_weighting_may_be_chosen_by_cross_validation(ksdt, approved):
    """The choice is in the document, each weighting carries its score, and `show` says which choice it was."""
    code, out, error = ksdt(*GOOD, "--pool", "wvp2", "--best-by", "cv", "--cv", "2", "-k", "2")
    assert (code, error) == (0, "")
    document = json.loads(out)
    scores = [entry["cv_sa"] for entry in document["sweep"]]
    best = document["sweep"][scores.index(max(scores))]
    assert document["config"]["weights"] == best["weights"]
    assert document["pool"] == {"name": "wvp2", "vectors": 10, "best_by": "cv", "folds": 2}
    assert "yardsticks" not in document
    read = parse_result(out.encode())
    approved("\n".join(line for line in result_lines(read) if "(2 folds)" in line))
    document["sweep"][scores.index(min(scores))]["cv_sa"] = 1.0
    with pytest.raises(KsdtError, match=r"sweep"):
        parse_result(json.dumps(document).encode())


def test_a_choice_among_weightings_needs_several(ksdt):
    code, _, error = ksdt(*GOOD, "--best-by", "cv")
    assert code == 2
    assert "--best-by" in error
    assert "--pool" in error


def test_yardsticks_are_measured_when_asked_for(ksdt):
    code, out, error = ksdt(*GOOD, "--yardsticks", "--cv", "2", "-k", "1")
    assert (code, error) == (0, "")
    document = json.loads(out)
    assert [each["learner"] for each in document["yardsticks"]["learners"]] == ["logistic", "forest"]
    lines = list(result_lines(parse_result(out.encode())))
    told = list(yardstick_lines(YARDSTICKS.read(document["yardsticks"])))
    assert (len(told), set(told) <= set(lines)) == (4, True)
    assert any(line.startswith("Baseline (always") for line in lines)


def hospital(name, gone, unit):
    """Cholesterol in some unit, a code, and a column of which the first cells are missing."""
    random = np.random.default_rng(len(name))
    rows = [
        f"{chol * unit:.4f},{1 + row % 4},{'' if row < gone else row * 0.5},{'ill' if chol > 200 else 'well'}"
        for row, chol in enumerate(random.normal(200, 30, 60))
    ]
    return "chol,pain,ca,class\n" + "\n".join(rows) + "\n"


def test_units_kinds_and_sparse_columns_on_the_command_line(ksdt, folder):
    (folder / "basel.csv").write_text(hospital("basel", 0, 1 / 38.67), encoding="utf-8")
    (folder / "hungary.csv").write_text(hospital("hungary", 50, 1), encoding="utf-8")
    tables = ("mine", "basel.csv", "hungary.csv", "--scale", "rank", "--missing", "common", "-o", "-")
    pair = json.loads(ksdt(*tables, "--convert", "chol=*38.67")[1])["pair"]
    assert pair["conversions"] == [{"attribute": "chol", "table": "left", "formula": "*38.67"}]
    assert (pair["unscaled"], pair["sparse"], pair["filled"], pair["attributes"]) == (["pain"], ["ca"], {}, 2)
    pair = json.loads(ksdt(*tables, "--max-missing", "1", "--categorical", "pain")[1])["pair"]
    assert (pair["unscaled"], pair["sparse"], pair["filled"]) == ([], [], {"ca": [0, 50]})
    assert pair["values"] == {"pain": ["1", "2", "3", "4"]}
    assert json.loads(ksdt(*tables, "--numeric", "pain")[1])["pair"]["unscaled"] == []
    code, _, error = ksdt(*tables, "--convert", "chol=sqrt")
    assert (code, "--convert" in error, "chol=sqrt" in error) == (2, True, True)
    assert "--convert 'left:chol=*38.67'" in ksdt("check", "basel.csv", "hungary.csv")[1]


def test_auto_chooses_share_and_depth(ksdt):
    """The document holds the choice, `show` says it, and numbers beside it are refused."""
    assert ksdt(*GOOD, "--choose", "auto", "-k", "2", "--cv", "2", "-o", "auto.json")[0] == 0
    code, out, _ = ksdt("show", "auto.json")
    assert code == 0
    choice = read_result("auto.json").tree_set.choice
    assert (choice.sentence in out, len(choice.grid), choice.folds > 1) == (True, 4, True)
    code, _, error = ksdt(*GOOD, "--choose", "auto", "--max-depth", "2", "-o", "-")
    assert code == 2
    assert "--max-depth" in error
    assert "--choose" in error
