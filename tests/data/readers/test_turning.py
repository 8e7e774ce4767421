"""Tables with attributes in rows: recognised by where the class stands, and turned."""

from __future__ import annotations

import numpy as np
import pandas as pd

from tests.data.tables import cells_of, classes_of, read_bytes_as
from tests.refusals import refused

NOTE = "attributes are in rows, so the table was transposed"


def test_a_row_named_after_the_class() -> None:
    table = read_bytes_as(b"gene,s1,s2,s3\nTP53,1.5,2,3\nclass,a,b,a\nESR1,4,,6\n")
    assert cells_of(table) == {"TP53": [1.5, 2, 3], "ESR1": [4, None, 6]}
    assert classes_of(table) == ["a", "b", "a"]
    assert table.notes == (NOTE,)


def test_classes_as_names_of_the_columns() -> None:
    table = read_bytes_as(b"class\ta\tb\ta\tb\nTP53\t1\t2\t3\t4\nESR1\t5\t6\t7\t8\n")
    assert cells_of(table) == {"TP53": [1, 2, 3, 4], "ESR1": [5, 6, 7, 8]}
    assert classes_of(table) == ["a", "b", "a", "b"]


def test_attributes_of_text_stand_beside_numbers() -> None:
    table = read_bytes_as(b'"",s1,s2\nsex,m,f\nage,40,?\n"Class","1.0","0"\n', target="class")
    assert cells_of(table) == {"sex": ["m", "f"], "age": [40, None]}
    assert classes_of(table) == ["1.0", "0"]


def test_a_table_with_its_class_in_the_first_column_is_not_turned() -> None:
    table = read_bytes_as(b"class,x,y\na,1,2\nb,3,4\nclass,5,6\n")
    assert cells_of(table) == {"x": [1, 3, 5], "y": [2, 4, 6]}
    assert table.notes == ()
    with refused("duplicate-column-name", column="x"):
        read_bytes_as(b"class,x,x,y\na,1,2,3\nb,3,4,5\n")


def test_turned_or_not_the_same_table() -> None:
    generator = np.random.default_rng(3)
    frame = pd.DataFrame(generator.normal(size=(40, 300)), columns=[f"g{i}" for i in range(300)])
    frame["class"] = generator.choice(["u", "v"], 40)
    straight = read_bytes_as(frame.to_csv(index=False).encode())
    turned = read_bytes_as(frame.T.to_csv(header=[f"s{i}" for i in range(40)]).encode())
    assert turned.fingerprint() == straight.fingerprint()


def test_as_many_classes_as_columns() -> None:
    with refused("classes-of-columns", classes=2, columns=3):
        read_bytes_as(b"gene,s1,s2,s3\nclass,a,b\nTP53,1.5,2,3\n")


def test_two_attributes_of_one_name() -> None:
    with refused("duplicate-column-name", column="TP53"):
        read_bytes_as(b"gene,s1,s2\nclass,a,b\nTP53,1,2\nTP53,3,4\n")
