"""Pure ASGI middleware: security headers on every answer, and a limit on request bodies.

Nothing is loaded from elsewhere and nothing inline runs, so a text that slips through as markup
still cannot become a script. Only the embed view may be framed.
"""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.serving.content_policy import security_headers
from app.serving.errors import error_response
from compiler_core.typed_numbers import whole_number

_ADVICE = "Send the loop and what it needs; one source may be 64 KiB."
_MOST_DIGITS = 20


class SecurityHeaders:
    """Adds the headers; a header that a handler set itself stays."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        wanted = security_headers(scope["path"])

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in wanted.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, send_with_headers)


class BodyLimit:
    """Answers 413 to a body above the limit, by its announced length or while it arrives.

    Below the paths `files`, where models and pictures are uploaded, bodies may be as large as
    `file_maximum`; they must announce their length and go on to the handler as they arrive. At the
    paths `small_files`, bodies with a small file are read whole, up to `small_maximum`.
    """

    def __init__(
        self,
        app: ASGIApp,
        maximum: int,
        files: tuple[str, ...],
        file_maximum: int,
        small_files: tuple[str, ...],
        small_maximum: int,
    ) -> None:
        self.app = app
        self.maximum = maximum
        self.small_files = small_files
        self.small_maximum = max(maximum, small_maximum)
        self.files = files
        self.file_maximum = file_maximum

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in ("GET", "HEAD"):
            await self.app(scope, receive, send)
            return
        if scope["path"].startswith(self.files):
            await self._file(scope, receive, send)
            return
        try:
            maximum = self.small_maximum if scope["path"] in self.small_files else self.maximum
            body = await self._read(scope, receive, maximum)
        except ClientDisconnect:
            return
        if body is None:
            message = f"The request is larger than {maximum // 1024} KiB."
            advice = _ADVICE if maximum == self.maximum else "Choose a smaller file."
            await error_response(scope, 413, message, advice)(scope, receive, send)
            return
        pending: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def replay() -> Message:
            return pending.pop() if pending else await receive()

        await self.app(scope, replay, send)

    async def _file(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a file on; the server itself holds a body to the length it announces."""
        announced = dict(scope["headers"]).get(b"content-length", b"")
        length = whole_number(announced.decode("latin-1"), _MOST_DIGITS)
        if length is None:
            message = "The request does not say how long it is."
            await error_response(scope, 411, message, "Send Content-Length.")(scope, receive, send)
        elif length > self.file_maximum:
            message = f"The request is larger than {self.file_maximum >> 20} MiB."
            answer = error_response(scope, 413, message, "Choose a smaller file.")
            await answer(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _read(self, scope: Scope, receive: Receive, maximum: int) -> bytes | None:
        """The whole body, or None above the limit. Bodies here are small by definition.

        Raises ClientDisconnect: half a body is none.
        """
        announced = dict(scope["headers"]).get(b"content-length", b"0")
        length = whole_number(announced.decode("latin-1"), _MOST_DIGITS)
        if length is None or length > maximum:
            return None
        parts: list[bytes] = []
        size = 0
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientDisconnect
            part = message.get("body", b"")
            size += len(part)
            if size > maximum:
                return None
            parts.append(part)
            if not message.get("more_body", False):
                return b"".join(parts)
