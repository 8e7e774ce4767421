"""`ksdt patterns`: conditions that predict a class in both tables, beside the rules of the trees."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated

from ksdt_core.cli.from_fields import Given, command_of
from ksdt_core.cli.mine_options import Naming, Preset
from ksdt_core.cli.output import OutputOption, check_places, deliver_as, format_of, format_option
from ksdt_core.cli.table_options import Reading
from ksdt_core.data.model.preparation import Preparation
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.options import Option, check_fields, option_values
from ksdt_core.patterns.parameters import PatternParameters

if TYPE_CHECKING:
    from ksdt_core.cli.mine_request import Study
    from ksdt_core.data.model.pair import DatasetPair
    from ksdt_core.mining.tree_set import TreeSet

FORMATS = ("text", "json")


@dataclass(frozen=True, slots=True)
class PatternsRequest:
    """What the patterns are compared with, and how they are written."""

    trees: Annotated[
        bool,
        Option(
            "Compare with trees",
            "Mine trees with the options of ksdt mine and mark the patterns that they contain.",
            has_opposite=True,
        ),
    ] = True
    format: Annotated[str | None, format_option(FORMATS)] = None

    def __post_init__(self) -> None:
        check_fields(self)


@command_of(Reading, PatternParameters, PatternsRequest, MiningParameters, Preparation, Preset, Naming, OutputOption)
def patterns_command(given: Given) -> None:
    """Find short conditions that predict a class in both tables, and mark those that the trees contain."""
    from ksdt_core.cli.mine import read_pair
    from ksdt_core.cli.mine_request import study_of

    reading, naming, output = given.of(Reading), given.of(Naming), given.of(OutputOption).output
    inputs = [reading.left, reading.right, naming.attribute_map, naming.value_map, given.typed.get("costs")]
    check_places({"-o": output}, inputs, forms=FORMATS)
    asked, how = given.of(PatternsRequest), given.of(PatternParameters)
    chosen = format_of(asked.format, output, FORMATS)
    study = study_of(given)
    pair, _ = read_pair(given, study)
    from ksdt_core.cli.patterns_text import patterns_lines
    from ksdt_core.patterns.finding import patterns

    trees = _mined(pair, study) if asked.trees else None
    found = patterns(pair, trees, exclude=study.parameters.exclude, **option_values(how))
    deliver_as(chosen, output, {"text": partial(patterns_lines, found), "json": found.to_document})


def _mined(pair: DatasetPair, study: Study) -> TreeSet:
    from ksdt_core.mining.miners import mine

    return mine(pair, parameters=study.parameters, weights=study.weights)
