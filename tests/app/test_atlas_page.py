"""The Atlas page: empty, asked for, filled, opened at a cell, hostile names, stale links."""

from __future__ import annotations

import html
import json
import re

import pytest

from ksdt_core.background.queue import cancel_job, claim_job, finish_job, jobs_about, kept_job, put_job, report_progress
from ksdt_core.background.worker import work
from ksdt_core.store.atlas_request import SUBJECT, AtlasRequest
from ksdt_core.store.pair_request import TableRequest
from ksdt_core.store.runs import kept_run
from ksdt_core.store.uploads import keep_upload
from ksdt_core.studies.atlas.replication_words import findings
from ksdt_core.studies.atlas.view import ATLAS
from ksdt_core.text import p_number, percent, score
from pages.atlas.words import _too_few, basis, settings_line
from pages.common.messages import for_page
from pages.common.wording import as_markdown
from tests.app.conftest import words

PAGE = "pages/atlas/page.py"
HOSTILE = "<img src=x onerror=alert(1)> **b** $x$"
OPTIONS = {"k": 2, "max_depth": 1, "pool": "wvp2"}


def asked(store, *names: str, **options: object) -> str:
    request = AtlasRequest(tuple(TableRequest.bundled(name) for name in names), {**OPTIONS, **options})
    return put_job(store, "atlas", subject=SUBJECT, request=request.to_document()).id


@pytest.fixture
def made(store) -> str:
    job = asked(store, "spect-train", "spect-test", "play-tennis", compare=True, permutations=3)
    work(store, idle_seconds=0)
    return job


def charts(page) -> list[dict]:
    return [json.loads(element.proto.spec) for element in page.get("plotly_chart")]


def said(page) -> str:
    """All words of the page, in Markdown and in HTML."""
    return "\n".join((words(page), *(html.unescape(element.proto.body) for element in page.get("html"))))


def button(page, label: str):
    return next(button for button in page.button if label in button.label)


def test_empty_page_says_what_to_do_and_offers_an_example(opened, store):
    page = opened(PAGE)
    assert not page.exception
    assert "No atlas yet" in said(page)
    assert button(page, "Mine all").disabled
    button(page, "Software defects").click().run()
    (job,) = jobs_about(store, SUBJECT, "atlas")
    assert page.query_params["job"] == job.id
    work(store, idle_seconds=0)
    page.run()
    assert not page.error
    view = ATLAS.read(kept_job(store, job.id).result)
    assert (len(view.mined), basis(view) in said(page)) == (3, True)


def test_trees_of_a_pair_are_tried_on_the_other_tables_by_one_click(opened, store):
    """The matrix has a row for each pair and a column for each table; what cannot be matched says why."""
    asked(store, "cm1", "pc1", "kc1", "spect-train", scale="rank")
    work(store, idle_seconds=0)
    page = opened(PAGE)
    assert "Other tables" not in [tab.label for tab in page.tabs]
    button(page, "Replicate on the other tables").click().run()
    work(store, idle_seconds=0)
    page.run()
    assert not page.exception
    document = jobs_about(store, SUBJECT, "atlas")[0].result
    cells = [cell for pair in document["pairs"] for cell in pair.get("replications", ())]
    shown = said(page)
    assert [cell["vote"] is None for cell in cells].count(True) == len(cells) - 3 == 3
    assert findings(ATLAS.read(document)) in shown.replace("\\", "")
    assert "different classes" in shown
    (matrix,) = [element.proto.body for element in page.get("html") if ">Trees of<" in element.proto.body]
    assert matrix.count("<tr><td>") == 3
    assert matrix.count("<th ") == 5
    for cell in cells:
        if cell["vote"] is not None:
            assert f"{cell['vote']['balanced_accuracy']:.3f}, q " in matrix
    assert not any("Replicate on" in each.label for each in page.button)


def test_chosen_tables_become_a_job_of_their_pairs(opened, store):
    page = opened(PAGE)
    chosen = [("catalogue", name) for name in ("spect-train", "spect-test", "wine-red")]
    page.multiselect(key="atlas_tables").set_value(chosen).run()
    assert "have different classes" in words(page)
    page.number_input(key="atlas_k").set_value(2).run()
    page.text_input(key="atlas_class_map").set_value("normal=>= 6, abnormal=< 6").run()
    button(page, "Mine all 3 pairs").click().run()
    (job,) = jobs_about(store, SUBJECT, "atlas")
    assert [table["id"] for table in job.request["tables"]] == ["spect-train", "spect-test", "wine-red"]
    assert job.request["options"]["k"] == 2
    assert job.request["options"]["class_map"] == {"normal": ">= 6", "abnormal": "< 6"}


def test_class_column_of_an_upload_is_guessed_however_wide_the_table_is(opened, store):
    """A regression: of thousands of columns only the first were listed, and the guess was not among them."""
    header = ",".join(f"g{number}" for number in range(400))
    rows = "\n".join(",".join([*["1"] * 400, "no" if row % 2 else "yes"]) for row in range(12))
    uploads = [keep_upload(store, f"{name}.csv", content=f"{header},class\n{rows}".encode()) for name in "xy"]
    page = opened(PAGE)
    page.multiselect(key="atlas_tables").set_value([("upload", upload.id) for upload in uploads]).run()
    assert not page.exception
    assert [page.selectbox(key=f"atlas_target_{upload.id}").value for upload in uploads] == ["class", "class"]
    button(page, "Mine all pairs").click().run()
    (job,) = jobs_about(store, SUBJECT, "atlas")
    assert [table["target"] for table in job.request["tables"]] == ["class", "class"]


def test_classes_that_mean_the_same_are_suggested_and_no_atlas_without_a_pair_is_begun(opened, store):
    """Three hospitals named their classes in three ways; the atlas began, and mined none of its pairs."""
    names = (("no", "yes"), ("healthy", "sick"), ("0", "1"))
    uploads = [
        keep_upload(store, f"{at}.csv", content=("x,class\n" + f"1,{well}\n2,{ill}\n" * 9).encode())
        for at, (well, ill) in enumerate(names)
    ]
    page = opened(PAGE)
    page.multiselect(key="atlas_tables").set_value([("upload", upload.id) for upload in uploads]).run()
    assert button(page, "Mine all 3 pairs").disabled
    assert "no pair can be mined" in words(page)
    page.button(key="atlas_rename").click().run()
    assert not page.exception
    assert page.text_input(key="atlas_class_map").value == "healthy=no,sick=yes,0=no,1=yes"
    button(page, "Mine all 3 pairs").click().run()
    (job,) = jobs_about(store, SUBJECT, "atlas")
    assert job.request["options"]["class_map"] == {"healthy": "no", "sick": "yes", "0": "no", "1": "yes"}


def test_an_atlas_without_a_mined_pair_says_why_first(opened, store):
    asked(store, "spect-train", "wine-red")
    work(store, idle_seconds=0)
    page = opened(PAGE)
    (problem,) = (pair["problem"] for pair in jobs_about(store, SUBJECT, "atlas")[0].result["pairs"])
    answer = next(body for body in said(page).splitlines() if "None of the pairs could be mined" in body)
    assert problem in answer
    assert "same quality" not in said(page)


def test_class_map_that_is_none_is_said(opened):
    page = opened(PAGE)
    page.multiselect(key="atlas_tables").set_value([("catalogue", "spect-train"), ("catalogue", "wine-red")]).run()
    page.text_input(key="atlas_class_map").set_value("nonsense").run()
    assert "not old" in page.error[0].value
    assert button(page, "Mine all").disabled


def test_filled_page_shows_matrix_and_study_tables(opened, store, made):
    page = opened(PAGE, job=made)
    assert not page.exception
    assert not page.error
    view = ATLAS.read(kept_job(store, made).result)
    assert (len(view.mined), len(view.entries), basis(view) in said(page)) == (1, 3, True)
    assert "spect-train" in said(page)
    assert len(charts(page)) == 1
    names = [tab.label for tab in page.tabs]
    assert names == ["Pairs", "PKSDT against SKSDT", "KSDT against SDT-Miner", "New atlas"]
    found = kept_job(store, made).result["pairs"][0]
    weights = next(body for body in said(page).splitlines() if ">Best SDTSQ<" in body)
    assert f">{score(found['best']['scores']['sdtsq'])}<" in weights
    assert f">{p_number(found['q_value'])}<" in weights
    gain = found["best"]["scores"]["sdtsq"] / found["worst"]["scores"]["sdtsq"] - 1
    assert f">{percent(gain, 1)}<" in weights
    assert {"CSV", "Atlas (JSON)"} <= {element.proto.label for element in page.get("download_button")}


def test_pair_opens_as_the_run_of_its_best_weights(opened, store, made):
    page = opened(PAGE, job=made)
    button(page, "Open in Mine").click().run()
    assert not page.exception
    run = kept_run(store, page.query_params["run"])
    found = kept_job(store, made).result["pairs"][0]
    assert run.summary["scores"] == pytest.approx(found["best"]["scores"])
    assert run.summary["config"]["weights"] == found["best"]["weights"]


def test_pair_without_scores_says_why_and_leads_to_data(opened, made):
    page = opened(PAGE, job=made)
    page.selectbox(key="atlas_pair").set_value((0, 2)).run()
    assert "share no attribute" in words(page)
    button(page, "Fix it on Data").click().run()
    assert not page.exception
    assert page.query_params["pair"]


def test_atlases_are_listed_and_the_address_names_one(opened, store, made, approved):
    other = asked(store, "spect-train", "spect-test")
    work(store, idle_seconds=0)
    assert opened(PAGE).selectbox(key="atlas_job").value == other, "the newest where the address names none"
    page = opened(PAGE, job=made)
    assert page.selectbox(key="atlas_job").value == made
    page.selectbox(key="atlas_job").set_value(other).run()
    assert page.query_params["job"] == other
    view = ATLAS.read(kept_job(store, other).result)
    assert (len(view.mined), basis(view) in said(page)) == (1, True)
    approved(basis(view))


def test_cancelled_atlas_can_go_on(opened, store):
    job = asked(store, "spect-train", "spect-test")
    cancel_job(store, job)
    page = opened(PAGE, job=job)
    assert "was cancelled" in words(page)
    button(page, "Continue").click().run()
    assert page.query_params["job"] != job
    work(store, idle_seconds=0)
    page.run()
    assert len(charts(page)) == 1


def test_stopped_atlas_says_how_many_pairs_are_left(opened, store, approved):
    job = asked(store, "spect-train", "spect-test", "votes")
    claim_job(store)
    report_progress(store, job, done=1, total=3)
    finish_job(store, job, state="cancelled")
    label = button(opened(PAGE, job=job), "Continue").label
    assert re.findall(r"\d", label) == ["2", "3"]
    approved(label)


@pytest.mark.parametrize(("label", "options"), [("Test with 99", {"permutations": 99}), ("Compare", {"compare": True})])
def test_what_was_not_asked_is_a_click_away(opened, store, label, options):
    job = asked(store, "spect-train", "spect-test")
    work(store, idle_seconds=0)
    page = opened(PAGE, job=job)
    next(each for each in page.button if each.label.startswith(label)).click().run()
    assert page.query_params["job"] != job
    assert kept_job(store, page.query_params["job"]).request["options"] == {**OPTIONS, **options}


def test_failed_atlas_says_why(opened, store):
    job = asked(store, "spect-train", "spect-test", class_map={"nobody": "x"})
    work(store, idle_seconds=0)
    problem = kept_job(store, job).problem
    assert (problem.code, problem.facts["class_name"]) == ("class-in-no-table", "nobody")
    assert as_markdown(for_page(problem)) in opened(PAGE, job=job).error[0].value


def test_hostile_names_stay_text(opened, store):
    rows = "\n".join(f"{x},{x % 3},{'<b>1</b>' if x % 2 else 'no'}" for x in range(30))
    tables = []
    for name in (f"{HOSTILE}.csv", "=cmd().csv"):
        upload = keep_upload(store, name, content=f"a,<i>b</i>,class\n{rows}".encode())
        tables.append(TableRequest("upload", upload.id, name.removesuffix(".csv")))
    request = AtlasRequest(tuple(tables), OPTIONS).to_document()
    job = put_job(store, "atlas", subject=SUBJECT, request=request).id
    work(store, idle_seconds=0)
    page = opened(PAGE, job=job)
    assert not page.exception
    assert not page.error
    assert "<img" not in json.dumps(charts(page))
    assert re.search(r"(?<!\\)<img", words(page)) is None
    assert "**b**" not in words(page)


@pytest.mark.parametrize("address", ["nowhere", "<b>"])
def test_stale_link_shows_the_newest_or_the_way_to_begin(opened, address):
    page = opened(PAGE, job=address)
    assert not page.exception
    assert "No atlas yet" in said(page)


@pytest.mark.parametrize(("permutations", "n_pairs", "said"), [(19, 4, ("19 ", "0.200", "79 ")), (99, 4, ())])
def test_too_few_shuffles_to_find_anything_are_told(permutations, n_pairs, said):
    found = _too_few(permutations, n_pairs)
    assert all(number in found for number in said)
    assert bool(said) == bool(found)


def test_settings_are_told_in_words(opened, made, approved):
    page = opened(PAGE, job=made)
    approved("\n".join(sorted(set(re.findall(r"missing values: [^.,;<]*", said(page))))))
    assert "reaches 0.0 %" not in said(page)


def test_options_of_single_tables_are_asked_for(opened, store):
    page = opened(PAGE)
    page.multiselect(key="atlas_tables").set_value([("catalogue", "spect-train"), ("catalogue", "wine-red")]).run()
    page.text_input(key="atlas_cut_catalogue_wine-red").set_value("5").run()
    page.text_input(key="atlas_map_catalogue_wine-red").set_value("< 5=abnormal, >= 5=normal").run()
    page.multiselect(key="atlas_without_catalogue_wine-red").set_value(["alcohol"]).run()
    assert not page.error
    assert "have different classes" not in words(page), "they are the same once renamed"
    page.selectbox(key="atlas_permutations").set_value("enough").run()
    button(page, "Mine all pairs").click().run()
    (job,) = jobs_about(store, SUBJECT, "atlas")
    assert job.request["tables"][1]["cut"] == [5.0]
    assert job.request["options"]["permutations"] == 99
    assert job.request["options"]["own"] == {
        "class_maps": {"spect-train": {}, "wine-red": {"< 5": "abnormal", ">= 5": "normal"}},
        "excludes": {"spect-train": [], "wine-red": ["alcohol"]},
    }
    page.text_input(key="atlas_cut_catalogue_wine-red").set_value("five").run()
    assert len(page.error) == 1
    assert button(page, "Mine all").disabled


def test_matrix_shows_gains_and_scores_on_request(opened, store):
    asked(store, "cm1", "kc1", "pc1", scale="rank")
    work(store, idle_seconds=0)
    page = opened(PAGE)

    def numbers() -> list[str]:
        return [text for trace in charts(page)[0]["data"] if trace.get("mode") == "text" for text in trace["text"]]

    assert sum(text[0] in "+\N{MINUS SIGN}" or text == "0.000" for text in numbers()) == 3
    page.toggle(key="atlas_by_score").set_value(True).run()
    assert sum(text.startswith("0.") for text in numbers()) == 3


def test_options_of_single_tables_are_told():
    settings = {
        "k": 2, "max_depth": 1, "vectors": 10, "pool": "wvp2", "scale": "none", "missing": "fail", "permutations": 0,
        "balance": False,
    }  # fmt: skip
    own = {"exclude": ["age"], "excludes": {"b": ["id"]}, "class_maps": {"b": {"1": "yes"}}, "attribute_rows": [{}]}
    said = settings_line({**settings, **own}).replace("\\", "")
    for part in ("excluded: age", "b: id", '"1" → "yes"'):
        assert part in said
    assert "excluded" not in settings_line(settings)
