"""Whether a result is more than chance: pair test, shuffled tables, cross-validation, and what they say in words."""

from ksdt_core.evidence import calling as calling
