"""The JSON of a compiler's passes over one function."""

from __future__ import annotations

from collections.abc import Sequence

import orjson

from compiler_core.host.passes.changes import trace_of
from compiler_core.host.passes.follow import LineMoment
from compiler_core.host.passes.timeline import Timeline
from compiler_core.json_form import step_form


def timeline_json(timeline: Timeline, moments: Sequence[LineMoment] = ()) -> bytes:
    """`lowlab passes`: a Trace (pipeline, steps), the story, and a followed line's moments.

    Steps that changed nothing carry no texts. before and after are texts, one line per line.
    """
    trace = trace_of(timeline)
    return orjson.dumps(
        {
            "pipeline": trace.pipeline,
            "file": timeline.source_name,
            "function": timeline.function,
            "functions": timeline.functions,
            "status": timeline.outcome.status,
            "message": timeline.message,
            "steps": [step_form(step) for step in trace.steps],
            "story": [
                {"step": entry.number, "pass": entry.pass_name, "title": entry.title,
                 "sentence": entry.sentence}
                for entry in timeline.story
            ],
            "moments": list(moments),
        }
    )  # fmt: skip
