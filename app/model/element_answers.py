"""A question about an element of a network, answered by an analysis process, and kept."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

from starlette.requests import Request

from app.analysis.task import Task
from app.model.elements import ElementAsked, packed_question
from app.serving.answers import answer_cache, answer_in_turn
from app.serving.turns import in_turn

if TYPE_CHECKING:
    from compiler_core.graph.slicing.answer import ElementAnswer


async def element_answer(request: Request, question: ElementAsked) -> ElementAnswer | None:
    """None while the program has not run. Raises as `packed_question` and `answer_in_turn` do."""
    import msgspec

    from compiler_core.graph.slicing.answer import ElementAnswer

    body = await in_turn(request, "page", packed_question, question)
    if body is None:
        return None
    key = ("element", blake2b(body).digest())
    answer = answer_cache.find(key)
    if answer is None:
        task = Task(name="element", path=request.url.path, body=body)
        answer = await answer_in_turn(request, task, "heavy")
        answer_cache.keep(key, answer)
    return msgspec.msgpack.decode(answer.body, type=ElementAnswer)
