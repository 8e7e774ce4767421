"""`ksdt apply`: do the trees of a result hold in a third table?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from ksdt_core.cli.from_fields import Given, command_of, only
from ksdt_core.cli.output import OutputOption, check_places, deliver, deliver_document, deliver_lines, format_of
from ksdt_core.cli.result_options import ResultOptions
from ksdt_core.cli.table_options import TABLE, for_files, parse_cut
from ksdt_core.data.model.preparation import Preparation
from ksdt_core.options import Option, check_fields

if TYPE_CHECKING:
    from ksdt_core.data.model.dataset import Dataset
    from ksdt_core.evidence.replicated import Replication

FORMATS = ("text", "json", "csv")


@dataclass(frozen=True, slots=True)
class ThirdReading:
    """A third table and how it is read and matched."""

    table: Annotated[str, Option("Third table", f"The third table: {TABLE}.", metavar="TABLE", positional=True)]
    target: Annotated[
        str | None, Option("Class column", "Column with the classes.", metavar="COLUMN", default_text="class")
    ] = None
    cut: Annotated[
        str | None,
        Option(
            "Cut",
            "Turn a class column of numbers into the classes below it and from it on; 4,6 cuts twice.",
            metavar="NUMBER",
        ),
    ] = None
    sheet: Annotated[str | None, Option("Sheet", "Sheet of a workbook.", metavar="NAME", default_text="the first")] = (
        None
    )
    encoding: Annotated[
        str | None,
        Option("Encoding", "Encoding of a text file.", metavar="NAME", default_text="found from the content"),
    ] = None
    class_map: Annotated[
        str | None,
        Option("Class map", "Rename classes of the third table, as relapse=bad,died=bad.", metavar="OLD=NEW,…"),
    ] = None
    attribute_map: Annotated[
        str | None,
        Option(
            "Attribute map",
            "CSV or TSV of two columns: the left table's name of an attribute, then the third table's.",
            metavar="FILE",
        ),
    ] = None
    value_map: Annotated[
        str | None,
        Option(
            "Value map",
            "CSV or TSV of three columns: an attribute, a value of the left table, and what the third one writes for "
            "it.",
            metavar="FILE",
        ),
    ] = None

    def dataset(self) -> Dataset:
        """Read the table; options are looked at before the file is."""
        cut = parse_cut(self.cut)
        from ksdt_core.data.samples.catalogue import find_dataset

        (encoding,), (sheet,) = for_files([self.table], self.encoding), for_files([self.table], self.sheet)
        return find_dataset(self.table, target=self.target, cut=cut, sheet=sheet, encoding=encoding)

    def maps(self) -> dict[str, Any]:
        """The maps that were given."""
        from ksdt_core.data.matching.maps import parse_class_map, read_attribute_map
        from ksdt_core.data.matching.value_map_file import read_value_map

        return {
            "class_map": parse_class_map(self.class_map),
            "attribute_map": {} if self.attribute_map is None else read_attribute_map(self.attribute_map),
            "value_map": {} if self.value_map is None else read_value_map(self.value_map),
        }


@dataclass(frozen=True, slots=True)
class ApplyRequest:
    """How long the test is, and what is written."""

    permutations: Annotated[
        int, Option("Permutations", "Shuffles for each null.", metavar="N", minimum=1, maximum=10_000_000)
    ] = 9999
    format: Annotated[
        str | None,
        Option("Format", "What to write.", metavar="text|json|csv", default_text="by the ending of FILE"),
    ] = None

    def __post_init__(self) -> None:
        check_fields(self)


@command_of(
    only(ResultOptions, "result"), ThirdReading, only(Preparation, "missing", "seed"), ApplyRequest, OutputOption
)
def apply_command(given: Given) -> None:
    """Try the trees of a result on a third table that they never saw: accuracy, intervals, and which splits hold."""
    source, third = given.of(ResultOptions), given.of(ThirdReading)
    asked, output = given.of(ApplyRequest), given.of(OutputOption).output
    check_places({"-o": output}, [source.result, third.table, third.attribute_map, third.value_map], forms=FORMATS)
    chosen = format_of(asked.format, output, FORMATS)
    from ksdt_core.evidence.replication import replicate
    from ksdt_core.formats.result import read_result

    how = given.of(Preparation)
    maps, result = third.maps(), read_result(source.result)
    found = replicate(result.tree_set, third.dataset(), asked.permutations, missing=how.missing, seed=how.seed, **maps)
    _deliver(found, chosen, output)


def _deliver(found: Replication, chosen: str, output: str) -> None:
    if chosen == "json":
        deliver_document(found.to_document(), output)
    elif chosen == "csv":
        from ksdt_core.formats.replication_document import replication_csv

        deliver(replication_csv(found).encode("utf-8"), output)
    else:
        from ksdt_core.cli.apply_text import replication_lines

        deliver_lines(replication_lines(found), output)
