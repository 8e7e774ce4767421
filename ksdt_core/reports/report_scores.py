"""The scores of a report: of the set, of every tree, and of shuffled tables beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ksdt_core.evidence.chance_level import (
    headline,
    only_matching_fails,
    too_few_to_tell,
    why_no_matching,
)
from ksdt_core.evidence.set_chance import Null, NullSummary, Significance
from ksdt_core.evidence.tree_chance import (
    METHOD,
    QUESTION,
    corrected_words,
    earlier_sentences,
    is_beyond_chance,
    p_list,
    shuffles_sentence,
)
from ksdt_core.figures.null_svg import null_svg
from ksdt_core.figures.palette import Palette
from ksdt_core.figures.tree_tables import root_name
from ksdt_core.glossary import GLOSSARY
from ksdt_core.mining.cells.robustness import ROBUSTNESS, robustness_sentence
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.reports.report_blocks import (
    Block,
    Card,
    Cell,
    Drawing,
    Items,
    Paragraph,
    Run,
    Score,
    Section,
    Table,
    Whole,
    cells,
    paragraph,
)
from ksdt_core.text import p_number, p_text, percent, score
from ksdt_core.trees.text import TableNames

_BALANCED = "Balanced scores include oversampled rows. All other counts are of original rows."
_EXPLAINED = ("SA", "DS", "SDTQ", "TD", "SDTSQ")


def tested_of(document: Mapping[str, Any]) -> Significance | None:
    """The tests against chance of a result document, where they were made."""
    part = document.get("significance")
    return Significance.of_document(part) if part else None


def score_card(tree_set: TreeSet) -> tuple[Block, ...]:
    """The scores of the set."""
    scores = tree_set.scores
    values = {"SDTSQ": scores.sdtsq, "SA": scores.sa, "DS": scores.ds, "TD": scores.td}
    known = [(GLOSSARY[acronym].title, value) for acronym, value in values.items() if value is not None]
    card = Card(tuple(Score(title, score(value), value) for title, value in known))
    return (card, paragraph(_BALANCED, "muted")) if tree_set.pair.is_balanced else (card,)


def robustness_blocks(document: Mapping[str, Any]) -> tuple[Block, ...]:
    """How much the set hangs on its weights, where the document tells."""
    part = document.get("robustness")
    return (paragraph(robustness_sentence(ROBUSTNESS.read(part))),) if part else ()


def set_verdict(tested: Significance | None, names: TableNames) -> str:
    """The verdict on the set, then each p-value with what was shuffled."""
    if tested is None:
        return "The set was not tested against chance."
    if too_few_to_tell(tested) and not only_matching_fails(tested):
        said = (
            f"No shuffled table did as well, but {tested.permutations} shuffles are too few: "
            f"{p_text(tested.p_value)} is the smallest value that they can give."
        )
    else:
        n = tested.permutations
        smallest = f" (each p is the smallest that {n} shuffles can give)" if tested.p_value <= 1 / (1 + n) else ""
        said = f"{headline(tested)}{smallest}."
    most = max((found.max for _, found in tested.nulls if found is not None), default=None)
    beside = "" if most is None else f" and at most {score(most)} with shuffles"
    separate = p_list(tested.p, names.left, names.right)
    return (
        f"{said} The mean quality of the trees (SDTQ) is {score(tested.statistic)}{beside}. Each p-value: {separate}."
    )


def scores_section(
    tree_set: TreeSet,
    document: Mapping[str, Any],
    names: TableNames,
    tested: Significance | None,
    palette: Palette,
    *,
    in_app: bool,
) -> Section:
    """Every tree's scores, what they mean, and what shuffled tables reached; `in_app`: no command is named."""
    words = tuple(Paragraph((Run(each, "strong"), Run(f", {GLOSSARY[each].help}"))) for each in _EXPLAINED)
    blocks: list[Block] = [_tree_scores(tree_set, names), Items(words, is_small=True)]
    if tested is None:
        said = "The set was not tested against chance. To test it, open it on the page Mine"
        command = (Run(", or run "), Run("ksdt mine --permutations 99", "code"), Run(" in a terminal."))
        blocks.append(Paragraph((Run(said), *((Run("."),) if in_app else command))))
    else:
        blocks += _chance(tested, names, palette, scale=tree_set.settings.scale)
    validated = document.get("cross_validated")
    if validated:
        blocks.append(
            paragraph(
                f"In {validated['folds']}-fold cross-validation, shared accuracy (SA) was {score(validated['sa'])}: "
                f"accuracy {percent(validated['accuracy_left'], 1)} on {names.left} and "
                f"{percent(validated['accuracy_right'], 1)} on {names.right}."
            )
        )
    return Section("scores", "Scores compared with chance", tuple(blocks), short="Scores")


def _tree_scores(tree_set: TreeSet, names: TableNames) -> Table:
    word = "balanced " if tree_set.pair.is_balanced else ""
    counted_on = ", balanced rows" if word and not tree_set.settings.holdout else ""
    accuracies = tuple(f"Accuracy {name}{counted_on}" for name in (names.left, names.right))
    rows = tuple(
        cells(
            f"{number}",
            root_name(shared),
            percent(shared.accuracy_left, 1),
            percent(shared.accuracy_right, 1),
            *map(score, (shared.sa, shared.ds, shared.sdtq)),
            f"{shared.tree.n_leaves}",
        )
        for number, shared in enumerate(tree_set.trees, start=1)
    )
    head = ("Tree", "Starts with", *accuracies, *(f"{word}{name}" for name in ("SA", "DS", "SDTQ")), "Leaves")
    return Table(rows, head, numbers=tuple(range(2, 8)), look="wide")


def _chance(tested: Significance, names: TableNames, palette: Palette, *, scale: str) -> Iterator[Block]:
    taken = "largest" if tested.takes_largest else "best"
    again = f", the {taken} of {tested.n_vectors} weightings each time" if tested.n_vectors > 1 else ""
    times = f"{'up to ' if tested.stop_after else ''}{tested.permutations} shuffles"
    said = paragraph(
        f"The mean quality of the trees (SDTQ) is {score(tested.statistic)}. Each null distribution below has {times}, "
        f"mined again with the same settings{again}. Each p-value answers its own question."
    )
    svg = null_svg(tested, names, palette=palette)
    title = f"Mean quality (SDTQ) of shuffled tables, compared with {score(tested.statistic)} of this set"
    drawing = (Drawing(svg, title, "Each dot is the mean quality of one shuffle."),) if svg else ()
    yield Whole((said, *drawing))
    titles: dict[Null, str] = {
        "left": f"Classes of {names.left} shuffled",
        "right": f"Classes of {names.right} shuffled",
        "matching": f"Attributes of {names.right} matched at random",
    }
    rows = tuple(_null(titles[null], found, scale) for null, found in tested.nulls)
    head = ("Null", "Mean", "Standard deviation", "Largest", "p")
    yield Table(rows, head, numbers=(1, 2, 3, 4), look="wide")
    stopping = shuffles_sentence(tested, names.left, names.right)
    corrected = f"The p-values are {corrected_words(tested.n_vectors)}."
    for sentence in (*([stopping] if stopping else []), corrected, *earlier_sentences(tested, names.left, names.right)):
        yield paragraph(sentence, "muted")
    if tested.trees:
        yield paragraph(f"{QUESTION} {METHOD}")
        yield _tree_chance(tested, titles)


def _tree_chance(tested: Significance, titles: Mapping[Null, str]) -> Table:
    """Each tree with the p-value of each null that was tried."""
    tried = [null for null, found in tested.nulls if found is not None]
    rows = tuple(
        cells(
            f"{number}",
            *("" if (p := getattr(tree, null)) is None else p_number(p) for null in tried),
            "yes" if is_beyond_chance(tree) else "not shown",
        )
        for number, tree in enumerate(tested.trees, start=1)
    )
    head = ("Tree", *(f"p, {titles[null][:1].lower()}{titles[null][1:]}" for null in tried), "Beyond chance")
    return Table(rows, head, numbers=tuple(range(1, len(tried) + 1)), look="wide")


def _null(title: str, found: NullSummary | None, scale: str) -> tuple[Cell, ...]:
    if found is None:
        return Cell(title), Cell(f"not tested, because {why_no_matching(scale)}", columns=4)
    return cells(title, *(score(value) for value in (found.mean, found.sd, found.max)), p_number(found.p))
