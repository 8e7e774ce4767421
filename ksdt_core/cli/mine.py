"""`ksdt mine`: two tables in, a result document out."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from ksdt_core.cli.from_fields import Given, command_of
from ksdt_core.cli.mine_options import Evidence, Naming, Preset, Weighing
from ksdt_core.cli.output import OutputOption, check_places, deliver_document
from ksdt_core.cli.table_options import Reading
from ksdt_core.cli.worker_options import WorkerOptions
from ksdt_core.data.model.preparation import Preparation
from ksdt_core.mining.parameters import MiningParameters

if TYPE_CHECKING:
    from ksdt_core.cli.mine_request import Study
    from ksdt_core.data.model.pair import DatasetPair
    from ksdt_core.formats.source import Source


@command_of(Reading, MiningParameters, Weighing, Preparation, Preset, Naming, Evidence, WorkerOptions, OutputOption)
def mine_command(given: Given) -> None:
    """Mine a diversified set of shared decision trees from two tables and write a result document."""
    from ksdt_core.cli.mine_request import study_of

    reading, naming, output = given.of(Reading), given.of(Naming), given.of(OutputOption).output
    inputs = [reading.left, reading.right, naming.attribute_map, naming.value_map]
    check_places({"-o": output}, [*inputs, given.typed.get("pool"), given.typed.get("costs")], forms=("json",))
    study = study_of(given)
    pair, source = read_pair(given, study)
    _mine_and_write(pair, study, output, source=source)


def read_pair(given: Given, study: Study) -> tuple[DatasetPair, Source]:
    """The pair that a study is about, with what it asks of the tables checked; and where the tables lie."""
    from ksdt_core.cli.mine_request import check_against_pair
    from ksdt_core.data.preparing.pairing import pair_datasets

    reading, maps = given.of(Reading), given.of(Naming).maps()
    tables = reading.tables()
    pair = pair_datasets(tables[0], tables[1], **maps, **asdict(study.preparation))
    check_against_pair(study, pair)
    return pair, reading.source(tables, class_map=maps["class_map"], attribute_map=maps["attribute_map"])


def _mine_and_write(pair: DatasetPair, study: Study, output: str, *, source: Source) -> None:
    from ksdt_core.cli.mine_run import carry_out, outcome
    from ksdt_core.cli.report import on_terminal, say

    done = carry_out(pair, study)
    document = done.document(source)
    deliver_document(document, output)
    if on_terminal() and output != "-":
        say(outcome(document, output))
    if done.stopped_in is not None:
        raise done.interruption(output)
