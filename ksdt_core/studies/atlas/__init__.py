"""The atlas: every pair of several tables, mined over a pool of weight vectors and put side by side."""

from ksdt_core.studies.atlas.all_pairs import Atlas, atlas
from ksdt_core.studies.atlas.settings import AtlasSettings, atlas_settings

__all__ = ["Atlas", "AtlasSettings", "atlas", "atlas_settings"]
