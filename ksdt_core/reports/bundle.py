"""Everything of a result in one file: figures, rules, nodes, documents, methods and citations."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import PureWindowsPath
from typing import Any, Literal

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.evidence.effects import effects_of
from ksdt_core.figures.display_names import DisplayNames, displayed
from ksdt_core.figures.export import ExportWidth, export_files
from ksdt_core.figures.file_names import joined_stem
from ksdt_core.figures.glyph_svg import ColourBy
from ksdt_core.formats.csv_tables import replication_csv
from ksdt_core.formats.json_text import document_text
from ksdt_core.mining.node_rows import mined_pair
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.reports.bundle_readme import readme_text
from ksdt_core.reports.bundle_tables import node_files, rule_files
from ksdt_core.reports.citations import references_bib
from ksdt_core.reports.methods_text import methods_text
from ksdt_core.reports.report_replication import replications_of
from ksdt_core.reports.versions import library_versions, program_version
from ksdt_core.text import encodable

SETTINGS_FORMAT = "ksdt-settings/1"
HASHES_FORMAT = "ksdt-hashes/1"
_NO_TIME = (1980, 1, 1, 0, 0, 0)  # the earliest that a zip can hold: the same result gives the same bytes
_PLAIN_FILE = 0o100644 << 16


def bundle(
    tree_set: TreeSet,
    *,
    document: Mapping[str, Any],
    pair: DatasetPair | None = None,
    width: ExportWidth = "auto",
    grey: bool = False,
    genes: bool = False,
    colour: ColourBy = "dsn",
    display: DisplayNames | None = None,
) -> bytes:
    """A zip of a result. `document` is the whole result document, its tests against chance included.

    `pair` is the whole pair that was mined, rows held out included; without it whatever needs rows is omitted, and
    the README of the bundle says so. `display` are names for figures alone; tables and documents keep those of the
    files, and the README says which is which. Names of files hold nothing of a table but letters and digits. The same
    result gives the same bytes, but for the PDFs, whose parts the converter writes in an order that varies.
    """
    files: dict[str, bytes] = {}
    for name, text in _texts(tree_set, document, pair):
        files[name] = text.encode("utf-8")
    effects = effects_of(tree_set, document, pair)
    drawn_set = displayed(tree_set, display) if display else tree_set
    for format in ("svg", "pdf", "png", "dot"):
        drawn = export_files(
            drawn_set, format, width=width, grey=grey, genes=genes, colour=colour, sizes=["300dpi"], effects=effects
        )
        files |= {f"figures/{name}": data for name, data in drawn}
    readme = readme_text(tree_set, files, has_rows=pair is not None, display=display).encode("utf-8")
    return _zip({"README.txt": readme} | files)


def bundle_name(tree_set: TreeSet) -> str:
    """A name for the file, made of the names of the tables: `ksdt-wine-red-wine-white.zip`."""
    return joined_stem("ksdt", tree_set.pair.left.name, tree_set.pair.right.name) + ".zip"


def report_name(tree_set: TreeSet, ending: Literal["html", "pdf"] = "html") -> str:
    """The same for a report: `ksdt-wine-red-wine-white.html`."""
    return f"{bundle_name(tree_set).removesuffix('.zip')}.{ending}"


def _texts(tree_set: TreeSet, document: Mapping[str, Any], pair: DatasetPair | None) -> Iterator[tuple[str, str]]:
    mined = None if pair is None else mined_pair(pair, tree_set)
    shown = without_paths(document)
    yield "methods.md", methods_text(tree_set, document=document, pair=mined)
    yield "references.bib", references_bib()
    yield "result.json", document_text(shown)
    yield "settings.json", document_text(_settings(shown))
    yield "data-hashes.json", document_text(_hashes(tree_set, shown, pair))
    yield from node_files(tree_set)
    for number, found in enumerate(replications_of(document, tree_set), start=1):
        yield f"tables/replication-{number}.csv", replication_csv(found)
    if pair is not None and mined is not None:
        yield from rule_files(tree_set, pair, mined)


def without_paths(document: Mapping[str, Any]) -> dict[str, Any]:
    """The document with the names of the tables' files alone: whose folders they lay in concerns nobody."""
    source = document.get("source")
    if not source:
        return dict(document)
    tables = {
        side: source[side] | {"table": PureWindowsPath(source[side]["table"]).name or source[side]["table"]}
        for side in ("left", "right")
    }
    return dict(document) | {"source": dict(source) | tables}


def _settings(document: Mapping[str, Any]) -> dict[str, Any]:
    """Every setting of the run, defaults resolved, and what it ran with."""
    source = document.get("source") or {}
    asked = {name: source[name] for name in ("class_map", "attribute_map", "encoding", "limits") if name in source}
    if "value_map" in document["pair"]:
        asked["value_map"] = document["pair"]["value_map"]
    settings = {"format": SETTINGS_FORMAT, "config": document["config"]} | asked
    if "pool" in document:
        settings["pool"] = document["pool"]
    return settings | {"software": {"ksdt": program_version()} | library_versions()}


def _hashes(tree_set: TreeSet, document: Mapping[str, Any], pair: DatasetPair | None) -> dict[str, Any]:
    """Fingerprints of the pair and of both tables: as they were read, and as they were matched, all rows."""
    source = document.get("source") or {}
    tables = {}
    for side in ("left", "right"):
        summary = tree_set.pair.left if side == "left" else tree_set.pair.right
        matched = None if pair is None else (pair.matched.left if side == "left" else pair.matched.right)
        tables[side] = {
            "name": encodable(summary.name),
            "as_read": (source.get(side) or {}).get("fingerprint") or None,
            "as_matched": None if matched is None else matched.fingerprint(),
        }
    return {"format": HASHES_FORMAT, "hash": "blake2b, 16 bytes", "pair": tree_set.pair.fingerprint, **tables}


def _zip(files: Mapping[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, date_time=_NO_TIME)
            entry.compress_type, entry.external_attr, entry.create_system = zipfile.ZIP_DEFLATED, _PLAIN_FILE, 3
            archive.writestr(entry, data)
    return stream.getvalue()
