"""`ksdt apply`: do the trees of a result hold in a third table?"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated

from ksdt_core.cli.from_fields import Given, command_of, only
from ksdt_core.cli.mine_options import OF_NULLS, Naming
from ksdt_core.cli.output import OutputOption, check_places, deliver_as, format_of, format_option
from ksdt_core.cli.result_options import MINED, ResultOptions
from ksdt_core.cli.table_options import CUT, ENCODING, SHEET, TABLE, TARGET, for_files, parse_cut
from ksdt_core.data.model.preparation import ThirdPreparation
from ksdt_core.options import Option, check_fields, option_values

if TYPE_CHECKING:
    from ksdt_core.data.model.dataset import Dataset

FORMATS = ("text", "json", "csv")


@dataclass(frozen=True, slots=True)
class ThirdReading:
    """A third table and how it is read."""

    table: Annotated[str, Option("Third table", f"The third table: {TABLE}.", metavar="TABLE", positional=True)]
    target: Annotated[str | None, TARGET] = None
    cut: Annotated[str | None, CUT] = None
    sheet: Annotated[str | None, SHEET] = None
    encoding: Annotated[str | None, ENCODING] = None

    def dataset(self) -> Dataset:
        """Read the table; options are looked at before the file is."""
        cut = parse_cut(self.cut)
        from ksdt_core.data.samples.catalogue import find_dataset

        (encoding,), (sheet,) = for_files([self.table], self.encoding), for_files([self.table], self.sheet)
        return find_dataset(self.table, target=self.target, cut=cut, sheet=sheet, encoding=encoding)


@dataclass(frozen=True, slots=True)
class ApplyRequest:
    """How long the test is, and what is written."""

    permutations: Annotated[int, OF_NULLS] = 9999
    format: Annotated[str | None, format_option(FORMATS)] = None

    def __post_init__(self) -> None:
        check_fields(self)


@command_of(
    only(ResultOptions, result=MINED),
    ThirdReading,
    only(
        Naming,
        class_map="Rename classes of the third table, for example relapse=bad,died=bad.",
        attribute_map=(
            "CSV or TSV file with two columns: the name of an attribute in the left table, and in the third table."
        ),
        value_map="CSV or TSV file with three columns: an attribute, its value in the left table, and the same "
        "value in the third table.",
    ),
    ThirdPreparation,
    ApplyRequest,
    OutputOption,
)
def apply_command(given: Given) -> None:
    """Test the trees of a result on a third table: accuracy, intervals, and which splits hold."""
    source, third, naming = given.of(ResultOptions), given.of(ThirdReading), given.of(Naming)
    asked, output = given.of(ApplyRequest), given.of(OutputOption).output
    check_places({"-o": output}, [source.result, third.table, naming.attribute_map, naming.value_map], forms=FORMATS)
    chosen = format_of(asked.format, output, FORMATS)
    from ksdt_core.evidence.replication import replicate
    from ksdt_core.formats.result import read_result

    how = given.of(ThirdPreparation)
    maps, result = naming.maps(), read_result(source.result)
    found = replicate(result.tree_set, third.dataset(), asked.permutations, **option_values(how), **maps)
    from ksdt_core.cli.apply_text import replication_lines
    from ksdt_core.formats.csv_tables import replication_csv

    text, csv = partial(replication_lines, found), partial(replication_csv, found)
    deliver_as(chosen, output, {"text": text, "json": found.to_document, "csv": csv})
