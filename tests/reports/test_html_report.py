"""A report: one file with everything of a result, which runs nothing and asks for nothing, whatever names it holds."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pandas as pd
import pytest

from ksdt_core.data import dataset_from_frame
from ksdt_core.data.checks.checkup import Checkup, check_pair
from ksdt_core.data.checks.finding import Finding
from ksdt_core.data.preparing.pairing import pair_datasets
from ksdt_core.data.samples.catalogue import load
from ksdt_core.errors import Remedy
from ksdt_core.evidence.chance_level import only_matching_fails, too_few_to_tell
from ksdt_core.evidence.effects import effects_of
from ksdt_core.evidence.set_chance import Significance
from ksdt_core.evidence.significance import significance
from ksdt_core.figures.display_names import DisplayNames
from ksdt_core.figures.null_svg import ticks
from ksdt_core.figures.tree_tables import root_name
from ksdt_core.figures.tree_words import dsn_text
from ksdt_core.formats.result import result_document
from ksdt_core.mining.miners import mine
from ksdt_core.reports.bundle import report_name
from ksdt_core.reports.html_report import html_report
from ksdt_core.reports.report_answer import warned, weak_trees
from ksdt_core.reports.report_content import report_content
from ksdt_core.reports.report_doctor import EXCLUDED, SENTENCES, doctor_section, remedy_words
from ksdt_core.text import PERCENT_SIGN, p_text, score
from tests.data.tables import table_of
from tests.formats import made
from tests.reports.report_prose import prose
from tests.reports.test_bundle import QUOTES, SCRIPT, table

VOID = {"meta", "br"}
SECTIONS = [
    *("trees", "effects", "scores", "differences", "tables", "findings", "settings", "diversity", "space", "methods"),
    *("references", "versions"),
]
CLASSES = ("{{ 7 * 7 }}", "[x](javascript:alert(2)) ![y](http://evil.example/z.png)")


class Page(HTMLParser):
    """The elements of a page; an end without a start, or a start without an end, is a failure."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if not self.open or self.open[-1] != "style":
            self.words.append(data)

    @property
    def text(self) -> str:
        return re.sub(r"[ \n]+", " ", " ".join(self.words))

    def ids(self) -> list[str]:
        return [str(attributes["id"]) for _, attributes in self.elements if "id" in attributes]


@pytest.fixture(scope="module")
def hostile():
    """A pair whose tables, attributes and classes have hostile names, its set, and its report."""
    attributes = (QUOTES, "=1+1", "a\u202eb\x00<b>")
    left, right = (
        replace(table(name, attributes, seed=seed), class_names=CLASSES) for name, seed in ((SCRIPT, 1), (QUOTES, 2))
    )
    pair = pair_datasets(left, right, scale="rank")
    trees = mine(pair, k=3, max_depth=2, holdout=0.25)
    document = json.loads(json.dumps(result_document(trees, significance=significance(pair, trees, permutations=9))))
    checkup = check_pair(left, right, preparation=pair.preparation)
    return (
        trees,
        html_report(report_content(trees, document=document, pair=pair, checkup=checkup)),
        (document, pair, checkup),
    )


def test_every_part_is_there_once(hostile):
    _, text, (_, _, checkup) = hostile
    page = Page(text)
    sections = [attributes["id"] for tag, attributes in page.elements if tag == "section"]
    assert sections == SECTIONS
    assert len(page.ids()) == len(set(page.ids())), "drawings do not share ids"
    targets = {attributes["href"] for tag, attributes in page.elements if tag == "a"}
    assert targets == {f"#{section}" for section in SECTIONS}
    for finding in checkup.findings:
        assert finding.level in ("error", "warning", "info")
    found = [a for tag, a in page.elements if tag == "div" and (a.get("class") or "").startswith("finding")]
    assert len(found) == len(checkup.findings) > 0


def test_every_tree_every_node_every_similarity(hostile):
    trees, text, _ = hostile
    for number, shared in enumerate(trees.trees, start=1):
        article = text.partition(f'<article id="tree-{number}">')[2].partition("</article>")[0]
        page = Page(article)
        nodes = [attributes["data-node"] for tag, attributes in page.elements if "data-node" in attributes]
        assert sorted(nodes, key=int) == [str(node) for node in range(shared.tree.n_nodes)]
        for dsn in shared.dsn.tolist():
            assert dsn_text(dsn) in page.words
        rows = article.partition('<table class="wide rules">')[2].count("<tr>") - 1
        assert rows == shared.tree.n_leaves
        assert f"SA {shared.sa:.3f}, DS {shared.ds:.3f}, SDTQ {shared.sdtq:.3f}" in page.text


def test_scores_chance_settings_and_methods_have_their_numbers(hostile):
    trees, text, (document, _, _) = hostile
    words = Page(text).text
    for value in (trees.scores.sdtsq, trees.scores.sa, trees.scores.ds, trees.scores.td):
        assert score(value) in words
    tested = document["significance"]
    assert p_text(tested["p_value"]) in words
    assert text.count('<g class="null"') == 3
    dots = sum(len(null["values"]) for null in tested["nulls"].values())
    assert text.count("<circle") - text.count('<circle class="place"') == dots
    assert "0.25" in words, "the share held out"
    assert "[DH14]" in words
    assert "[KPD06]" in words
    assert trees.pair.fingerprint in words


def test_findings_name_the_table_that_they_are_about(approved):
    left, right = load("wine-red"), load("wine-white")
    pair = pair_datasets(left, right, scale="rank")
    trees = mine(pair, k=2, max_depth=1)
    checkup = check_pair(left, right, preparation=pair.preparation)
    content = report_content(trees, document=trees.to_document(), pair=pair, checkup=checkup)
    said = prose(content, "findings").splitlines()[1:]
    for finding, sentence in zip(checkup.findings, said, strict=True):
        assert finding.where not in (checkup.left, checkup.right) or finding.where in sentence
        assert all(f"--{remedy.option}" in sentence for remedy in finding.remedies), "what helps"
    assert all(sentence in Page(html_report(content)).text for sentence in said)
    approved("\n".join(said))


def test_findings_say_what_helps_in_the_app_and_in_a_terminal(approved):
    exclude, value_map = Remedy("exclude", ("petal length",)), Remedy("value_map")
    for finding, option in (
        (one_finding("few-rows", Remedy("permutations", "99")), "--permutations 99"),
        (one_finding("identifiers", exclude), "--exclude 'petal length'"),
        (one_finding("scales-differ", Remedy("scale", "rank")), "--scale rank"),
        (one_finding("value-names", perhaps=(value_map,)), "--value-map"),
        (one_finding("repeated-rows", remedy="remove the copies"), "remove the copies"),
        (one_finding("perfect-attributes", details=(("a",), ("b",))), "'a', 'b'"),
    ):
        in_terminal, in_app = remedy_words(finding), remedy_words(finding, in_app=True)
        assert option in in_terminal
        assert "--" not in in_app
        approved(f"{in_terminal}\n{in_app}")


@pytest.mark.parametrize("left_out", [(), ("id",)])
def test_what_mining_left_out_is_not_advised_again(left_out, approved):
    rows = [[f"row {n}", n % 7, "ab"[n % 7 > 3]] for n in range(40)]
    left, right = (table_of("id x", rows, name=name) for name in ("L", "R"))
    pair = pair_datasets(left, right)
    trees = mine(pair, k=1, max_depth=1, exclude=left_out)
    content = report_content(trees, document=trees.to_document(), pair=pair, checkup=check_pair(left, right))
    said = prose(content, "findings")
    assert ("--exclude id" in said) == (not left_out)
    approved(said)


@pytest.mark.parametrize("n_rows", [3, 20, 21, 100, 937])
def test_a_long_list_of_evidence_is_complete_and_takes_the_width_of_the_page(n_rows):
    """937 duplicate rows of one table filled twenty pages, two numbers a line."""
    details = tuple((3 * n, 3 * n - 1) for n in range(n_rows))
    finding = replace(one_finding("repeated-rows", details=details), heading=("row", "same as row"))
    checkup = Checkup("L", "R", (finding,))
    table = doctor_section(checkup).blocks[0].blocks[1]
    width = len(table.head) // 2
    assert table.head == ("row", "same as row") * width
    pairs = [(row[2 * at].words, row[2 * at + 1].words) for row in table.rows for at in range(width)]
    listed = [pair for pair in pairs if pair != ("", "")]
    assert listed == [(str(one), str(other)) for one, other in details]
    assert len(table.rows) == (n_rows if n_rows <= 20 else -(-n_rows // width))
    assert (width > 3) == (n_rows > 20)


def one_finding(code, *remedies, remedy="", perhaps=(), details=()):
    return Finding("warning", code, "something.", "L", remedy, remedies, perhaps, details=details)


def test_the_score_card_has_what_shuffles_reach_beside_it(hostile, approved):
    _, text, (document, _, _) = hostile
    opening = Page(text).text.partition(hostile[0].pair.fingerprint)[0]
    tested = document["significance"]
    most = max(null["max"] for null in tested["nulls"].values() if null)
    assert score(tested["statistic"]) in opening
    assert score(most) in opening
    best = json.loads(json.dumps(document)) | {"significance": tested | {"p_value": 0.6}}
    approved(prose(report_content(hostile[0], document=best)))


def test_few_shuffles_that_never_do_as_well_are_not_called_frequent(hostile, approved):
    content, _, (document, _, _) = hostile
    tested = document["significance"]
    nulls = {null: found and found | {"p": 0.1} for null, found in tested["nulls"].items()}
    few = document | {"significance": tested | {"nulls": nulls, "p_value": 0.1, "permutations": 9}}
    assert too_few_to_tell(Significance.of_document(few["significance"]))
    approved(prose(report_content(content, document=few)))


def test_the_score_card_blames_the_matching_alone_where_only_it_fails(hostile, approved):
    content, _, (document, _, _) = hostile
    tested = document["significance"]
    ps = {"left": 0.01, "right": 0.01, "matching": 0.4}
    nulls = {null: (found or tested["nulls"]["left"]) | {"p": ps[null]} for null, found in tested["nulls"].items()}
    failing = document | {"significance": tested | {"nulls": nulls, "p_value": 0.4}}
    assert only_matching_fails(Significance.of_document(failing["significance"]))
    opening = prose(report_content(content, document=failing))
    assert all(f"p = {p:g}" in opening for p in ps.values()), "each p-value, not the largest alone"
    approved(opening)


def test_no_line_starts_with_a_percent_sign(hostile):
    _, text, _ = hostile
    assert re.search(rf"\d{PERCENT_SIGN}", text)
    plain = re.sub(r"<(style|svg).*?</\1>", "", text, flags=re.S)
    assert not re.search(r"\d %", plain)
    assert re.search(r"≤\N{NO-BREAK SPACE}[-−]?\d", plain), "nor with a threshold"
    assert not re.search(r"≤ [-−]?\d", plain)


def test_nothing_runs_and_nothing_is_loaded(hostile):
    _, text, _ = hostile
    page = Page(text)
    tags = {tag for tag, _ in page.elements}
    assert not tags & {"script", "img", "image", "iframe", "object", "embed", "link", "base", "form", "b2", "use"}
    for _, attributes in page.elements:
        assert not [name for name in attributes if name.startswith("on") or name in ("src", "srcset", "xlink:href")]
        assert (attributes.get("href") or "#").startswith("#")
    assert "url(" not in re.sub(r"url\(#[\w-]+\)", "", text), "clips within the file alone"
    assert "@import" not in text
    policy = [a["content"] for tag, a in page.elements if tag == "meta" and "http-equiv" in a]
    assert policy
    assert "default-src 'none'" in policy[0]


def test_hostile_names_are_shown_as_they_are(hostile):
    _, text, _ = hostile
    words = Page(text).text
    for name in (SCRIPT, QUOTES, *CLASSES):
        assert name in words
    assert "49" not in re.findall(r"class (\S+)", words)
    assert "\u202e" not in text
    assert "\x00" not in text


def test_same_result_same_text(hostile):
    trees, text, (document, pair, checkup) = hostile
    assert html_report(report_content(trees, document=document, pair=pair, checkup=checkup)) == text


def test_without_rows_it_says_what_is_missing(approved):
    content = report_content(made.ordinary_set(), document=made.full_document(), grey=True)
    words = Page(html_report(content)).text
    for number in ("p = 0.2", "0.650", "mine.txt"):
        assert number in words
    approved(prose(content))
    approved(prose(content, *SECTIONS))


@pytest.mark.parametrize("make", [made.single_set, made.rootless_set, made.scaled_set])
def test_unusual_sets_have_a_report(make, approved):
    trees = make()
    content = report_content(trees, document=trees.to_document())
    text = html_report(content)
    Page(text)
    assert text.count("<article") == len(trees.trees)
    approved(prose(content))
    approved(prose(content, "scores", "trees", "diversity", "space"))
    assert re.fullmatch(r"ksdt[A-Za-z0-9-]*\.html", report_name(trees))


def test_folders_of_the_tables_stay_at_home():
    trees = made.ordinary_set()
    source = {
        side: {"table": "/srv/secret/wine.csv", "target": "class", "bundled": False} for side in ("left", "right")
    }
    document = trees.to_document() | {"source": source | {"class_map": {"a": "neg"}}}
    text = html_report(report_content(trees, document=document))
    assert "secret" not in text
    assert "wine.csv" in text
    assert "a → neg" in text


def test_a_tree_too_large_for_its_drawing_has_a_table_of_nodes():
    pair = pair_datasets(load("wine-red"), load("wine-white"))
    trees = mine(pair, k=2, max_depth=8)
    text = html_report(report_content(trees, document=trees.to_document(), pair=pair))
    largest = max(range(2), key=lambda position: trees.trees[position].tree.n_nodes)
    article = text.partition(f'<article id="tree-{largest + 1}">')[2].partition("</article>")[0]
    nodes = article.partition('<table class="wide nodes">')[2].partition("</table>")[0]
    shared = trees.trees[largest]
    assert nodes.count("<tr>") == shared.tree.n_nodes + 1
    assert f">{shared.dsn[-1]:.3f}<" in nodes


@pytest.mark.parametrize(("low", "high"), [(0.41, 0.49), (0.0, 1.0), (0.5, 0.5), (0.123456, 0.123457)])
def test_ticks_are_few_round_and_inside(low, high):
    found = ticks(low, high)
    assert 1 <= len(found) <= 6
    assert all(low - 1e-9 <= tick <= high + 1e-9 for tick in found)


def wine_report(**options) -> tuple:
    left, right = load("wine-red"), load("wine-white")
    pair = pair_datasets(left, right, scale="rank")
    trees = mine(pair, k=2, max_depth=1)
    checkup = check_pair(left, right, preparation=pair.preparation)
    content = report_content(trees, document=trees.to_document(), pair=pair, checkup=checkup, **options)
    return trees, checkup, html_report(content)


@pytest.mark.parametrize(("exclude", "is_told"), [((), True), (("score",), False)])
def test_a_warning_about_an_excluded_attribute_does_not_limit_the_set(exclude, is_told):
    random = np.random.default_rng(5)
    tables = []
    for name in ("north", "south"):
        frame = pd.DataFrame({"age": random.normal(50, 10, 80), "class": np.repeat(["ill", "well"], 40)})
        frame["score"] = np.where(frame["class"] == "ill", 8.0, 2.0) + random.normal(0, 0.1, 80)
        tables.append(dataset_from_frame(frame, "class", name))
    pair = pair_datasets(*tables)
    checkup = check_pair(*tables)
    assert [each.doubtful for each in checkup.findings if each.level == "warning"] == [("score",)]
    trees = mine(pair, k=1, max_depth=1, exclude=exclude)
    text = html_report(report_content(trees, document=trees.to_document(), pair=pair, checkup=checkup))
    assert (warned(1) in text) == is_told
    assert (EXCLUDED in text) != is_told


def test_it_opens_with_what_is_shared_how_sure_how_useful_and_what_limits_it(approved):
    trees, checkup, text = wine_report()
    opening = Page(text.partition("<header>")[2].partition("<nav")[0]).text
    left, right = load("wine-red"), load("wine-white")
    shares = [f"{100 * max(each.class_counts()) / each.n_rows:.1f}{PERCENT_SIGN}" for each in (left, right)]
    assert " | ".join(shares) in opening, "the baselines of both tables"
    assert root_name(trees.trees[0]) in opening
    warnings = sum(finding.level != "info" for finding in checkup.findings)
    assert f" {warnings} " in opening
    approved(opening)


def test_trees_that_predict_no_better_than_the_baseline_are_named_first(approved):
    rows = [[n % 7, n % 2, "b" if n % 10 == 0 else "a"] for n in range(60)]
    left, right = (table_of("x y", rows, name=name) for name in ("L", "R"))
    pair = pair_datasets(left, right)
    trees = mine(pair, k=2, max_depth=1)
    weak = weak_trees(effects_of(trees, trees.to_document(), pair), len(trees.trees))
    assert weak == [
        number
        for number, tree in enumerate(trees.trees, start=1)
        if min(tree.accuracy_left, tree.accuracy_right) <= 0.9
    ]
    assert weak
    approved(prose(report_content(trees, document=trees.to_document(), pair=pair)))


def test_a_report_made_in_the_app_names_no_option_of_the_command_line():
    option = re.compile(r"--[a-z]|ksdt (mine|export|check)")
    assert option.search(Page(wine_report()[2]).text), "the command's own report does"
    assert not option.search(Page(wine_report(in_app=True)[2]).text)


def test_evidence_of_a_finding_is_whole():
    _, checkup, text = wine_report()
    section = text.partition('id="findings"')[2].partition("</section>")[0]
    shown = [finding for finding in checkup.findings if finding.details and finding.code not in SENTENCES]
    assert max(len(finding.details) for finding in shown) > 50
    words = [cell for cell in re.findall(r"<td>(.*?)</td>", section, re.DOTALL) if cell]
    assert len(words) == sum(len(row) for finding in shown for row in finding.details)


def test_how_the_pair_was_made_is_among_the_settings():
    text = wine_report(made_from=[("Classes of wine-white renamed first", "a → b")])[2]
    assert "a → b" in Page(text.partition('id="settings"')[2].partition("</section>")[0]).text


def test_names_for_figures_are_those_of_the_drawings_and_no_others():
    trees, _, plain = wine_report()
    root = root_name(trees.trees[0])
    _, _, text = wine_report(display=DisplayNames.of({root: "Shown <b>", "< 6": "poor"}))
    drawing = text.partition('<article id="tree-1">')[2].partition("</svg>")[0]
    assert "Shown &lt;b&gt;" in drawing
    assert "poor" in drawing
    rules = text.partition('<table class="wide rules">')[2].partition("</table>")[0]
    assert root in rules
    assert "poor" not in plain.partition('<article id="tree-1">')[2].partition("</svg>")[0]
