"""Who looks at which job just now, across all readers of this server."""

from __future__ import annotations

import threading
import time

from streamlit.runtime.scriptrunner import get_script_run_ctx

SEEN_SECONDS = 10.0  # a page looks every second; a busy server may take longer

_lock = threading.Lock()
_seen: dict[tuple[str, str], float] = {}  # when a reader last looked at a job


def note(job_id: str) -> None:
    """This reader looks at a job."""
    now = time.monotonic()
    with _lock:
        for key in [key for key, when in _seen.items() if now - when > SEEN_SECONDS]:
            del _seen[key]
        _seen[job_id, _reader()] = now


def others_watch(job_id: str) -> bool:
    """Whether somebody else has looked at a job of late."""
    now, own = time.monotonic(), _reader()
    with _lock:
        return any(
            job == job_id and reader != own and now - when <= SEEN_SECONDS for (job, reader), when in _seen.items()
        )


def _reader() -> str:
    context = get_script_run_ctx()
    return "" if context is None else context.session_id
