"""`ksdt aggregate`: spectrum documents of several sites in, one tree out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from ksdt_core.cli.from_fields import Given, command_of
from ksdt_core.cli.output import OutputOption, check_places, deliver_as, format_of, format_option
from ksdt_core.options import Option, check_fields
from ksdt_core.text import percent, score, true_minus

if TYPE_CHECKING:
    from ksdt_core.fourier.travel import Aggregate
    from ksdt_core.trees.tree import Tree

FORMATS = ("text", "json")


@dataclass(frozen=True, slots=True)
class AggregateRequest:
    """Which spectra are added, with which weights, and how large the tree may get."""

    spectra: Annotated[
        tuple[str, ...],
        Option("Spectra", "Documents of ksdt spectrum with the same domain.", metavar="SPECTRUM...", positional=True),
    ]
    weights: Annotated[
        str | None,
        Option(
            "Weights",
            "A weight for each document, such as 2,1,1.",
            metavar="A,B,...",
            default_text="the number of trees in each",
        ),
    ] = None
    energy: Annotated[
        float | None,
        Option(
            "Energy",
            "Keep this share of the energy before the tree is built.",
            metavar="SHARE",
            minimum=0,
            maximum=1,
        ),
    ] = None
    max_depth: Annotated[
        int, Option("Maximum depth", "Splits below the root; 0 = unlimited.", metavar="N", minimum=0)
    ] = 0
    format: Annotated[str | None, format_option(FORMATS)] = None


@command_of(AggregateRequest, OutputOption)
def aggregate_command(given: Given) -> None:
    """Add the spectra of several documents with the same domain and build one tree from the sum.

    No rows are read. If domains differ, compute the documents again with ksdt spectrum --domain.
    """
    asked, output = given.of(AggregateRequest), given.of(OutputOption).output
    form = format_of(asked.format, output, FORMATS)
    check_places({"-o": output}, asked.spectra, forms=FORMATS)
    check_fields(asked)
    from ksdt_core.formats.spectrum_document import read_spectrum
    from ksdt_core.fourier.document import cells_of_domain
    from ksdt_core.fourier.travel import AGGREGATE, AggregateView, aggregate, tree_nodes

    documents = {name: read_spectrum(name) for name in asked.spectra}
    found = aggregate(documents, weights=_weights(asked.weights), energy=asked.energy, max_depth=asked.max_depth)

    def document() -> dict[str, object]:
        view = AggregateView(
            found.tree.class_names,
            cells_of_domain(found.spectrum.domain),
            found.sites,
            found.energy,
            found.kept,
            found.error,
            tree_nodes(found.tree),
        )
        return dict(AGGREGATE.write(view))

    deliver_as(form, output, {"text": lambda: list(aggregate_lines(found)), "json": document})


def _weights(text: str | None) -> list[float] | None:
    from ksdt_core.errors import InvalidParameterError

    if text is None:
        return None
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        raise InvalidParameterError("bad-tree-weights", option="weights", weights=text) from None


def aggregate_lines(found: Aggregate) -> Iterator[str]:
    """What was added, what was cut and what this costs, then the tree."""
    from ksdt_core.text import counted, lined_up, printable

    n_trees = sum(site.n_trees for site in found.sites)
    yield (
        f"One tree of {counted(found.tree.n_nodes, 'node', 'nodes')} for {counted(n_trees, 'tree', 'trees')} of "
        f"{counted(len(found.sites), 'document', 'documents')}."
    )
    if found.is_whole:
        yield ("No coefficients were removed, so it predicts the same as the weighted vote everywhere in the domain.")
    else:
        yield (
            "Truncated spectra were added. The root mean square error of the vote share over the domain is at "
            f"most {score(found.error)}."
        )
    yield ""
    head = ("document", "trees", "weight", "kept", "energy kept", "error up to")
    rows = [
        (
            printable(site.name),
            str(site.n_trees),
            score(site.weight),
            cut_words(site.energy, site.max_order),
            percent(site.kept, 1),
            score(site.error),
        )
        for site in found.sites
    ]
    yield from lined_up([head, *rows], widest=60)
    if found.energy is not None:
        yield f"The sum was reduced to {percent(found.kept, 1)} of its energy."
    yield ""
    yield from plain_tree_lines(found.tree)


def cut_words(energy: float | None, max_order: int | None) -> str:
    """What a spectrum was cut to."""
    parts = [f"energy {energy:g}"] if energy is not None else []
    parts += [f"order up to {max_order}"] if max_order is not None else []
    return ", ".join(parts) or "all"


def plain_tree_lines(tree: Tree) -> Iterator[str]:
    """A tree without counts, a node a line: the test that leads to it, and the class at a leaf."""
    from ksdt_core.text import printable
    from ksdt_core.trees.paths import walk
    from ksdt_core.trees.text import INDENT

    for node, path in walk(tree):
        test = "all inputs"
        if path:
            parent, goes_left = path[-1]
            column = int(tree.attribute[parent])
            values = tree.categories[column]
            if values is None:
                words = f"{'≤' if goes_left else '>'} {true_minus(f'{tree.threshold[parent]:.6g}')}"
            else:
                words = f"{'=' if goes_left else '≠'} {printable(values[int(tree.category[parent])])}"
            test = f"{printable(tree.attributes[column])} {words}"
        leaf = f"  → {printable(tree.class_names[int(tree.label[node])])}" if tree.is_leaf[node] else ""
        yield f"{INDENT * len(path)}{test}{leaf}"
