"""Pairs of real tables that are not in the catalogue, written as files the way a hospital would send them.

*smart : framingham*, two cohorts and who of them had an event: cholesterol in mmol/l against mg/dl and under another
name, sex as a code, blood pressure unknown for a third of one table, 14 % against 32 % events.
*support : rhc*, two studies of intensive care and who died within half a year: temperature in °C against °F, sex and
income as codes (a third of the incomes of one table unknown), sparse columns, the same words in other letters.
*small : large*, breast tumours of up to 2 cm and larger ones, graded in three classes: 24 genes, age and receptor.
The tables come with the package SurvSet; rows are thinned out, and nothing is made up but the °F.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pandas as pd

INCOME = {"under $11k": 1, "$11-$25k": 2, "$25-$50k": 3, ">$50k": 4, "> $50k": 4}


@dataclass(frozen=True)
class Pair:
    """Two files, what pandas reads of them under one set of names and units, and the options that say so."""

    names: tuple[str, str]
    target: str
    frames: tuple[pd.DataFrame, pd.DataFrame]
    options: tuple[str, ...] = ()


def is_there() -> bool:
    return find_spec("SurvSet") is not None


def cohorts(folder: Path) -> Pair:
    """smart : framingham."""
    write_cohorts(folder)
    left = pd.read_csv(folder / "smart.csv")
    left["chol"] *= 38.67
    right = pd.read_csv(folder / "framingham.csv").rename(columns={"scl": "chol"})
    options = ("--attribute-map", str(folder / "attributes.csv"), "--convert", "left:chol=*38.67")
    return Pair(("smart", "framingham"), "outcome", (left, right), options)


def studies(folder: Path) -> Pair:
    """support : rhc."""
    write_studies(folder)
    left, right = (pd.read_csv(folder / f"{name}.csv") for name in ("support", "rhc"))
    right["ca"] = right["ca"].str.lower()
    return Pair(("support", "rhc"), "died", (left, right), ("--value-map", str(folder / "values.csv")))


def grades(folder: Path) -> Pair:
    """small : large, three classes, enough columns for a test of their pairing."""
    table = _read("nki70")
    genes = [name for name in table.columns if name.startswith("num_") and name != "num_Age"][:24]
    tumours = pd.DataFrame(
        {
            "er": table["fac_ER"].str.lower(),
            "age": table["num_Age"],
            **{name.removeprefix("num_"): table[name].round(3) for name in genes},
            "grade": table["fac_Grade"].str.split().str[0].str.lower(),
        }
    )
    is_small = (table["fac_Diam"] == "<=2cm").to_numpy()
    for name, rows in (("small", is_small), ("large", ~is_small)):
        tumours[rows].to_csv(folder / f"{name}.csv", index=False)
    left, right = (pd.read_csv(folder / f"{name}.csv") for name in ("small", "large"))
    return Pair(("small", "large"), "grade", (left, right))


def write_cohorts(folder: Path) -> None:
    """smart.csv, framingham.csv, and which column is which."""
    smart, other = _read("smarto").iloc[::6], _read("Framingham").iloc[::6]
    pd.DataFrame(
        {
            "sex": pd.to_numeric(smart["fac_sex"]),
            "age": smart["num_age"],
            "sbp": smart["num_systbp"],
            "dbp": smart["num_diastbp"],
            "bmi": smart["num_bmi"],
            "chol": smart["num_chol"],
            "outcome": np.where(smart["event"] == 1, "event", "none"),
        }
    ).to_csv(folder / "smart.csv", index=False)
    pd.DataFrame(
        {
            "sex": pd.to_numeric(other["fac_sex"]),
            "age": other["num_age"],
            "sbp": other["num_sbp"],
            "dbp": other["num_dbp"],
            "bmi": other["num_bmi"].astype(float).round(1),
            "scl": other["num_scl"],
            "outcome": np.where(other["event"] == 1, "event", "none"),
        }
    ).to_csv(folder / "framingham.csv", index=False)
    (folder / "attributes.csv").write_text("left,right\nchol,scl\n", encoding="utf-8")


def write_three(folder: Path) -> None:
    """smart.csv, and every other row of framingham in odd.csv and even.csv, under one set of names."""
    write_cohorts(folder)
    other = pd.read_csv(folder / "framingham.csv").rename(columns={"scl": "chol"})
    other.iloc[::2].to_csv(folder / "odd.csv", index=False)
    other.iloc[1::2].to_csv(folder / "even.csv", index=False)


def write_studies(folder: Path) -> None:
    """support.csv, rhc.csv, and which value is which."""
    support, rhc = _read("support2").iloc[::12], _read("rhc").iloc[::9]
    _patients(support, "", "num_adlp", is_fahrenheit=False).to_csv(folder / "support.csv", index=False)
    _patients(rhc, "1", "num_adld3p", is_fahrenheit=True).to_csv(folder / "rhc.csv", index=False)
    values = "attribute,left,right\nca,metastatic,Metastatic\nca,no,No\nca,yes,Yes\n"
    (folder / "values.csv").write_text(values, encoding="utf-8")


def _patients(table: pd.DataFrame, ending: str, adl: str, *, is_fahrenheit: bool) -> pd.DataFrame:
    celsius = table[f"num_temp{ending}"]
    measured = {
        name: table[f"num_{name}{ending}"].round(1)
        for name in ("scoma", "meanbp", "wblc", "hrt", "resp", "pafi", "alb", "crea", "sod")
    }
    died = (table["event"] == 1) & (table["time"] <= 180)
    income = table["fac_income"].str.replace("Under", "under").map(INCOME)
    return pd.DataFrame(
        {
            "age": table["num_age"].round(1),
            "sex": table["fac_sex"].str.lower().map({"female": 1, "male": 2}),
            "income": income,
            "ca": table["fac_ca"],
            "adl": table[adl],
            **measured,
            "temp": (celsius * 1.8 + 32 if is_fahrenheit else celsius).round(1),
            "died": np.where(died, "yes", "no"),
        }
    )


def _read(name: str) -> pd.DataFrame:
    from SurvSet.data import SurvLoader

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        table: pd.DataFrame = SurvLoader().load_dataset(ds_name=name)["df"]
    return table
