"""Series matrix files of GEO."""

from __future__ import annotations

import gzip

import pytest

from ksdt_core.errors import InvalidDataError, Remedy
from tests.data.tables import cells_of, classes_of, read_bytes_as
from tests.refusals import refused

TEXT = "\n".join(
    [
        '!Series_title\t"A study of two tissues"',
        '!Series_geo_accession\t"GSE1"',
        "",
        '!Sample_title\t"breast 1"\t"liver 1"\t"breast 2"',
        '!Sample_geo_accession\t"GSM1"\t"GSM2"\t"GSM3"',
        '!Sample_source_name_ch1\t"breast"\t"liver"\t"breast"',
        '!Sample_organism_ch1\t"Homo sapiens"\t"Homo sapiens"\t"Homo sapiens"',
        '!Sample_characteristics_ch1\t"er status: positive"\t"age: 40"\t"er status: negative"',
        '!Sample_characteristics_ch1\t"age: 50"\t"er status: positive"\t"age: 61"',
        '!Sample_characteristics_ch1\t"treated"\t""\t"not treated"',
        "!series_matrix_table_begin",
        '"ID_REF"\t"GSM1"\t"GSM2"\t"GSM3"',
        '"1007_s_at"\t1.5\t2.25\t-3',
        '"1053_at"\t4\tnull\t6',
        "!series_matrix_table_end",
        "",
    ]
)


def test_characteristics_are_gathered_by_their_key() -> None:
    table = read_bytes_as(gzip.compress(TEXT.encode()), target="er status", file="GSE1_series_matrix.txt.gz")
    assert cells_of(table) == {"1007_s_at": [1.5, 2.25, -3], "1053_at": [4, None, 6]}
    assert classes_of(table) == ["positive", "positive", "negative"]
    assert classes_of(read_bytes_as(TEXT.encode(), target="age", cut=50)) == [">= 50", "< 50", ">= 50"]
    assert classes_of(read_bytes_as(TEXT.encode(), target="source_name_ch1")) == ["breast", "liver", "breast"]
    assert table.name == "GSE1_series_matrix"


def test_only_what_may_be_a_class_is_offered() -> None:
    with pytest.raises(InvalidDataError) as caught:
        read_bytes_as(TEXT.encode())
    assert caught.value.code == "no-class-among-facts"
    assert caught.value.facts["columns"] == ("source_name_ch1", "er status", "age", "characteristics_ch1")
    assert caught.value.remedies == (Remedy("target"),)


def test_a_sample_without_the_characteristic_has_no_class() -> None:
    with refused("missing-classes", column="characteristics_ch1", first=2, rows=1):
        read_bytes_as(TEXT.encode(), target="characteristics_ch1")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (TEXT.split("!series_matrix_table_begin")[0], "geo-without-matrix"),
        (TEXT.split("!series_matrix_table_end")[0], "geo-cut-off"),
        ("!Series_title\tx\n!series_matrix_table_begin\n!series_matrix_table_end\n", "geo-without-samples"),
        ("^DATABASE = GeoMiame\n!Database_name = x\n", "soft-file"),
    ],
)
def test_files_without_values(text: str, reason: str) -> None:
    with refused(reason):
        read_bytes_as(text.encode())
