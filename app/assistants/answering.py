"""What tools answer: by the analysis processes that answer the API, or from our own content."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import orjson
from anyio import to_thread

from app.analysis.running import analyser, grader
from app.analysis.task import Task
from app.assistants.bodies import (
    AnswerBody,
    ClaimsBody,
    ExercisesBody,
    LessonsBody,
    RegistersBody,
)
from app.loop.api_bodies import CompileBody
from app.loop.api_run_bodies import BreakBody
from app.serving.bodies import StrictBody
from compiler_core.claims.breaking.budget import SearchBudget
from compiler_core.claims.breaking.of_facts.search import break_facts
from compiler_core.claims.check import check_claims
from compiler_core.claims.reading import claim_named, claims_at
from compiler_core.errors import InputError, UnknownName
from compiler_core.exercises.outcome import Outcome
from compiler_core.exercises.trying import (
    asked_to_try,
    find_exercise,
    listed_exercises,
    shown_exercise,
    tried_answer,
)
from compiler_core.lessons.outline import lesson_outline
from compiler_core.lessons.reading import find_lesson, load_lessons


async def by_task(name: str, request: StrictBody, accept: str = "") -> Any:
    """What the API answers: JSON as data, or a listing as text. Raises as `Analyser.answer`."""
    body = request.model_dump_json().encode()
    answer = await analyser().answer(Task(name=name, path=f"/api/{name}", body=body, accept=accept))
    return answer.body.decode() if accept else orjson.loads(answer.body)


async def listed(request: StrictBody) -> Any:
    """A listing: text is a tenth of the records, which hold an explanation for each line."""
    return await by_task("compile", request, "text/plain")


async def registers_told(request: RegistersBody) -> Any:
    """Which register holds what, function by function, with the lines that it does so for. Raises
    UnknownName for a function that is not in the code."""
    body = CompileBody(**request.model_dump(exclude={"function"}))
    compilation = await by_task("compile", body)
    functions = [
        {
            **{name: function[name] for name in ("name", "symbol", "registers", "spills")},
            "lines": [line["text"] for line in function["lines"]],
        }
        for function in compilation["functions"]
        if request.function in ("", function["name"], function["symbol"])
    ]
    if compilation["ok"] and not functions:
        names = ", ".join(available["name"] for available in compilation["functions"]) or "none"
        raise UnknownName(
            f"The code has no function {request.function[:60]!r}.", f"It has {names}."
        )
    fields = ("compiler", "version", "flags", "ok", "message")
    return {**{name: compilation[name] for name in fields}, "functions": functions}


async def passes_told(request: StrictBody) -> Any:
    """The story and what each pass changed, without the code before and after each."""
    story = await by_task("passes", request)
    texts = ("before", "after")
    steps = [_without(step, texts) for step in story["steps"] if step["changed"]]
    return {**_without(story, ("moments",)), "steps": steps}


async def diff_told(request: StrictBody) -> Any:
    """Sentences and numbers, without the rows of both listings."""
    return _without(await by_task("diff", request), ("rows",))


async def why_told(request: StrictBody) -> Any:
    """Verdicts with their evidence, without all other remarks."""
    return _without(await by_task("why", request), ("remarks",))


async def slice_told(request: StrictBody) -> Any:
    """What a value depends on, line by line with counts, without each executed step."""
    return _without(await by_task("slice", request), ("steps", "steps_left"))


def _without(record: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if name not in names}


async def lessons(request: LessonsBody) -> Any:
    """One lesson, or all by name. Raises UnknownName."""
    if request.lesson:
        return lesson_outline(find_lesson(request.lesson))
    return [{"id": topic.id, "title": topic.title, "idea": topic.idea} for topic in load_lessons()]


async def claims(request: ClaimsBody) -> Any:
    """What a lesson's claims come to on the compilers here. Raises UnknownName."""
    own = tuple(claim for claim in claims_at() if claim.lesson == request.lesson)
    if not own:
        raise UnknownName(f"There are no claims of {request.lesson[:60]!r}.", "Ask for `lessons`.")
    return await to_thread.run_sync(check_claims, own)


async def broken(request: BreakBody) -> Any:
    """What a search found, or what it tried; about models, chips and atlas pages from here. Raises
    UnknownName."""
    claim = claim_named(request.claim)
    if not claim.is_of_core:
        return await by_task("break", request)
    return await to_thread.run_sync(break_facts, claim, SearchBudget(request.seconds))


async def exercises(request: ExercisesBody) -> Any:
    """One exercise, or all by name. Raises UnknownName."""
    if request.exercise:
        return shown_exercise(find_exercise(request.exercise), request.hints)
    return listed_exercises()


async def judged(request: AnswerBody) -> Any:
    """The points of an answer. Raises UnknownName and what the core says of the answer."""
    exercise = find_exercise(request.exercise)
    if exercise.kind == "network":
        raise InputError(
            "Answers about networks are judged by a worker of the lab.",
            f"Use `lowlab exercise try {exercise.id} answer.json`, or a class.",
        )
    body = asked_to_try(exercise, request.answer)
    reply = await grader().answer(Task(name="grade", path="/lab", body=body))
    return tried_answer(exercise, msgspec.json.decode(reply.body, type=tuple[Outcome, ...]))
