"""Where a command finds the tables of a pair that was made in the app, and how it reads them."""

from __future__ import annotations

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.formats.source import Source, TableSource
from ksdt_core.store.database import Store
from ksdt_core.store.pair_request import UPLOAD_LIMITS, PairRequest, TableRequest, requested_tables, right_to_left
from ksdt_core.store.uploads import upload_name


def request_source(store: Store, request: PairRequest) -> Source | None:
    """The files by their names: a command looks for them beside the document. None where it has no words for a pair.

    What was done to the tables afterwards stands among the settings of a result.
    """
    if request.right_class_map or request.left.encoding != request.right.encoding:
        return None
    left, right = requested_tables(store, request)
    return Source(
        _table(store, request.left, left),
        _table(store, request.right, right),
        encoding=request.left.encoding,
        limits=UPLOAD_LIMITS,
        class_map=dict(request.class_map),
        attribute_map=right_to_left(request.attribute_map),
    )


def _table(store: Store, table: TableRequest, read: Dataset) -> TableSource:
    is_bundled = table.origin == "catalogue"
    return TableSource(
        table=table.id if is_bundled else upload_name(store, table.id),
        bundled=is_bundled,
        target=table.target,
        cut=table.cut,
        sheet=table.sheet,
        fingerprint=read.fingerprint(),
    )
