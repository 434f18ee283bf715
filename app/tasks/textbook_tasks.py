"""The textbook compiler on a user's source: its page, and the same as JSON."""

from __future__ import annotations

import orjson
from pydantic import Field

from app.analysis.task import FinishedAnswer, Task, finished
from app.serving.templating import Page
from app.tasks.answering import body_as, fields_of, page_answer
from app.textbook.page import textbook_answer, textbook_trace
from app.textbook.request import OneFunction, textbook_request
from compiler_core.loop.comparison.compare import comparable_concepts, compare_with_compilers
from compiler_core.loop.json_form import textbook_json
from compiler_core.loop.passes.registry import USUAL_PASSES
from compiler_core.loop.pipeline import MAXIMUM_PASSES
from compiler_core.source import source_file


class TextbookBody(OneFunction):
    """A function for the textbook compiler."""

    passes: list[str] = Field(
        default_factory=lambda: list(USUAL_PASSES),
        max_length=MAXIMUM_PASSES,
        description="Names of passes, in order; the usual ones if left out.",
    )


class CompareBody(OneFunction):
    """A function for three compilers."""

    concept: str = Field(
        description="The kind of step.", json_schema_extra={"enum": list(comparable_concepts())}
    )


def traced(task: Task) -> FinishedAnswer:
    """The passes over one function."""
    body = body_as(TextbookBody, task)
    trace = textbook_trace(source_file(body.source), body.function, tuple(body.passes))
    return finished(200, textbook_json(trace))


def three_columns(task: Task) -> FinishedAnswer:
    """One kind of step in the textbook, GCC and Clang."""
    body = body_as(CompareBody, task)
    comparison = compare_with_compilers(source_file(body.source), body.function, body.concept)
    lasting = not any(column.message for column in comparison.columns)
    return finished(200, orjson.dumps(comparison), lasting=lasting)


def playground(task: Task) -> FinishedAnswer:
    """The page of the query's state."""
    answer = textbook_answer(textbook_request(fields_of(task.query)))
    page = Page("textbook.html", answer.page, fragment=("step", "compare"))
    return page_answer(task, page, answer.status)
