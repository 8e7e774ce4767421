"""One node of a tree as HTML: its class counts as bars, its similarity in words, its best splits."""

from __future__ import annotations

from collections.abc import Sequence

from ksdt_core.figures.class_bar import SHAPES, class_bar, counts_text
from ksdt_core.figures.class_groups import class_groups
from ksdt_core.figures.escaping import one_line, xml_text
from ksdt_core.figures.palette import LIGHT, Palette
from ksdt_core.figures.tree_words import count_text, shorten
from ksdt_core.mining.alternatives import Alternative
from ksdt_core.text import percent, printable, score
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.text import TableNames, balanced

LOW, HIGH = 0.95, 0.99  # similarities below and from which a node is called so
NAME_LETTERS = 18

_STYLE = """<style>
.ksdt-node{{font-size:13px;color:{ink};line-height:1.35;font-variant-numeric:tabular-nums}}
.ksdt-node .line{{display:grid;grid-template-columns:minmax(60px,30%) 1fr auto;gap:8px;align-items:center;
 min-height:22px}}
.ksdt-node .who{{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}}
.ksdt-node .bar{{display:flex;gap:1px;height:10px;overflow:hidden;background:{line}}}
.ksdt-node .round{{border-radius:5px}}
.ksdt-node .of{{color:{muted}}}
.ksdt-node .pill{{display:inline-block;padding:0 8px;border-radius:9px;font-size:12px;line-height:18px}}
.ksdt-node p{{margin:6px 0}}
.ksdt-node table{{width:100%;border-collapse:collapse;font-size:13px}}
.ksdt-node th,.ksdt-node td{{padding:4px 2px;border:0;border-bottom:1px solid {line};text-align:right}}
.ksdt-node th{{color:{muted};font-weight:600;font-size:12px}}
.ksdt-node th:first-child,.ksdt-node td:first-child{{text-align:left;overflow-wrap:anywhere}}
</style>"""


def counts_html(shared: SharedTree, node: int, names: TableNames, *, palette: Palette = LIGHT) -> str:
    """The rows of both tables at a node: a bar each, square for the left table and round for the right one."""
    groups = class_groups(shared)
    lines = []
    for sign, name, rows, shape in zip("■●", (names.left, names.right), shared.rows, SHAPES, strict=False):
        counts = rows[node].tolist()
        lines.append(
            f'<div class="line"><span class="who" title="{xml_text(name)}">{sign} {xml_text(name)}</span>'
            f"{class_bar(counts, groups, shape, palette)}"
            f"<span>{counts_text(counts, total='')} "
            f'<span class="of">of {count_text(int(rows[0].sum()))}</span></span></div>'
        )
    return _framed("".join(lines), palette)


def similarity_html(shared: SharedTree, node: int, names: TableNames, *, palette: Palette = LIGHT) -> str:
    """The similarity as a pill, then what it means."""
    dsn = float(shared.dsn[node])
    fill, ink = palette.dsn_colours(dsn)
    pill = f'<span class="pill" style="background:{fill};color:{ink}">{score(dsn)}</span>'
    return _framed(f"<p>{pill} {xml_text(similarity_sentence(shared, node, names))}</p>", palette)


def similarity_sentence(shared: SharedTree, node: int, names: TableNames) -> str:
    """How alike the tables are at a node, by the class whose shares differ the most."""
    dsn = float(shared.dsn[node])
    level = "low" if dsn < LOW else "high" if dsn >= HIGH else "moderate"
    totals = [int(rows[node].sum()) for rows in shared.rows]
    subject = f"{balanced(shared)}similarity".capitalize()
    if not all(totals):
        empty = names.left if not totals[0] else names.right
        return f"{printable(empty)} has no rows here, so the tables cannot be compared."
    shares = [rows[node] / total for rows, total in zip(shared.rows, totals, strict=True)]
    is_binary = len(shared.tree.class_names) == 2
    position = 1 if is_binary else int(abs(shares[0] - shares[1]).argmax())
    left, right = (percent(float(share[position])) for share in shares)
    name = printable(shared.tree.class_names[position])
    tables = (printable(names.left), printable(names.right))
    said = f"{left} of the rows are {name} in {tables[0]}, {right} in {tables[1]}."
    if shared.is_balanced and shared.rows_known:  # shares of the original rows may differ where the similarity is 1
        return f"{subject} is {level}. Before balancing, {said}"
    return f"{subject} is {level}: {said}"


def splits_html(found: Sequence[Alternative], *, has_chosen: bool, palette: Palette = LIGHT) -> str:
    """The best splits of a node; the first is the one that was made, where one was."""
    rows = "".join(
        f'<tr><td title="{xml_text(entry.attribute)}">{_split_name(entry, is_chosen=has_chosen and not rank)}</td>'
        f"<td>{score(entry.ig)}</td><td>{score(entry.dsn)}</td><td>{score(entry.score)}</td></tr>"
        for rank, entry in enumerate(found)
    )
    head = "".join(f'<th scope="col">{name}</th>' for name in ("Attribute", "Gain", "Similarity", "Score"))
    return _framed(f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>", palette)


def _split_name(entry: Alternative, *, is_chosen: bool) -> str:
    name = xml_text(shorten(one_line(entry.attribute), NAME_LETTERS))
    return f'<b>{name}</b> <span class="of">chosen</span>' if is_chosen else name


def _framed(inside: str, palette: Palette) -> str:
    colours = {name: getattr(palette, name) for name in ("ink", "muted", "line")}
    return f'{_STYLE.format(**colours)}<div class="ksdt-node">{inside}</div>'
