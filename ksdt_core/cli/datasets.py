"""`ksdt datasets`: what is bundled, and which tables form natural pairs."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from ksdt_core.cli.from_fields import Given, command_of
from ksdt_core.cli.messages import words_of
from ksdt_core.cli.output import AS_JSON, OutputOption, check_places, deliver_document, deliver_lines, format_of

if TYPE_CHECKING:
    from ksdt_core.data.samples.catalogue import CataloguePair

FORMAT = "ksdt-datasets/1"
FORMATS = ("text", "json")


@dataclass(frozen=True, slots=True)
class DatasetsRequest:
    """How the list is written."""

    as_json: Annotated[bool, AS_JSON] = False


@command_of(DatasetsRequest, OutputOption)
def datasets_command(given: Given) -> None:
    """List the bundled datasets and the pairs they form, each with the command that mines it."""
    as_json, output = given.of(DatasetsRequest).as_json, given.of(OutputOption).output
    check_places({"-o": output}, [], forms=FORMATS)
    if as_json or format_of(None, output, FORMATS) == "json":
        deliver_document(_document(), output)
    else:
        deliver_lines(_lines(), output)


def mine_words(pair: CataloguePair) -> list[str]:
    """The command line that mines a pair."""
    return ["ksdt", "mine", pair.left, pair.right, *_option_words(pair), "-o", f"{pair.left}-{pair.right}.json"]


def _option_words(pair: CataloguePair) -> list[str]:
    return [word for option in pair.options() for word in words_of(option)]


def _document() -> dict[str, Any]:
    from ksdt_core.data.samples.catalogue import catalogue, catalogue_pairs

    return {
        "format": FORMAT,
        "datasets": [
            {
                "name": entry.name,
                "title": entry.title,
                "rows": entry.rows,
                "attributes": entry.attributes,
                "target": entry.target,
                "source": entry.source,
                "licence": entry.licence,
            }
            for entry in catalogue()
        ],
        "pairs": [
            {
                "left": pair.left,
                "right": pair.right,
                "title": pair.title,
                "why": pair.why,
                "options": _option_words(pair),
                "command": shlex.join(mine_words(pair)),
            }
            for pair in catalogue_pairs()
        ],
    }


def _lines() -> Iterator[str]:
    from ksdt_core.data.samples.catalogue import catalogue, catalogue_pairs

    entries = catalogue()
    width = max((len(entry.name) for entry in entries), default=0)
    yield "Datasets (use the name instead of a file path):"
    for entry in entries:
        yield f"  {entry.name:{width}}  {entry.rows:>6,} rows × {entry.attributes:>3} attributes  {entry.title}"
    yield ""
    yield "Pairs"
    for pair in catalogue_pairs():
        yield f"  {pair.title}: {pair.why}"
        yield f"    {shlex.join(mine_words(pair))}"
