"""Small tables for atlases: three alike, one with other classes, one with other attributes."""

from __future__ import annotations

import numpy as np

from ksdt_core.data.model.dataset import Dataset


def made(name: str, seed: int, *, attributes: str = "abcd", classes: tuple[str, str] = ("no", "yes")) -> Dataset:
    """A table whose class hangs on its first two attributes."""
    random = np.random.default_rng(seed)
    values = random.normal(size=(30, len(attributes)))
    labels = (values[:, 0] + values[:, 1] + random.normal(scale=0.4, size=30) > 0).astype(np.intp)
    return Dataset(name, tuple(attributes), np.asfortranarray(values), (None,) * len(attributes), classes, labels)


def alike(n: int = 3) -> list[Dataset]:
    return [made(f"t{number}", number) for number in range(n)]


OTHER_CLASSES = made("other", 7, classes=("bad", "good"))
OTHER_ATTRIBUTES = made("strange", 8, attributes="wxyz")
