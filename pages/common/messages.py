"""What the app says about an error: the problem, then what to do, in the words of its pages.

The problem is the sentence of the core (`ksdt_core/messages`) or, for errors that only pages raise, of `PROBLEMS`
here. What to do stands here by code (`WAYS_OUT`) where it is a place of the app, and by option (`ADVICE`) otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from ksdt_core.data.model.preparation import Preparation
from ksdt_core.errors import KsdtError, Remedy
from ksdt_core.messages.catalogue import MESSAGES
from ksdt_core.messages.templates import filled, problem
from ksdt_core.options import choices_of, options_of

LABELS: Mapping[str, str] = {
    "attribute_map": "the attribute map",
    "class_map": "the class map",
    "cut": "Cut the numbers at",
    "sheet": "Sheet",
    "target": "Class column",
    "updates": "Updates",
    "value_map": "the value map",
}
"""How pages name an option that is not a field of the parameters."""


@cache
def labels() -> Mapping[str, str]:
    """How pages name an option, by its field; what mines is loaded only where something is wrong."""
    from ksdt_core.mining.parameters import MiningParameters
    from ksdt_core.patterns.parameters import PatternParameters
    from ksdt_core.studies.learning.ensemble_settings import EnsembleSettings
    from ksdt_core.studies.learning.settings import LearnSettings
    from ksdt_core.studies.stream_plan import StreamPlan

    kinds = (StreamPlan, PatternParameters, LearnSettings, Preparation, MiningParameters)
    of_ensembles = {name: options_of(EnsembleSettings)[name].label for name in ("trees", "vote", "max_features")}
    others = {name: option.label for kind in kinds for name, option in options_of(kind).items()}
    return {**LABELS, **of_ensembles, **others}


ADVICE: Mapping[str, str] = {
    "attribute_map": "match the attributes on Data",
    "class_map": "match the classes on Data",
    "value_map": "match the values on Data",
    "cut": "give a number to cut at on Data",
    "encoding": "save the file as UTF-8",
    "energy": "choose a smaller share of the energy",
    "classes": "write these names under “Classes of the model”, in the model's order",
    "ensemble": "choose another ensemble",
    "folds": "use fewer folds",
    "force": "use the command line, which has no such limit",
    "regression": "predict the target as a number",
    "holdout": "hold out another share of the rows",
    "inner_products_only": "use inner products, which need no spectrum",
    "max_cell": "shorten the cell",
    "max_columns": "use fewer columns",
    "max_order": "use coefficients of a lower order",
    "max_rows": "use fewer rows",
    "max_size": "use a smaller file",
    "max_values": "use fewer rows or columns",
    "min_size": "lower “Minimum rows to split”",
    "missing": "choose on Data how to treat missing values",
    "output": "choose another place for the file",
    "permutations": "use more permutations",
    "replicates": "use more replicates",
    "roots": "choose other attributes to start trees with",
    "sheet": "choose another sheet",
    "target": "choose another class column",
    "workers": "use fewer workers",
}
"""What to do about an option that pages ask for in another way, or that the person must choose a value for."""

ADVICE_FOR_VALUE: Mapping[Remedy, str] = {
    Remedy("holdout", "0.3"): "run again with 0.3 of the rows held out",
    Remedy("method", "cart"): "use trees of CART",
    Remedy("method", "c45"): "use trees of C4.5",
    Remedy("method", "id3"): "use trees of ID3",
}
"""What to do where the value says more than the option."""

WAYS_OUT: Mapping[str, str] = {
    "table-not-saved": "Upload the file again on the page Data.",
    "table-deleted": "Restore it on the page Data.",
    "table-damaged": "Upload the file again on the page Data.",
    "pair-not-saved": "Choose two tables on the page Data.",
    "pair-deleted": "Restore it on the page Data.",
    "pair-damaged": "Choose its two tables again on the page Data.",
    "run-not-saved": "Choose another run on the page Runs.",
    "run-deleted": "Restore it on the page Runs, or choose another one there.",
    "run-damaged": "Mine it again, or choose another one on the page Runs.",
    "job-not-saved": "Start it again on its page.",
    "job-damaged": "Start it again on its page.",
    "job-result-damaged": "Start it again on its page.",
}
"""What to do where it is a place of the app, by the code of the error."""

PROBLEMS: Mapping[str, str] = {
    "no-such-node": "tree {tree} of this run has no node {node}; choose one in the drawing.",
    "file-not-arrived": "the upload is incomplete or has expired; choose the file again.",
    "upload-too-large": (
        "{file} is larger than {megabytes} MB; compress it (gz or zip), or use the command ksdt mine."
    ),
    "upload-empty": "{file} is empty; choose the file with the table.",
    "classes-without-table": "{file} contains only classes; drop it together with the GCT file of the same name.",
    "classes-of-several-tables": "a CLS file contains only classes; drop it together with its GCT file.",
    "too-many-tables": "{tables} tables were dropped; a pair has two, so drop one or two.",
    "map-names-unknown": "the map names {name!r}, which neither table has; correct the file.",
    "stream-too-short-to-follow": (
        "{table} has {rows:n row|rows}, but {first} trees at the start and {updates:n update|updates} with "
        "{chunk:n row|rows} per tree need {needed:,}; lower the numbers under “Trees and updates”, or choose "
        "another stream."
    ),
    "stream-of-one-class": (
        "{trees} trees would see only one class: the rows of {table} are sorted by class, or there are too few "
        "of them; choose more rows for each tree and fewer trees, or a table in order of time."
    ),
    "stream-too-long": (
        "{rows:,} rows are needed, but at most {most:,} can be generated; choose fewer rows for each tree, fewer "
        "trees or fewer updates."
    ),
    "stream-table-gone": "the table {table!r} is not saved here; choose another stream, or choose its pair on Data.",
    "this-run-deleted": "somebody else deleted this run; restore it under Deleted.",
    "these-runs-deleted": "somebody else deleted {deleted} of these {chosen} runs; restore them under Deleted.",
}
"""What is wrong, for errors that only pages raise."""


def for_page(error: KsdtError) -> str:
    """What is wrong, and what to do about it on the pages."""
    todo = WAYS_OUT.get(error.code) or _sentence(error.remedies)
    return f"{_capitalised(error)} {todo}" if todo else _capitalised(error)


def label(option: str) -> str:
    """What pages call an option; one that they do not offer keeps its name."""
    return labels().get(option, option)


def _capitalised(error: KsdtError) -> str:
    """The problem as its own sentence; a name that it starts with stays as it is."""
    template = PROBLEMS.get(error.code) or MESSAGES.get(error.code)
    if template is None:  # a whole sentence in place of a code
        said = problem(error)
        return f"The {said[4:]}" if said.startswith("the ") else said
    said = filled(template, error.facts, option_name=label)
    return said if template.startswith("{") else said[:1].upper() + said[1:]


def _sentence(remedies: Sequence[Remedy]) -> str:
    said = ", or ".join(dict.fromkeys(map(advice, remedies)))
    return f"{said[:1].upper()}{said[1:]}." if said else ""


def advice(remedy: Remedy) -> str:
    """What to do about an option, as the rest of a sentence."""
    if remedy in ADVICE_FOR_VALUE:
        return ADVICE_FOR_VALUE[remedy]
    if remedy.option == "class_map" and remedy.values:
        return f"match the classes on Data: {', '.join(remedy.values)} (old=new)"
    if remedy.option in labels() and remedy.values:
        choices = choices_of(Preparation, remedy.option) if remedy.option in options_of(Preparation) else {}
        wanted = ", ".join(choices.get(value, value) for value in remedy.values)
        return f"set “{labels()[remedy.option]}” to “{wanted}”"
    return ADVICE.get(remedy.option) or f"change “{label(remedy.option)}”"
