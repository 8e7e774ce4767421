"""One definition for both ways: how a value is written as plain JSON values, and how it is read back.

    POINT = record(Point, {"x": PLAIN, "label": Field("name", TEXT), "length": Derived(Point.length)})

writes `{"x": 1, "label": "a", "length": 1.0}` and reads it back: `POINT.read(POINT.write(point)) == point`. Derived
keys are written for people and other programs; reading skips them, as it skips unknown keys.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from ksdt_core.text import encodable

T = TypeVar("T")
ALWAYS: Any = object()  # a key that is never omitted


@dataclass(frozen=True, slots=True)
class Codec(Generic[T]):
    """How a value is written, and read back."""

    write: Callable[[T], Any]
    read: Callable[[Any], T]


@dataclass(frozen=True, slots=True)
class Field:
    """A key that holds the field `name`. It is omitted where the field has the value `usual`.

    `absent` is the value of a key that is always written, but that older documents and other programs may omit.
    """

    name: str
    codec: Codec[Any]
    usual: Any = ALWAYS
    absent: Any = ALWAYS


@dataclass(frozen=True, slots=True)
class Derived:
    """A key that follows from the others. It is omitted where it has the value `usual`."""

    of: Callable[[Any], Any]
    usual: Any = ALWAYS


@dataclass(frozen=True, slots=True)
class Inlined:
    """A field whose own keys stand among those of its owner; all of them are null where it is None."""

    name: str
    codec: Codec[Any]
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Nested:
    """An object whose keys hold fields of the owner."""

    keys: Mapping[str, Key]


@dataclass(frozen=True, slots=True)
class Item:
    """A key that holds one item of a field that is a tuple. The items stand in the order of the tuple."""

    name: str
    position: int
    codec: Codec[Any]


Part = Field | Derived | Inlined | Nested | Item
Key = Codec[Any] | Part


def _same(value: Any) -> Any:
    return value


PLAIN: Codec[Any] = Codec(_same, _same)
COUNT: Codec[int] = Codec(_same, int)  # what is not a number is refused when it is read
NUMBER: Codec[float] = Codec(_same, float)
TEXT: Codec[str] = Codec(encodable, str)
NUMBERS: Codec[NDArray[np.float64]] = Codec(np.ndarray.tolist, lambda found: np.array(found, dtype=np.float64))


def many(item: Codec[T]) -> Codec[tuple[T, ...]]:
    """A tuple as a list."""
    return Codec(lambda values: [item.write(each) for each in values], lambda found: tuple(map(item.read, found)))


def optional(item: Codec[T]) -> Codec[T | None]:
    """None as null."""
    return Codec(
        lambda value: None if value is None else item.write(value),
        lambda found: None if found is None else item.read(found),
    )


def by_name(item: Codec[T]) -> Codec[tuple[tuple[str, T], ...]]:
    """Names with their values as an object."""
    return Codec(
        lambda pairs: {encodable(name): item.write(value) for name, value in pairs},
        lambda found: tuple((name, item.read(value)) for name, value in found.items()),
    )


def record(kind: Callable[..., T], keys: Mapping[str, Key]) -> Codec[T]:
    """A value as an object with these keys, in this order. A codec alone is that of the field with the key's name."""
    return Codec(lambda value: _written(value, keys), lambda found: kind(**_fields(found, keys, {})))


def _parts(keys: Mapping[str, Key]) -> Iterator[tuple[str, Part]]:
    return ((key, Field(key, part) if isinstance(part, Codec) else part) for key, part in keys.items())


def _written(value: Any, keys: Mapping[str, Key]) -> dict[str, Any]:
    document: dict[str, Any] = {}
    for key, part in _parts(keys):
        match part:
            case Inlined():
                inner = getattr(value, part.name)
                document |= dict.fromkeys(part.keys) if inner is None else part.codec.write(inner)
            case Nested():
                document[key] = _written(value, part.keys)
            case Item():
                document[key] = part.codec.write(getattr(value, part.name)[part.position])
            case Field() | Derived():
                own = part.of(value) if isinstance(part, Derived) else getattr(value, part.name)
                if part.usual is ALWAYS or own != part.usual:
                    document[key] = part.codec.write(own) if isinstance(part, Field) else own
    return document


def _fields(found: Mapping[str, Any], keys: Mapping[str, Key], fields: dict[str, Any]) -> dict[str, Any]:
    for key, part in _parts(keys):
        match part:
            case Inlined():
                fields[part.name] = None if found[part.keys[0]] is None else part.codec.read(found)
            case Nested():
                _fields(found[key], part.keys, fields)
            case Item():
                fields[part.name] = (*fields.get(part.name, ()), part.codec.read(found[key]))
            case Field():
                instead = part.absent if part.usual is ALWAYS else part.usual
                left_out = instead is not ALWAYS and key not in found
                fields[part.name] = instead if left_out else part.codec.read(found[key])
    return fields
