"""The server's log: one JSON object a line, with the request that it belongs to.

A line names the route as it is declared and never the address that was asked for: addresses of
return links hold tokens, others what visitors wrote. An error is told by its type and by where it
arose; its message may quote a nickname, a row or a source.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import sys
import time
import traceback
from typing import Any

import orjson
import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.contextvars import bind_contextvars, clear_contextvars
from structlog.typing import EventDict, Processor

from app.serving.route_names import route_of

REQUEST_HEADER = b"x-request-id"
_FRAMES = 12
_NAME = "lowlab"
_requests = logging.getLogger("lowlab.requests")


class RequestLog:
    """Middleware, outside all others: an id for each request, told to whoever asked, and a line
    when it ends.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        name = secrets.token_hex(8)
        clear_contextvars()
        bind_contextvars(request=name)
        begun, status = time.perf_counter(), 0

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (REQUEST_HEADER, name.encode())]
            await send(message)

        try:
            await self.app(scope, receive, send_with_id)
        except Exception:
            status = status or 500
            raise
        finally:
            _tell(scope, status, time.perf_counter() - begun)


def log_in_lines(level: int) -> None:
    """Everything that is logged in this process, the web server's own words too, from this level
    on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(_is_told)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=_SHARED,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, _as_json],
        )
    )
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger(_NAME).setLevel(level)


def _is_told(record: logging.LogRecord) -> bool:
    """Whoever still waits when the server ends is cut off: that is no error of the server's."""
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, asyncio.CancelledError)


def _tell(scope: Scope, status: int, seconds: float) -> None:
    if not _requests.isEnabledFor(logging.INFO):
        return
    said: dict[str, Any] = {
        "method": scope["method"], "route": route_of(scope), "status": status,
        "seconds": round(seconds, 4),
    }  # fmt: skip
    class_id = scope.get("path_params", {}).get("class_id", "")
    # What stands there is a class's only where a page of it was found.
    if class_id and 200 <= status < 400:
        said["class"] = class_id
    _requests.info("request", extra=said)


def _without_messages(_: object, __: str, event: EventDict) -> EventDict:
    """An error as its type and the places it came through."""
    raised = event.pop("exc_info", None)
    error = sys.exc_info()[1] if raised is True else raised[1] if raised else None
    if isinstance(error, BaseException):
        frames = traceback.extract_tb(error.__traceback__)[-_FRAMES:]
        event["error"] = type(error).__name__
        event["at"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
    return event


def _as_json(_: object, __: str, event: EventDict) -> str:
    return orjson.dumps(event, default=repr).decode()


_SHARED: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.ExtraAdder(("method", "route", "status", "seconds", "class")),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    _without_messages,
]
