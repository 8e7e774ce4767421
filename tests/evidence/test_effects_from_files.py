"""What is said to people is what pandas and scikit-learn count on the files themselves, balanced or not."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner

from ksdt_core.cli.main import app
from ksdt_core.formats.result import read_result
from ksdt_core.reports.html_report import html_report
from ksdt_core.reports.report_content import report_content
from ksdt_core.text import PERCENT_SIGN, for_terminal


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    """Two files with unequal class shares, mined with balancing and cross-validated, and the document."""
    folder, random = tmp_path_factory.mktemp("effects"), np.random.default_rng(4)
    for name, share, shift in (("north", 0.3, 0.0), ("south", 0.6, 40.0)):
        ill = random.random(90) < share
        frame = pd.DataFrame({"age": random.normal(50, 9, 90) + shift + 9 * ill, "dose": random.normal(size=90)})
        frame["class"] = np.where(ill, "ill", "well")
        frame.to_csv(folder / f"{name}.csv", index=False)
    result = folder / "result.json"
    words = [str(folder / "north.csv"), str(folder / "south.csv"), "--scale", "rank", "--balance", "-k", "3"]
    done = CliRunner().invoke(app, ["mine", *words, "--cv", "3", "-o", str(result)], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    frames = {side: pd.read_csv(folder / f"{name}.csv") for side, name in (("left", "north"), ("right", "south"))}
    return frames, json.loads(result.read_text()), result


def answers(tree, frame, side):
    """Each row of a frame walks a tree of the document by the thresholds in its own units."""
    nodes, said = tree["nodes"], []
    for _, row in frame.iterrows():
        node = nodes[0]
        while node["attribute"] is not None:
            node = nodes[node["left" if row[node["attribute"]] <= node[f"threshold_{side}"] else "right"]]
        said.append(node["label"])
    return np.array(said)


def test_every_number_is_that_of_the_file(study):
    from sklearn import metrics

    frames, document, _ = study
    assert document["pair"]["left"]["gained"] + document["pair"]["right"]["gained"] > 0
    for side, frame in frames.items():
        found, classes = document["effects"]["training"][side], frame["class"]
        assert found["rows"] == classes.value_counts().sort_index().tolist()
        assert found["baseline"] == pytest.approx(classes.value_counts(normalize=True).max())
        every = [answers(tree, frame, side) for tree in document["trees"]]
        for tree, said in zip(found["trees"], every, strict=True):
            assert tree["accuracy"] == pytest.approx(metrics.accuracy_score(classes, said))
            assert tree["balanced_accuracy"] == pytest.approx(metrics.balanced_accuracy_score(classes, said))
            assert tree["sensitivity"] == pytest.approx(
                metrics.recall_score(classes, said, average=None, zero_division=0)
            )
            assert tree["specificity"] == pytest.approx(tree["sensitivity"][::-1])
        second = np.mean([said == "well" for said in every], axis=0)
        voted = np.where(second > 0.5, "well", "ill")
        assert found["vote"]["accuracy"] == pytest.approx(metrics.accuracy_score(classes, voted))
        assert found["vote"]["auc"] == pytest.approx(metrics.roc_auc_score(classes == "well", second))
        checked = document["cross_validated"][side]
        assert checked["rows"] == found["rows"], "every row of the file is held out once"


def test_people_read_these_numbers(study):
    frames, document, result = study
    shown = CliRunner().invoke(app, ["show", str(result)], catch_exceptions=False).output
    page = html_report(report_content(read_result(result).tree_set, document=document)).replace("\u00a0", " ")
    shares = [
        f"{100 * frame['class'].value_counts(normalize=True).max():.1f}{PERCENT_SIGN}" for frame in frames.values()
    ]
    assert for_terminal(" | ".join(shares)) in shown
    assert all(share in page for share in shares)
    for rows in (document["effects"]["training"], document["cross_validated"]):
        for side in ("left", "right"):
            for found in (rows[side]["vote"], *rows[side]["trees"]):
                low, high = found["interval"]
                words = f"{100 * found['accuracy']:.1f}{PERCENT_SIGN} ({100 * low:.1f}–{100 * high:.1f})"
                assert for_terminal(words) in shown
                assert words in page
    for tree in range(3):
        fails = [
            name
            for name, side in (("north", "left"), ("south", "right"))
            if document["cross_validated"][side]["trees"][tree]["p_baseline"] >= 0.05
        ]
        if fails:
            said = f" better than the baseline in {' and '.join(fails)} (cross-validated, 3 folds)"
            assert said in shown
            assert said in page
    assert any(document["cross_validated"]["left"]["trees"][tree]["p_baseline"] >= 0.05 for tree in range(3)), (
        "some tree of this study predicts nothing"
    )
