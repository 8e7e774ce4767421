"""What `ksdt check` was asked, what it found, and the command line that follows from both."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

from ksdt_core.cli.check_findings import checkup_document
from ksdt_core.cli.check_maps import MapFiles, Maps, new_texts, read_maps, with_suggestions
from ksdt_core.cli.from_fields import flag_name, typed_options
from ksdt_core.cli.messages import sentence, words_of
from ksdt_core.cli.mine_options import Evidence, Naming
from ksdt_core.cli.table_options import Reading
from ksdt_core.data.checks.checkup import Checkup
from ksdt_core.data.matching.maps import comma_text, renamed_again
from ksdt_core.data.matching.matching import rename_classes
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.model.preparation import Preparation
from ksdt_core.data.preparing.fixing import prepared_with
from ksdt_core.errors import KsdtError
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.options import option_values, options_of
from ksdt_core.parallel.workers import Workers
from ksdt_core.studies.what_if import WhatIf
from ksdt_core.text import encodable

CLASS_MAP = "--class-map"
MAP_FILES = ("--attribute-map", "--value-map")


@dataclass(frozen=True, slots=True, eq=False)
class Check:
    """A finished checkup."""

    reading: Reading
    tables: tuple[Dataset, Dataset]
    asked: Maps
    preparation: Preparation
    checkup: Checkup
    maps: Maps  # as asked, and what is written into files of the suggestions
    after: Checkup  # what is found under these
    mappings: tuple[WhatIf, ...] | None = None  # the classes compared, best first; None where nobody asked
    no_mappings: str = ""  # why they could not be compared
    study: tuple[tuple[str, str], ...] = ()  # options of the comparison that hold for mining, too

    def written(self) -> Iterator[tuple[str, str]]:
        """Names and texts of the files to be written: what the maps say already, and what is suggested."""
        return new_texts(self.asked.files, self.maps)

    @property
    def fixed(self) -> Preparation:
        """The preparation as asked, with what fixes what was found."""
        return reduce(prepared_with, self.after.remedies(), self.preparation)

    def options(self) -> dict[str, tuple[str, ...]]:
        """Every option of `ksdt mine` beyond those of reading: as asked, and as fixes what was found."""
        files = self.maps.files
        options: dict[str, tuple[str, ...]] = {}
        classes = self._classes()
        if classes:
            options[CLASS_MAP] = tuple(f"{old}={new}" for old, new in classes.items())
        for name, file in (("--attribute-map", files.attributes), ("--value-map", files.values)):
            if file is not None:
                options[name] = (file,)
        others = [remedy for remedy in self.after.remedies() if remedy.option not in options_of(Preparation)]
        options |= typed_options(self.fixed)
        options |= {words_of(remedy)[0]: remedy.values for remedy in others if remedy.option != "class_map"}
        return options | {name: (value,) for name, value in self.study}

    def _classes(self) -> dict[str, str]:
        """The class map as asked; on top of it the best of those compared, else the one that is suggested."""
        suggested = {
            str(old): str(new)
            for finding in self.after.findings
            if finding.code == "class-names" and finding.remedies
            for old, new in finding.details  # verbatim, where an option has to quote them
        }
        best = self.mappings[0].renamed if self.mappings else None
        if best and suggested and not self.asked.classes:
            return dict(best)
        known = {name for table in self.tables for name in table.class_names}
        every = renamed_again(self.asked.classes, suggested)
        return {old: new for old, new in every.items() if old in known or old in self.asked.classes}

    def command(self) -> list[str]:
        """The command line that mines the pair with everything fixed that options can fix."""
        words = [word for name, values in self.options().items() for word in _words(name, values)]
        name = f"{self.tables[0].name}-{self.tables[1].name}.json".replace("/", "_").replace("\0", "_")
        return ["ksdt", "mine", *self.reading.words(), *words, "-o", f"./{name}" if name.startswith("-") else name]

    def compared(self, *, k: int, permutations: int, workers: Workers) -> Check:
        """The same with every mapping of the classes mined, on tables fixed as the command says."""
        from ksdt_core.cli.mine_run import COMPILING
        from ksdt_core.cli.progress import progress_bar
        from ksdt_core.cli.report import say
        from ksdt_core.mining import kernels_compiled
        from ksdt_core.studies.what_if import class_mappings, what_if

        try:
            left, right = rename_classes(*self.tables, self.asked.classes)
            class_mappings(left, right)
            if not kernels_compiled():
                say(COMPILING)
            with progress_bar("Class mappings") as tick:
                found = what_if(
                    left, right, k=k, permutations=permutations, workers=workers, progress=tick, **self._fixes()
                )
        except KsdtError as error:
            return replace(self, mappings=(), no_mappings=sentence(error))
        chosen = {"k": (k, MiningParameters().k), "permutations": (permutations, Evidence().permutations)}
        study = tuple((flag_name(name), str(n)) for name, (n, usual) in chosen.items() if n != usual)
        return replace(self, mappings=found, study=study)

    def _fixes(self) -> dict[str, Any]:
        """The options of the command as keywords, those about classes and tests aside."""
        excluded = [remedy.values for remedy in self.after.remedies() if remedy.option == "exclude"]
        return {
            "attribute_map": self.maps.attributes,
            "value_map": self.maps.values,
            **option_values(self.fixed),
            "exclude": excluded[0] if excluded else (),
        }

    def document(self) -> dict[str, Any]:
        """All of it as plain values."""
        document = checkup_document(self.checkup) | {"command": shlex.join(self.command())}
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
    """An option as words; a file name is not a list."""
    if name in MAP_FILES:
        return name, values[0]
    return (name, comma_text(values)) if values else (name,)


def check_of(
    reading: Reading,
    naming: Naming,
    *,
    wanted: MapFiles,
    preparation: Preparation,
) -> Check:
    """Read two tables and look at them; again with the suggestions that are wanted in files."""
    asked = read_maps(naming)
    tables = reading.tables()
    checkup = asked.checked(tables, preparation)
    maps, after = with_suggestions(asked, checkup, wanted, tables=tables, preparation=preparation)
    return Check(
        reading=reading,
        tables=tables,
        asked=asked,
        preparation=preparation,
        checkup=checkup,
        maps=maps,
        after=after,
    )
