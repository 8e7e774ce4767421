"""`ksdt check`: findings a person can read, and a command that works as it is printed."""

from __future__ import annotations

import json
import os
import re
import shlex

import numpy as np
import pandas as pd
import pytest

from ksdt_core.cli.check_text import NO_OPTION_FIXES
from ksdt_core.data import find_dataset, pair_datasets
from ksdt_core.data.matching.maps import read_attribute_map
from ksdt_core.data.matching.value_map_file import read_value_map
from ksdt_core.formats.result import parse_result, read_result
from ksdt_core.mining import mine
from tests.cli.running import in_process_of_its_own


@pytest.fixture
def sick_tables(folder):
    """Two tables with most of what can be wrong, of 60 and 50 rows."""
    random = np.random.default_rng(4)
    for name, n, unit, classes in (
        ("mice", 60, 1.0, ("died", "survived")),
        ("men", 50, 1000.0, ("relapse", "no relapse")),
    ):
        sick = np.arange(n) % (2 if name == "mice" else 5) == 0
        frame = pd.DataFrame(random.normal(size=(n, 8)), columns=[f"gene {i}" for i in range(8)])
        frame["gene 0"] += 3 * sick
        frame = frame * unit
        frame["gene 7"] = frame["gene 1"]
        frame.loc[3, "gene 2"] = np.nan
        frame["patient,id"] = [f"{name}{row}" for row in range(n)]
        frame["class"] = np.where(sick, *classes)
        if name == "men":
            frame.columns = [column.upper() for column in frame.columns]
            frame = frame.rename(columns={"CLASS": "outcome"})
        frame.to_csv(folder / f"{name}.csv", index=False)
    return folder


SICK = ("check", "mice.csv", "men.csv", "--right-target", "outcome")


def command_in(out: str) -> list[str]:
    """The words of the command that a checkup ends with."""
    return shlex.split(out.rstrip().splitlines()[-1])


def test_findings_by_level_each_with_its_remedy_and_the_command_at_the_end(ksdt, sick_tables):
    code, out, error = ksdt(*SICK)
    assert (code, error) == (0, "")
    parts = [out.index(heading) for heading in ("Problems:", "Warnings:", "Notes", "Mine the pair with:")]
    assert parts == sorted(parts)
    for remedy in (
        "→ --class-map 'no relapse=survived,relapse=died'",
        "→ --missing common",
        "→ --scale rank",
        "→ --balance",
        """→ --exclude '"patient,id"'""",
        "→ --exclude 'gene 7'",
    ):
        assert remedy in out
    assert max(map(len, out.splitlines()[:-1])) <= 100


def test_a_suggested_conversion_comes_on_top_of_the_one_that_was_asked_for(ksdt, folder):
    """The printed command once had the suggested conversion alone."""
    random = np.random.default_rng(0)
    for name, unit in (("north", 1 / 38.67), ("south", 1.0)):
        classes, dose = np.arange(80) % 2, random.normal(3, 1, 80)
        chol = (random.normal(190, 30, 80) + 30 * classes) * unit
        rows = "".join(f"{a:.3f},{b:.3f},{('well', 'ill')[c]}\n" for a, b, c in zip(chol, dose, classes, strict=True))
        (folder / f"{name}.csv").write_text(f"chol,dose,class\n{rows}", "utf-8")
    code, out, _ = ksdt("check", "north.csv", "south.csv", "--convert", "both:dose=*2", "--json")
    words = shlex.split(json.loads(out)["command"])
    assert (code, words[words.index("--convert") + 1]) == (0, "both:dose=*2,left:chol=*38.67")
    assert ksdt(*words[1:])[0] == 0


def test_the_command_works_as_it_is_printed(ksdt, sick_tables):
    """Whoever follows only what is printed gets a mined, documented set."""
    words = command_in(ksdt(*SICK)[1])
    assert words[:2] == ["ksdt", "mine"]
    code, out, _ = ksdt(*words[1:])
    assert (code, out) == (0, "")
    result = read_result(sick_tables / "mice-men.json")
    assert result.tree_set.settings.exclude == ("gene 7", "patient,id")
    assert (result.tree_set.settings.scale, result.tree_set.settings.balance) == ("rank", True)
    assert {tree.tree.attributes[tree.tree.attribute[0]] for tree in result.tree_set.trees} >= {"gene 0"}


def test_what_was_asked_for_stays_in_the_command_and_is_no_warning_any_more(ksdt, sick_tables):
    asked = ("--class-map", "relapse=died,no relapse=survived", "--scale", "zscore", "--missing", "class-common")
    code, out, _ = ksdt(*SICK, *asked, "--balance", "--seed", "7", "--json")
    assert code == 0
    document = json.loads(out)
    words = shlex.split(document["command"])
    for option, value in zip(asked[::2], asked[1::2], strict=True):
        assert words[words.index(option) + 1] == value
    assert {"--balance", "--seed", "--exclude"} <= set(words)
    levels = {finding["code"]: finding["level"] for finding in document["findings"]}
    assert levels["scales-differ"] == levels["missing-cells"] == levels["class-ratios"] == "info"
    assert "class-names" not in levels


def test_a_healthy_pair_needs_nothing(ksdt):
    code, out, error = ksdt("check", "cmc-working", "cmc-at-home")
    assert (code, error) == (0, "")
    assert "Errors" not in out
    assert "Warnings" not in out
    assert command_in(out) == ["ksdt", "mine", "cmc-working", "cmc-at-home", "-o", "cmc-working-cmc-at-home.json"]


def test_the_document_for_programs(ksdt, sick_tables):
    code, out, _ = ksdt(*SICK, "--json", "-o", "check.json")
    assert (code, out) == (0, "")
    document = json.loads((sick_tables / "check.json").read_text(encoding="utf-8"))
    assert document["format"] == "ksdt-check/1"
    assert {"level", "code", "what", "where", "remedy", "options", "heading", "details", "n_details"} == set(
        document["findings"][0]
    )
    assert shlex.split(document["command"])[:2] + list(SICK[1:]) == shlex.split(document["command"])[:6]


def test_text_goes_to_a_file_too(ksdt, sick_tables):
    shown = ksdt(*SICK)[1]
    assert ksdt(*SICK, "-o", "check.txt") == (0, "", "")
    assert (sick_tables / "check.txt").read_text(encoding="utf-8") == shown


@pytest.mark.parametrize("broken", ["none.csv", "empty.csv", "left.csv --target nothing", "left.csv --class-map x"])
def test_what_cannot_be_read_is_one_sentence(ksdt, folder, broken):
    (folder / "empty.csv").write_text("", encoding="utf-8")
    code, out, error = ksdt("check", "right.csv", *broken.split(), "-o", "check.txt")
    assert (code, out) == (2, "")
    assert re.fullmatch(r"ksdt: [^\n]+[.?]\n", error)
    assert not (folder / "check.txt").exists()


def test_a_pair_that_cannot_be_matched_is_a_finding_not_a_failure(ksdt, approved):
    code, out, error = ksdt("check", "play-tennis", "credit-risk", "--what-if")
    assert (code, error) == (0, "")
    assert NO_OPTION_FIXES in out
    assert "use --class-map." in " ".join(out.split())
    approved(out)


def test_suggested_matches_are_written_to_be_used(ksdt, folder, approved):
    text = (folder / "right.csv").read_text(encoding="utf-8")
    (folder / "other.csv").write_text(text.replace("height,age,colour", "heigth,alter,color"), encoding="utf-8")
    code, out, _ = ksdt("check", "left.csv", "other.csv")
    assert code == 0
    assert "--write-map" in out
    assert NO_OPTION_FIXES in out
    code, out, _ = ksdt("check", "left.csv", "other.csv", "--write-map", "matches.csv")
    assert code == 0
    assert next(line for line in out.splitlines() if "matches.csv" in line).startswith("2 ")
    approved(out)
    assert read_attribute_map(folder / "matches.csv") == {"heigth": "height", "color": "colour"}
    assert NO_OPTION_FIXES not in out
    code, _, error = ksdt(*command_in(out)[1:])
    assert (code, error) == (0, "")
    again = json.loads(ksdt("check", "left.csv", "other.csv", "--attribute-map", "matches.csv", "--json")[1])
    assert {found["code"]: found["n_details"] for found in again["findings"]}["assumed-matches"] == 2
    assert "--attribute-map matches.csv" in again["command"]


def test_suggestions_come_to_what_the_map_says_already(ksdt, folder):
    text = (folder / "right.csv").read_text(encoding="utf-8")
    (folder / "other.csv").write_text(text.replace("height,age", "heigth,alter"), encoding="utf-8")
    (folder / "map.csv").write_text("age,alter\n", encoding="utf-8")
    ksdt("check", "left.csv", "other.csv", "--attribute-map", "map.csv", "--write-map", "more.csv")
    assert read_attribute_map(folder / "more.csv") == {"alter": "age", "heigth": "height"}


def test_what_if_ranks_the_mappings_and_the_command_takes_the_best(ksdt, sick_tables, approved):
    code, out, _ = ksdt(*SICK, "--what-if", "-k", "1", "--permutations", "9", "--json")
    assert code == 0
    document = json.loads(out)
    best, other = document["what_if"]
    assert best["class_map"] == {"no relapse": "survived", "relapse": "died"}
    assert (best["p_value"], other["p_value"] > 0.1) == (0.1, True)
    assert document["what_if_problem"] is None
    assert "'no relapse=survived,relapse=died'" in document["command"]
    code, out, _ = ksdt(*SICK, "--what-if", "-k", "1")
    assert code == 0
    (heading, best_line) = re.findall(r"^(?:\S.*SDTSQ.*| +0\.\d{3}  .*, relapse is died)$", out, re.MULTILINE)
    assert ("survived" in best_line, out.index(heading) < out.index(best_line)) == (True, True)
    approved(heading)


def test_what_if_mines_as_the_command_would(ksdt, folder):
    code, out, _ = ksdt("check", "left.csv", "right.csv", "--what-if", "-k", "2", "--json")
    assert code == 0
    document = json.loads(out)
    words = shlex.split(document["command"])
    how = {"balance": "--balance" in words, "scale": "rank" if "--scale" in words else "none"}
    pair = pair_datasets(find_dataset("left.csv"), find_dataset("right.csv"), **how)
    same_names = next(entry for entry in document["what_if"] if entry["class_map"] == {"neg": "neg", "pos": "pos"})
    assert same_names["scores"] == mine(pair, k=2).scores.to_document()


def test_reading_options_reach_the_reader_and_the_command(ksdt, folder):
    for name, mark in (("a", ";"), ("b", "\t")):
        rows = "\n".join(f"{n % 7}{mark}{n % 3}{mark}{n}" for n in range(40))
        (folder / f"{name}.csv").write_text(f"x{mark}größe{mark}quality\n{rows}\n", encoding="latin-1")
    reading = ("--target", "quality", "--cut", "20", "--encoding", "latin-1", "--max-rows", "50")
    code, out, _ = ksdt("check", "a.csv", "b.csv", *reading)
    assert code == 0
    assert "< 20 20, >= 20 20" in out
    words = command_in(out)
    assert words[4:12] == list(reading)
    assert ksdt(*words[1:])[0] == 0
    assert parse_result((folder / "a-b.json").read_bytes()).tree_set.pair.class_names == ("< 20", ">= 20")
    code, _, error = ksdt("check", "a.csv", "b.csv", "--target", "quality", "--max-rows", "30")
    assert (code, "more than 30 rows" in error) == (2, True)
    uncut = ksdt("check", "a.csv", "b.csv", "--target", "quality")[1]
    assert "→ --cut 19.5" in uncut
    assert ksdt(*command_in(uncut)[1:])[0] == 0


def test_cuts_and_sheets_of_one_side(ksdt, folder):
    rows = pd.DataFrame({"x": np.arange(40.0) % 7, "quality": np.arange(40.0)})
    with pd.ExcelWriter(folder / "book.xlsx") as book:
        rows.to_excel(book, sheet_name="first", index=False)
        rows.assign(quality=rows.quality * 10).to_excel(book, sheet_name="second", index=False)
    sides = ("--left-sheet", "first", "--right-sheet", "second", "--left-cut", "20", "--right-cut", "200")
    maps = ("--class-map", "< 200=< 20,>= 200=>= 20")
    code, out, _ = ksdt("check", "book.xlsx", "book.xlsx", "--target", "quality", *sides, *maps)
    assert code == 0
    assert "class-names" not in out
    assert "Errors" not in out
    assert ksdt(*command_in(out)[1:])[0] == 0
    code, _, error = ksdt("check", "book.xlsx", "book.xlsx", "--target", "quality", "--left-cut", "much")
    assert (code, "--cut 'much'" in error) == (2, True)


def test_a_sheet_and_an_encoding_for_all_are_meant_for_files(ksdt, folder):
    rows = pd.DataFrame({"LOC_TOTAL": np.arange(40.0), "class": ["clean", "defect"] * 20})
    rows.to_excel(folder / "book.xlsx", sheet_name="cells", index=False)
    assert ksdt("check", "book.xlsx", "cm1", "--sheet", "cells", "--encoding", "utf-16")[0] == 0
    ksdt.refused("check", "cm1", "book.xlsx", "--left-sheet", "cells", code="no-sheets", sheet="cells")


def test_inputs_are_not_overwritten(ksdt, folder):
    before = (folder / "left.csv").read_bytes()
    for option in ("-o", "--write-map"):
        code, _, error = ksdt("check", "left.csv", "right.csv", option, "left.csv")
        assert (code, "left.csv" in error) == (2, True)
    assert (folder / "left.csv").read_bytes() == before


def test_names_that_steer_a_terminal_are_shown_as_escapes(ksdt, folder):
    header = (folder / "left.csv").read_text(encoding="utf-8").replace("age", '"ag\x1b[31me"')
    (folder / "odd.csv").write_text(header, encoding="utf-8")
    code, out, _ = ksdt("check", "odd.csv", "right.csv")
    assert code == 0
    assert "\x1b" not in out
    assert "ag\\x1b[31me" in out


@pytest.mark.skipif(os.name != "posix", reason="file names are text on this system")
def test_a_file_name_that_is_no_text(folder):
    name = os.fsdecode(b"t\xff.csv")
    (folder / name).write_bytes((folder / "left.csv").read_bytes())
    for more in ((), ("--json",)):
        done = in_process_of_its_own("check", name, "right.csv", *more, cwd=folder)
        assert (done.returncode, done.stderr) == (0, b"")


def test_help_has_an_example_that_works(ksdt):
    code, out, _ = ksdt("check", "--help")
    assert code == 0
    example = re.search(r"Example: ksdt (.*)", out)
    assert example
    assert ksdt(*shlex.split(example[1]))[0] == 0


@pytest.fixture
def two_clinics(folder):
    """Tables of two clinics: names, values and classes written differently, a number for each patient."""
    random = np.random.default_rng(8)
    for name, n in (("north", 60), ("south", 70)):
        north, sick = name == "north", np.arange(n) % 2 == 0
        smoker, sex = random.random(n) < 0.2 + 0.5 * sick, random.random(n) < 0.5
        frame = pd.DataFrame(
            {
                "patient" if north else "Pat-ID": random.choice(9000, n, replace=False) + 1000,
                "age": random.integers(20, 90, n),
                "bmi" if north else "Body mass index": np.round(random.normal(25 + 4 * sick, 3, n), 1),
                "cholest" if north else "cholesterol": np.round(random.normal(5 + sick, 1, n), 2),
                "smoker": np.where(smoker, *(("yes", "no") if north else ("Y", "N"))),
                "sex" if north else "SEX_": np.where(sex, *(("male", "female") if north else ("M", "F"))),
                "class": np.where(sick, *(("ill", "healthy") if north else ("positive", "negative"))),
            }
        )
        frame.loc[3, "cholest" if north else "age"] = np.nan
        frame.to_csv(folder / f"{name}.csv", index=False)
    return folder


CLINICS = ("check", "north.csv", "south.csv")


def test_the_command_goes_with_the_maps_just_written_and_with_what_was_asked(ksdt, two_clinics, approved):
    asked = ("--scale", "rank", "--seed", "7", "--write-map", "names.csv", "--write-value-map", "values.csv")
    code, out, error = ksdt(*CLINICS, *asked)
    assert (code, error) == (0, "")
    assert read_attribute_map(two_clinics / "names.csv") == {"cholesterol": "cholest"}
    assert read_value_map(two_clinics / "values.csv") == {
        "smoker": {"N": "no", "Y": "yes"},
        "sex": {"F": "female", "M": "male"},
    }
    told = out[out.rindex("\n\n") :]
    assert [told.count(name) > 0 for name in ("names.csv", "values.csv", "'cholest'", "'bmi'")] == [True] * 4
    approved(told)
    words = command_in(out)
    for option, value in (
        ("--attribute-map", "names.csv"), ("--value-map", "values.csv"), ("--scale", "rank"), ("--seed", "7"),
        ("--missing", "common"), ("--class-map", "negative=healthy,positive=ill"),
    ):  # fmt: skip
        assert words[words.index(option) + 1] == value
    assert "--exclude" not in words
    code, _, error = ksdt(*words[1:])
    assert (code, error) == (0, "")
    result = read_result(two_clinics / "north-south.json")
    assert result.document["pair"]["value_map"]["smoker"] == {"N": "no", "Y": "yes"}
    assert dict(result.tree_set.pair.values) == {"smoker": ("no", "yes"), "sex": ("female", "male")}
    shown = ksdt("show", "north-south.json")[1]
    approved("\n".join(line for line in shown.splitlines() if "N is no, Y is yes" in line))
    code, _, error = ksdt("rules", "north-south.json")  # which reads both tables again
    assert (code, error) == (0, "")


def test_values_that_the_map_says_already_stay_in_it(ksdt, two_clinics):
    (two_clinics / "mine.csv").write_text("smoker,no,Y\n", encoding="utf-8")
    out = ksdt(*CLINICS, "--value-map", "mine.csv", "--write-value-map", "more.csv")[1]
    found = read_value_map(two_clinics / "more.csv")
    assert found["smoker"]["Y"] == "no"
    assert found["sex"] == {"F": "female", "M": "male"}
    assert "--value-map more.csv" in out
    assert ksdt("check", "north.csv", "north.csv", "--write-value-map", "none.csv")[0] == 0
    assert not (two_clinics / "none.csv").exists()


@pytest.mark.parametrize(
    ("options", "code", "named"),
    [
        (("--write-map", "-"), "map-not-a-file", ("--write-map",)),
        (
            ("--write-map", "a.csv", "--write-value-map", "a.csv"),
            "outputs-are-one-file",
            ("--write-map", "--write-value-map", "'a.csv'"),
        ),
        (("--value-map", "nowhere.csv"), "unreadable-map", ("'nowhere.csv'",)),
        (("--write-value-map", "south.csv"), "output-is-an-input", ("'south.csv'",)),
    ],
)
def test_maps_that_cannot_be_read_or_written(ksdt, two_clinics, options, code, named):
    said = ksdt.refused(*CLINICS, *options, code=code)
    assert [name for name in named if name not in said] == []


def test_a_suggested_class_map_goes_on_top_of_the_one_given(ksdt, two_clinics):
    words = command_in(ksdt(*CLINICS, "--class-map", "positive=bad")[1])
    renamed = dict(item.split("=") for item in words[words.index("--class-map") + 1].split(","))
    assert (renamed["positive"], renamed["negative"]) == ("ill", "healthy")
    assert ksdt(*words[1:])[0] == 0


def test_what_was_compared_is_mined(ksdt, two_clinics):
    words = command_in(ksdt(*CLINICS, "--what-if", "-k", "2", "--missing", "common")[1])
    assert words[words.index("-k") + 1] == "2"
    assert ksdt(*words[1:])[0] == 0


def test_a_value_that_is_not_there_is_one_sentence(ksdt, two_clinics, approved):
    (two_clinics / "bad.csv").write_text("smoker,yes,J\n", encoding="utf-8")
    said = ksdt.refused(
        *("mine", "north.csv", "south.csv", "--class-map", "negative=healthy,positive=ill", "--value-map", "bad.csv"),
        code="value-map-value",
        value="J",
        attribute="smoker",
        table="south",
    )
    assert "'N', 'Y'" in said
    (finding,) = (
        found
        for found in json.loads(ksdt(*CLINICS, "--value-map", "bad.csv", "--json")[1])["findings"]
        if found["code"] == "value-map"
    )
    assert "'J'" in finding["what"]
    approved(finding["remedy"])
