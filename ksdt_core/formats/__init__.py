"""The JSON documents that carry results: written, read back and checked.

The names are loaded when they are first used: who only writes a file need not wait for what checks results.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
