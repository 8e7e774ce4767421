"""What `ksdt check` was asked, what it found, and the command line that follows from both."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace
from typing import Any

from ksdt_core.cli.table_options import Reading
from ksdt_core.data.dataset import Dataset
from ksdt_core.data.doctor import Checkup, Option, check_pair
from ksdt_core.data.maps import attribute_map_text, parse_class_map, read_attribute_map
from ksdt_core.data.matching import rename_classes
from ksdt_core.data.pair import Preparation
from ksdt_core.data.pairing import check_preparation
from ksdt_core.data.suggestions import accepted
from ksdt_core.errors import InvalidParameterError, KsdtError
from ksdt_core.mining.tree_set import encodable
from ksdt_core.mining.what_if import WhatIf

CLASS_MAP = "--class-map"


@dataclass(frozen=True, slots=True, eq=False)
class Check:
    """A finished checkup."""

    reading: Reading
    tables: tuple[Dataset, Dataset]
    class_map: dict[str, str]
    attribute_map: str | None  # its file
    attribute_pairs: dict[str, str]  # what it says
    preparation: Preparation
    checkup: Checkup
    written_map: str | None = None
    mappings: tuple[WhatIf, ...] | None = None  # the classes compared, best first; None where nobody asked
    no_mappings: str = ""  # why they could not be compared

    def map_text(self) -> str:
        """What the attribute map says and the suggested matches, as an attribute map."""
        return attribute_map_text(self.attribute_pairs | accepted(self.checkup.suggestions))

    def options(self) -> dict[str, tuple[str, ...]]:
        """Every option of `ksdt mine` beyond those of reading: as asked, and as mends what was found."""
        asked = self.preparation
        options: dict[str, tuple[str, ...]] = {}
        if self.class_map:
            options[CLASS_MAP] = tuple(f"{old}={new}" for old, new in self.class_map.items())
        if self.attribute_map is not None:
            options["--attribute-map"] = (self.attribute_map,)
        if asked.missing != "fail":
            options["--missing"] = (asked.missing,)
        if asked.scale != "none":
            options["--scale"] = (asked.scale,)
        if asked.balance:
            options["--balance"] = ()
        for option in self.checkup.options():
            before = options.get(option.name, ()) if option.name == CLASS_MAP else ()
            options[option.name] = before + option.values
        if asked.seed:
            options["--seed"] = (str(asked.seed),)
        if self.written_map is not None and self.checkup.suggestions:
            options["--attribute-map"] = (self.written_map,)
        best = self.mappings[0].renamed if self.mappings else None
        if best and CLASS_MAP in options and not self.class_map:
            options[CLASS_MAP] = tuple(f"{old}={new}" for old, new in best.items())
        return options

    def command(self) -> list[str]:
        """The command line that mines the pair with everything mended that options mend."""
        words = [word for name, values in self.options().items() for word in _words(name, values)]
        name = f"{self.tables[0].name}-{self.tables[1].name}.json".replace("/", "_").replace("\0", "_")
        return ["ksdt", "mine", *self.reading.words(), *words, "-o", f"./{name}" if name.startswith("-") else name]

    def compared(self, *, k: int, permutations: int, workers: int) -> Check:
        """The same with every mapping of the classes mined, on tables mended as the command says."""
        from ksdt_core.cli.mine_run import COMPILE_SECONDS
        from ksdt_core.cli.progress import progress_bar
        from ksdt_core.cli.report import say
        from ksdt_core.mining import kernels_compiled
        from ksdt_core.mining.what_if import class_mappings, what_if

        if permutations < 0 or workers < 1 or k < 1:
            raise InvalidParameterError("-k and --workers must be 1 or more, --permutations 0 or more.")
        try:
            left, right = rename_classes(*self.tables, self.class_map)
            class_mappings(left, right)
            if not kernels_compiled():
                say(f"Compiling the mining kernels, once on this machine, about {COMPILE_SECONDS} s ...")
            with progress_bar("Class mappings") as tick:
                found = what_if(
                    left, right, k=k, permutations=permutations, workers=workers, progress=tick, **self._mending()
                )
        except KsdtError as error:
            return replace(self, mappings=(), no_mappings=str(error))
        return replace(self, mappings=found)

    def _mending(self) -> dict[str, Any]:
        """The options of the command as keywords, those about classes and tests aside."""
        options = self.options()
        return {
            "attribute_map": self.attribute_pairs,
            "scale": options.get("--scale", ("none",))[0],
            "missing": options.get("--missing", ("fail",))[0],
            "balance": "--balance" in options,
            "seed": self.preparation.seed,
            "exclude": options.get("--exclude", ()),
        }

    def document(self) -> dict[str, Any]:
        """All of it as plain values."""
        document = self.checkup.to_document() | {"command": shlex.join(self.command())}
        if self.mappings is not None:
            document["what_if"] = [mapping.to_document() for mapping in self.mappings]
            document["what_if_problem"] = self.no_mappings or None
        return {name: _encodable(value) for name, value in document.items()}


def _encodable(value: Any) -> Any:
    """The value with names that UTF-8 cannot carry made readable."""
    if isinstance(value, str):
        return encodable(value)
    if isinstance(value, list):
        return [_encodable(item) for item in value]
    if isinstance(value, dict):
        return {_encodable(name): _encodable(item) for name, item in value.items()}
    return value


def _words(name: str, values: tuple[str, ...]) -> tuple[str, ...]:
    """An option as words; a file name is no list."""
    return (name, values[0]) if name == "--attribute-map" else Option(name, values).words()


def check_of(
    reading: Reading,
    *,
    class_map: str | None,
    attribute_map: str | None,
    preparation: Preparation,
    written_map: str | None = None,
) -> Check:
    """Read two tables and look at them."""
    check_preparation(preparation)
    renamed = parse_class_map(class_map)
    pairs = {} if attribute_map is None else read_attribute_map(attribute_map)
    left, right = reading.tables()
    checkup = check_pair(left, right, class_map=renamed, attribute_map=pairs, preparation=preparation)
    return Check(
        reading=reading,
        tables=(left, right),
        class_map=renamed,
        attribute_map=attribute_map,
        attribute_pairs=pairs,
        preparation=preparation,
        checkup=checkup,
        written_map=written_map,
    )
