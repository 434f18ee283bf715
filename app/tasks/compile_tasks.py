"""JSON about what compilers did with a source: listing, differences, passes, verdicts, cycles."""

from __future__ import annotations

import orjson

from app.analysis.task import FinishedAnswer, Task, finished
from app.loop.api_bodies import (
    BisectBody,
    CompileBody,
    CompilersBody,
    CyclesBody,
    DiffBody,
    MatrixBody,
    PassesBody,
    TrialBody,
    TrialsBody,
    WhyBody,
    parse_query,
)
from app.tasks.answering import body_as, texts_of
from compiler_core.host.bisection.bisect import bisect
from compiler_core.host.comparison.diff import compare
from compiler_core.host.comparison.matrix import flag_matrix
from compiler_core.host.compilation_text import compilation_text
from compiler_core.host.compile import compile_source
from compiler_core.host.cycles.cycles import cycles_of_source
from compiler_core.host.every_compiler.survey import on_every_compiler
from compiler_core.host.passes.json_form import timeline_json
from compiler_core.host.passes.timeline import follow_passes
from compiler_core.host.trials.survey import survey_source
from compiler_core.host.trials.trial import trial_json, trial_of, with_counts, with_cycles
from compiler_core.host.why import explain_loops, why_json
from compiler_core.json_form import plain_json


def compiled(task: Task) -> FinishedAnswer:
    """A body of JSON; one without it is the source, the other fields stand in the query."""
    return _listing(body_as(CompileBody, task), task)


def compiled_text(task: Task) -> FinishedAnswer:
    """The same for a source sent as it is."""
    text = task.body.decode("utf-8", "replace")
    return _listing(parse_query(texts_of(task.query), text), task)


def _listing(body: CompileBody, task: Task) -> FinishedAnswer:
    compilation = compile_source(body.sources(), body.compiler, body.flags, body.filters)
    status = 200 if compilation.ok else 422
    # An answer says whether it came from the cache, so only one that says so may be repeated.
    lasting = compilation.cached and compilation.status != "limited" and not task.plainly
    if "text/plain" in task.accept:
        text = compilation_text(compilation).encode("utf-8", "replace")
        return finished(status, text, "text/plain; charset=utf-8", lasting)
    return finished(status, plain_json(compilation), lasting=lasting)


def compared(task: Task) -> FinishedAnswer:
    """Two settings on one source."""
    body = body_as(DiffBody, task)
    sources = body.sources()
    left = compile_source(sources, body.left.compiler, body.left.flags)
    right = compile_source(sources, body.right.compiler, body.right.flags)
    status = 200 if left.ok and right.ok else 422
    lasting = "limited" not in (left.status, right.status)
    return finished(status, plain_json(compare(left, right, sources)), lasting=lasting)


def tried_settings(task: Task) -> FinishedAnswer:
    """The flag matrix."""
    body = body_as(MatrixBody, task)
    return finished(200, orjson.dumps(flag_matrix(body.sources(), body.compiler, body.flags)))


def tried_compilers(task: Task) -> FinishedAnswer:
    """One file on all installed compilers."""
    body = body_as(CompilersBody, task)
    survey = on_every_compiler(body.sources()[0], body.flags)
    ok = any(row.ok for row in survey.rows)
    return finished(200 if ok else 422, orjson.dumps(survey), lasting=ok)


def followed_passes(task: Task) -> FinishedAnswer:
    """One function through all passes."""
    body = body_as(PassesBody, task)
    sources = body.sources()
    file = sources[min(body.file, len(sources)) - 1].name if body.file else ""
    timeline = follow_passes(sources, body.compiler, body.flags, body.function, file)
    status = timeline.outcome.status
    return finished(
        200 if status == "ok" else 422, timeline_json(timeline), lasting=status != "limited"
    )


def explained_loops(task: Task) -> FinishedAnswer:
    """Verdicts of loops."""
    body = body_as(WhyBody, task)
    explanation = explain_loops(body.chosen(), body.compiler, body.flags)
    return finished(200 if explanation.ok else 422, why_json(explanation), lasting=explanation.ok)


def tried_suggestion(task: Task) -> FinishedAnswer:
    """A suggestion on one loop, before and after."""
    body = body_as(TrialBody, task)
    source = body.chosen()
    trial = trial_of(source, body.compiler, body.flags, body.line, body.suggestion, body.column)
    trial = with_cycles(trial, source, body.compiler, body.flags, body.cpu)
    trial = with_counts(trial, source, body.compiler, body.flags)
    return finished(200, trial_json(trial), lasting=trial.ok)


def tried_suggestions(task: Task) -> FinishedAnswer:
    """Every suggestion of the loops on a line."""
    body = body_as(TrialsBody, task)
    setting = body.compiler, body.flags
    trials = survey_source(body.chosen(), setting, body.line, body.column, body.cpu)
    return finished(200, orjson.dumps(trials))


def modelled_cycles(task: Task) -> FinishedAnswer:
    """Cycles of every innermost loop."""
    body = body_as(CyclesBody, task)
    report = cycles_of_source(body.sources(), body.compiler, body.flags, body.cpu)
    return finished(200, orjson.dumps(report))


def bisected(task: Task) -> FinishedAnswer:
    """The settings between two levels."""
    body = body_as(BisectBody, task)
    bisection = bisect(body.sources()[0], body.compiler, body.low, body.high)
    return finished(200, orjson.dumps(bisection), lasting=bisection.complete)
