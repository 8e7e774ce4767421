"""`ksdt datasets`: what is bundled, and which tables form natural pairs."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ksdt_core.cli.output import Output, deliver_document, deliver_lines

if TYPE_CHECKING:
    from ksdt_core.data.catalogue import CataloguePair

FORMAT = "ksdt-datasets/1"


def datasets_command(
    as_json: Annotated[bool, typer.Option("--json", help="As JSON, for programs.")] = False,
    output: Output = "-",
) -> None:
    """List the bundled datasets and the pairs they form, each with the command that mines it."""
    from ksdt_core.documents.write import check_writable

    check_writable(output)
    if as_json:
        deliver_document(_document(), output)
    else:
        deliver_lines(_lines(), output)


def mine_words(pair: CataloguePair) -> list[str]:
    """The command line that mines a pair."""
    return ["ksdt", "mine", pair.left, pair.right, *pair.options(), "-o", f"{pair.left}-{pair.right}.json"]


def _document() -> dict[str, Any]:
    from ksdt_core.data.catalogue import catalogue, catalogue_pairs

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
                "options": list(pair.options()),
                "command": shlex.join(mine_words(pair)),
            }
            for pair in catalogue_pairs()
        ],
    }


def _lines() -> Iterator[str]:
    from ksdt_core.data.catalogue import catalogue, catalogue_pairs

    entries = catalogue()
    width = max((len(entry.name) for entry in entries), default=0)
    yield "Datasets: use the name wherever a file is asked for."
    for entry in entries:
        yield f"  {entry.name:{width}}  {entry.rows:>6,} rows × {entry.attributes:>3} attributes  {entry.title}"
    yield ""
    yield "Natural pairs"
    for pair in catalogue_pairs():
        yield f"  {pair.title}: {pair.why}"
        yield f"    {shlex.join(mine_words(pair))}"
