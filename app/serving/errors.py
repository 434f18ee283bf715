"""Errors as pages or JSON, by what the client accepts."""

from __future__ import annotations

import logging
from urllib.parse import quote

import orjson
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import DatabaseError
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Scope

from app.serving.bodies import fault_sentence
from app.serving.content_policy import security_headers
from app.serving.database_errors import database_error
from app.serving.route_names import route_of
from app.serving.sweeping import sweep_after_failure
from app.serving.templating import Page, asks_again, render_text
from app.site.views.error import error_page
from compiler_core.errors import JailBroken, LoweringLabError, TooOften, WorkCancelled
from compiler_core.fault_words import with_short_words
from compiler_core.storage import storage_error

log = logging.getLogger("lowlab")
RETRY_SECONDS = "2"


def retry_headers(status: int) -> dict[str, str]:
    """When to ask again, for a status that says the server is busy."""
    return {"Retry-After": RETRY_SECONDS} if status in (429, 503) else {}


def error_response(scope: Scope, status: int, message: str, advice: str = "") -> Response:
    """One error: JSON under /api or on request, text for text clients, else a page."""
    words = with_short_words(message), with_short_words(advice)
    page = error_page(status, words[0], scope["path"], words[1], _address(scope))
    accepted = Headers(scope=scope).get("accept", "")
    headers = {"Vary": "Accept"} | retry_headers(status)
    if "text/html" in accepted and not scope["path"].startswith("/api/"):
        template = "error.html"
        if asks_again(Headers(scope=scope)):
            template, headers = "failed_part.html", headers | _in_its_place(scope)
        text = render_text(Page(template, page), scope["path"])
        return Response(text, status, headers, "text/html")
    if "text/plain" in accepted:
        return Response(f"{page.message}\n{page.advice}\n", status, headers, "text/plain")
    body = {"error": {"status": status, "message": page.message, "advice": page.advice}}
    return Response(orjson.dumps(body), status, headers, "application/json")


def _in_its_place(scope: Scope) -> dict[str, str]:
    """How htmx puts in what a page that is shown gets instead of its part: a whole page within it
    would be a second menu, and a form that was sent finds the place of its result again.
    """
    headers = {"HX-Reswap": "innerHTML"} if scope.get("method") == "POST" else {}
    return {"HX-Reselect": ".failed-part", "Vary": "Accept, HX-Request"} | headers


def _address(scope: Scope) -> str:
    """With its query, of a page that is read; "" for what was sent."""
    if scope.get("method") != "GET":
        return ""
    query = scope.get("query_string", b"").decode("latin-1")
    path = f"/{quote(scope['path'].lstrip('/'))}"
    return f"{path}?{query}" if query else path


def describe_validation(error: RequestValidationError) -> str:
    """The first fault of a body or query in one plain sentence."""
    fault = error.errors()[0]
    return fault_sentence(fault, fault["loc"][1:])


def _core_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, LoweringLabError)
    if isinstance(error, JailBroken):
        from app.serving.metrics import (
            JAIL_FAILURES,  # of the server, not of the processes it starts
        )

        JAIL_FAILURES.inc()
    response = error_response(request.scope, error.status, error.message, error.advice)
    if isinstance(error, TooOften):
        response.headers["Retry-After"] = str(error.retry_seconds)
    return response


def _storage_error(request: Request, error: Exception) -> Response:
    """What a disk that takes no more, or a file of links that cannot be written, means."""
    problem = storage_error(error) or database_error(error)
    if problem is None:
        raise error
    log.error("on %s: %s", route_of(request.scope), type(error).__name__)
    sweep_after_failure()
    return error_response(request.scope, problem.status, problem.message, problem.advice)


def _validation_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return error_response(request.scope, 422, describe_validation(error))


def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    messages = {
        404: "There is no page at this address.",
        405: f"This address does not take {request.method}.",
    }
    message = messages.get(error.status_code, str(error.detail))
    response = error_response(request.scope, error.status_code, message)
    response.headers.update(error.headers or {})
    return response


def _left(request: Request, error: Exception) -> Response:
    """Nobody reads it."""
    return Response(status_code=WorkCancelled.status)


def _unexpected(request: Request, error: Exception) -> Response:
    log.error("unexpected error on %s", route_of(request.scope), exc_info=error)
    response = error_response(request.scope, 500, "The server met an error it did not expect.")
    # This handler runs outside the middleware that adds them to all other answers.
    response.headers.update(security_headers(request.url.path))
    return response


def install_error_handlers(app: FastAPI) -> None:
    """Every exception becomes an answer in plain words."""
    app.add_exception_handler(LoweringLabError, _core_error)
    app.add_exception_handler(ClientDisconnect, _left)
    app.add_exception_handler(OSError, _storage_error)
    app.add_exception_handler(DatabaseError, _storage_error)
    app.add_exception_handler(RequestValidationError, _validation_error)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(Exception, _unexpected)
