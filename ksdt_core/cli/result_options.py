"""The arguments of commands that begin with a result: the document, and where its tables lie."""

from __future__ import annotations

from typing import Annotated

import typer

ResultFile = Annotated[str, typer.Argument(metavar="RESULT", help="A document of ksdt mine; - is standard input.")]
LeftFile = Annotated[
    str | None,
    typer.Option(
        "--left", metavar="FILE", help="Where the left table lies now.", show_default="where the document says"
    ),
]
RightFile = Annotated[
    str | None,
    typer.Option(
        "--right", metavar="FILE", help="Where the right table lies now.", show_default="where the document says"
    ),
]
