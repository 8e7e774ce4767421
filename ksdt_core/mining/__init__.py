"""Mining diversified sets of shared decision trees.

The names are loaded when they are first used: who only wants to know the options need not wait for the kernels.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
