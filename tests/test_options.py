"""Options are fields: what a field says is what the checks, documents and reports use."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
from dataclasses import dataclass, fields, replace
from typing import Annotated, Literal, get_args

import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest
from typer.testing import CliRunner

from ksdt_core.cli.from_fields import Given, command_of
from ksdt_core.cli.messages import sentence
from ksdt_core.data.model.preparation import Preparation, ThirdPreparation
from ksdt_core.data.preparing.pairing import pair_datasets
from ksdt_core.data.readers.limits import Limits
from ksdt_core.errors import InvalidParameterError
from ksdt_core.evidence.replication import replicate
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.options import (
    Option,
    check_fields,
    flag_of,
    from_plain,
    option_fields,
    option_values,
    options_of,
    plain_values,
    words_for,
)
from ksdt_core.patterns.parameters import PatternParameters
from ksdt_core.store.pair_request import PairRequest
from ksdt_core.studies.orthogonal_settings import OrthogonalSettings
from ksdt_core.studies.stream_plan import StreamPlan
from pages.common.option_widgets import widget_arguments
from tests.cli.running import ROOT, environment, write_tables
from tests.refusals import refused

KINDS = (MiningParameters, Preparation, ThirdPreparation, Limits, PatternParameters, OrthogonalSettings)
HELP = "Rounds to wait. 0 = no waiting."
TOO_PATIENT = sentence(InvalidParameterError("too-large", option="patience", value=12, maximum=9))


@dataclass(frozen=True, slots=True)
class Toy:
    """A parameter type with an option of each kind; `patience` is the one that somebody adds."""

    colour: Annotated[
        Literal["red", "blue"], Option("Colour", "What it looks like.", choices={"red": "Red", "blue": "Blue"})
    ] = "red"
    names: Annotated[tuple[str, ...], Option("Names", "Who takes part.", metavar="A,B")] = ()
    loud: Annotated[bool, Option("Loud", "Whether it can be heard.")] = False
    patience: Annotated[int, Option("Patience", HELP, minimum=0, maximum=9, words={0: "no waiting"})] = 2

    def __post_init__(self) -> None:
        check_fields(self)


def test_one_more_field_is_checked_written_and_reported():
    assert plain_values(Toy(names=("a", "b"))) == {"colour": "red", "names": ["a", "b"], "loud": False, "patience": 2}
    assert Toy(**from_plain(Toy, {"patience": 0, "names": ["a"]})) == Toy(names=("a",), patience=0)
    said = {name: words_for(option, getattr(Toy(patience=0), name)) for name, option in options_of(Toy).items()}
    assert said == {"colour": "Red", "names": "none", "loud": "no", "patience": "no waiting"}
    assert words_for(options_of(Toy)["patience"], 3) == "3"
    assert flag_of("patience", options_of(Toy)["patience"]) == "--patience"
    with refused("too-large", InvalidParameterError, option="patience", value=10, maximum=9):
        Toy(patience=10)
    with refused("not-a-choice", InvalidParameterError, option="loud"):
        Toy(loud="very")  # type: ignore[arg-type]


@given(st.builds(Toy, st.sampled_from(["red", "blue"]), st.tuples(st.text()), st.booleans(), st.integers(0, 9)))
def test_options_come_back_from_plain_values(toy):
    assert Toy(**from_plain(Toy, plain_values(toy))) == toy


def test_the_parameters_come_back_from_plain_values():
    chosen = MiningParameters(k=2, exclude=("a", "b"), costs=(("a", 2.0),), min_size=3.5)
    assert MiningParameters(**from_plain(MiningParameters, plain_values(chosen))) == chosen
    assert MiningParameters(**from_plain(MiningParameters, plain_values(MiningParameters()))) == MiningParameters()


@pytest.mark.parametrize("kind", KINDS)
def test_every_field_of_a_parameter_type_is_an_option(kind):
    assert [field.name for field in option_fields(kind)] == list(kind.__dataclass_fields__)


@pytest.mark.parametrize(("function", "kind"), [(pair_datasets, Preparation), (replicate, ThirdPreparation)])
def test_functions_have_the_defaults_of_the_options(function, kind):
    taken = inspect.signature(function).parameters
    shared = {field.name: field.default for field in option_fields(kind) if field.name in taken}
    assert shared
    assert {name: taken[name].default for name in shared} == shared


def test_a_request_of_a_pair_has_the_options_of_preparing():
    """A new option of preparing is saved with a pair, and ids of pairs without it stay what they are."""
    asked = {field.name: field.default for field in fields(PairRequest)}
    assert asked | option_values(Preparation()) == asked


@pytest.mark.parametrize("kind", [*KINDS, StreamPlan])
def test_choices_are_those_of_the_type(kind):
    for field in option_fields(kind):
        if field.option.choices is not None:
            assert set(field.option.choices) == set(get_args(field.kind)), field.name


@pytest.mark.parametrize("kind", KINDS)
def test_labels_and_help_can_be_read(kind):
    for field in option_fields(kind):
        assert field.option.label[0].isupper()
        assert field.option.help.endswith(".")
    assert len({field.option.label for field in option_fields(kind)}) == len(option_fields(kind))


def test_numbers_of_other_libraries_become_plain():
    np = pytest.importorskip("numpy")
    chosen = replace(Toy(), patience=np.int64(3))
    assert type(chosen.patience) is int


def test_one_more_field_is_an_option_of_the_command():
    said: list[Toy] = []

    @command_of(Toy)
    def toy_command(asked: Given) -> None:
        """A command that asks for a toy."""
        said.append(asked.of(Toy))

    app = typer.Typer()
    app.command()(toy_command)
    shown = CliRunner().invoke(app, ["--help"], env={"COLUMNS": "200", "TERM": "dumb"}).output
    assert "--patience" in shown
    assert HELP in shown
    assert "red|blue" in shown
    done = CliRunner().invoke(app, ["--patience", "0", "--names", "a,b", "--loud"], catch_exceptions=False)
    assert done.exit_code == 0
    assert said == [Toy(names=("a", "b"), loud=True, patience=0)]
    refused_value = CliRunner().invoke(app, ["--patience", "12"]).exception
    assert isinstance(refused_value, InvalidParameterError)
    assert refused_value.code == "too-large"
    assert sentence(refused_value) == TOO_PATIENT


def test_one_more_field_is_a_widget():
    assert widget_arguments(Toy, "patience") == {
        "label": "Patience",
        "help": HELP,
        "min_value": 0,
        "max_value": 9,
        "step": 1,
    }
    colours = widget_arguments(Toy, "colour")
    assert colours["options"] == ["red", "blue"]
    assert [colours["format_func"](value) for value in colours["options"]] == ["Red", "Blue"]
    assert widget_arguments(MiningParameters, "attr_fraction")["min_value"] > 0
    assert widget_arguments(MiningParameters, "k")["max_value"] == 30


def test_the_option_of_contributing_needs_no_more_than_its_field(tmp_path):
    """The worked example, tried: `tests/one_more_option.py` adds the field and nothing else."""
    write_tables(tmp_path)
    command = [sys.executable, "-m", "tests.one_more_option", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, env=environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["codes"] == [0, 0]
    assert found["help"]
    assert found["refused"] == [2, f"ksdt: {TOO_PATIENT}\n"]
    assert found["written"] == [0, None]  # the default is left out
    assert found["read"] == [0, 2]
    assert found["parameters"] == 0
    assert found["damaged"][0] == 2
    assert "config.patience" in found["damaged"][1]
    assert found["rows"] == [["Patience", "no waiting"]]
    assert found["label"] == ["Patience", "no waiting"]
    assert found["compared"] == [["patience", 0, None]]
    assert found["widget"]


def test_a_widget_fits_the_type_of_its_field():
    def page():
        from pages.common.option_widgets import show_option
        from tests.test_options import Toy

        for name in ("colour", "loud", "patience"):
            show_option(Toy, name, key=name)

    shown = AppTest.from_function(page)
    shown.session_state["patience"] = 7
    shown.run()
    assert shown.number_input(key="patience").proto.default == 7  # the browser may take up the second of two runs
    assert not shown.exception
    assert shown.selectbox(key="colour").options == ["Red", "Blue"]
    assert shown.toggle(key="loud").label == "Loud"
    assert (shown.number_input(key="patience").min, shown.number_input(key="patience").max) == (0, 9)
