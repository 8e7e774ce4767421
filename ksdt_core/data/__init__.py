"""Tables: reading them, matching them, and preparing a pair that can be mined.

The names are loaded when they are first used: who only wants the list of bundled tables need not wait for the readers.
"""

import lazy_loader

from ksdt_core.data.samples.catalogue import catalogue as catalogue  # at once, since its module has the same name

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
