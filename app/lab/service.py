"""What runs while the lab is open: the grading engine of this process."""

from __future__ import annotations

from app.lab.judging import judge_jailed
from app.lab.opened import lab_database
from app.settings import settings
from classroom.grading import GradingEngine

_running: list[GradingEngine] = []


def start_lab() -> None:
    """Where classes are hosted: their tables, and the engine that grades. Raises WrongSchema."""
    if settings().lab and not _running:
        engine = GradingEngine(lab_database(), judge_jailed)
        engine.start()
        _running.append(engine)


def end_lab() -> None:
    """What is being graded is finished first."""
    while _running:
        _running.pop().close()
    if lab_database.cache_info().currsize:
        lab_database().close()
        lab_database.cache_clear()


def wake_graders() -> None:
    """Something was handed in."""
    for engine in _running:
        engine.wake()
