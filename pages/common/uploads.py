"""Files that a reader drops: checked here, whatever the browser said of them, and kept before anything else is done."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from ksdt_core.data.readers.gct_classes import is_cls, join_classes
from ksdt_core.data.readers.reading import stem
from ksdt_core.errors import InvalidDataError, KsdtError
from ksdt_core.store.decisions import SIDES, Side
from ksdt_core.store.pair_request import TableRequest
from ksdt_core.store.uploads import Upload, keep_upload
from pages.common import draft, kept
from pages.common.arrived import arrived_files
from pages.common.messages import for_page

if TYPE_CHECKING:
    from streamlit.runtime.uploaded_file_manager import UploadedFile

LARGEST = 200 << 20  # bytes, as they are sent
LONGEST_NAME = 100
FORMATS = (
    "CSV, TSV, Excel, Parquet, ARFF, Orange .tab, GCT or a GEO series matrix, plain or compressed (gz, xz, bz2, "
    "zip). The format is detected from the content. Drop a GCT file together with its CLS file. Two tables "
    "dropped together fill both places. Files stay on the server that runs this app."
)


def uploader(side: Side) -> None:
    """Where files are dropped; it is empty again once they are taken."""
    key = f"upload_{side}_{st.session_state.setdefault(_count(side), 0)}"
    st.file_uploader(
        "or drop a file", key=key, accept_multiple_files=True, on_change=_take, args=(side, key), help=FORMATS
    )


def table_name(file_name: str) -> str:
    """What the table of a file is called."""
    return stem(Path(file_name.replace("\\", "/")))[:LONGEST_NAME] or "table"


def _take(side: Side, key: str) -> None:
    if not st.session_state[key]:
        return
    st.session_state[_count(side)] += 1
    try:
        files = arrived_files(key)
        found = [(file.name, _content(file)) for file in files]
        tables = _joined(found)
        sides = (side,) if len(tables) == 1 else SIDES
        for taker, (name, content) in zip(sides, tables, strict=True):
            upload = keep_upload(kept.store(), name, content=content)
            draft.choose(taker, TableRequest("upload", upload.id, table_name(name)))
    except KsdtError as error:
        draft.refused()[side] = for_page(error)


def keep_files(files: Sequence[UploadedFile]) -> list[Upload]:
    """Keep any number of tables; all are looked at before the first is kept. A CLS file joins the table of its name."""
    found = [(file.name, _content(file)) for file in files]
    classes = {_base(name): (name, content) for name, content in found if is_cls(content)}
    tables = [(name, content) for name, content in found if not is_cls(content)]
    alone = classes.keys() - {_base(name) for name, _ in tables}
    if alone:
        raise InvalidDataError("classes-without-table", file=classes[min(alone)][0])
    joined = [
        (name, join_classes(content, classes[own][1], name) if (own := _base(name)) in classes else content)
        for name, content in tables
    ]
    return [keep_upload(kept.store(), name, content=content) for name, content in joined]


def _base(file_name: str) -> str:
    """By which a CLS file finds its table: `cohort.gct.gz` and `Cohort.cls` belong together."""
    return table_name(file_name).casefold()


def _content(file: UploadedFile) -> bytes:
    if file.size > LARGEST:
        raise InvalidDataError("upload-too-large", file=file.name, megabytes=LARGEST >> 20)
    content = file.getvalue()
    if not content.strip():
        raise InvalidDataError("upload-empty", file=file.name)
    return content


def _joined(files: list[tuple[str, bytes]]) -> list[tuple[str, bytes]]:
    """One or two tables; a file of classes is joined to its table."""
    classes = [content for _, content in files if is_cls(content)]
    tables = [(name, content) for name, content in files if not is_cls(content)]
    if classes and (len(classes), len(tables)) != (1, 1):
        raise InvalidDataError("classes-of-several-tables")
    if len(tables) > 2:
        raise InvalidDataError("too-many-tables", tables=len(tables))
    if classes:
        name, content = tables[0]
        return [(name, join_classes(content, classes[0], name))]
    return tables


def _count(side: Side) -> str:
    return f"uploads_{side}"
