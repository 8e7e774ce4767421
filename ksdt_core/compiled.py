"""How the inner loops are compiled, and whether that has been done on this machine before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import njit

_compile: Any = njit  # numba's own types omit the options that skip wrappers
_options = {"cache": True, "nogil": True, "error_model": "numpy"}

kernel: Callable[[Any], Any] = _compile(**_options)
"""Compile for calls from Python; other threads run meanwhile. The machine code is kept on disk."""

inner_kernel: Callable[[Any], Any] = _compile(**_options, no_cpython_wrapper=True, no_cfunc_wrapper=True)
"""Compile for calls from several places in other kernels."""

reducing_kernel: Callable[[Any], Any] = _compile(
    **_options, no_cpython_wrapper=True, no_cfunc_wrapper=True, fastmath={"nnan", "nsz"}
)
"""The same for the largest of many numbers, none of them NaN and −0 as good as 0: several are looked at a time."""

inlined: Callable[[Any], Any] = _compile(nogil=True, error_model="numpy", inline="always")
"""A piece of one kernel, written as its own function for the reader; compiled only as part of the kernel."""


def is_compiled(function: Any) -> bool:
    """Whether machine code for a kernel, as it is written now, lies on disk; if not, its first call compiles it."""
    return bool(function.signatures) or bool(function._cache._cache_file._load_index())
