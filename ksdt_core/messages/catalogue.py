"""All sentences by code. A code is unique in the whole package."""

from __future__ import annotations

from collections.abc import Mapping

from ksdt_core.messages import commands, data, documents, figures, fourier, learning, mining, saving

MESSAGES: Mapping[str, str] = {
    **data.MESSAGES,
    **mining.MESSAGES,
    **figures.MESSAGES,
    **fourier.MESSAGES,
    **learning.MESSAGES,
    **documents.MESSAGES,
    **saving.MESSAGES,
    **commands.MESSAGES,
}
