"""What the commands on results do with the document of a learned tree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from ksdt_core.cli.output import deliver_as
from ksdt_core.cli.report import say
from ksdt_core.errors import InvalidDataError, InvalidParameterError, Remedy

if TYPE_CHECKING:
    from ksdt_core.data.model.dataset import Dataset
    from ksdt_core.rules.rule import RuleList
    from ksdt_core.studies.learning.learned import Learned
    from ksdt_core.studies.learning.model import Model
    from ksdt_core.trees.learned_tree import LearnedTree

WHOLE = ("report-pdf", "bundle")


def prune_learned(learned: Learned, method: str | None, alpha: float | None) -> tuple[Learned, list[str]]:
    """The pruned tree, and what was removed, in words."""
    from ksdt_core.pruning import learned_cuts
    from ksdt_core.studies.learning.settings import OF_NUMBERS, Prune
    from ksdt_core.studies.learning.words import held_out_words, quality_words
    from ksdt_core.trees.learned_tree import cut_at

    of_numbers = learned.tree.numbers is not None
    chosen = method or ("reduced-error" if learned.table.held_out else "cost-complexity" if of_numbers else "mdl")
    allowed = ("reduced-error", "cost-complexity", "mdl", "size-plus-errors")
    if chosen not in allowed:
        raise InvalidParameterError("not-a-choice", option="method", value=chosen, choices=allowed)
    if of_numbers and chosen not in OF_NUMBERS:
        raise InvalidParameterError(
            "pruning-of-classes", option="method", value=chosen, remedies=(Remedy("method", "cost-complexity"),)
        )
    if alpha is not None and chosen != "cost-complexity":
        raise InvalidParameterError(
            "alpha-of-another-method", option="alpha", value=alpha, method=chosen, wanted="cost-complexity"
        )
    cuts: dict[str, Callable[[LearnedTree], tuple[int, ...]]] = {
        "reduced-error": learned_cuts.reduced_error,
        "cost-complexity": partial(learned_cuts.cost_complexity, alpha=alpha),
        "mdl": partial(learned_cuts.description_length, n_attributes=learned.table.attributes),
        "size-plus-errors": learned_cuts.size_plus_errors,
    }
    tree = cut_at(learned.tree, cuts[chosen](learned.tree))
    settings = replace(learned.settings, prune=cast(Prune, chosen))
    pruned = replace(learned, tree=tree, settings=settings)
    lines = [f"{chosen}: {pruned.tree.n_nodes:,} of {learned.tree.n_nodes:,} nodes kept."]
    lines += [f"before: {quality_words(learned, learned.training, 'training rows')}"]
    lines += [f"after: {quality_words(pruned, pruned.training, 'training rows')}"]
    if learned.held_out is not None and pruned.held_out is not None:
        lines += [f"before: {quality_words(learned, learned.held_out, held_out_words(learned))}"]
        lines += [f"after: {quality_words(pruned, pruned.held_out, held_out_words(pruned))}"]
    return pruned, lines


def rules_of_one_table(made: Learned | Model, output: str, *, form: str, reduce: bool, document: str) -> None:
    """The rules to their place; reduced ones are counted on the table, which is read again."""
    from ksdt_core.studies.learning.model import Model

    if isinstance(made, Model):
        _rules_of_model(made, output, form=form, reduce=reduce)
    else:
        _rules_of_learned(made, output, form=form, reduce=reduce, document=document)


def _rules_of_model(model: Model, output: str, *, form: str, reduce: bool) -> None:
    """Every path of every tree with the number that it adds."""
    from ksdt_core.formats.csv_text import csv_text
    from ksdt_core.studies.learning.model_words import rule_lines, rules_document, tree_rules

    if reduce:
        raise InvalidParameterError("rules-of-numbers", option="reduce")
    rows = [(tree, *rule) for tree, each in enumerate(model.trees, start=1) for rule in tree_rules(each)]
    makers: dict[str, Any] = {
        "text": lambda: list(rule_lines(model)),
        "json": lambda: rules_document(model),
        "csv": lambda: csv_text(("tree", "rule", "adds"), rows),
        "markdown": lambda: _bullets(list(rule_lines(model))),
    }
    deliver_as(form, output, makers)


def _rules_of_learned(learned: Learned, output: str, *, form: str, reduce: bool, document: str) -> None:
    from ksdt_core.formats.csv_text import csv_text
    from ksdt_core.rules.rule_words import rule_sentence
    from ksdt_core.studies.learning.learned_rules import learned_rules, rules_document
    from ksdt_core.text import printable

    if reduce:
        if form == "json":
            raise InvalidParameterError("reduced-learned-as-text", option="format")
        rules = reduced_of(learned, document)
        lines = [printable(rule_sentence(rule, rules)) for rule in rules.rules]
        table = csv_text(("rule",), [(line,) for line in lines])
        deliver_as(form, output, {"text": lambda: lines, "csv": lambda: table, "markdown": lambda: _bullets(lines)})
        return
    found = learned_rules(learned)
    sentences = [printable(rule.sentence(learned.target)) for rule in found]
    columns = ("rule", "class", "support", "confidence", "held_out_support", "held_out_confidence", "mean", "sd")
    rows = [
        (" and ".join(rule.words), rule.answer, rule.support, rule.confidence, rule.held_out_support,
         rule.held_out_confidence, rule.mean, rule.sd)
        for rule in found
    ]  # fmt: skip
    makers: dict[str, Any] = {
        "text": lambda: sentences,
        "json": lambda: rules_document(learned),
        "csv": lambda: csv_text(columns, rows),
        "markdown": lambda: _bullets(sentences),
    }
    deliver_as(form, output, makers)


def reduced_of(learned: Learned, document: str) -> RuleList:
    """Rule post-pruning: conditions that are not needed on the held-out rows (without any, on all) are removed."""
    from ksdt_core.rules.reduction import reduced_table_rules
    from ksdt_core.studies.learning.run import judging_rows
    from ksdt_core.studies.learning.words import judged_words

    if learned.tree.numbers is not None:
        raise InvalidParameterError("rules-of-numbers", option="reduce")
    rows = judging_rows(table_of(learned, document), learned.settings, learned.target)
    say(f"rules are judged on {judged_words(learned, rows.n_rows)}")
    return reduced_table_rules(learned.tree.tree, rows)


def table_of(learned: Learned, document: str) -> Dataset:
    """The table that a tree was learned from, read again; another one is refused."""
    from ksdt_core.data.samples.catalogue import find_dataset, is_bundled

    facts = learned.table
    file = facts.file
    if not is_bundled(file) and not Path(file).is_file() and document != "-":
        file = str(Path(document).parent / file)
    target = None if is_bundled(file) and facts.cut is None else learned.target
    cut = () if learned.settings.regression else facts.cut
    table = find_dataset(file, target=target, cut=cut, sheet=facts.sheet)
    if facts.fingerprint and table.fingerprint() != facts.fingerprint:
        raise InvalidDataError("learned-table-changed", table=facts.name, file=file)
    return table


def export_learned(
    learned: Learned, form: str, *, width: str, grey: bool, dark: bool, genes: bool
) -> list[tuple[str, bytes]]:
    """The files of a learned tree."""
    from ksdt_core.figures.learned_figure import Width, learned_files
    from ksdt_core.reports.learned_report import ReportForm, learned_report_file

    if form == "bundle":
        remedies = (Remedy("format", "html"), Remedy("format", "report-pdf"))
        raise InvalidParameterError("not-for-learned-trees", option="format", value=form, remedies=remedies)
    if form in ("html", "report-pdf"):
        if dark:
            raise InvalidParameterError("dark-print", option="dark", what="a report")
        return [learned_report_file(learned, cast("ReportForm", form), grey=grey, genes=genes)]
    return list(learned_files(learned, form, width=cast("Width", width), grey=grey, dark=dark, genes=genes))


def export_model(model: Model, form: str, **look: Any) -> list[tuple[str, bytes]]:
    """The files of an imported model: its trees, or its document."""
    from ksdt_core.figures.model_figure import MOST_FILES, model_files

    if form in WHOLE:
        raise InvalidParameterError("not-for-models", option="format", value=form, remedies=(Remedy("format", "html"),))
    if len(model.trees) > MOST_FILES and form not in ("json", "html"):
        say(f"only the first {MOST_FILES} of {len(model.trees):,} trees are drawn")
    return list(model_files(model, form, **look))


def _bullets(lines: list[str]) -> str:
    return "".join(f"- {line}\n" for line in lines)
