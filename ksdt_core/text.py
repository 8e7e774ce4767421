"""How numbers, lists and names are written, everywhere; names from files are made safe here."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise

# Control and format characters (escape sequences, changes of writing direction), halves of surrogate pairs, line ends.
_UNSAFE = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_JOINERS = "\u200c\u200d"  # within words and emoji of many languages they do no harm
_MINUS = re.compile(r"(?<![^\s|{(])-(?=\d)")
WIDEST_CELL = 40  # columns of tables for a terminal are lined up as far as this
_MARKDOWN = str.maketrans({character: f"\\{character}" for character in "\\`*_{}[]<>#|~$&!"})
PERCENT_SIGN = "\u202f%"
"""The sign after a number, behind a thin space at which no line breaks."""
NEAR_ZERO = 1.1e-35  # LightGBM splits at 1e-35 and XGBoost just below 0 where they mean 0


def percent(share: float, digits: int = 0) -> str:
    r"""A share in percent, with this many digits after the point.

    >>> percent(0.534), percent(0.534, 1)
    ('53\u202f%', '53.4\u202f%')

    A share of whole numbers is rounded as its fraction would be, without the rounding error of the product.

    >>> percent(23 / 80, 1)
    '28.8\u202f%'
    """
    return f"{round(100 * share, 9):.{digits}f}{PERCENT_SIGN}"


def for_terminal(text: str) -> str:
    """The text with plain spaces before percent signs.

    Many fonts of terminals lack the thin space, and people search what a command printed for what they can type.

    >>> for_terminal(f"SA {percent(0.9)}")
    'SA 90 %'
    """
    return text.replace(PERCENT_SIGN, " %")


def p_number(p: float) -> str:
    """A p-value in a table: three decimals, or that it is smaller.

    >>> p_number(0.0371), p_number(4.3e-06), p_number(1.0)
    ('0.037', '< 0.001', '1.000')
    """
    return "< 0.001" if p < 0.0005 else f"{p:.3f}"


def p_text(p: float) -> str:
    """A p-value in brackets or sentences.

    >>> p_text(0.002), p_text(0.0001), p_text(1.0)
    ('p = 0.002', 'p < 0.001', 'p = 1.000')
    """
    said = p_number(p)
    return f"p {said}" if said.startswith("<") else f"p = {said}"


def score(value: float, digits: int = 3) -> str:
    """A score with a leading zero and a true minus; one that is only nearly 1 gets one more digit.

    >>> score(0.8456), score(-0.0284), score(0.9997), score(0.99999), score(-0.0001)
    ('0.846', '−0.028', '0.9997', '1.000', '0.000')
    """
    if not math.isfinite(value):
        return "–"
    shown, longer = (f"{abs(value):.{places}f}" for places in (digits, digits + 1))
    if float(longer) < float(shown) == 1:
        shown = longer
    return f"−{shown}" if value < 0 and float(shown) else shown


def signed(value: float, digits: int = 3) -> str:
    """A difference of scores with its sign; none before zero.

    >>> signed(0.0104), signed(-0.0284), signed(0.0)
    ('+0.010', '−0.028', '0.000')
    """
    shown = score(value, digits)
    return f"+{shown}" if value > 0 and float(shown) else shown


def number(value: float) -> str:
    """A measured number with four significant digits, a true minus, and commas.

    >>> number(-2.1984), number(12345.6), number(0.5), number(-0.0), number(3.0)
    ('−2.198', '12,346', '0.5', '0', '3')
    """
    if not math.isfinite(value):
        return "–"
    shown = f"{abs(value):,.0f}" if abs(value) >= 1000 else f"{abs(value):.4g}"
    return f"−{shown}" if value < 0 and value else shown


def numbers(values: Sequence[float]) -> list[str]:
    """Measured numbers that stand together: all with as many decimals, four significant digits of the largest at most.

    >>> numbers([-0.954, -0.16183, 3.452]), numbers([8.4, 10, 14.9]), numbers([12000, 3.25, math.nan]), numbers([])
    (['−0.954', '−0.162', '3.452'], ['8.4', '10.0', '14.9'], ['12,000', '3', '–'], [])
    """
    finite = [value for value in values if math.isfinite(value)]
    largest = max(map(abs, finite), default=0.0)
    most = max(0, 3 - math.floor(math.log10(largest))) if largest else 0
    digits = next(d for d in range(most + 1) if all(round(value, d) == round(value, most) for value in finite))
    return [
        "–" if not math.isfinite(value) else f"{round(value, digits) + 0.0:,.{digits}f}".replace("-", "−")
        for value in values
    ]


def true_minus(text: str) -> str:
    """A test as people read it, with the true minus before its numbers; hyphens in names stay.

    >>> true_minus("≤ -0.55 | -1"), true_minus("= post-natal")
    ('≤ −0.55 | −1', '= post-natal')
    """
    return _MINUS.sub("−", text)


def separating(threshold: float, below: float = math.nan, above: float = math.nan) -> str:
    """A threshold as people read it, that separates the same values: below ≤ shown < above.

    It has three significant digits and two decimals at most, and more only where fewer would not lie between the two
    neighbouring values. Where these are not known (NaN) it has six digits.

    >>> separating(10.95, 10.9, 11.0), separating(0.66459912, 0.664, 0.66519824), separating(3.5, 3, 4)
    ('10.9', '0.665', '3.5')
    >>> separating(-0.0474, -0.06, -0.03), separating(0.0698, 0.06, 0.0761), separating(-0.003, -0.2, 0.1)
    ('−0.05', '0.07', '0')
    >>> separating(123456.5, 123456, 123457), separating(0.66459912), separating(-2.5, -3, -2)
    ('123456', '0.664599', '−2.5')

    Where only the noise of a sum parts it from a neighbour, the value below or a number in the middle says the same.

    >>> separating((10.7 + 11.1) / 2, 10.8, 10.9), separating(2.97 * 10, 2.97 * 10, 29.8)
    ('10.8', '29.75')
    """
    return true_minus(_separating(threshold, below, above))


def bounds(threshold: float) -> tuple[str, str]:
    """The two sides of a threshold t as people read them, x ≤ t and x > t, in few digits that no cell contradicts.

    Where the rounded number is above t, a cell that equals it is on the right side: this is said.

    >>> bounds(0.5), bounds(0.89999997), bounds(-7e-46)
    (('≤ 0.5', '> 0.5'), ('< 0.9', '≥ 0.9'), ('< 0', '≥ 0'))
    """
    shown = 0.0 if abs(threshold) < NEAR_ZERO else float(f"{threshold:.6g}")
    below, above = ("<", "≥") if shown > threshold else ("≤", ">")
    return f"{below} {true_minus(f'{shown:.6g}')}", f"{above} {true_minus(f'{shown:.6g}')}"


def _separating(threshold: float, below: float, above: float) -> str:
    if not math.isfinite(threshold):
        return f"{threshold:g}"
    if not below <= threshold < above:
        return _plain(threshold, 6)
    tried = [(threshold, digits) for digits in range(3, 13)]
    tried += [(below, digits) for digits in range(3, 13) if math.isfinite(below)]
    tried += [((below + above) / 2, digits) for digits in range(3, 18) if math.isfinite(below + above)]
    texts = [f"{round(threshold, 2) + 0.0:g}"] if abs(threshold) < 1 else []  # + 0.0: zero has no sign
    texts += [_plain(number, digits) for number, digits in tried]
    return next((shown for shown in texts if below <= float(shown) < above), repr(threshold))


def _plain(number: float, digits: int) -> str:
    """So many significant digits, without an exponent unless the number is very large or very small."""
    rounded = f"{number:.{digits}g}"
    if "e" not in rounded:
        return rounded
    return f"{float(rounded):f}".rstrip("0").rstrip(".") if 1e-4 <= abs(number) < 1e9 else rounded


def beside(left: str, right: str) -> str:
    """What two tables say: one number where they agree; numbers of about one size have as many decimals.

    >>> beside("10.9", "11"), beside("4", "4"), beside("1e+20", "3"), beside("12.5", "3000")
    ('10.9 | 11.0', '4', '1e+20 | 3', '12.5 | 3000')
    """
    return left if left == right else " | ".join(as_long(left, right))


def as_long(left: str, right: str) -> tuple[str, str]:
    """Two numbers of about one size with as many decimals.

    >>> as_long("-0.05", "-0.024"), as_long("12.5", "3000")
    (('-0.050', '-0.024'), ('12.5', '3000'))
    """
    whole, decimals = zip(*(text.partition(".")[::2] for text in (left, right)), strict=True)
    if "e" in left + right or abs(len(whole[0]) - len(whole[1])) > 1 or not any(decimals):
        return left, right
    places = max(map(len, decimals))
    first, second = (f"{start}.{end.ljust(places, '0')}" for start, end in zip(whole, decimals, strict=True))
    return first, second


def code_set(codes: Sequence[float]) -> str:
    """Which integer codes: `= 4`, `in {3, 4}`, and four or more that follow each other as `in {2–6}`.

    >>> code_set([4.0]), code_set([3, 4]), code_set([2, 3, 4, 5]), code_set([1, 2, 3, 9])
    ('= 4', 'in {3, 4}', 'in {2–5}', 'in {1, 2, 3, 9}')
    """
    whole = [true_minus(f"{code:.0f}") for code in codes]
    if len(codes) == 1:
        return f"= {whole[0]}"
    follow = all(second - first == 1 for first, second in pairwise(codes))
    inside = f"{whole[0]}–{whole[-1]}" if len(codes) > 3 and follow else ", ".join(whole)
    return f"in {{{inside}}}"


def listed(names: Iterable[str], *, most: int = 5) -> str:
    """A few names for a message: 'a', 'b', 'c' and 12 more; long names are cut."""
    every = list(names)
    shown = ", ".join(repr(name if len(name) <= 60 else name[:57] + "...") for name in every[:most])
    return shown if len(every) <= most else f"{shown} and {len(every) - most:,} more"


def listed_to_the_last(names: Iterable[str], *, most: int = 5) -> str:
    """As `listed`, with the last of all names, too: of columns that is often the one looked for.

    >>> listed_to_the_last(["id", "age", "sex", "outcome"], most=3)
    "'id', 'age', 1 more and 'outcome'"
    """
    every = list(names)
    if len(every) <= most:
        return listed(every, most=most)
    first, last = listed(every[: most - 1], most=most), listed(every[-1:])
    return f"{first}, {len(every) - most:,} more and {last}"


def nearest(word: str, known: Iterable[str], *, at_least: float = 60) -> str | None:
    """The name that comes closest to a word, where one is similar enough (0 to 100).

    >>> nearest("hieght", ["age", "height"])
    'height'
    """
    from rapidfuzz import fuzz, process  # late: only a mistake needs it

    found = process.extractOne(word, list(known), scorer=fuzz.ratio, score_cutoff=at_least)
    return None if found is None else found[0]


def counted(n: int, one: str, several: str = "") -> str:
    """A number with the words that agree with it; `several` is by default `one` with an s.

    >>> counted(1, "row is", "rows are"), counted(2000, "row is", "rows are")
    ('1 row is', '2,000 rows are')
    """
    return f"{n:,} {one if n == 1 else several or one + 's'}"


def in_letters(n: int) -> str:
    """A number within a sentence: in letters up to ten.

    >>> in_letters(5), in_letters(12)
    ('five', '12')
    """
    letters = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    return letters[n] if 0 <= n < len(letters) else f"{n:,}"


def printable(text: str) -> str:
    r"""The text verbatim, but for characters that steer a terminal or end a line: these are written as escapes.

    >>> printable("Größe\n\x1b[31m")
    'Größe\\n\\x1b[31m'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(_escaped(character) if _is_unsafe(character) else character for character in text)


def _is_unsafe(character: str) -> bool:
    return unicodedata.category(character) in _UNSAFE and character not in _JOINERS


def _escaped(character: str) -> str:
    return character.encode("unicode_escape", "backslashreplace").decode("ascii")


def encodable(text: str) -> str:
    """The text with what UTF-8 cannot carry (bytes of a file name in another encoding) replaced by `?`."""
    return text.encode("utf-8", "replace").decode("utf-8")


def markdown_escaped(text: str) -> str:
    """A name as Markdown that shows it as it is, whatever it holds."""
    return printable(encodable(text)).translate(_MARKDOWN)


def lined_up(
    rows: Sequence[Sequence[str]], *, words: Collection[int] | None = None, widest: int | None = None
) -> Iterator[str]:
    """The rows in columns; those of `words` (default: all) start at the left, numbers end at the right.

    A cell longer than `widest` does not widen its column.

    >>> list(lined_up([("rows", "n"), ("all", "12")], words=(0,)))
    ['rows   n', 'all   12']
    """
    most = [max(map(len, column)) for column in zip(*rows, strict=True)]
    widths = most if widest is None else [min(widest, width) for width in most]
    for row in rows:
        cells = (
            cell.ljust(width) if words is None or place in words else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join(cells).rstrip()
