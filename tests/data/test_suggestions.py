"""Suggestions for names without a partner."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ksdt_core.data import match
from ksdt_core.data.matching import suggestions as suggestions_module
from ksdt_core.data.matching.suggestions import (
    ACRONYM_SCORE,
    LEAST_SCORE,
    MOST_COMPARISONS,
    Suggestion,
    accepted,
    suggest_matches,
)
from tests.approved import Approved
from tests.data.tables import table_of


def test_names_that_people_would_match() -> None:
    left = [
        "fixed acidity",
        "volatile acidity",
        "citric acid",
        "alcohol",
        "petal length (cm)",
        "height",
        "age at diagnosis",
    ]
    right = ["vol_acid", "fix_acid", "alcohol.pct", "length_petal", "citric", "heigth", "Diagnosis.Age", "colour"]
    assert accepted(suggest_matches(left, right)) == {
        "fix_acid": "fixed acidity",
        "vol_acid": "volatile acidity",
        "citric": "citric acid",
        "alcohol.pct": "alcohol",
        "length_petal": "petal length (cm)",
        "heigth": "height",
        "Diagnosis.Age": "age at diagnosis",
    }


def test_names_that_have_nothing_in_common_are_not_suggested() -> None:
    assert len(suggest_matches(["alcohol", "x"], ["colour", "height", "q"])) == 0
    assert len(suggest_matches([], ["a"])) == len(suggest_matches(["a"], [])) == len(suggest_matches(["%"], ["#"])) == 0


def test_initials_are_suggested_after_all_names_that_are_alike() -> None:
    found = list(
        suggest_matches(["bmi", "cholest", "Length of stay"], ["cholesterol", "Body mass index (kg/m2)", "LOS"])
    )
    assert [(one.left, one.right, one.sure) for one in found] == [
        ("cholest", "cholesterol", True),
        ("bmi", "Body mass index (kg/m2)", False),
        ("Length of stay", "LOS", False),
    ]


def test_initials_that_could_mean_two_names_mean_none() -> None:
    assert len(suggest_matches(["bp"], ["blood pressure", "back pain"])) == 0
    assert len(suggest_matches(["b"], ["bilirubin"])) == 0
    assert len(suggest_matches(["bm"], ["body mass index"])) == 0


def test_other_numbers_are_other_attributes() -> None:
    assert len(suggest_matches(["probe 17", "V1"], ["probe 18", "V2"])) == 0
    assert list(suggest_matches(["probe 017"], ["prob 17"])) == [Suggestion("probe 017", "prob 17", 90.2)]
    assert accepted(suggest_matches(["sulfur"], ["sulfur 2"])) == {"sulfur 2": "sulfur"}


def test_letters_that_go_on_with_a_number_are_part_of_it() -> None:
    assert len(suggest_matches(["lin28", "cntnap3"], ["lin28b", "cntnap3b"])) == 0
    assert accepted(suggest_matches(["HbA1c"], ["hba1c_percent"])) == {"hba1c_percent": "HbA1c"}
    assert accepted(suggest_matches(["glucose 2h"], ["glucose at 2 h"])) == {"glucose at 2 h": "glucose 2h"}


GENES = ["BRCA1", "TP53", "ESR1", "C7orf51", "KIAA0101"]


def test_symbols_that_look_alike_are_other_genes() -> None:
    left = [*GENES, "LCOR", "HD", "CCR2", "age at diagnosis"]
    right = [*GENES, "LCORL", "HLA-DPB1", "CECR2", "Diagnosis.Age"]
    assert accepted(suggest_matches(left, right)) == {name: name for name in GENES} | {
        "Diagnosis.Age": "age at diagnosis"
    }
    assert accepted(suggest_matches([*GENES[1:], "HLA-A2"], [*GENES[1:], "HLA_A2"]))["HLA_A2"] == "HLA-A2"


def test_capitals_alone_are_no_symbols() -> None:
    left, right = ["HEIGHT", "WEIGHT", "SEX", "SBP1"], ["HEIGTH", "WEIGHTS", "AGE", "SBP 1"]
    assert accepted(suggest_matches(left, right)) == {"HEIGTH": "HEIGHT", "WEIGHTS": "WEIGHT", "SBP 1": "SBP1"}


def test_the_limit_keeps_the_best() -> None:
    left, right = ["alcohol", "height", "density"], ["alcohols", "heigth", "dens"]
    every = list(suggest_matches(left, right))
    assert [suggestion.right for suggestion in every] == ["alcohols", "heigth", "dens"]
    assert list(suggest_matches(left, right, 2)) == every[:2]
    assert not suggest_matches(left, right).cut_off


def test_accepted_suggestions_are_an_attribute_map() -> None:
    left = table_of("alcohol x", [(1, 2, "a"), (3, 4, "b")])
    right = table_of("x alcool", [(1, 2, "a"), (3, 4, "b")])
    unmatched = match(left, right)
    suggestions = suggest_matches(unmatched.left_unmatched, unmatched.right_unmatched)
    matched = match(left, right, attribute_map=accepted(suggestions))
    assert matched.how == ("assumed", "exact")


def test_too_many_names_are_cut_off_and_it_says_so(approved: Approved) -> None:
    left, right = ["alpha", "beta", "gamma"] * 3, ["alphas", "betas", "xgamma"] * 3
    left = [name + "z" * number for number, name in enumerate(left)]
    suggestions = suggest_matches(left, right, most=40)
    approved(suggestions.cut_off)
    assert {suggestion.left[0] for suggestion in suggestions} <= {"a", "b"}
    approved(suggest_matches(left, right, most=4).cut_off)


def test_of_twelve_thousand_names_against_as_many_not_all_are_compared(monkeypatch) -> None:
    random = np.random.default_rng(0)
    letters = np.array(list("ABCDEFGHIKLMNPRSTVWXYZ"))
    left, right = (["".join(random.choice(letters, 6)) for _ in range(12_000)] for _ in range(2))
    right[7] = left[7] + "Q"
    scores, compared = suggestions_module._scores, []

    def counted(left, right, words, *, thorough):
        compared.append(len(left) * len(right))
        return scores(left, right, words, thorough=thorough)

    monkeypatch.setattr(suggestions_module, "_scores", counted)
    suggestions = suggest_matches(left, right)
    assert 0 < sum(compared) <= MOST_COMPARISONS
    assert suggestions.cut_off
    assert Suggestion(left[7], right[7], 92.3) in list(suggestions)
    alike = [f"expression of {name}" for name in left[:3000]]
    assert len(suggest_matches(alike, [name.lower() + "q" for name in alike])) == 20


NAMES = st.lists(st.text("abc1 _", max_size=6), max_size=8)


@given(NAMES, NAMES, st.integers(0, 5), st.integers(1, 30))
def test_whatever_the_names(left: list[str], right: list[str], limit: int, most: int) -> None:
    found = list(suggest_matches(left, right, limit, most=most))
    assert len(found) <= limit
    assert [suggestion.score for suggestion in found] == sorted((s.score for s in found), reverse=True)
    assert all(LEAST_SCORE <= s.score <= 100 or s.score == ACRONYM_SCORE for s in found)
    for name in left:
        assert sum(suggestion.left == name for suggestion in found) <= left.count(name)
