"""How the inner loops are compiled; the Fourier side compiles its own in the same way."""

from ksdt_core.compiled import inlined, inner_kernel, is_compiled, kernel

__all__ = ["inlined", "inner_kernel", "is_compiled", "kernel"]
