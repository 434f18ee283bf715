"""All modules of the export page through the PyTorch that is here, if there is one."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path

from compiler_core.graph.exporting.example import (
    ExportExample,
    export_example,
    recorded_example,
)
from compiler_core.graph.exporting.hazards import (
    HAZARDS,
    RecordedHazards,
    recorded_hazards,
    try_hazard,
)

# Where `script/oracles --torch` puts it.
_ORACLES = Path(__file__).resolve().parents[3] / "build" / "oracles"


@dataclass(frozen=True, slots=True)
class ExportTrials:
    """What PyTorch did with each hazard, and with the module that exports. live: whether now."""

    hazards: RecordedHazards
    example: ExportExample
    live: bool


def torch_python() -> str:
    """An interpreter that has PyTorch and its exporter: this one, or the oracles'; "" for none."""
    if find_spec("torch") and find_spec("onnxscript"):
        return sys.executable
    packages = next(iter(_ORACLES.glob("lib/python3*/site-packages")), None)
    python = _ORACLES / "bin" / "python"
    if packages is None or not python.exists():
        return ""
    there = all((packages / name).is_dir() for name in ("torch", "onnxscript"))
    return str(python) if there else ""


def recorded_trials() -> ExportTrials:
    """As recorded. Raises ContentError."""
    return ExportTrials(recorded_hazards(), recorded_example(), live=False)


def live_trials(python: str) -> ExportTrials:
    """Run now, one process for each module; some ten seconds and more each."""
    example = export_example(python)
    trials = [try_hazard(hazard, python) for hazard in HAZARDS]
    day = datetime.now(UTC).date().isoformat()
    outcomes = tuple(outcome for _, outcome in trials)
    return ExportTrials(RecordedHazards(trials[0][0], day, outcomes), example, live=True)
