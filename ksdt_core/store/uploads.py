"""Tables that users brought, kept as the bytes they sent."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, RowMapping, or_, select
from sqlalchemy.dialects.sqlite import insert

from ksdt_core.store.damage import BadRow, damage_is, readable
from ksdt_core.store.database import Store
from ksdt_core.store.problems import DamagedError, StoreError
from ksdt_core.store.schema import uploads
from ksdt_core.text import encodable

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
    upload = Upload(upload_id_of(file_name, content), file_name, len(content), time.time())
    row = {
        "id": upload.id,
        "file_name": file_name,
        "size": upload.size,
        "content": content,
        "created": upload.created,
    }
    again = insert(uploads).values(row)
    own = {name: again.excluded[name] for name in ("file_name", "size", "content")}
    damaged = (uploads.c[name] != value for name, value in own.items())  # saving it again repairs it
    changed = or_(uploads.c.deleted.is_not(None), *damaged)
    with store.writing() as connection:
        back = {**own, "deleted": None}  # a table that was deleted and is uploaded again
        connection.execute(again.on_conflict_do_update(index_elements=["id"], set_=back, where=changed))
    return upload


def upload_id_of(file_name: str, content: bytes) -> str:
    """A digest of the content and the name."""
    digest = hashlib.blake2b(content, digest_size=ID_BYTES, person=b"ksdt upload")
    digest.update(f"\0{len(content)}\0{file_name}".encode())
    return digest.hexdigest()


def upload_content(store: Store, upload_id: str) -> bytes:
    """The bytes of a kept file; refused where they are not those that were uploaded."""
    name, content = _kept(store, upload_id, uploads.c.file_name, uploads.c.content)
    with damage_is(_damaged(str(name))):
        if upload_id_of(name, bytes(content)) != upload_id:
            raise ValueError
        return bytes(content)


def upload_name(store: Store, upload_id: str) -> str:
    """What a kept file was called."""
    return str(_kept(store, upload_id, uploads.c.file_name)[0])


def _kept(store: Store, upload_id: str, *columns: Column[Any]) -> Any:
    wanted = select(*columns, uploads.c.deleted.is_not(None)).where(uploads.c.id == upload_id)
    with damage_is(_damaged(upload_id)), store.reading() as connection:
        found = connection.execute(wanted).one_or_none()
    if found is None:
        raise StoreError("table-not-saved", table=upload_id)
    if found[-1]:
        raise StoreError("table-deleted", table=upload_id)
    return found[:-1]


def _damaged(name: str) -> DamagedError:
    return DamagedError("table-damaged", table=name)


def list_uploads(store: Store, *, deleted: bool = False) -> list[Upload]:
    """Every kept file, the newest first; without those whose row is damaged."""
    return listed_uploads(store, deleted=deleted)[0]


def listed_uploads(store: Store, *, deleted: bool = False) -> tuple[list[Upload], list[BadRow]]:
    """The same, and the files of which nothing can be shown because they are damaged."""
    columns = (uploads.c.id, uploads.c.file_name, uploads.c.size, uploads.c.created)
    wanted = uploads.c.deleted.is_not(None) if deleted else uploads.c.deleted.is_(None)
    query = select(*columns).where(wanted).order_by(uploads.c.created.desc())
    return readable(store, query, _upload, label=uploads.c.file_name, order=lambda upload: upload.created)


def _upload(row: RowMapping) -> Upload:
    """What is known of a file; fails where a page could not show it."""
    upload = Upload(row["id"], row["file_name"], row["size"], row["created"])
    if not isinstance(upload.file_name, str) or upload.size + upload.created < 0:
        raise TypeError
    return upload
