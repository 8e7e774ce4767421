"""The arguments of commands that start with a result: the document, and where its tables lie."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from ksdt_core.options import Option

MINED = "A document of ksdt mine; - is standard input."  # where a tree of one table is refused


@dataclass(frozen=True, slots=True)
class ResultOptions:
    """A result, and its tables where they were moved."""

    result: Annotated[
        str,
        Option(
            "Result", "A document of ksdt mine or ksdt learn; - is standard input.", metavar="RESULT", positional=True
        ),
    ]
    left: Annotated[
        str | None,
        Option("Left table", "New path of the left table.", metavar="FILE", default_text="path in the document"),
    ] = None
    right: Annotated[
        str | None,
        Option("Right table", "New path of the right table.", metavar="FILE", default_text="path in the document"),
    ] = None
