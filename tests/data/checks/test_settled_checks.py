"""Checks of sparse columns, codes, units, placeholders, leaks, and the same people in both tables."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from ksdt_core.data import Preparation, dataset_from_frame, pair_datasets
from ksdt_core.data.checks import deciding
from ksdt_core.data.checks.checkup import Checkup, check_pair
from ksdt_core.data.checks.deciding import NEARLY, area_bounds, average_ranks, class_strength, may_decide
from ksdt_core.data.checks.profile import profile_of
from ksdt_core.errors import Remedy
from ksdt_core.text import percent
from tests.approved import Approved
from tests.data.checks.plain import LEFT, RIGHT, checked, found, names, only, table

N = len(LEFT)
RANDOM = np.random.default_rng(11)


def with_gaps(share: float, seed: int = 3) -> Any:
    cells = np.random.default_rng(seed).normal(size=N)
    cells[: round(share * N)] = np.nan
    return cells


def test_sparse_columns_are_told_one_by_one_with_their_shares(approved: Approved) -> None:
    checkup = checked({"ca": with_gaps(0.1), "thal": with_gaps(0.5)}, {"ca": with_gaps(0.99), "thal": with_gaps(0.0)})
    finding = only(checkup, "sparse-columns")
    assert finding.level == "info"
    assert finding.details == (("ca", percent(0.1), percent(0.99)), ("thal", percent(0.5), percent(0)))
    approved(finding.what)
    assert found(checked({"ca": with_gaps(0.1)}, {"ca": with_gaps(0.2)}), "sparse-columns") == []


def test_keeping_sparse_columns_is_a_warning_with_the_way_back(approved: Approved) -> None:
    kept = Preparation(missing="common", max_missing=1)
    finding = only(checked({"ca": with_gaps(0.5)}, {"ca": with_gaps(0.0)}, preparation=kept), "sparse-columns")
    assert (finding.level, finding.remedies) == ("warning", (Remedy("max_missing", "0.2"),))
    approved(finding.what)


def test_sparse_columns_that_are_kept_are_told_of_beside_those_that_are_excluded() -> None:
    """With a limit of 50 %, nothing was said of a column with 40 % filled cells as soon as another was excluded."""
    half = Preparation(missing="common", max_missing=0.5)
    gaps = {"ca": with_gaps(0.4), "thal": with_gaps(0.9)}
    kept, excluded = found(checked(gaps, gaps, preparation=half), "sparse-columns")
    assert [(one.level, names(one)) for one in (kept, excluded)] == [("warning", ["ca"]), ("info", ["thal"])]


def test_a_share_that_exceeds_the_limit_does_not_read_like_it() -> None:
    gaps = {"ca": with_gaps(50 / N)}
    said = only(checked(gaps, gaps, preparation=Preparation(max_missing=0.416)), "sparse-columns").what
    assert percent(0.416) == percent(50 / N)
    assert f"{percent(50 / N, 1)} missing" in said


def test_what_is_left_of_the_gaps_is_to_be_filled() -> None:
    """Excluding the sparse column, and filling the rest, is what the remedies of the check come to."""
    checkup = checked({"ca": with_gaps(0.5), "bp": with_gaps(0.1)}, {"ca": LEFT.age, "bp": LEFT.age})
    cells = only(checkup, "missing-cells")
    assert (cells.level, names(cells), cells.remedies) == ("error", ["bp"], (Remedy("missing", "common"),))


def test_filling_by_class_warns_that_it_uses_the_outcome() -> None:
    gaps = {"bp": with_gaps(0.1)}
    by_class = checked(gaps, gaps, preparation=Preparation(missing="class-common"))
    assert only(by_class, "filled-by-class").level == "warning"
    assert found(checked(gaps, gaps, preparation=Preparation(missing="common")), "filled-by-class") == []
    assert found(checked(preparation=Preparation(missing="class-common")), "filled-by-class") == []


def test_codes_are_listed() -> None:
    codes = {"sex": np.arange(N) % 2, "pain": 1 + np.arange(N) % 4}
    finding = only(checked(codes, codes), "codes")
    assert finding.details == (("sex", "0, 1"), ("pain", "1, 2, 3, 4"))
    assert found(checked(), "codes") == []


@pytest.mark.parametrize(
    ("name", "left", "right", "item"),
    [
        ("chol", RANDOM.normal(5.2, 1.0, N), RANDOM.normal(205, 40, N), "left:chol=*38.67"),
        ("chol", RANDOM.normal(205, 40, N), RANDOM.normal(5.2, 1.0, N), "right:chol=*38.67"),
        ("glucose", RANDOM.normal(5.5, 1, N), RANDOM.normal(99, 18, N), "left:glucose=*18.02"),
        ("temp", RANDOM.normal(98.4, 1.2, N), RANDOM.normal(36.9, 0.7, N), "right:temp=*1.8+32"),
        ("weight", RANDOM.normal(75, 10, N), RANDOM.normal(166, 22, N), "left:weight=*2.2046"),
        ("height", RANDOM.normal(67, 3, N), RANDOM.normal(171, 8, N), "left:height=*2.54"),
        ("height", RANDOM.normal(171, 8, N), RANDOM.normal(1.72, 0.08, N), "right:height=*100"),
    ],
)
def test_units_that_differ_by_a_known_factor_are_offered(name: str, left: Any, right: Any, item: str) -> None:
    checkup = checked({name: left}, {name: right})
    finding = only(checkup, "units-differ")
    assert (finding.level, finding.remedies) == ("warning", (Remedy("convert", (item,)),))
    assert found(checkup, "scales-differ") == []
    after = checked({name: left}, {name: right}, preparation=Preparation(convert=(item,)))
    assert found(after, "units-differ") == found(after, "scales-differ") == []


@pytest.mark.parametrize("scale", ["rank", "zscore"])
def test_units_that_a_scale_makes_irrelevant_are_no_warning(scale: str) -> None:
    """A report under ranks warned of °C and °F, although a linear conversion changes no rank and no z-score."""
    columns = {"temp": RANDOM.normal(98.4, 1.2, N)}, {"temp": RANDOM.normal(36.9, 0.7, N)}
    finding = only(checked(*columns, preparation=Preparation(scale=scale)), "units-differ")
    assert (finding.level, finding.remedies) == ("info", ())
    assert finding.perhaps == (Remedy("convert", ("right:temp=*1.8+32",)),)


def test_units_that_only_the_values_speak_for_are_a_guess() -> None:
    finding = only(checked({"x7": RANDOM.normal(5.2, 1, N)}, {"x7": RANDOM.normal(201, 38.67, N)}), "units-differ")
    assert (finding.remedies, finding.perhaps) == ((), (Remedy("convert", ("left:x7=*38.67",)),))


def test_negative_values_are_no_amounts_in_other_units() -> None:
    """The expression of the gene ALB was said to be in kg in one cohort and in lb in the other."""
    left, right = np.append(RANDOM.normal(5.2, 1, N - 1), -2.0), RANDOM.normal(201, 38.67, N)
    assert found(checked({"x7": left}, {"x7": right}), "units-differ") == []
    assert found(checked({"chol": left}, {"chol": right}), "units-differ") != []  # here the name says so, too


@pytest.mark.parametrize("right", [RANDOM.normal(5.4, 1, N), RANDOM.normal(60, 4, N), RANDOM.normal(5200, 700, N)])
def test_other_differences_are_not_a_matter_of_known_units(right: Any) -> None:
    assert found(checked({"chol": RANDOM.normal(5.2, 1, N)}, {"chol": right}), "units-differ") == []


def test_a_conversion_that_cannot_be_made_is_an_error_of_the_check() -> None:
    finding = only(checked(preparation=Preparation(convert=("colour=*2",))), "converts-text")
    assert finding.level == "error"


def test_one_implausible_number_in_every_row_may_stand_for_missing_values() -> None:
    measured = RANDOM.normal(230, 40, N)
    finding = only(checked({"chol": measured}, {"chol": np.zeros(N)}), "possibly-missing")
    assert (finding.level, finding.where, names(finding)) == ("warning", "R", ["chol"])
    assert finding.remedies == (Remedy("exclude", ("chol",)),)
    for plausible in (np.zeros(N), np.full(N, 230.0)):
        other = RANDOM.integers(0, 2, N) if plausible[0] == 0 else measured
        assert found(checked({"x": other}, {"x": plausible}), "possibly-missing") == []


def grades(seed: int, noise: float) -> pd.DataFrame:
    """A grade that follows the outcome but for noise."""
    random = np.random.default_rng(seed)
    final = random.normal(10, 3, N)
    frame = pd.DataFrame({"age": random.normal(size=N), "before": final + random.normal(0, noise, N)})
    frame["class"] = np.where(final >= 10, "pass", "fail")
    return frame


@pytest.mark.parametrize(("noise", "told"), [(0.6, True), (3.0, False)])
def test_an_attribute_that_alone_nearly_decides_the_class(noise: float, told: bool) -> None:
    tables = [dataset_from_frame(grades(seed, noise), "class", name) for seed, name in ((1, "L"), (2, "R"))]
    findings = found(check_pair(*tables), "nearly-decides")
    assert [list(names(one)) for one in findings] == ([["before"]] if told else [])
    assert all((one.level, one.perhaps) == ("warning", (Remedy("exclude", ("before",)),)) for one in findings)


def test_the_strength_of_an_attribute_is_its_area_under_the_curve() -> None:
    from sklearn.metrics import roc_auc_score

    made = table(LEFT, "L", dose=np.round(LEFT.age * 2))
    strength = class_strength(profile_of(made))
    for column, name in enumerate(made.attributes):
        if made.categories[column] is None:
            area = roc_auc_score(LEFT["class"] == "sick", made.values[:, column])
            assert strength[column] == pytest.approx(max(area, 1 - area)), name


@given(
    rows=hnp.arrays(np.float64, st.tuples(st.integers(1, 3), st.just(12)), elements=st.integers(-3, 3)),
    classes=hnp.arrays(np.intp, 12, elements=st.integers(0, 2)),
)
def test_no_area_is_larger_than_its_bound(rows: np.ndarray, classes: np.ndarray) -> None:
    made = pd.DataFrame(rows.T, columns=[f"x{number}" for number in range(rows.shape[0])])
    made["class"] = np.array(["a", "b", "c"])[classes]
    if len(set(made["class"])) < 2:
        return
    profile = profile_of(dataset_from_frame(made, "class", "L"))
    strength, bounds = class_strength(profile), area_bounds(rows, classes)
    assert (bounds[~profile.constant] >= strength[~profile.constant] - 1e-12).all()
    assert (strength[~may_decide(profile)] < NEARLY).all()


def test_columns_that_cannot_decide_are_not_ranked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ranking 20,000 columns of noise took half of the time in which a wide table was read and checked."""
    monkeypatch.setattr(deciding, "average_ranks", lambda rows: pytest.fail(f"{len(rows)} columns ranked"))
    tables = [dataset_from_frame(grades(seed, 30.0), "class", name) for seed, name in ((1, "L"), (2, "R"))]
    assert found(check_pair(*tables), "nearly-decides") == []


def test_ranks_share_the_mean_of_ties() -> None:
    cells = RANDOM.integers(0, 4, (3, 20)).astype(float)
    expected = pd.DataFrame(cells).rank(axis=1).to_numpy()
    np.testing.assert_array_equal(average_ranks(cells), expected)


def people(seed: int, n: int = 150) -> pd.DataFrame:
    random = np.random.default_rng(seed)
    frame = pd.DataFrame({f"q{number}": random.integers(0, 4, n) for number in range(16)})
    frame["class"] = np.where(random.random(n) < 0.5, "a", "b")
    return frame


def test_a_text_that_nearly_decides_the_class_has_no_area_under_a_curve() -> None:
    """0.95, the limit from which an attribute is told of, was listed as its area."""
    tables = []
    for seed, name in ((1, "L"), (2, "R")):
        frame = people(seed)
        errs = np.arange(len(frame)) % 20 == 0
        frame["said"] = np.where((frame["class"] == "a") ^ errs, "yes", "no")
        tables.append(dataset_from_frame(frame, "class", name))
    assert only(check_pair(*tables), "nearly-decides").details == (("said", "–"),)


def twice(share: float) -> Checkup:
    """The right table has this share of the people of the left one, three of their answers being others."""
    left, right = people(1), people(2)
    same = round(share * len(left))
    right.iloc[:same, 3:16] = left.iloc[:same, 3:16]
    return check_pair(dataset_from_frame(left, "class", "L"), dataset_from_frame(right, "class", "R"))


def test_rows_that_agree_in_most_columns_are_told() -> None:
    finding = only(twice(0.3), "rows-nearly-in-both")
    assert finding.level == "warning"
    assert {(row, row) for row in range(1, 46)} <= {row[:2] for row in finding.details}
    assert finding.n_details <= 48  # 45 of them, and hardly any by chance
    assert found(twice(0.0), "rows-nearly-in-both") == []
    assert found(checked(), "rows-nearly-in-both") == []


def patients(seed: int, n: int) -> pd.DataFrame:
    random = np.random.default_rng(seed)
    measured = {"chol": (5.3, 1.0, 2), "glucose": (5.6, 1.1, 1), "temp": (37.0, 0.5, 1), "weight": (78.0, 13.0, 1)}
    frame = pd.DataFrame({name: random.normal(mean, sd, n).round(d) for name, (mean, sd, d) in measured.items()})
    frame["age"], frame["pulse"] = random.normal(58, 12, n).round(), random.normal(140, 20, n).round()
    frame["class"] = np.where(random.random(n) < 0.5, "a", "b")
    return frame


def in_two_units(n_same: int) -> Checkup:
    """Some patients of a small table stand in a large one, too, in its units, rounded, one cell being another."""
    left, right = patients(1, 160), patients(2, 400)
    for row in range(n_same):
        right.iloc[7 * row, 1:] = left.iloc[row, 1:]
    right["chol"], right["glucose"] = (right["chol"] * 38.67).round(), (right["glucose"] * 18.016).round()
    right["temp"], right["weight"] = (right["temp"] * 1.8 + 32).round(1), (right["weight"] * 2.2046).round(1)
    tables = [dataset_from_frame(frame, "class", name) for frame, name in ((left, "L"), (right, "R"))]
    (remedy,) = only(check_pair(*tables), "units-differ").remedies
    return check_pair(*tables, preparation=Preparation(convert=remedy.values))


def test_people_in_both_tables_are_told_of_though_the_units_differ() -> None:
    """12 of 160 patients are 3 % of the larger table, and no converted cell is the very number of the other table."""
    finding = only(in_two_units(12), "rows-nearly-in-both")
    assert {(row + 1, 7 * row + 1) for row in range(12)} == {row[:2] for row in finding.details}
    assert found(in_two_units(0), "rows-nearly-in-both") == []


def test_the_offered_conversion_makes_the_pair_comparable() -> None:
    left = table(LEFT, "L", chol=RANDOM.normal(5.2, 1.0, N))
    right = table(RIGHT, "R", chol=RANDOM.normal(205, 40, N))
    (remedy,) = only(check_pair(left, right), "units-differ").remedies
    pair = pair_datasets(left, right, convert=remedy.values)
    at = pair.attributes.index("chol")
    assert abs(np.median(pair.left.original[:, at]) - np.median(pair.right.original[:, at])) < 20


@pytest.mark.parametrize(
    ("name", "values", "factor", "item"),
    [
        ("weight", (72, 14), 2.2046, "left:weight=*2.2046"),
        ("bili", (1.4, 0.8), 17.1, "left:bili=*17.1"),
        ("albumin", (3.5, 0.4), 10, "left:albumin=*10"),
        ("x7", (3.5, 0.4), 10, None),
    ],
)
def test_units_of_hospitals_are_known_by_their_names(name, values, factor, item) -> None:
    """Weights in kg and in lb overlap; a factor of ten needs a name that speaks for it."""
    own, other = np.abs(np.random.default_rng(5).normal(*values, size=(2, N)))
    told = found(checked({name: own}, {name: other * factor}), "units-differ")
    assert [remedy.value for each in told for remedy in each.remedies] == ([(item,)] if item else [])
    assert found(checked({name: own}, {name: other * 1.05}), "units-differ") == []


@pytest.mark.parametrize(
    ("name", "factor", "item"),
    [
        ("Haemoglobin (g/dL)", 10, "right:Haemoglobin (g/dL)=/10"),
        ("haemoglobin_g_dl", 10, "right:haemoglobin_g_dl=/10"),
        ("Haemoglobin (g/L)", 0.1, "right:Haemoglobin (g/L)=*10"),
        ("Haemoglobin (g/L)", 10, "left:Haemoglobin (g/L)=*10"),  # the name is wrong in the first table
        ("Haemoglobin, not in g/dL but g/L", 10, "left:Haemoglobin, not in g/dL but g/L=*10"),
    ],
)
def test_a_conversion_leads_to_the_unit_in_the_name(name, factor, item) -> None:
    """Figures called a threshold of 122.5 one of "Haemoglobin (g/dL)": the table of that unit had been converted."""
    own = np.random.default_rng(5).normal(13, 1.3, N) * (10 if factor < 1 else 1)
    other = np.random.default_rng(6).normal(13, 1.3, N) * (10 if factor < 1 else 1) * factor
    told = only(checked({name: own}, {name: other}), "units-differ")
    assert told.remedies == (Remedy("convert", (item,)),)
    if item.startswith("right:"):
        units = ("g/l", "g/dl") if "/10" in item else ("g/dl", "g/l")
        assert told.details == ((name, told.details[0][1], *units, item),)
    after = checked({name: own}, {name: other}, preparation=Preparation(convert=(item,)))
    assert found(after, "units-differ") == []


def test_units_of_a_skewed_column_are_known_by_its_spread() -> None:
    """Bilirubin of two hospitals: most values are small in either unit, so that the medians lie within the spread."""
    own, other = np.random.default_rng(3).lognormal(sigma=1.2, size=(2, N))
    told = only(checked({"bilirubin": 25 * own}, {"bilirubin": other}), "units-differ")
    assert told.remedies == (Remedy("convert", ("right:bilirubin=*17.1",)),)
    assert found(checked({"x7": 25 * own}, {"x7": other}), "units-differ") == []
    assert found(checked({"bilirubin": own}, {"bilirubin": 4 * other}), "units-differ") == []
