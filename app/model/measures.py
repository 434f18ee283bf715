"""The numbers of a run that another run can be compared with."""

from __future__ import annotations

from dataclasses import dataclass

from app.model_runs.runs import Run
from compiler_core.graph.pipeline.run_stage import RunDetails


@dataclass(frozen=True, slots=True, kw_only=True)
class RunMeasures:
    """None where the stage has not come so far, or nobody can say."""

    kernels: float | None
    """How many the program has."""
    instructions: float | None
    """Executed by one run of the program."""
    bytes: float | None
    """That kernels load and store."""
    arena_bytes: float | None
    """Memory for tensors that do not last."""
    weight_bytes: float | None
    """Memory for weights."""
    accuracy: float | None
    """Share of the test pictures."""
    started: bool
    """Whether anything has happened yet."""
    ended: bool
    """Whether nothing will be added."""


def measures_of(run: Run) -> RunMeasures:
    """What the run has measured so far."""
    engine, ran = run.result("engine"), run.result("run")
    sizes = engine.metrics if engine else {}
    counts = ran.metrics if ran else {}
    events = run.events()
    details = ran.details if ran else None
    ladder = details.ladder if isinstance(details, RunDetails) else ()
    return RunMeasures(
        kernels=sizes.get("kernels"),
        instructions=counts.get("instructions"),
        bytes=counts.get("bytes"),
        arena_bytes=sizes.get("arena_bytes"),
        weight_bytes=sizes.get("weight_bytes"),
        accuracy=ladder[-1].accuracy if ladder else None,
        started=bool(events),
        ended=any(event.last for event in events),
    )
