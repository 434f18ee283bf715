"""A claim of the lessons: the smallest setting in which it fails, searched for."""

from __future__ import annotations

import orjson

from app.analysis.answering import body_as
from app.analysis.task import FinishedAnswer, Task, finished
from app.loop.api_run_bodies import BreakBody


def broken(task: Task) -> FinishedAnswer:
    """What the search found, or what it tried."""
    from compiler_core.claims.breaking.search import break_claim
    from compiler_core.claims.reading import claim_named

    asked = body_as(BreakBody, task)
    found = break_claim(claim_named(asked.claim), asked.compiler, asked.seconds)
    return finished(200, orjson.dumps(found), lasting=found.lasting)
