"""The doctor's report, examined at most once a minute: it takes a second, and pages ask often."""

from __future__ import annotations

from threading import Lock

from cachetools import TTLCache

from app.settings import settings
from compiler_core.toolchain.doctor import DoctorReport, examine_all

SECONDS_FRESH = 60

_reports: TTLCache[str, DoctorReport] = TTLCache(1, SECONDS_FRESH)
_lock = Lock()


def recent_report() -> DoctorReport:
    """The last report if it is fresh, else a new one; callers wait for one examination together."""
    with _lock:
        report = _reports.get("report")
        if report is None:
            report = _reports["report"] = examine_all(settings().state)
        return report
