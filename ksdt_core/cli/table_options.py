"""The options that say how two tables are read, and reading them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

from ksdt_core.data.readers.limits import DEFAULT_LIMITS, Limits
from ksdt_core.errors import InvalidParameterError
from ksdt_core.options import Option, flag_of, option_fields, options_of

if TYPE_CHECKING:
    from ksdt_core.data.model.dataset import Dataset
    from ksdt_core.formats.source import Source

MEBIBYTE = 1 << 20
SIDES = ("left", "right")
TABLE = "a file, or a name of ksdt datasets"
TARGET = Option("Class column", "Column with the classes.", metavar="COLUMN", default_text="class")
CUT = Option(
    "Cut", "Cut a numeric class column into two classes, below and from this number; 4,6 makes three.", metavar="NUMBER"
)
SHEET = Option("Sheet", "Sheet of a workbook.", metavar="NAME", default_text="the first")
ENCODING = Option("Encoding", "Encoding of text files.", metavar="NAME", default_text="detected from the content")


def _of_one(option: Option, side: str) -> Option:
    """An option of both tables, for one of them."""
    label, help_ = f"{option.label}, {side} table", f"The same for the {side} table only."
    return replace(option, label=label, help=help_, default_text="")


def _limit(name: str) -> Option:
    """The option of a limit, with the limit that holds without it."""
    usual = getattr(DEFAULT_LIMITS, name)
    text = f"{usual // MEBIBYTE}" if name == "size" else f"{usual:,}"
    return replace(options_of(Limits)[name], default_text=text)


@dataclass(frozen=True, slots=True)
class Reading:
    """Two tables and the options given for reading them, None where they were not."""

    left: Annotated[str, Option("Left table", f"The left table: {TABLE}.", metavar="LEFT", positional=True)]
    right: Annotated[str, Option("Right table", f"The right table: {TABLE}.", metavar="RIGHT", positional=True)]
    target: Annotated[str | None, TARGET] = None
    left_target: Annotated[str | None, _of_one(TARGET, "left")] = None
    right_target: Annotated[str | None, _of_one(TARGET, "right")] = None
    cut: Annotated[str | None, CUT] = None
    left_cut: Annotated[str | None, _of_one(CUT, "left")] = None
    right_cut: Annotated[str | None, _of_one(CUT, "right")] = None
    sheet: Annotated[str | None, SHEET] = None
    left_sheet: Annotated[str | None, _of_one(SHEET, "left")] = None
    right_sheet: Annotated[str | None, _of_one(SHEET, "right")] = None
    encoding: Annotated[str | None, ENCODING] = None
    max_rows: Annotated[int | None, _limit("rows")] = None
    max_columns: Annotated[int | None, _limit("columns")] = None
    max_values: Annotated[int | None, _limit("cells")] = None
    max_cell: Annotated[int | None, _limit("cell_length")] = None
    max_size: Annotated[int | None, _limit("size")] = None

    def words(self) -> tuple[str, ...]:
        """The tables and these options as they are typed."""
        typed = ((field.name, getattr(self, field.name)) for field in option_fields(Reading)[len(SIDES) :])
        given = [(name, value) for name, value in typed if value is not None]
        return (self.left, self.right, *(word for name, value in given for word in (flag_of(name), str(value))))

    def tables(self) -> tuple[Dataset, Dataset]:
        """Read both tables; options are looked at before any file is."""
        limits = self._limits()
        settings = [self._of_side(side) for side in SIDES]
        from ksdt_core.data.samples.catalogue import find_dataset

        encodings = for_files((self.left, self.right), self.encoding)
        left, right = (
            find_dataset(
                name,
                target=own["target"],
                cut=parse_cut(own["cut"]),
                sheet=own["sheet"],
                encoding=encoding,
                limits=limits,
            )
            for name, own, encoding in zip((self.left, self.right), settings, encodings, strict=True)
        )
        return left, right

    def one_table(self, *, uncut: bool = False) -> Dataset:
        """The left table alone, for a command that has one table; `uncut` keeps the numbers of a bundled target."""
        from ksdt_core.data.samples.catalogue import find_dataset

        own = self._of_side("left")
        return find_dataset(
            self.left,
            target=own["target"],
            cut=parse_cut(own["cut"]) if not uncut else (),
            sheet=own["sheet"],
            encoding=self.encoding,
            limits=self._limits(),
        )

    def source(
        self, tables: tuple[Dataset, Dataset], *, class_map: Mapping[str, str], attribute_map: Mapping[str, str]
    ) -> Source:
        """The same for a document: what to read, and how, to have these tables again."""
        from ksdt_core.data.samples.catalogue import is_bundled
        from ksdt_core.formats.source import Source, TableSource

        left, right = (
            TableSource(
                table=given,
                bundled=is_bundled(given),
                target=own["target"],
                cut=parse_cut(own["cut"]),
                sheet=own["sheet"],
                fingerprint=table.fingerprint(),
            )
            for given, own, table in zip((self.left, self.right), map(self._of_side, SIDES), tables, strict=True)
        )
        return Source(left, right, self.encoding, self._limits(), dict(class_map), dict(attribute_map))

    def _of_side(self, side: str) -> dict[str, str | None]:
        """What holds for one table: its own option, else that of both."""
        shared = {"target": self.target, "cut": self.cut, "sheet": self.sheet}
        shared["sheet"] = for_files((self.left, self.right), self.sheet)[SIDES.index(side)]
        given: dict[str, str | None] = {name: getattr(self, f"{side}_{name}") for name in shared}
        own = {name: shared[name] if value is None else value for name, value in given.items()}
        parse_cut(own["cut"])
        return own

    def _limits(self) -> Limits:
        given = {name: getattr(self, option.name) for name, option in options_of(Limits).items()}
        limits = replace(DEFAULT_LIMITS, **{name: value for name, value in given.items() if value is not None})
        return limits if self.max_size is None else replace(limits, size=self.max_size * MEBIBYTE)


def target_of(table: str, given: str | None) -> str:
    """The name of the target column of a table: as given, else as the catalogue knows it."""
    from ksdt_core.data.readers.target import DEFAULT_TARGET
    from ksdt_core.data.samples.catalogue import catalogue_entry, is_bundled

    if is_bundled(table) and given in (None, DEFAULT_TARGET):
        return catalogue_entry(table).target
    return given or DEFAULT_TARGET


def for_files(tables: Sequence[str], value: str | None) -> list[str | None]:
    """What was given for all tables but makes sense for files only: for each of these, where there are any."""
    from ksdt_core.data.samples.catalogue import is_bundled

    bundled = [is_bundled(table) for table in tables]
    return [None if is_one and not all(bundled) else value for is_one in bundled]


def parse_cut(text: str | None) -> tuple[float, ...] | None:
    """The numbers of `6` or `4,6`."""
    if text is None:
        return None
    try:
        return tuple(float(part) for part in text.split(","))
    except ValueError:
        raise InvalidParameterError("cut-not-numbers", option="cut", value=text) from None
