"""A run comes to its end: a process that says nothing for ten minutes is ended, and its test named.

The clock is Python's own for such cases (`faulthandler`), which needs neither the interpreter nor
its lock: it prints where every thread stands, and ends the process. xdist then names the test that
ran, and goes on with another process. One that waits for a test that nobody sends is ended too, and
so is the one that gives out tests when it no longer hears of any.
"""

from __future__ import annotations

import faulthandler
import os
import sys
from dataclasses import dataclass
from typing import Any

import pytest

# Seconds on the clock. No test takes a tenth of the first on a machine of its own; the second is
# long enough for every process to have been ended before.
LONGEST_TEST_SECONDS = 600.0
LONGEST_RUN_SECONDS = 1500.0


def longest_silence(config: pytest.Config) -> LongestSilence | None:
    """For this process, by its part in the run; none where nothing is given out: there somebody may
    be looking with a debugger.
    """
    if hasattr(config, "workerinput"):
        return LongestSilence.of_this_process(LONGEST_TEST_SECONDS)
    is_giving_out = getattr(config.option, "dist", "no") != "no"
    return LongestSilence.of_this_process(LONGEST_RUN_SECONDS) if is_giving_out else None


@dataclass(frozen=True)
class LongestSilence:
    """A pytest plugin: whatever a run does next puts the end off. stderr: a file descriptor that no
    test captures.
    """

    seconds: float
    stderr: int

    @classmethod
    def of_this_process(cls, seconds: float) -> LongestSilence:
        """To be made before the first test begins to capture."""
        original = sys.__stderr__
        assert original is not None
        return cls(seconds, os.dup(original.fileno()))

    def _put_off(self) -> None:
        faulthandler.dump_traceback_later(self.seconds, file=self.stderr, exit=True)

    def pytest_sessionstart(self) -> None:
        self._put_off()

    def pytest_collection_finish(self) -> None:
        self._put_off()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self) -> None:
        self._put_off()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_teardown(self) -> None:
        """A failure before it has taken the clock away, for pytest's own sake."""
        self._put_off()

    def pytest_runtest_logreport(self) -> None:
        self._put_off()

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodeready(self, node: Any) -> None:
        self._put_off()

    def pytest_unconfigure(self) -> None:
        faulthandler.cancel_dump_traceback_later()
