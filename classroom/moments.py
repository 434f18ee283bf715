"""Moments and spans in words, in the time of the server."""

from __future__ import annotations

import time
from datetime import datetime

from compiler_core.errors import InputError

FORM_MOMENT = "%Y-%m-%dT%H:%M"


def moment_words(at: float) -> str:
    """`3 May 12:00`."""
    local = time.localtime(at)
    return f"{local.tm_mday} {time.strftime('%b %H:%M', local)}"


def zone_words() -> str:
    """Which time all moments are told in: `UTC+1 (CET)`, `UTC`."""
    local = time.localtime()
    hours, minutes = divmod(abs(local.tm_gmtoff) // 60, 60)
    sign = "-" if local.tm_gmtoff < 0 else "+"
    if not hours and not minutes:
        return "UTC"
    tail = f":{minutes:02}" if minutes else ""
    return f"UTC{sign}{hours}{tail} ({local.tm_zone})"


def form_moment(at: float | None) -> str:
    """As a form's field of date and time holds it."""
    return time.strftime(FORM_MOMENT, time.localtime(at)) if at is not None else ""


def read_moment(text: str) -> float | None:
    """The same back; None for an empty field. Raises InputError."""
    if not text.strip():
        return None
    try:
        return datetime.fromisoformat(text.strip()).timestamp()
    except (ValueError, OverflowError, OSError) as error:
        raise InputError(
            f"{text.strip()[:30]!r} is no date and time.", "Write 2027-05-03T12:00."
        ) from error


def span_words(seconds: float) -> str:
    """`just now`, `4 min`, `3 h`, `2 days`."""
    if seconds < 60:
        return "just now"
    if seconds < 3600:
        return f"{seconds // 60:.0f} min"
    if seconds < 48 * 3600:
        return f"{seconds // 3600:.0f} h"
    return f"{seconds // 86_400:.0f} days"
