"""The processor time of a command: nothing of it outlasts the command."""

from __future__ import annotations

import signal

import pytest

from command_line.deadline import ComputedTooLong, begin_deadline, deadlines_obeyed


def compute_for_ever(seconds: float) -> None:
    with deadlines_obeyed():
        begin_deadline(seconds)
        while True:
            pass


def test_a_deadline_ends_a_computation_and_nothing_else() -> None:
    with pytest.raises(ComputedTooLong):
        compute_for_ever(0.01)
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)
    begin_deadline(0.01)
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0), "nobody would catch the signal"
