"""A machine that has so much else to do that every run of one kind meets its limit on the clock."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from compiler_core.toolchain import runner
from compiler_core.toolchain.job import CallFilter, Job, RunResult


def without_time(patch: pytest.MonkeyPatch, kind: CallFilter) -> None:
    """From now on the clock ends all that is run with this call filter."""
    followed = runner._followed

    def hurried(started: Any, job: Job, *others: Any) -> RunResult:
        none = replace(job.limits, wall_seconds=0.0)
        return followed(
            started, replace(job, limits=none) if job.call_filter == kind else job, *others
        )

    patch.setattr(runner, "_followed", hurried)
