"""The JSON of the textbook compiler's passes."""

from __future__ import annotations

import orjson

from compiler_core.json_form import step_form
from compiler_core.loop.passes.registry import pass_named
from compiler_core.loop.pipeline import TextbookTrace


def textbook_json(trace: TextbookTrace) -> bytes:
    """`lowlab passes --compiler textbook`: the keys of `timeline_json`, and what was measured."""
    return orjson.dumps(
        {
            "pipeline": trace.pipeline,
            "function": trace.function,
            "functions": trace.functions,
            "status": "ok",
            "message": "",
            "measured_on": trace.measured_on,
            "inputs": trace.inputs,
            "steps": [
                {**step_form(step), "remarks": step.remarks, "seconds": step.seconds,
                 "executed": program.executed}
                for step, program in zip(trace.steps, trace.programs, strict=True)
            ],
            "story": [
                {"step": number, "pass": step.pass_name, "title": pass_named(step.pass_name).title,
                 "sentence": sentence}
                for number, step in enumerate(trace.steps)
                if (sentence := " ".join(f"{change.reason}." for change in step.changes
                                     if change.kind != "refused"))
            ],
        }
    )  # fmt: skip
