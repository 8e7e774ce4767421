"""Shared decision trees: what two tables have in common, and whether it can be trusted.

The names are loaded when they are first used, so that a command that needs few of them starts quickly.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
