"""The trees of a pair on a third real table: counts at every node, tests of its splits, accuracies and the vote."""

from __future__ import annotations

import json
import math

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from tests.acceptance import real_tables
from tests.acceptance import recounting as plain
from tests.acceptance.atlas_again import Voted
from tests.acceptance.making import ksdt

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not real_tables.is_there(), reason="real tables of SurvSet; pip install ksdt[genes]"),
]
TARGET, CODES, CLASSES = "outcome", ("sex",), ["event", "none"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Mined on two tables; the pressures are unknown for a third of the rows of the table that they are tried on."""
    made = tmp_path_factory.mktemp("replication")
    real_tables.write_three(made)
    both = [str(made / f"{name}.csv") for name in ("odd", "even")]
    ksdt("mine", *both, "--target", TARGET, "--scale", "rank", "-k", "3", "--balance", "--missing", "common",
         "-o", str(made / "set.json"))  # fmt: skip
    ksdt("apply", str(made / "set.json"), str(made / "smart.csv"), "--target", TARGET, "--missing", "common",
         "--max-missing", "0.2", "--permutations", "1999", "-o", str(made / "third.json"))  # fmt: skip
    return made


def read(folder, name):
    return json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))


def walked(nodes, scaled, is_event):
    """The answers of a tree for ranked rows, and the rows of each class at the nodes that they reach."""
    said, counts, stack = np.zeros(len(scaled), dtype=int), {}, [(0, np.ones(len(scaled), dtype=bool))]
    while stack:
        number, here = stack.pop()
        node = nodes[number]
        counts[number] = [int((here & is_event).sum()), int((here & ~is_event).sum())]
        if node["attribute"] not in scaled:
            said[here] = CLASSES.index(node["label"])
            continue
        met = (scaled[node["attribute"]] <= node["threshold"]).to_numpy()
        stack += [(node["left"], here & met), (node["right"], here & ~met)]
    return said, counts


def test_every_number_on_the_third_table(folder):
    table, told, trees = pd.read_csv(folder / "smart.csv"), read(folder, "third"), read(folder, "set")["trees"]
    measured = [name for name in table.columns.drop(TARGET) if table[name].isna().mean() <= 0.2]
    assert "sbp" not in measured
    done = plain.filled(table[[*measured, TARGET]], TARGET, CODES)
    scaled = pd.DataFrame({n: done[n] if n in CODES else done[n].rank() / (len(done) + 1) for n in measured})
    is_event, votes, n_tested = (done[TARGET] == "event").to_numpy(), np.zeros((2, len(done))), 0
    classes = np.where(is_event, 0, 1)
    for tree, found in zip(trees, told["trees"], strict=True):
        nodes = {node["id"]: node for node in tree["nodes"]}
        said, counts = walked(nodes, scaled, is_event)
        np.add.at(votes, (said, np.arange(len(said))), 1)
        own = Voted(classes, said, [])
        assert found["accuracy"] == pytest.approx(own.accuracy)
        assert found["balanced_accuracy"] == pytest.approx(own.balanced_accuracy)
        assert found["interval"] == pytest.approx(own.interval)
        for each in found["nodes"]:
            node = nodes[each["id"]]
            if node["attribute"] is not None:
                assert each["measured"] == (node["attribute"] in measured)
            if each["id"] in counts:
                assert each["cdv"] == counts[each["id"]]
            if each.get("p") is not None:
                children = [counts[node["left"]], counts[node["right"]]]
                p = 1.0  # where the two mined tables have no direction in common
                more = {goes_left(nodes, node, side) for side in ("left", "right")}
                if len(more) == 1:
                    p = stats.fisher_exact(children, alternative="greater" if more.pop() else "less").pvalue
                assert each["p"] == pytest.approx(p)
                assert each["holds"] is bool(p < 0.05)
                n_tested += 1
    assert n_tested > 0
    vote, own = told["vote"], Voted(classes, votes.argmax(axis=0), [])
    assert vote["accuracy"] == pytest.approx(own.accuracy)
    assert vote["balanced_accuracy"] == pytest.approx(own.balanced_accuracy)
    assert vote["interval"] == pytest.approx(own.interval)
    assert vote["baseline"] == pytest.approx(own.baseline)
    p = own.p()
    assert vote["p_classes"] == pytest.approx(p, abs=5 * math.sqrt(p * (1 - p) / 1000) + 1e-3)


def goes_left(nodes, node, side):
    """Whether rows of the first class go to the left child more often than others, in a table that was mined."""
    shares = [nodes[node[way]][f"rows_{side}"] for way in ("left", "right")]
    return shares[0][0] / sum(shares[0]) > shares[1][0] / sum(shares[1])
