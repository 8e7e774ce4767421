"""One definition writes a value and reads it back."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from ksdt_core.codec import PLAIN, TEXT, Derived, Field, Inlined, by_name, many, optional, record


@dataclass(frozen=True)
class Point:
    x: int
    name: str = ""


@dataclass(frozen=True)
class Shape:
    points: tuple[Point, ...]
    middle: Point | None
    sizes: tuple[tuple[str, int], ...]
    note: str | None


POINT = record(Point, {"x": PLAIN, "label": Field("name", TEXT, usual=""), "twice": Derived(lambda point: 2 * point.x)})
SHAPE = record(
    Shape,
    {
        "corners": Field("points", many(POINT)),
        "middle": Inlined("middle", record(Point, {"x": PLAIN, "name": TEXT}), keys=("x", "name")),
        "sizes": by_name(PLAIN),
        "note": optional(TEXT),
        "large": Derived(lambda shape: len(shape.points) > 2, usual=False),
    },
)


def test_keys_stand_in_order_and_usual_ones_are_left_out():
    shape = Shape((Point(1), Point(2, "b")), None, (("a", 1),), None)
    assert list(SHAPE.write(shape).items()) == [
        ("corners", [{"x": 1, "twice": 2}, {"x": 2, "label": "b", "twice": 4}]),
        ("x", None),
        ("name", None),
        ("sizes", {"a": 1}),
        ("note", None),
    ]
    assert SHAPE.read(SHAPE.write(shape)) == shape


def test_a_value_inside_another_lends_it_its_keys():
    shape = Shape((Point(1),) * 3, Point(7, "m"), (), "round")
    document = SHAPE.write(shape)
    assert (document["x"], document["name"], document["large"]) == (7, "m", True)
    assert SHAPE.read(document) == shape


def test_unknown_keys_are_passed_over_and_missing_ones_are_not():
    assert POINT.read({"x": 1, "of another program": 3}) == Point(1)
    with pytest.raises(KeyError, match="x"):
        POINT.read({"label": "b"})


def test_what_no_file_can_hold_becomes_a_question_mark():
    assert POINT.write(Point(1, "\ud800"))["label"] == "?"
