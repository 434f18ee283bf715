"""The names of tests that passed, kept in a file for a longer run of the same sources right after.

Whether the sources are the same is for the one who names the file to say: script/test.
"""

from __future__ import annotations

from pathlib import Path

import pytest


class PassedTests:
    """A pytest plugin: leaves out what the file names; at the end it names what passed too.

    The file does not change while tests run: every process reads it when it has collected.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._before = frozenset(file.read_text("utf-8").splitlines()) if file.is_file() else ()
        self._passed: set[str] = set()
        self._failed: set[str] = set()

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        """After the choice of the tier."""
        left_out = [item for item in items if item.nodeid in self._before]
        if left_out:
            config.hook.pytest_deselected(items=left_out)
            items[:] = [item for item in items if item.nodeid not in self._before]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Of a test's three parts the last is its teardown; one that fails may pass in others."""
        if not report.passed:
            self._failed.add(report.nodeid)
        elif report.when == "teardown":
            self._passed.add(report.nodeid)

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Where processes share the work, the one that gives it out hears of all tests."""
        if self._before and exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
            # All have passed before.
            session.exitstatus = pytest.ExitCode.OK
        if hasattr(session.config, "workerinput"):
            return
        names = sorted({*self._before, *self._passed} - self._failed)
        self._file.write_text("".join(f"{name}\n" for name in names), encoding="utf-8")
