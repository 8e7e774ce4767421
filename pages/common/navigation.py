"""The pages of the app in their groups: the one list that the entry script, the sidebar and the tests read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PageEntry:
    """A page: its folder, which is also its address, and what the navigation calls it."""

    folder: str
    title: str
    icon: str

    @property
    def script(self) -> str:
        return f"pages/{self.folder}/page.py"

    @property
    def address(self) -> str:
        """The last part of its address; Start has none."""
        return "" if self is START else self.folder


START = PageEntry("start", "Start", ":material/home:")
WORKFLOW = (  # numbered, with a tick when done
    PageEntry("data", "Data", ":material/counter_1:"),
    PageEntry("mine", "Mine", ":material/counter_2:"),
    PageEntry("trees", "Trees", ":material/counter_3:"),
    PageEntry("replicate", "Replicate", ":material/counter_4:"),
)
GROUPS: Mapping[str, tuple[PageEntry, ...]] = {
    "Workflow": WORKFLOW,
    "Understand": (
        PageEntry("diversity", "Diversity", ":material/grid_on:"),
        PageEntry("space", "Ensemble space", ":material/bubble_chart:"),
        PageEntry("spectrum", "Spectrum", ":material/equalizer:"),
        PageEntry("learn", "Learn", ":material/school:"),
    ),
    "More": (
        PageEntry("atlas", "Atlas", ":material/apps:"),
        PageEntry("stability", "Stability", ":material/timeline:"),
        PageEntry("runs", "Runs", ":material/history:"),
        PageEntry("about", "About", ":material/info:"),
    ),
}
PAGES: tuple[PageEntry, ...] = (START, *(entry for group in GROUPS.values() for entry in group))
