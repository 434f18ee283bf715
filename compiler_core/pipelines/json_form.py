"""The JSON form of stages, as page, API and command line have it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compiler_core.json_form import arrays_json, step_form

if TYPE_CHECKING:
    from compiler_core.pipelines.stages import StageResult


def stage_summary(result: StageResult) -> dict[str, object]:
    """A stage without its steps and its own record."""
    return {
        "stage": result.stage,
        "sentence": result.sentence,
        "seconds": result.seconds,
        "checked": result.checked,
        "held": result.held,
        "metrics": result.metrics,
        "files": [{"name": file.name, "bytes": len(file.content)} for file in result.files],
    }


def stage_json(result: StageResult) -> bytes:
    """`GET /api/models/{id}/stages/{stage}`: the summary, the steps, and the stage's own record.

    Arrays are lists of numbers, contents of files base64.
    """
    form = {
        **stage_summary(result),
        "steps": [step_form(step) for step in result.steps],
        "details": result.details,
    }
    return arrays_json(form)
