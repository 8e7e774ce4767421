"""Files from the buttons of the Trees page, in a real Chromium: each opened and compared with the trees."""

from __future__ import annotations

import io
import json
import re
import xml.etree.ElementTree as ElementTree
import zipfile
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from ksdt_core.data.samples.catalogue import catalogue_pairs
from ksdt_core.figures.tree_words import count_text, dsn_text, question_text
from ksdt_core.formats.result import parse_result
from ksdt_core.mining.miners import mine
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.store.database import Store, open_store
from ksdt_core.store.pair_request import PairRequest, TableRequest, requested_pair
from ksdt_core.store.pairs import keep_pair
from ksdt_core.store.runs import keep_run
from ksdt_core.store.uploads import keep_upload
from ksdt_core.trees.shared_tree import SharedTree
from tests.browser.conftest import Visit

pygraphviz = pytest.importorskip("pygraphviz", reason="pygraphviz lays the drawing out; pip install ksdt[test]")
pypdf = pytest.importorskip("pypdf", reason="pypdf reads the figures; pip install ksdt[test]")
pytestmark = pytest.mark.browser

SVG = "{http://www.w3.org/2000/svg}"
SCRIPT, QUOTES = "<script>alert(1)</script>", '"]; x [label="'


def kept(store: Store, request: PairRequest) -> tuple[str, TreeSet]:
    """A set mined from the pair, and the id of its run."""
    keep_pair(store, request)
    trees = mine(requested_pair(store, request), k=2, max_depth=2)
    return keep_run(store, trees.to_document(), pair=request.id), trees


@pytest.fixture(scope="module")
def wines(server, kept_folder) -> tuple[str, TreeSet]:
    """The address of a set of red and white wine, and the set."""
    entry = next(entry for entry in catalogue_pairs() if entry.left == "wine-red")
    run, trees = kept(open_store(kept_folder), PairRequest.of_catalogue(entry))
    return f"{server}/trees?run={run}", trees


@pytest.fixture(scope="module")
def hostile(server, kept_folder) -> tuple[str, TreeSet]:
    """The same for two uploads whose names, attributes and classes are hostile."""
    store = open_store(kept_folder)
    tables = [
        TableRequest("upload", keep_upload(store, f"{name}.csv", content=hostile_table(seed)).id, name, target="class")
        for name, seed in ((SCRIPT, 1), (QUOTES, 2))
    ]
    run, trees = kept(store, PairRequest(tables[0], tables[1]))
    return f"{server}/trees?run={run}", trees


def hostile_table(seed: int) -> bytes:
    values = np.random.default_rng(seed).normal(size=(80, 2)).round(3)
    quoted = [f'"{name.replace(chr(34), 2 * chr(34))}"' for name in (SCRIPT, QUOTES, "class")]
    lines = [f'{a},{b},"{SCRIPT if a + b / 4 > 0 else "other"}"' for a, b in values.tolist()]
    return "\n".join([",".join(quoted), *lines]).encode()


def opened(visit: Visit, address: str) -> Visit:
    visit.page.goto(address)
    visit.wait()
    open_exports(visit)
    return visit


def open_exports(visit: Visit) -> None:
    """Open the block with the files."""
    visit.page.get_by_role("button", name="Figures", exact=True).click()
    expect(visit.page.get_by_role("button", name="Bundle (zip)")).to_be_enabled()
    visit.wait()


def downloaded(visit: Visit, label: str) -> tuple[str, bytes]:
    """The name and the bytes of the file behind a button."""
    with visit.page.expect_download() as begun:
        visit.page.get_by_role("button", name=label, exact=True).click()
    return begun.value.suggested_filename, Path(begun.value.path()).read_bytes()


def choose(page: Page, name: str) -> None:
    """Choose what to export; a list that is open closes again when the drawing above it takes its height."""
    option = page.get_by_role("option", name=name)
    for _ in range(10):
        page.get_by_role("combobox", name="Figure of").click()
        try:
            option.click(timeout=4_000)
        except PlaywrightTimeout:
            page.keyboard.press("Escape")
        else:
            return


def labels(shared: SharedTree, node: int) -> set[str]:
    """Every number that the figure shows at a node: the counts of both tables and DSN."""
    counts = [*shared.cdv_left[node].tolist(), *shared.cdv_right[node].tolist()]
    return {*map(count_text, counts), dsn_text(float(shared.dsn[node]))}


def nodes_of(svg: bytes) -> dict[int, list[str]]:
    """The texts at each node of a figure of one tree."""
    groups = [g for g in ElementTree.fromstring(svg).iter(f"{SVG}g") if "node" in g.get("class", "").split()]
    return {int(g.get("data-node", "")): ["".join(text.itertext()) for text in g.iter(f"{SVG}text")] for g in groups}


def assert_every_node_is_drawn(svg: bytes, shared: SharedTree) -> None:
    shown = nodes_of(svg)
    assert sorted(shown) == list(range(shared.tree.n_nodes))
    for node, texts in shown.items():
        assert labels(shared, node) <= set(texts)


def assert_no_complaint(visit: Visit) -> None:
    """A page opened by its own address first asks below it where the server is, and is told that nothing is there."""
    assert [line for line in visit.complaints if "404" not in line] == []


def pdf_words(pdf: bytes) -> str:
    return " ".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(pdf)).pages)


SELECTED = """() => [...document.querySelectorAll(
    "[data-testid=stPopoverBody] button[data-variant=segmented_control][data-selected=true]"
)].map(button => [
    getComputedStyle(button.querySelector("p") ?? button).color, getComputedStyle(button).backgroundColor
])"""


def test_what_is_chosen_can_be_read(visit, wines):
    """In a menu the selected choice was white on light grey: its dark ground was meant for the page alone."""

    def brightness(colour: str) -> float:
        """From 0 to 255, over a white page."""
        *parts, alpha = (*map(float, re.findall(r"[\d.]+", colour)), 1.0)[:4]
        return sum(parts) / 3 * alpha + 255 * (1 - alpha)

    opened(visit, wines[0])
    chosen = visit.page.evaluate(SELECTED)
    assert chosen
    for words, ground in chosen:
        assert abs(brightness(words) - brightness(ground)) > 150, (words, ground)


def test_figures_hold_every_node_with_its_counts_and_its_similarity(visit, wines):
    address, trees = wines
    opened(visit, address)
    shared = trees.trees[0]
    name, svg = downloaded(visit, "SVG")
    assert name == "tree-1-alcohol.svg"
    assert_every_node_is_drawn(svg, shared)
    name, pdf = downloaded(visit, "PDF")
    text = pdf_words(pdf)
    assert name == "tree-1-alcohol.pdf"
    for node in range(shared.tree.n_nodes):
        assert all(label in text for label in labels(shared, node))
        if not shared.tree.is_leaf[node]:
            assert question_text(shared, node, scale=trees.settings.scale).split()[1] in text
    assert "wine-red" in text
    assert "wine-white" in text
    assert visit.outside == []
    assert_no_complaint(visit)


def test_the_whole_set_as_dot_and_json(visit, wines):
    address, trees = wines
    page = opened(visit, address).page
    choose(page, "All trees")
    expect(page.get_by_text("All trees, 180 mm wide")).to_be_visible()
    name, dot = downloaded(visit, "DOT")
    assert name == "all-trees.dot"
    graph = pygraphviz.AGraph(string=dot.decode())
    graph.layout("dot")
    expected = {f"t{n}n{node}" for n, each in enumerate(trees.trees, 1) for node in range(each.tree.n_nodes)}
    assert set(graph.nodes()) == expected
    assert all(node.attr["pos"] for node in graph.nodes())
    name, data = downloaded(visit, "JSON")
    assert name == "all-trees.json"
    assert parse_result(data).tree_set.scores == trees.scores


def test_the_bundle_of_hostile_names_is_harmless(visit, hostile):
    address, trees = hostile
    opened(visit, address)
    name, data = downloaded(visit, "Bundle (zip)")
    assert re.fullmatch(r"ksdt[A-Za-z0-9-]*\.zip", name)
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        assert packed.testzip() is None
        files = {entry: packed.read(entry) for entry in packed.namelist()}
    assert all(re.fullmatch(r"([a-z]+/)?[A-Za-z0-9-]+\.[a-z]+", entry) for entry in files)
    assert {"methods.md", "references.bib", "settings.json", "tables/rules.csv", "tables/rules-reduced.md"} <= set(
        files
    )
    assert SCRIPT in files["README.txt"].decode()
    assert re.search(rb"(?<!\\)<script", files["methods.md"] + files["tables/rules.md"]) is None
    assert parse_result(files["result.json"]).tree_set.pair.left.name == SCRIPT
    assert json.loads(files["data-hashes.json"])["pair"] == trees.pair.fingerprint
    for number, shared in enumerate(trees.trees, start=1):
        (svg,) = (data for entry, data in files.items() if re.match(rf"figures/tree-{number}\b.*svg$", entry))
        assert b"<script" not in svg
        assert_every_node_is_drawn(svg, shared)


def test_hostile_names_are_text_on_the_page_and_in_every_file(visit, hostile):
    address, trees = hostile
    page = opened(visit, address).page
    spoken = []
    page.on("dialog", lambda dialog: (spoken.append(dialog.message), dialog.dismiss()))
    _, svg = downloaded(visit, "SVG")
    assert_every_node_is_drawn(svg, trees.trees[0])
    assert b"<script" not in svg
    _, dot = downloaded(visit, "DOT")
    graph = pygraphviz.AGraph(string=dot.decode())
    graph.layout("dot")
    assert sorted(graph.nodes()) == sorted(f"n{node}" for node in range(trees.trees[0].tree.n_nodes)), "no node x"
    _, pdf = downloaded(visit, "PDF")
    assert pdf.startswith(b"%PDF")
    assert page.locator("[data-testid=stMain] script").count() == 0
    assert spoken == []
    assert_no_complaint(visit)
