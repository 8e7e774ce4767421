"""Tables that users brought, kept as the bytes they sent."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, select
from sqlalchemy.dialects.sqlite import insert

from ksdt_core.mining.tree_set import encodable
from ksdt_core.store.database import Store
from ksdt_core.store.problems import StoreError
from ksdt_core.store.schema import uploads

ID_BYTES = 12


@dataclass(frozen=True, slots=True)
class Upload:
    """What is known of a kept file without its content."""

    id: str
    file_name: str
    size: int
    created: float


def keep_upload(store: Store, file_name: str, *, content: bytes) -> Upload:
    """Keep a file; the same content under the same name is kept once."""
    file_name = encodable(file_name)
    digest = hashlib.blake2b(content, digest_size=ID_BYTES, person=b"ksdt upload")
    digest.update(f"\0{len(content)}\0{file_name}".encode())
    upload = Upload(digest.hexdigest(), file_name, len(content), time.time())
    row = {
        "id": upload.id,
        "file_name": file_name,
        "size": upload.size,
        "content": content,
        "created": upload.created,
    }
    with store.writing() as connection:
        connection.execute(insert(uploads).values(row).on_conflict_do_nothing())
    return upload


def upload_content(store: Store, upload_id: str) -> bytes:
    """The bytes of a kept file."""
    return bytes(_kept(store, upload_id, uploads.c.content))


def upload_name(store: Store, upload_id: str) -> str:
    """What a kept file was called."""
    return str(_kept(store, upload_id, uploads.c.file_name))


def _kept(store: Store, upload_id: str, column: Column[Any]) -> Any:
    with store.reading() as connection:
        found = connection.execute(select(column).where(uploads.c.id == upload_id)).scalar_one_or_none()
    if found is None:
        raise StoreError("the table of this link is not kept here; upload the file again on the page Data.")
    return found


def list_uploads(store: Store) -> list[Upload]:
    """Every kept file, the newest first."""
    columns = (uploads.c.id, uploads.c.file_name, uploads.c.size, uploads.c.created)
    with store.reading() as connection:
        rows = connection.execute(select(*columns).order_by(uploads.c.created.desc())).all()
    return [Upload(*row) for row in rows]
