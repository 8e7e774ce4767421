"""A run that was tried on further tables tells of them in its report and its bundle; others say nothing of it."""

from __future__ import annotations

import csv
import io
import zipfile
from dataclasses import replace

import pytest

from ksdt_core.evidence.replication import replicate
from ksdt_core.evidence.replication_text import headline
from ksdt_core.formats.result import result_document
from ksdt_core.mining.miners import mine
from ksdt_core.reports.bundle import bundle
from ksdt_core.reports.html_report import html_report
from ksdt_core.reports.report_content import report_content
from tests.mining.planted import planted_pair


@pytest.fixture(scope="module")
def tried():
    pair = planted_pair(strength=2.0, n_rows=60, n_attributes=3)
    trees = mine(pair, k=2, max_depth=2)
    found = replicate(trees, replace(pair.matched.left, name="<third> & co"), 99)
    return pair, trees, result_document(trees), found


def sections(pair, trees, document):
    return {section.key: section for section in report_content(trees, document=document, pair=pair).sections}


def test_the_report_has_a_section_only_where_there_is_something_to_tell(tried):
    pair, trees, document, found = tried
    assert "replication" not in sections(pair, trees, document)
    section = sections(pair, trees, document | {"replications": [found.to_document()]})["replication"]
    said = next(block for block in section.blocks if block.kind == "paragraph").runs[0].words
    assert said == headline(found)
    tables = [block for block in section.blocks if block.kind == "table"]
    assert len(tables[0].rows) == 3
    assert len(tables[1].rows) == sum(node.status is not None for tree in found.trees for node in tree.nodes)


def test_names_are_escaped(tried):
    pair, trees, document, found = tried
    report = report_content(trees, document=document | {"replications": [found.to_document()]}, pair=pair)
    page = html_report(report)
    assert "<third>" not in page
    assert "&lt;third&gt;" in page


def test_the_bundle_has_a_table_for_each(tried):
    _, trees, document, found = tried
    data = bundle(trees, document=document | {"replications": [found.to_document()] * 2})
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = [name for name in archive.namelist() if "replication" in name]
        assert names == ["tables/replication-1.csv", "tables/replication-2.csv"]
        rows = list(csv.DictReader(io.StringIO(archive.read(names[0]).decode())))
        assert names[0] in archive.read("README.txt").decode()
    assert rows[0]["status"] == "holds"
