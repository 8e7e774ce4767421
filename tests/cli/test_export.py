"""`ksdt export`: files of every tree in a folder, all of them or none."""

from __future__ import annotations

import json
import zipfile

import pytest

from ksdt_core.cli.export import BUNDLE_LACKS, REPORT_LACKS
from tests.formats import made


@pytest.fixture
def result(folder) -> str:
    (folder / "result.json").write_text(json.dumps(made.full_document()), encoding="utf-8")
    return "result.json"


@pytest.mark.parametrize("format", ["svg", "png", "pdf", "dot", "json"])
def test_a_file_for_each_tree_and_one_for_the_set(ksdt, folder, result, format):
    code, out, error = ksdt("export", result, "--format", format, "-o", "new/figures")
    assert (code, error) == (0, "")
    written = sorted(path.name for path in (folder / "new" / "figures").iterdir())
    assert sorted(line.rpartition("/")[2] for line in out.splitlines()) == written
    assert sum(name.startswith("tree-1-age") for name in written) == (2 if format == "png" else 1)
    assert any(name.startswith("all-trees") for name in written)
    assert all(name.endswith(f".{format}") for name in written)


def test_options_reach_the_figure(ksdt, folder, result):
    for options in (["--width", "double"], ["--greyscale"], ["--dark"], ["--genes"]):
        assert ksdt("export", result, "-o", options[0].strip("-"), *options)[0] == 0
    read = {name: (folder / name / "tree-1-age.svg").read_text() for name in ("width", "greyscale", "dark", "genes")}
    assert 'width="180mm"' in read["width"]
    assert "#E69F00" not in read["greyscale"]
    assert "#12171D" in read["dark"]
    assert "italic" in read["genes"]
    assert "italic" not in read["width"]


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["result.json"], "--output"),
        (["result.json", "-o", "left.csv"], "left.csv"),
        (["result.json", "-o", "left.csv/deeper"], "left.csv"),
        (["result.json", "-o", "-"], "-o '-'"),
        (["result.json", "-o", "x", "--format", "gif"], "svg, png, pdf, dot"),
        (["result.json", "-o", "x", "--format", "bundle", "--dark"], "--dark"),
        (["result.json", "-o", "x", "--format", "bundle", "--left", "left.csv"], "--right"),
        (["result.json", "-o", "x", "--format", "html", "--dark"], "--dark"),
        (["result.json", "-o", "x", "--format", "html", "--left", "left.csv"], "--right"),
        (["result.json", "-o", "x", "--format", "report-pdf", "--dark"], "--dark"),
        (["result.json", "-o", "x", "--width", "huge"], "--width 'huge'"),
        (["result.json", "-o", "x", "--greyscale", "--dark"], "--dark"),
        (["gone.json", "-o", "x"], "gone.json"),
        (["left.csv", "-o", "x"], "left.csv"),
    ],
)
def test_mistakes_get_a_sentence_and_leave_no_folder(ksdt, folder, result, words, named, approved):
    before = sorted(folder.rglob("*"))
    code, out, error = ksdt("export", *words)
    assert (code, out) == (2, "")
    assert error.startswith("ksdt: ")
    assert error.count("\n") == 1
    assert named in error
    approved(error)
    assert sorted(folder.rglob("*")) == before


def test_old_files_are_replaced_whole(ksdt, folder, result):
    for _ in range(2):
        assert ksdt("export", result, "-o", "figures")[0] == 0
    assert not [path for path in (folder / "figures").iterdir() if path.suffix != ".svg"]


def test_a_bundle_of_a_mined_pair_has_rules_and_no_paths(ksdt, folder):
    tables = [str(folder / name) for name in ("left.csv", "right.csv")]
    assert ksdt("mine", *tables, "-k", "2", "-o", "mined.json")[0] == 0
    code, out, error = ksdt("export", "mined.json", "--format", "bundle", "-o", "out")
    assert (code, error, out.strip()) == (0, "", "out/ksdt-left-right.zip")
    with zipfile.ZipFile(folder / "out" / "ksdt-left-right.zip") as packed:
        assert "tables/rules.csv" in packed.namelist()
        assert str(folder) in (folder / "mined.json").read_text()
        texts = [name for name in packed.namelist() if not name.endswith((".png", ".pdf"))]
        assert [name for name in texts if str(folder) in packed.read(name).decode()] == []
        hashes = json.loads(packed.read("data-hashes.json"))
    assert hashes["left"]["as_read"] == json.loads((folder / "mined.json").read_text())["source"]["left"]["fingerprint"]


def test_a_bundle_without_its_tables_says_so(ksdt, folder, result):
    code, _, error = ksdt("export", result, "--format", "bundle", "-o", "out")
    assert code == 0
    assert error.startswith(f"ksdt: {BUNDLE_LACKS}: ")
    (packed,) = (folder / "out").iterdir()
    with zipfile.ZipFile(packed) as archive:
        assert "tables/rules.csv" not in archive.namelist()
        assert "Not included" in archive.read("README.txt").decode()


def test_a_report_of_a_mined_pair_is_one_file_with_evidence(ksdt, folder):
    tables = [str(folder / name) for name in ("left.csv", "right.csv")]
    assert ksdt("mine", *tables, "-k", "2", "-o", "mined.json")[0] == 0
    code, out, error = ksdt("export", "mined.json", "--format", "html", "-o", "out")
    assert (code, error, out.strip()) == (0, "", "out/ksdt-left-right.html")
    report = (folder / "out" / "ksdt-left-right.html").read_text(encoding="utf-8")
    assert 'class="finding' in report
    assert str(folder) not in report
    assert "left.csv" in report


def test_a_report_without_its_tables_says_so(ksdt, folder, result):
    code, _, error = ksdt("export", result, "--format", "html", "-o", "out", "--greyscale")
    assert code == 0
    assert error.startswith(f"ksdt: {REPORT_LACKS}: ")
    (report,) = (folder / "out").iterdir()
    assert report.suffix == ".html"
    assert "#E69F00" not in report.read_text(encoding="utf-8")


def test_a_report_as_pdf_is_one_file_beside_which_nothing_is_left(ksdt, folder):
    tables = [str(folder / name) for name in ("left.csv", "right.csv")]
    assert ksdt("mine", *tables, "-k", "2", "-o", "mined.json")[0] == 0
    code, out, error = ksdt("export", "mined.json", "--format", "report-pdf", "-o", "out")
    assert (code, error, out.strip()) == (0, "", "out/ksdt-left-right.pdf")
    assert [path.name for path in (folder / "out").iterdir()] == ["ksdt-left-right.pdf"]
    assert (folder / "out" / "ksdt-left-right.pdf").read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize(("format", "name"), [("html", "r.html"), ("report-pdf", "new/R.PDF"), ("bundle", "b.zip")])
def test_what_is_one_file_can_have_a_name_and_is_replaced_whole(ksdt, folder, result, format, name):
    for _ in range(2):
        code, out, _ = ksdt("export", result, "--format", format, "-o", str(folder / name))
        assert (code, out) == (0, f"{folder / name}\n")
        assert (folder / name).stat().st_size > 1000


def test_an_ending_of_another_format_is_a_folder(ksdt, folder, result):
    assert ksdt("export", result, "--format", "html", "-o", str(folder / "r.zip"))[0] == 0
    (report,) = (folder / "r.zip").iterdir()
    assert report.suffix == ".html"


def test_names_for_figures(ksdt, folder):
    assert ksdt("mine", "left.csv", "right.csv", "-k", "2", "-o", "named.json")[0] == 0
    trees = json.loads((folder / "named.json").read_text("utf-8"))["trees"]
    root = trees[0]["nodes"][0]["attribute"]
    (folder / "names.csv").write_text(f"name,shown\n{root},Marker & one\npos,diseased\n", encoding="utf-8")
    assert ksdt("export", "named.json", "--names", "names.csv", "-o", "named")[0] == 0
    drawn = "".join(path.read_text("utf-8") for path in (folder / "named").glob("*.svg"))
    assert "Marker &amp; one" in drawn
    assert "diseased" in drawn
    for text, said in (("a\n", "line 1"), (f"{root},x\n{root},y\n", "line 2"), ("pos,same\nneg,same\n", "same")):
        (folder / "bad.csv").write_text(text, encoding="utf-8")
        code, out, error = ksdt("export", "named.json", "--names", "bad.csv", "-o", "bad")
        assert (code, out) == (2, "")
        assert said in error
