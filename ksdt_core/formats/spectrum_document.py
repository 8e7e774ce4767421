"""Documents of spectra, read back from a file that anybody may have changed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ksdt_core.errors import InvalidDocumentError
from ksdt_core.formats.agree import read_checked
from ksdt_core.formats.result import bytes_of, json_object, up_to_date
from ksdt_core.formats.write import STANDARD_STREAM
from ksdt_core.fourier.document import SPECTRUM, SPECTRUM_FORMAT, Cells, ClassSpectrum, SpectrumView
from ksdt_core.fourier.tree_boxes import class_outputs


def read_spectrum(path: str | Path) -> SpectrumView:
    """The spectra in a file (`-`: standard input); `ksdt.spectra_of` turns them into functions."""
    source = "standard input" if str(path) == STANDARD_STREAM else str(path)
    try:
        return spectrum_of_document(json_object(bytes_of(path)))
    except InvalidDocumentError as error:
        raise InvalidDocumentError("document-refused", source=source, reason=error) from None


def spectrum_of_document(document: dict[str, Any]) -> SpectrumView:
    """The spectra of a document; one that does not hold together is refused."""
    known = up_to_date(document, SPECTRUM_FORMAT)
    return read_checked(SPECTRUM, known, _holds, InvalidDocumentError("spectrum-damaged"))


def _holds(found: SpectrumView) -> bool:
    """Whether cells, partitions and classes fit together, and each tree has a spectrum for every class it should."""
    n_cells = {cells.attribute: _n_cells(cells) for cells in found.domain}
    outputs = class_outputs(found.class_names)
    trees = {one.tree for one in found.spectra}
    return (
        len(set(found.class_names)) == len(found.class_names) >= 2
        and all(isinstance(name, str) for name in (*found.class_names, *n_cells))
        and len(n_cells) == len(found.domain)
        and all(map(_cells_hold, found.domain))
        and len({cells.masses is None for cells in found.domain}) <= 1
        and [(one.tree, one.output) for one in found.spectra] == [(t, o) for t in sorted(trees) for o in outputs]
        and all(_spectrum_holds(one, n_cells) for one in found.spectra)
    )


def _n_cells(cells: Cells) -> int:
    return len(cells.cuts) + 1 if cells.cuts is not None else len(cells.values or ())


def _cells_hold(cells: Cells) -> bool:
    """Cuts rise, values are distinct words, and every cell counts 0 or more, all together more than 0."""
    if (cells.cuts is None) == (cells.values is None):
        return False
    rises = cells.cuts is None or list(cells.cuts) == sorted(set(cells.cuts))
    words = cells.values is None or (all(isinstance(each, str) for each in cells.values) and len(set(cells.values)))
    masses = cells.masses
    counts = masses is None or (len(masses) == _n_cells(cells) and min(masses) >= 0 and 0 < sum(masses) < 2**62)
    distinct = cells.values is None or len(set(cells.values)) == len(cells.values)
    return bool(_n_cells(cells) and rises and words and counts and distinct)


def _spectrum_holds(one: ClassSpectrum, n_cells: dict[str, int]) -> bool:
    """Each partition is there once, with entries of its attributes, and no more energy than the function has."""
    partitions = [tuple(sorted(partition.items())) for partition, _ in one.coefficients]
    entries_fit = all(
        type(entry) is int and 0 < entry < n_cells[name] for partition in partitions for name, entry in partition
    )
    energy = sum(abs(coefficient) ** 2 for _, coefficient in one.coefficients)
    return (
        entries_fit
        and len(set(partitions)) == len(partitions)
        and () in partitions
        and 0 <= one.kept <= 1
        and energy <= one.energy + 1e-6
        and one.energy <= 1 + 1e-6
    )
