"""The doctor's report, examined at most once a minute: it takes a second, and pages ask often."""

from __future__ import annotations

from app.settings import settings
from compiler_core.kept import Kept
from compiler_core.toolchain.doctor import DoctorReport, examine_all

SECONDS_FRESH = 60
_reports: Kept[DoctorReport] = Kept(1, seconds=SECONDS_FRESH)


def recent_report() -> DoctorReport:
    """The last report if it is fresh, else a new one; callers wait for one examination together."""
    return _reports.get_or_compute("report", lambda: examine_all(settings().state))[0]
