"""How a time is written on every page: `16 Nov 2026 15:20`, in the time zone of the reader."""

from __future__ import annotations

import datetime
from zoneinfo import ZoneInfo

import streamlit as st

MOMENT = "DD MMM YYYY HH:mm"  # the same for a column of a table, which the browser writes


def day(seconds: float) -> str:
    """The day of a time in seconds since 1970."""
    return f"{_when(seconds):%d %b %Y}"


def moment(seconds: float) -> str:
    """The day and the minute."""
    return f"{_when(seconds):%d %b %Y %H:%M}"


def _when(seconds: float) -> datetime.datetime:
    """UTC where the browser names no time zone, or one that is not known here."""
    try:
        zone: datetime.tzinfo = ZoneInfo(st.context.timezone or "UTC")
    except (ValueError, OSError, LookupError):
        zone = datetime.UTC
    return datetime.datetime.fromtimestamp(seconds, tz=zone)
