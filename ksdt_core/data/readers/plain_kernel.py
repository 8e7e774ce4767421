"""The inner loop that reads lines of plain numbers and texts, cell after cell.

It reads only what every right parser reads the same: a number of few digits is a whole number below 2^53 that is
multiplied or divided by one power of ten up to 10^22; each of these is exact, so the result is the nearest double.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ksdt_core.compiled import inlined, kernel

POWERS = 10.0 ** np.arange(23)
MOST_DIGITS = 16
EXACT = 1 << 53
LINE_END, RETURN, QUOTE, MINUS, PLUS, ZERO, NINE, EXPONENT = (ord(sign) for sign in '\n\r"-+09e')
LOWER_CASE = 0x20
NOT_PLAIN = -1


@inlined
def _digits(data: Any, at: Any, end: Any, number: Any) -> Any:
    """The digits from here on, behind those of a number; where they end."""
    while at < end and data[at] >= ZERO and data[at] <= NINE:
        number = number * 10 + (np.int64(data[at]) - ZERO)
        at += 1
    return at, number


@inlined
def _exponent(data: Any, at: Any, end: Any) -> Any:
    """The exponent behind its letter; where it ends."""
    below = at < end and data[at] == MINUS
    if at < end and (below or data[at] == PLUS):
        at += 1
    first = at
    at, exponent = _digits(data, at, end, 0)
    if at - first < 1 or at - first > 3:
        at = NOT_PLAIN
    return at, -exponent if below else exponent


@inlined
def _number(data: Any, at: Any, end: Any, decimal: Any, powers: Any) -> Any:
    """The number that starts here, and whether it has neither point nor exponent; where it ends."""
    negative = data[at] == MINUS
    if negative:
        at += 1
    whole = True
    scale = 0
    first = at
    at, number = _digits(data, at, end, 0)
    n_digits = at - first
    if at < end and data[at] == decimal:
        whole = False
        first = at + 1
        at, number = _digits(data, first, end, number)
        scale = first - at
        n_digits -= scale
    if at < end and (data[at] | LOWER_CASE) == EXPONENT:
        whole = False
        at, exponent = _exponent(data, at + 1, end)
        scale += exponent
    # A number of too many digits may have overflowed; they are counted, so it does not matter.
    if n_digits == 0 or n_digits > MOST_DIGITS or number >= EXACT or abs(scale) >= powers.size:
        at, scale = NOT_PLAIN, 0
    value = number / powers[-scale] if scale < 0 else number * powers[scale]
    return at, -value if negative else value, whole


@inlined
def _text(data: Any, at: Any, end: Any, separator: Any, letters: Any, written: Any) -> Any:
    """Copy the text that starts here, without quotes around it; where it ends, and where its copy does."""
    quoted = at < end and data[at] == QUOTE
    if quoted:
        at += 1
    while at < end and data[at] != QUOTE and data[at] != LINE_END and data[at] != RETURN:
        if data[at] == separator and not quoted:
            break
        letters[written] = data[at]
        written += 1
        at += 1
    closed = at < end and data[at] == QUOTE
    if closed != quoted:
        at = NOT_PLAIN
    elif quoted:
        at += 1
    return at, written


@kernel
def read_plain(  # noqa: C901 (a kernel: calls between compiled loops would cost more than they explain)
    data: NDArray[np.uint8],
    start: int,
    end: int,
    signs: tuple[int, int],  # between cells, and before decimals
    text_at: NDArray[np.intp],  # for each column its place among those of text, −1 for numbers
    powers: NDArray[np.float64],
    cells: NDArray[np.float64],  # (n_rows, columns of numbers)
    offsets: NDArray[np.int64],  # (columns of text, n_rows + 1): where each text starts among the letters
    letters: NDArray[np.uint8],  # (columns of text, end − start)
    whole: NDArray[np.bool_],  # columns of numbers without a point, an exponent or a missing cell
    minus_zero: NDArray[np.bool_],  # columns of numbers with a cell −0
) -> bool:
    """Read the lines from one byte to another; whether all was plain and just as many rows as there is room for."""
    separator, decimal = signs
    at: Any = start
    whole[:] = True
    minus_zero[:] = False
    for row in range(cells.shape[0]):
        if at == end or data[at] == separator:  # an empty line, perhaps
            return False
        place = 0
        for column in range(text_at.size):
            if column > 0:
                if at == end or data[at] != separator:
                    return False
                at += 1
            text = text_at[column]
            if text >= 0:
                at, offsets[text, row + 1] = _text(data, at, end, separator, letters[text], offsets[text, row])
            elif at == end or data[at] == separator or data[at] == LINE_END or data[at] == RETURN:
                cells[row, place] = np.nan
                whole[place] = False
                place += 1
            else:
                at, value, is_whole = _number(data, at, end, decimal, powers)
                cells[row, place] = value
                if not is_whole:
                    whole[place] = False
                elif value == 0 and np.signbit(value):
                    minus_zero[place] = True
                place += 1
            if at == NOT_PLAIN:
                return False
        if at < end and data[at] == RETURN:
            at += 1
        if at < end:
            if data[at] != LINE_END:
                return False
            at += 1
        elif data[end - 1] == RETURN:
            return False
    return bool(at == end)
