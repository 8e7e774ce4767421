"""The options that say how two tables are read, and reading them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any, Self

import typer

from ksdt_core.errors import InvalidParameterError

if TYPE_CHECKING:
    from ksdt_core.data.dataset import Dataset
    from ksdt_core.data.limits import Limits
    from ksdt_core.documents.source import Source

MEBIBYTE = 1 << 20
SIDES = ("left", "right")
NAMES = (
    "target", "left-target", "right-target", "cut", "left-cut", "right-cut", "sheet", "left-sheet", "right-sheet",
    "encoding", "max-rows", "max-columns", "max-cell", "max-size",
)  # fmt: skip

Cut = Annotated[
    str | None,
    typer.Option(
        metavar="NUMBER",
        help="Turn a class column of numbers into the classes below it and from it on; 4,6 cuts twice.",
    ),
]
LeftCut = Annotated[str | None, typer.Option(metavar="NUMBER", help="The same, of the left table only.")]
RightCut = Annotated[str | None, typer.Option(metavar="NUMBER", help="The same, of the right table only.")]
Sheet = Annotated[str | None, typer.Option(metavar="NAME", help="Sheet of a workbook.", show_default="the first")]
LeftSheet = Annotated[str | None, typer.Option(metavar="NAME", help="The same, of the left table only.")]
RightSheet = Annotated[str | None, typer.Option(metavar="NAME", help="The same, of the right table only.")]
Encoding = Annotated[
    str | None, typer.Option(metavar="NAME", help="Encoding of text files.", show_default="found from the content")
]
MaxRows = Annotated[int | None, typer.Option(metavar="N", help="Most rows of a table.", show_default="10,000,000")]
MaxColumns = Annotated[int | None, typer.Option(metavar="N", help="Most columns of a table.", show_default="250,000")]
MaxCell = Annotated[int | None, typer.Option(metavar="N", help="Most characters of a cell.", show_default="100,000")]
MaxSize = Annotated[
    int | None, typer.Option(metavar="MIB", help="Most mebibytes of a file once unpacked.", show_default="4096")
]


@dataclass(frozen=True, slots=True)
class Reading:
    """Two tables and the options given for reading them, None where they were not."""

    left: str
    right: str
    options: Mapping[str, str | int | None]  # by the names they have on the command line, without the dashes

    @classmethod
    def of_command(cls, given: Mapping[str, Any]) -> Self:
        """Of the parameters of a command, those that are about reading."""
        return cls(given["left"], given["right"], {name: given[name.replace("-", "_")] for name in NAMES})

    def words(self) -> tuple[str, ...]:
        """The tables and these options as they are typed."""
        given = [(name, value) for name, value in self.options.items() if value is not None]
        return (self.left, self.right, *(word for name, value in given for word in (f"--{name}", str(value))))

    def tables(self) -> tuple[Dataset, Dataset]:
        """Read both tables; options are looked at before any file is."""
        limits = self._limits()
        settings = [self._of_side(side) for side in SIDES]
        from ksdt_core.data.catalogue import find_dataset

        encodings = for_files((self.left, self.right), _text(self.options.get("encoding")))
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

    def source(
        self, tables: tuple[Dataset, Dataset], *, class_map: Mapping[str, str], attribute_map: Mapping[str, str]
    ) -> Source:
        """The same for a document: what to read, and how, to have these tables again."""
        from ksdt_core.data.catalogue import is_bundled
        from ksdt_core.documents.source import Source, TableSource

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
        encoding = _text(self.options.get("encoding"))
        return Source(left, right, encoding, self._limits(), dict(class_map), dict(attribute_map))

    def _of_side(self, side: str) -> dict[str, str | None]:
        """What holds for one table: its own option, else that of both."""
        shared = {name: _text(self.options.get(name)) for name in ("target", "cut", "sheet")}
        shared["sheet"] = for_files((self.left, self.right), shared["sheet"])[SIDES.index(side)]
        given = {name: _text(self.options.get(f"{side}-{name}")) for name in shared}
        own = {name: shared[name] if value is None else value for name, value in given.items()}
        parse_cut(own["cut"])
        return own

    def _limits(self) -> Limits:
        from ksdt_core.data.limits import Limits

        fields = {"max-rows": "rows", "max-columns": "columns", "max-cell": "cell_length", "max-size": "size"}
        given = {field: self.options[name] for name, field in fields.items() if self.options.get(name) is not None}
        numbers = {field: int(value or 0) for field, value in given.items()}
        limits = Limits(**numbers)  # refuses a number as it was typed
        return replace(limits, size=numbers["size"] * MEBIBYTE) if "size" in numbers else limits


def for_files(tables: Sequence[str], value: str | None) -> list[str | None]:
    """What was given for all tables but makes sense for files only: for each of these, where there are any."""
    from ksdt_core.data.catalogue import is_bundled

    bundled = [is_bundled(table) for table in tables]
    return [None if is_one and not all(bundled) else value for is_one in bundled]


def parse_cut(text: str | None) -> tuple[float, ...] | None:
    """The numbers of `6` or `4,6`."""
    if text is None:
        return None
    try:
        return tuple(float(part) for part in text.split(","))
    except ValueError:
        raise InvalidParameterError(f"--cut {text!r} is no number; write it as --cut 6 or --cut 4,6.") from None


def _text(value: str | int | None) -> str | None:
    return None if value is None else str(value)
