"""Loaders of documents, maps, costs and weights as targets."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from ksdt_core.data.matching.maps import comma_fields, parse_class_map, read_attribute_map, read_costs
from ksdt_core.data.matching.value_map_file import read_value_map
from ksdt_core.errors import InvalidDocumentError
from ksdt_core.formats.json_text import document_text
from ksdt_core.formats.result import parse_result, read_result
from ksdt_core.mining.weights import WeightVector, read_pool
from ksdt_core.store.database import open_store
from ksdt_core.store.exchange import exported, exported_zip, import_runs
from ksdt_core.store.runs import kept_run, list_runs
from ksdt_core.studies.atlas.work_file import WorkFile
from ksdt_core.text import encodable
from tests.formats import made
from tests.fuzz.damage import damaged_archives, damaged_documents, damaged_files
from tests.fuzz.trying import Target
from tests.store.kept_documents import document_of
from tests.store.test_exchange import zipped

MAP = b'left,right\nage,Age\n"gene,7",G7\n# odd,odd\nheight,Height\n'
VALUES = b'attribute,left,right\ncolour,red,Rot\n"a b",blue,"Blau, hell"\ncolour,green,Gruen\n'
COSTS = b"attribute,cost\nage,5\nblood test,0.5\nheight,1e3\n"
POOL = b"0.3,0.4,0.3\n0.1 0.1 0.8 # a comment\n\n0.2,0.2,0.6\n"
RENAMED = b'died=bad,>= 6=bad,"a,b"=c'


def _documents() -> list[Any]:
    """Result documents of every kind, plain values."""
    mined = document_of()
    source = {"left": {"table": "a.csv", "bundled": False}, "right": {"table": "wine-red", "bundled": True}}
    about = {"name": "wine", "note": "look", "seconds": 2.5}
    return [mined, made.full_document(), {**made.full_document(), "source": source, "run": about}, document_of(1, k=1)]


def _in_a_file(folder: Path, load: Callable[[Path], object]) -> Callable[[bytes], object]:
    def from_file(data: bytes) -> object:
        path = folder / "input"
        path.write_bytes(data)
        return load(path)

    return from_file


def _in_a_stream(load: Callable[[io.BytesIO], object]) -> Callable[[bytes], object]:
    return lambda data: load(io.BytesIO(data))


def _read_and_written_again(path: Path) -> None:
    """A document that was taken is whole: it can be written again and is then taken again."""
    document = read_result(path).document
    parse_result(encodable(document_text(document)).encode("utf-8"))


def _imported(folder: Path) -> Callable[[bytes], object]:
    """Into a store and out again."""
    opened = cache(lambda: open_store(folder / "kept"))  # targets are also made where only their names are wanted

    def import_and_export(data: bytes) -> object:
        store = opened()
        before = list_runs(store)
        try:
            ids = import_runs(store, "input", content=data)
        except InvalidDocumentError:
            assert list_runs(store) == before, "nothing is kept of what was refused"
            raise
        for run in ids:
            assert kept_run(store, run).title
            assert import_runs(store, "again", content=exported(store, run))
        return exported_zip(store, ids)

    return import_and_export


def _work_file(path: Path) -> None:
    """A line that cannot be read is passed over."""
    if not WorkFile(path).read({"k"}):
        raise InvalidDocumentError("the pair is mined again.")


def _atlas_line() -> bytes:
    scores = {"sa": 0.9, "ds": 0.8, "td": 0.7, "sdtsq": 0.5}
    weights = {"ig": 0.3, "ds": 0.4, "atd": 0.3}
    choice = {"weights": weights, "scores": scores}
    pair = {
        "left": "a", "right": "b", "attributes": 4, "best": choice, "worst": choice, "problem": None, "q_value": None,
        "best_tree": {"weights": weights, "sa": 0.9, "ds": 0.8, "sdtq": 0.7}, "comparisons": {}, "significance": None,
    }  # fmt: skip
    return json.dumps({"key": "k", "pair": pair}).encode()


def _words(data: bytes) -> None:
    """What is typed on a command line or stands in an address."""
    text = data.decode("utf-8", "surrogateescape")
    parse_class_map(text)
    comma_fields(text, "--exclude")


def _weights(parts: list[float]) -> None:
    assert abs(sum(WeightVector.of(parts).parts) - 1) < 1e-6


def loader_targets(folder: Path) -> dict[str, Target]:
    """A target for each loader; those that read files, or keep things, do it in this folder."""
    documents, line = _documents(), _atlas_line()
    packed = zipped({"a.json": json.dumps(documents[0]).encode(), "b.json": json.dumps(documents[2]).encode()})
    results = damaged_documents(documents)
    lines = st.one_of(damaged_documents([json.loads(line)]), damaged_files([line + b"\n\n" + line]))
    part = st.one_of(st.sampled_from([0.3, 0.4, 0.2, 0.5, 0.0, 1.0, 1e-12]), st.floats())
    numbers = st.one_of(st.lists(part, min_size=0, max_size=4), st.just([0.3, 0.4, 0.3]))
    return {
        "document: result": Target(results, _in_a_file(folder, _read_and_written_again), share=20),
        "document: import of JSON": Target(results, _imported(folder / "json"), share=6),
        "document: import of a zip": Target(damaged_archives(packed), _imported(folder / "zip"), share=4),
        "document: pairs of an unfinished atlas": Target(lines, _in_a_file(folder, _work_file), share=4),
        "file: attribute map": Target(damaged_files([MAP]), _in_a_file(folder, read_attribute_map), share=4),
        "upload: attribute map": Target(damaged_files([MAP]), _in_a_stream(read_attribute_map), share=2),
        "file: value map": Target(damaged_files([VALUES]), _in_a_file(folder, read_value_map), share=4),
        "upload: value map": Target(damaged_files([VALUES]), _in_a_stream(read_value_map), share=2),
        "file: costs": Target(damaged_files([COSTS]), _in_a_file(folder, read_costs), share=4),
        "file: weights": Target(damaged_files([POOL]), _in_a_file(folder, read_pool), share=4),
        "words: class map and lists of names": Target(damaged_files([RENAMED]), _words, share=3),
        "words: weights": Target(numbers, _weights, share=2),
    }
