"""Every setting of the run, as a table of a report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ksdt_core.data.model.preparation import Preparation
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.options import label_of, options_of, words_for
from ksdt_core.reports.provenance import provenance_rows, size_words
from ksdt_core.reports.report_blocks import Section, Table, cells

_OTHERS = {"weights": "Weights (gain, similarity, difference)", "preset": "Preset"}


def settings_section(document: Mapping[str, Any], made_from: Sequence[tuple[str, str]] = ()) -> Section:
    """The settings, and how the pair was made; `document` without folders."""
    said = provenance_rows(document)
    rows = tuple(cells(*row) for row in (*said, *(row for row in made_from if row not in said)))
    return Section("settings", "Settings", (Table(rows, has_names=True),))


def setting_label(name: str) -> str:
    """What a setting of a result document is called; its name where it is not an option."""
    kind = _kind_of(name)
    return _OTHERS.get(name, name) if kind is None else label_of(kind, name)


def setting_words(name: str, value: Any) -> str | None:
    """One setting of a result document in the words of a report; None where its value speaks for itself."""
    kind = _kind_of(name)
    if kind is None or not isinstance(value, str | int | float) or isinstance(value, bool):
        return None
    option = options_of(kind)[name]
    if isinstance(value, str):  # a choice that is unknown is left to who shows it
        return (option.choices or {}).get(value)
    return size_words(name, value) or words_for(option, value)


def _kind_of(name: str) -> Any:
    """The parameter type that a setting belongs to."""
    return next((kind for kind in (MiningParameters, Preparation) if name in options_of(kind)), None)
