"""CLS files: the classes of the samples of a GCT file."""

from __future__ import annotations

import re

from ksdt_core.errors import InvalidDataError

_COUNT = re.compile(r"[0-9]{1,12}")


def refuse_class_file(text: bytes, where: str) -> None:
    """A CLS file alone is not a table."""
    if is_class_file(text):
        raise InvalidDataError("only-classes", where=where)


def is_class_file(text: bytes) -> bool:
    lines = [line.split() for line in text[:4096].splitlines()[:2]]
    if len(lines) < 2 or not lines[1] or not lines[1][0].startswith(b"#"):
        return False
    return len(lines[0]) == 3 and all(cell.isdigit() for cell in lines[0])


def read_classes(text: str, where: str) -> list[str]:
    """The class of each sample.

    The first line counts samples and classes, the second names the classes after a #, the third gives a label for
    each sample; the first label met belongs to the first name, the next other one to the second, and so on.
    """
    lines = [line.split() for line in text.splitlines() if line.strip()]
    if lines and lines[0][0].lower().startswith("#numeric"):
        raise InvalidDataError("numeric-class-file", where=where)
    if len(lines) < 3 or len(lines[0]) < 2 or not all(_COUNT.fullmatch(cell) for cell in lines[0][:2]):
        raise InvalidDataError("not-a-class-file", where=where)
    n_samples, n_classes = (int(cell) for cell in lines[0][:2])
    names = [name for name in (lines[1][0].removeprefix("#"), *lines[1][1:]) if name]
    labels = [label for line in lines[2:] for label in line]
    seen = list(dict.fromkeys(labels))
    if len(labels) != n_samples or len(seen) > n_classes:
        raise InvalidDataError(
            "class-file-counts",
            where=where,
            samples=n_samples,
            classes=n_classes,
            samples_found=len(labels),
            classes_found=len(seen),
        )
    if set(seen) <= set(names) or len(names) < len(seen):
        return labels
    name_of = dict(zip(seen, names, strict=False))
    return [name_of[label] for label in labels]
