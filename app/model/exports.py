"""The modules of the export page: run by the PyTorch that is here when asked, else as recorded."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Event

from app.serving.background import Background, ready
from compiler_core.errors import LoweringLabError
from compiler_core.graph.exporting.live import (
    ExportTrials,
    live_trials,
    recorded_trials,
    torch_python,
)

_trials: Background[ExportTrials] = Background("exports", 1, 1, settled=lambda _: True)
_asked = Event()


@dataclass(frozen=True, slots=True)
class ShownTrials:
    """state: "recorded", "running" or "live". possible: whether PyTorch is here."""

    trials: ExportTrials
    state: str
    possible: bool


def start_trials() -> None:
    """Run all modules now, once; without PyTorch nothing happens."""
    if torch_python():
        _asked.set()


def shown_trials() -> ShownTrials:
    """What was run here if it has ended, else what was recorded."""
    python = torch_python()
    if not python or not _asked.is_set():
        return ShownTrials(recorded_trials(), "recorded", bool(python))
    try:
        trials = ready(_trials.started("all", lambda: live_trials(python)), 0)
    except (LoweringLabError, OSError):
        return ShownTrials(recorded_trials(), "recorded", True)
    if trials is None:
        return ShownTrials(recorded_trials(), "running", True)
    return ShownTrials(trials, "live", True)
