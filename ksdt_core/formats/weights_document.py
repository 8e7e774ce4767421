"""Documents of the weight triangle, read back from a file that anybody may have changed."""

from __future__ import annotations

from typing import Any

from ksdt_core.errors import InvalidDocumentError
from ksdt_core.formats.agree import read_checked
from ksdt_core.formats.result import up_to_date
from ksdt_core.mining.cells.weight_cells import WEIGHT_CELLS, WEIGHTS_FORMAT, WeightCells, WeightRegion


def weight_cells_of(document: dict[str, Any]) -> WeightCells:
    """The regions of a document; one that does not hold together is refused."""
    return read_checked(
        WEIGHT_CELLS, up_to_date(document, WEIGHTS_FORMAT), _holds, InvalidDocumentError("weights-damaged")
    )


def _holds(cells: WeightCells) -> bool:
    return (
        bool(cells.regions)
        and all(isinstance(cells.pair[side]["name"], str) for side in ("left", "right"))
        and isinstance(cells.config, dict)
        and isinstance(cells.most, int)
        and all(0 <= share <= 1 for share in (cells.covered, cells.tie_share, *(s for _, s in cells.attributes)))
        and all(_region_holds(region) for region in cells.regions)
        and all(0 <= each.region < len(cells.regions) for each in cells.validated)
        and [region.number for region in cells.regions] == list(range(len(cells.regions)))
    )


def _region_holds(region: WeightRegion) -> bool:
    scores = (region.scores.sa, region.scores.ds, region.scores.td or 0.0, region.scores.sdtsq)
    return (
        0 <= region.share <= 1
        and all(0 <= score <= 1 for score in scores)
        and bool(region.cells)
        and all(len(cell) >= 2 and all(_is_corner(corner) for corner in cell) for cell in region.cells)
        and all(root is None or isinstance(root, str) for root in region.roots)
        and isinstance(region.nodes, int)
    )


def _is_corner(corner: tuple[float, ...]) -> bool:
    return len(corner) == 3 and all(0 <= part <= 1 for part in corner)
