"""What all tasks have in common: bodies and fields read, records and pages as finished bytes."""

from __future__ import annotations

from typing import TypeVar

from starlette.datastructures import QueryParams

from app.analysis.task import FinishedAnswer, Pairs, Task, finished
from app.serving.bodies import StrictBody, parse_body
from app.serving.templating import VARY, Page, render_text

Body = TypeVar("Body", bound=StrictBody)


def body_as(model: type[Body], task: Task) -> Body:
    """The checked body. Raises InvalidBody, in plain words."""
    return parse_body(model, task.body)


def fields_of(pairs: Pairs) -> QueryParams:
    """A query or form as starlette has them."""
    return QueryParams(list(pairs))


def texts_of(pairs: Pairs) -> dict[str, str]:
    """Of each field the last value."""
    return dict(fields_of(pairs).items())


def page_answer(task: Task, page: Page, status: int = 200, headers: Pairs = ()) -> FinishedAnswer:
    """The whole page, or the page's named blocks when htmx asks for a part."""
    blocks = page.fragment if task.fragment else ()
    text = render_text(page, task.path, blocks).encode("utf-8", "replace")
    vary = ("Vary", f"{VARY}, Accept-Encoding")
    return finished(status, text, "text/html; charset=utf-8", False, (vary, *headers))
