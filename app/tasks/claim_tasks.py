"""A claim of the lessons or a verdict: the smallest setting in which it fails, searched for."""

from __future__ import annotations

import orjson

from app.analysis.parts import tell_part
from app.analysis.task import FinishedAnswer, Task, finished
from app.loop.api_run_bodies import BreakBody, BreakVerdictBody
from app.tasks.answering import body_as
from compiler_core.errors import InputError


def broken(task: Task) -> FinishedAnswer:
    """What the search found, or what it tried; parts: how far it is."""
    from compiler_core.claims.breaking.search import SearchBudget, break_claim
    from compiler_core.claims.reading import claim_named

    body = body_as(BreakBody, task)
    budget = SearchBudget(body.seconds, progress=lambda far: tell_part(orjson.dumps(far)))
    claim = claim_named(body.claim)
    if claim.is_of_core:
        raise InputError("Facts are not read in this process.", "Ask the server itself.")
    search = break_claim(claim, body.compiler, budget)
    return finished(200, orjson.dumps(search), lasting=search.lasting)


def broken_verdict(task: Task) -> FinishedAnswer:
    """The same of the verdict on a loop of the sent source."""
    from compiler_core.claims.breaking.search import SearchBudget
    from compiler_core.claims.breaking.verdict_claim import break_verdict

    body = body_as(BreakVerdictBody, task)
    setting = body.compiler, body.flags
    budget = SearchBudget(body.seconds)
    search = break_verdict(body.chosen(), setting, body.line, body.column, budget)
    return finished(200, orjson.dumps(search), lasting=search.lasting)
