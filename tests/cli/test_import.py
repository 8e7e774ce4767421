"""`ksdt import`: model files of other libraries, and what the other commands make of its document."""

from __future__ import annotations

import json
import pickle

import numpy as np
import pytest

import ksdt_core as ksdt_
from ksdt_core.formats.learned_document import made_of_one_table
from ksdt_core.learners.model_files import read_model_file

random = np.random.default_rng(3)
NAMES = ("age", "blood sugar", "hdl")
ROWS = np.round(random.normal(size=(120, 3)), 1)  # rounded, so that cells lie on thresholds
SICK = (ROWS[:, 0] + ROWS[:, 1] > 0).astype(int)
THREE = np.where(ROWS[:, 2] > 0.8, 2, SICK)
NUMBERS = 3 * ROWS[:, 0] + ROWS[:, 1] ** 2


def saved(library: str, target, *, numbers: bool = False) -> tuple[str, object]:
    """The name of a model file, and the model."""
    import pandas as pd

    frame = pd.DataFrame(ROWS, columns=NAMES)
    module = pytest.importorskip("lightgbm" if library == "lightgbm" else library.split("-", maxsplit=1)[0])
    if library.startswith("xgboost"):
        model = (module.XGBRegressor if numbers else module.XGBClassifier)(n_estimators=5, max_depth=3)
        name = "model.ubj" if library.endswith("ubj") else "model.json"
        model.fit(frame, target).save_model(name)
    elif library == "lightgbm":
        model = (module.LGBMRegressor if numbers else module.LGBMClassifier)(n_estimators=5, max_depth=3, verbose=-1)
        name = "model.txt"
        model.fit(frame, target).booster_.save_model(name)
    else:
        make = module.CatBoostRegressor if numbers else module.CatBoostClassifier
        model = make(iterations=5, depth=3, verbose=0, allow_writing_files=False).fit(frame, target)
        name = "model.json"
        model.save_model(name, format="json")
    return name, model


LIBRARIES = ("xgboost-json", "xgboost-ubj", "lightgbm", "catboost")


@pytest.fixture
def table(folder):
    lines = [",".join((*map(str, row), str(sick))) for row, sick in zip(ROWS.tolist(), SICK.tolist(), strict=True)]
    (folder / "patients.csv").write_text("\n".join([",".join((*NAMES, "class")), *lines]) + "\n", encoding="utf-8")
    return "patients.csv"


@pytest.mark.parametrize("target", [SICK, THREE], ids=["two classes", "three classes"])
@pytest.mark.parametrize("library", LIBRARIES)
def test_a_file_predicts_every_row_as_the_model_does(folder, library, target):
    name, model = saved(library, target)
    found = ksdt_.import_model(name).ensemble
    assert [each.replace("_", " ") for each in found.attributes] == list(NAMES)
    assert np.abs(found.shares(ROWS) - model.predict_proba(ROWS)).max() < 1e-6
    assert (found.predict(ROWS) == np.ravel(model.predict(ROWS))).all()


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_file_predicts_numbers_as_the_model_does(folder, library):
    name, model = saved(library, NUMBERS, numbers=True)
    found = ksdt_.import_model(name).ensemble
    assert np.abs(found.predict(ROWS) - model.predict(ROWS)).max() < 1e-5


@pytest.mark.parametrize("library", LIBRARIES)
def test_errors_on_a_table_and_a_document_that_all_commands_read(ksdt, folder, table, library):
    name, model = saved(library, SICK)
    code, _, said = ksdt("import", name, "--table", table, "-o", "imported.json")
    assert code == 0, said
    found = made_of_one_table("imported.json")
    assert found.tested.error == pytest.approx(np.mean(np.ravel(model.predict(ROWS)) != SICK))
    assert found.tested.baseline == pytest.approx(min(SICK.mean(), 1 - SICK.mean()))
    assert np.abs(found.ensemble.shares(ROWS) - model.predict_proba(ROWS)).max() < 1e-6
    assert ksdt("show", "imported.json")[1].splitlines()[0] in said
    rules = json.loads(ksdt("rules", "imported.json", "--format", "json")[1])["rules"]
    assert len(rules) == sum(tree.tree.n_leaves for tree in found.trees)
    assert ksdt("rules", "imported.json")[1].count("\n") == len(rules)
    spectrum = json.loads(ksdt("spectrum", "imported.json")[1])
    assert np.diag(spectrum["gram"]) == pytest.approx([one["energy"] for one in spectrum["spectra"]])
    assert np.array(spectrum["gram"]) == pytest.approx(ksdt_.inner_products(found.trees))


@pytest.mark.parametrize("form", ["svg", "png", "pdf", "dot", "json", "html"])
def test_every_format_is_written(ksdt, folder, form):
    name, _ = saved("xgboost-json", SICK)
    assert ksdt("import", name, "-o", "imported.json")[0] == 0
    code, out, said = ksdt("export", "imported.json", "--format", form, "-o", "out")
    assert code == 0, said
    assert len(out.split()) == (1 if form in ("json", "html") else 5)
    starts = {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF", "dot": b"digraph", "json": b"{", "html": b"<!doc"}
    assert all((folder / path).read_bytes().startswith(starts[form]) for path in out.split())


def test_a_cell_on_a_threshold_is_said_to_go_where_it_goes(folder):
    """XGBoost sends x < a left and cuts at values of cells: 'x ≤ 0.9' would be wrong for a cell of 0.9."""
    from ksdt_core.studies.learning.model_words import tree_rules

    name, _ = saved("xgboost-json", SICK)
    for tree in ksdt_.import_model(name).trees:
        for conditions, adds in tree_rules(tree):
            tests = [part.rsplit(" ", 2) for part in conditions.split(" and ")]
            holds = np.ones(len(ROWS), dtype=bool)
            for attribute, sign, bound in tests:
                cells, number = ROWS[:, NAMES.index(attribute)], float(bound.replace("−", "-"))
                compared = {"<": cells < number, "≥": cells >= number, "≤": cells <= number, ">": cells > number}
                holds &= compared[sign]
            assert tree.at(ROWS[holds]) == pytest.approx(float(adds.replace("−", "-")), abs=5e-4)


def test_a_model_of_scikit_learn_becomes_the_same_document(ksdt, folder, table):
    from sklearn.ensemble import GradientBoostingClassifier

    model = GradientBoostingClassifier(n_estimators=4, max_depth=2).fit(ROWS, SICK)
    document = ksdt_.import_model(model, attributes=NAMES).to_document()
    (folder / "sklearn.json").write_text(json.dumps(document), encoding="utf-8")
    assert "4 trees" in ksdt("show", "sklearn.json")[1]
    found = made_of_one_table("sklearn.json").ensemble
    assert np.abs(found.shares(ROWS) - model.predict_proba(ROWS)).max() < 1e-9


class TestBadInput:
    def refused(self, ksdt, *arguments) -> str:
        code, out, said = ksdt("import", *arguments, "-o", "imported.json")
        assert (code, out, said.count("\n")) == (2, "", 1), said
        return said

    def test_a_pickle_is_never_opened(self, ksdt, folder):
        class Trap:
            def __reduce__(self):
                return (open, ("opened", "w"))

        (folder / "model.pkl").write_bytes(pickle.dumps(Trap()))
        assert "pickle" in self.refused(ksdt, "model.pkl")
        assert not (folder / "opened").exists()

    def test_other_files(self, ksdt, folder, table):
        (folder / "model.cbm").write_bytes(b"CBM1\x00")
        assert "format='json'" in self.refused(ksdt, "model.cbm")
        ksdt.refused("import", table, "-o", "imported.json", code="model-file-unknown")
        assert "cannot be read" in self.refused(ksdt, "nowhere.json")

    def test_classes_that_the_table_names_otherwise(self, ksdt, folder, table):
        name, _ = saved("xgboost-json", SICK)
        renamed = (folder / table).read_text("utf-8").replace(",1\n", ",sick\n").replace(",0\n", ",well\n")
        (folder / "named.csv").write_text(renamed, encoding="utf-8")
        assert "--classes" in self.refused(ksdt, name, "--table", "named.csv")
        assert ksdt("import", name, "--table", "named.csv", "--classes", "well,sick", "-o", "named.json")[0] == 0

    def test_a_table_without_a_column_of_the_model_or_with_words_in_it(self, ksdt, folder, table):
        name, _ = saved("xgboost-json", SICK)
        text = (folder / table).read_text("utf-8")
        (folder / "less.csv").write_text(text.replace("hdl", "ldl"), encoding="utf-8")
        assert "'hdl'" in self.refused(ksdt, name, "--table", "less.csv")
        lines = text.splitlines()
        words = [lines[0], *(f"old,{line.split(',', 1)[1]}" for line in lines[1:60]), *lines[60:]]
        (folder / "words.csv").write_text("\n".join(words), encoding="utf-8")
        assert "holds words" in self.refused(ksdt, name, "--table", "words.csv")

    def test_numbers_where_classes_are_wanted_and_the_reverse(self, ksdt, folder, table):
        name, _ = saved("xgboost-json", NUMBERS, numbers=True)
        (folder / "named.csv").write_text((folder / table).read_text("utf-8").replace(",1\n", ",sick\n"), "utf-8")
        assert "predicts numbers" in self.refused(ksdt, name, "--table", "named.csv")
        name, _ = saved("xgboost-json", SICK)
        head, *lines = (folder / table).read_text("utf-8").splitlines()
        more = [f"{head},dose", *(f"{line},{position}" for position, line in enumerate(lines))]
        (folder / "doses.csv").write_text("\n".join(more), encoding="utf-8")
        assert "--target" in self.refused(ksdt, name, "--table", "doses.csv", "--target", "dose")

    def test_several_targets(self, ksdt, folder):
        name, _ = saved("xgboost-json", ROWS[:, :2], numbers=True)
        assert "several targets" in self.refused(ksdt, name)

    def test_no_table_weighs_the_spectrum_of_a_model(self, ksdt, folder, table):
        name, _ = saved("xgboost-json", SICK)
        assert ksdt("import", name, "-o", "imported.json")[0] == 0
        ksdt.refused("spectrum", "imported.json", "--measure", "rows", code="not-for-models")

    def test_pruning_and_whole_reports_are_for_other_documents(self, ksdt, folder):
        name, _ = saved("xgboost-json", SICK)
        assert ksdt("import", name, "-o", "imported.json")[0] == 0
        assert ksdt("prune", "imported.json", "-o", "pruned.json")[0] == 2
        assert ksdt("export", "imported.json", "--format", "bundle", "-o", "out")[0] == 2

    @pytest.mark.parametrize("library", LIBRARIES)
    def test_damaged_files_are_read_or_refused(self, folder, library):
        name, _ = saved(library, SICK)
        data = (folder / name).read_bytes()
        n_refused = 0
        for place in random.integers(0, len(data), 60).tolist():
            damaged = data[:place] + b"9" + data[place + 9 :]
            try:
                read_model_file(name, damaged)
            except ksdt_.KsdtError:
                n_refused += 1
        assert n_refused > 0
