"""Weight vectors of the split score, and the pools of them that a sweep tries."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from ksdt_core.errors import InvalidParameterError

SUM_TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True, order=True)
class WeightVector:
    """The weights of gain, of similarity of the tables, and of difference from the other trees in a split.

    The single-tree miner has no other tree to differ from: its `atd` is None.
    """

    ig: float
    ds: float
    atd: float | None

    def __post_init__(self) -> None:
        parts = self.parts
        if not all(math.isfinite(part) and part > 0 for part in parts):
            raise InvalidParameterError(
                "weights-not-positive", option="weights", weights=_rounded(parts), example=example_weights(len(parts))
            )
        total = math.fsum(parts) if max(parts) <= 1 else sum(parts)  # fsum raises where the sum is beyond all floats
        if abs(total - 1) > SUM_TOLERANCE:
            raise InvalidParameterError(
                "weights-sum",
                option="weights",
                weights=_rounded(parts),
                total=total,
                example=example_weights(len(parts)),
            )

    @property
    def parts(self) -> tuple[float, ...]:
        return (self.ig, self.ds) if self.atd is None else (self.ig, self.ds, self.atd)

    @classmethod
    def of(cls, numbers: Iterable[float]) -> Self:
        """The vector of two or three numbers."""
        try:
            parts = tuple(float(number) for number in numbers)
        except (TypeError, ValueError):
            raise InvalidParameterError(
                "weights-not-numbers", option="weights", weights=numbers, example=example_weights(3)
            ) from None
        if len(parts) not in (2, 3):
            raise InvalidParameterError("weights-count", given=len(parts))
        return cls(*parts, None) if len(parts) == 2 else cls(*parts)

    @classmethod
    def parse(cls, text: str) -> Self:
        """The vector written as `0.3,0.4,0.3`."""
        try:
            return cls.of([float(part) for part in text.split(",")])
        except ValueError:
            raise InvalidParameterError(
                "weights-not-numbers", option="weights", weights=text, example=example_weights(3)
            ) from None


def _rounded(parts: Iterable[float]) -> tuple[float, ...]:
    """Weights as they were meant, without the noise of the last digits."""
    return tuple(float(f"{part:.12g}") for part in parts)


def example_weights(n_parts: int) -> str:
    return "0.5,0.5" if n_parts == 2 else "0.3,0.4,0.3"


DEFAULT_WEIGHTS = WeightVector(0.3, 0.4, 0.3)
DEFAULT_SINGLE_WEIGHTS = WeightVector(0.5, 0.5, None)


@dataclass(frozen=True, slots=True)
class WeightPool:
    """A named list of weight vectors (WVP)."""

    name: str
    vectors: tuple[WeightVector, ...]

    def __len__(self) -> int:
        return len(self.vectors)


def grid_pool(step: float, *, single: bool = False, name: str | None = None) -> WeightPool:
    """Every vector of positive multiples of `step` that sum to 1, in lexicographic order."""
    n_steps = round(1 / step) if step > 0 and math.isfinite(step) else 0
    smallest = 2 if single else 3
    if n_steps < smallest or abs(n_steps * step - 1) > SUM_TOLERANCE or n_steps > 1000:
        raise InvalidParameterError("grid-step", option="pool", step=step, fewest=smallest)
    if single:
        vectors = tuple(WeightVector(i / n_steps, (n_steps - i) / n_steps, None) for i in range(1, n_steps))
    else:
        vectors = tuple(
            WeightVector(i / n_steps, j / n_steps, (n_steps - i - j) / n_steps)
            for i in range(1, n_steps - 1)
            for j in range(1, n_steps - i)
        )
    return WeightPool(name or f"grid:{step:g}", vectors)


_WVP2 = (
    (0.1, 0.1, 0.8),
    (0.1, 0.3, 0.6),
    (0.1, 0.5, 0.4),
    (0.1, 0.7, 0.2),
    (0.3, 0.1, 0.6),
    (0.3, 0.4, 0.3),
    (0.3, 0.5, 0.2),
    (0.5, 0.1, 0.4),
    (0.5, 0.3, 0.2),
    (0.7, 0.2, 0.1),
)


PoolSource = WeightPool | str | Iterable[WeightVector | Sequence[float]]


def pool_of(source: PoolSource, *, single: bool = False) -> WeightPool:
    """A pool as it is, by its name or file, or made of the vectors given."""
    if isinstance(source, WeightPool):
        return source
    if isinstance(source, str):
        return weight_pool(source, single=single)
    if not isinstance(source, Iterable):
        raise InvalidParameterError("not-a-pool", option="pool", pool=source)
    vectors = (vector if isinstance(vector, WeightVector) else WeightVector.of(vector) for vector in source)
    return WeightPool("given", tuple(vectors))


def weight_pool(name: str, *, single: bool = False) -> WeightPool:
    """The pool called `wvp1`, `wvp2` or `grid:STEP` [DH14, section 4.5], or the vectors of a file.

    The single-tree miner has the pool (x, 1 − x), x = .1 .. .9, under either name.
    """
    if name in ("wvp1", "wvp2") and single:
        return grid_pool(0.1, single=True, name=name)
    if name == "wvp1":
        return grid_pool(0.1, name="wvp1")
    if name == "wvp2":
        return WeightPool("wvp2", tuple(WeightVector.of(vector) for vector in _WVP2))
    if name.startswith("grid:"):
        try:
            step = float(name.removeprefix("grid:"))
        except ValueError:
            raise InvalidParameterError("grid-step-not-a-number", option="pool", pool=name) from None
        return grid_pool(step, single=single)
    return read_pool(Path(name), single=single)


def read_pool(path: Path, *, single: bool = False) -> WeightPool:
    """The vectors of a text file: one a line, numbers separated by commas or white space, `#` starts a comment."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError, ValueError):
        raise InvalidParameterError("pool-unreadable", option="pool", pool=str(path)) from None
    vectors = []
    for number, line in enumerate(lines, start=1):
        text = line.split("#", 1)[0].replace(",", " ").split()
        if text:
            vectors.append(_vector_of_line(path, number, text, single=single))
    if not vectors:
        raise InvalidParameterError("pool-empty", option="pool", pool=str(path), example=example_weights(3))
    return WeightPool(str(path), tuple(vectors))


def _vector_of_line(path: Path, number: int, text: Sequence[str], *, single: bool) -> WeightVector:
    facts: dict[str, Any] = {"option": "pool", "pool": str(path), "line": number}
    try:
        vector = WeightVector.of([float(part) for part in text])
    except ValueError:
        raise InvalidParameterError("pool-line-not-numbers", **facts) from None
    except InvalidParameterError as error:
        raise InvalidParameterError("pool-line", **facts, reason=error) from None
    if (vector.atd is None) != single:
        needed = 2 if single else 3
        raise InvalidParameterError("pool-line-count", **facts, needed=needed, example=example_weights(needed))
    return vector
