"""Files that a browser says it has sent; some are not here, since the upload failed or the server was restarted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

from ksdt_core.errors import InvalidDataError

if TYPE_CHECKING:
    from streamlit.runtime.uploaded_file_manager import UploadedFile


def arrived_files(key: str) -> Sequence[UploadedFile]:
    """The files of an uploader, by its key; refused where one of them is not on this server."""
    from streamlit.runtime.uploaded_file_manager import DeletedFile

    found = st.session_state[key]
    files = [] if found is None else found if isinstance(found, list) else [found]
    if any(isinstance(file, DeletedFile) for file in files):
        raise InvalidDataError("file-not-arrived")
    return files
