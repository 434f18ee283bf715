"""What fails is named at once: a run that is cut short prints no summary."""

from __future__ import annotations

from typing import Any

import pytest

LONGEST_REASON = 200


class NamedAtOnce:
    """A pytest plugin: one line for a test's first failure, as soon as it is known."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._named: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        reporter: Any = self._config.pluginmanager.get_plugin("terminalreporter")
        if reporter is None or not report.failed or report.nodeid in self._named:
            return
        self._named.add(report.nodeid)
        reporter.write_line(f"\n{report.nodeid}: {reason(report)}")


def reason(report: pytest.TestReport) -> str:
    """The first line of what was raised; "" where a report has none."""
    crash = getattr(report.longrepr, "reprcrash", None)
    lines = str(crash.message if crash is not None else report.longrepr or "").splitlines()
    return next((line[:LONGEST_REASON] for line in lines if line.strip()), "")
