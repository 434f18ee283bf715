"""A question about an element of a network, answered by an analysis process, and kept."""

from __future__ import annotations

import msgspec
from starlette.requests import Request

from app.analysis.task import Task
from app.model.elements import ElementAsked, packed_question
from app.serving.answers import answer_cache, answer_in_turn, body_key
from app.serving.turns import in_turn
from compiler_core.graph.slicing.answer import ElementAnswer


async def element_answer(request: Request, question: ElementAsked) -> ElementAnswer | None:
    """None while the program has not run. Raises as `packed_question` and `answer_in_turn` do."""
    body = await in_turn(request, "page", packed_question, question)
    if body is None:
        return None
    key = ("element", body_key(body))
    answer = answer_cache.kept(key)
    if answer is None:
        task = Task(name="element", path=request.url.path, body=body)
        answer = await answer_in_turn(request, task, "heavy")
        answer_cache.keep(key, answer)
    return msgspec.msgpack.decode(answer.body, type=ElementAnswer)
