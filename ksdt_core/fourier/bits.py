"""Bits of 64-bit words, for kernels."""

from __future__ import annotations

from typing import Any

import numpy as np

from ksdt_core.compiled import inner_kernel


@inner_kernel
def bit_count(word: Any) -> Any:
    """The number of bits set in a 64-bit word: pairs, then groups of four, then bytes are summed in place."""
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return (word * np.uint64(0x0101010101010101)) >> np.uint64(56)
