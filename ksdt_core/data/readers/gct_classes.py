"""A GCT file and the CLS file that belongs to it as one file: GCT 1.3, which can say more of each sample."""

from __future__ import annotations

from ksdt_core.data.readers import gct
from ksdt_core.data.readers.cls import is_class_file, read_classes
from ksdt_core.data.readers.encoding import to_utf8
from ksdt_core.data.readers.limits import DEFAULT_LIMITS, Limits
from ksdt_core.data.readers.target import DEFAULT_TARGET
from ksdt_core.data.readers.unpacking import unpack
from ksdt_core.errors import InvalidDataError


def is_cls(data: bytes) -> bool:
    """Whether a file holds only classes."""
    return is_class_file(data)


def join_classes(table: bytes, classes: bytes, where: str, *, limits: Limits = DEFAULT_LIMITS) -> bytes:
    """The GCT file with a line `class` about its samples, taken from the CLS file."""
    unpacked, _ = unpack(table, where, limits)
    text, _ = to_utf8(unpacked, where)
    counts = gct.COUNTS.match(text, text.find(b"\n") + 1) if gct.recognise(text) else None
    if counts is None:
        raise InvalidDataError("classes-without-gct", where=where)
    labels = read_classes(classes.decode("utf-8", errors="replace"), f"the classes of {where}")
    n_genes, n_samples, n_gene_facts, n_facts = (int(count) if count else 0 for count in counts.groups())
    if len(labels) != n_samples:
        raise InvalidDataError("class-file-samples", where=where, classes=len(labels), samples=n_samples)
    n_before = 1 if counts.group(3) is None else n_gene_facts  # Description is a fact about genes in version 1.3
    names_at = text.find(b"\n", text.find(b"\n") + 1) + 1
    body_at = text.find(b"\n", names_at) + 1
    new_counts = "\t".join(str(count) for count in (n_genes, n_samples, n_before, n_facts + 1))
    line = "\t".join((DEFAULT_TARGET, *["na"] * n_before, *labels))
    return f"#1.3\n{new_counts}\n".encode() + text[names_at:body_at] + f"{line}\n".encode() + text[body_at:]
