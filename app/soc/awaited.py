"""Waits a moment for what a worker makes of a model; what is not there then is asked for again."""

from __future__ import annotations

import time

from app.model_runs.runs import Run, runs
from app.serving.queue_numbers import note_number
from compiler_core.errors import InputError

PATIENCE_SECONDS = 0.8
_LOOK_SECONDS = 0.05


def deadline() -> float:
    """Until when a request that begins now waits, by the monotonic clock."""
    return time.monotonic() + PATIENCE_SECONDS


def awaited_details(run: Run, stage: str, until: float) -> object | None:
    """What the run's stage left, None if it is not there in time.

    Raises InputError for a run that failed.
    """
    while (result := run.result(stage)) is None:
        failed = next((event for event in run.events() if event.kind == "failed"), None)
        if failed is not None:
            raise InputError(failed.text, failed.advice)
        if time.monotonic() > until:
            note_number(runs().number_of(run))
            return None
        time.sleep(_LOOK_SECONDS)
    return result.details
