"""Documents of learned trees, read back from a file that anybody may have changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ksdt_core.errors import InvalidDocumentError
from ksdt_core.formats.agree import read_checked
from ksdt_core.formats.model_document import model_of_document
from ksdt_core.formats.result import bytes_of, json_object, up_to_date
from ksdt_core.formats.write import STANDARD_STREAM
from ksdt_core.studies.learning.learned import LEARNED, LEARNED_FORMAT, Learned
from ksdt_core.studies.learning.model import MODEL_FORMAT, Model
from ksdt_core.trees.tree import LEAF

CLOSE = 1e-6


def learned_of_document(document: dict[str, Any]) -> Learned:
    """The learned tree of a document; one that does not hold together is refused."""
    found = up_to_date(document, LEARNED_FORMAT)
    return read_checked(LEARNED, found, _holds, InvalidDocumentError("learned-damaged"))


def made_of_one_table(path: str | Path) -> Learned | Model | None:
    """The learned tree or the imported model of a file (`-`: standard input); None where it is another kind."""
    source = "standard input" if str(path) == STANDARD_STREAM else str(path)
    try:
        document = json_object(bytes_of(path))
    except InvalidDocumentError:
        return None  # the reader of results says what is wrong
    read = _BY_KIND.get(str(document.get("format")).rsplit("/", 1)[0])
    if read is None:
        return None
    try:
        return read(document)
    except InvalidDocumentError as error:
        raise InvalidDocumentError("document-refused", source=source, reason=error) from None


_BY_KIND: Mapping[str, Callable[[dict[str, Any]], Learned | Model]] = {
    LEARNED_FORMAT.rsplit("/", 1)[0]: learned_of_document,
    MODEL_FORMAT.rsplit("/", 1)[0]: model_of_document,
}


def _holds(found: Learned) -> bool:
    """Whether the nodes are one tree, chains test one attribute, and counts add up."""
    tree, learned = found.tree.tree, found.tree
    inner = np.flatnonzero(tree.attribute != LEAF)
    children = np.concatenate([tree.left[inner], tree.right[inner]])
    if sorted(children.tolist()) != list(range(1, tree.n_nodes)):
        return False
    if not ((tree.left[inner] > inner) & (tree.right[inner] > inner)).all():
        return False
    links = np.flatnonzero(learned.continues)
    above = tree.parents[links]
    chained = (
        (above >= 0).all()
        and (tree.right[above] == links).all()
        and (tree.attribute[links] == tree.attribute[above]).all()
    )
    counts = [learned.counts] if learned.held_out is None else [learned.counts, learned.held_out]
    adds_up = all(
        np.isfinite(each).all()
        and (each >= -CLOSE).all()
        and np.allclose(
            each[inner], each[tree.left[inner]] + each[tree.right[inner]], atol=CLOSE * each[0].sum() + CLOSE
        )
        for each in counts
    )
    shape = all(each.shape == (tree.n_nodes, len(tree.class_names)) for each in counts)
    shape &= learned.between is None or learned.between.shape == (tree.n_nodes, 2)
    tests = all(np.isfinite(tree.threshold[node]) or tree.category[node] >= 0 for node in inner.tolist())
    chosen = found.chosen is None or 0 <= found.chosen < len(found.curve)
    return bool(chained and adds_up and shape and tests and chosen)
