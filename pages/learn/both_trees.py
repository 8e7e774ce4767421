"""What the page computes, kept between its runs: the tree as it was asked for, and as it was grown."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.pruning.learned_cuts import SizePoint, size_curve
from ksdt_core.studies.learning.learned import Learned
from ksdt_core.studies.learning.run import learn_table
from ksdt_core.studies.learning.settings import LearnSettings
from ksdt_core.trees.learned_tree import cut_at
from pages.common.shelf import shared_by_bytes
from pages.learn.choice import Chosen


@dataclass(frozen=True, slots=True, eq=False)
class Study:
    """The pruned tree, the grown one, and the nested trees between it and the root alone."""

    id: str
    learned: Learned
    grown: Learned
    sizes: tuple[SizePoint, ...]

    def of_size(self, position: int) -> Learned:
        """The grown tree cut to one of the sizes."""
        settings = replace(self.grown.settings, prune="cost-complexity")
        return replace(self.grown, tree=cut_at(self.grown.tree, self.sizes[position].cut), settings=settings)


def of(chosen: Chosen) -> Study:
    """The trees of what was chosen."""
    return _studied(chosen.table, chosen.id, chosen.settings, chosen.target, _file(chosen))


def learned_by(chosen: Chosen, settings: LearnSettings) -> Learned:
    """The tree of the same table by other settings."""
    return _learned(chosen.table, chosen.id, settings, chosen.target, _file(chosen))


def _file(chosen: Chosen) -> str:
    if chosen.request is None:
        return chosen.lecture.name if chosen.lecture and chosen.lecture.bundled else ""
    return chosen.request.id if chosen.request.origin == "catalogue" else ""


@shared_by_bytes("Learning the tree …")
def _studied(_table: Dataset, id: str, settings: LearnSettings, target: str, file: str) -> Study:
    learned = learn_table(_table, settings, target=target, facts={"file": file, "fingerprint": _table.fingerprint()})
    grown = learn_table(_table, replace(settings, prune="none"), target=target, facts={"file": file})
    return Study(id, learned, grown, size_curve(grown.tree))


@shared_by_bytes("Learning by another method …")
def _learned(_table: Dataset, id: str, settings: LearnSettings, target: str, file: str) -> Learned:
    return learn_table(_table, settings, target=target, facts={"file": file})
