"""The server's protocol, with an end for requests that come too slowly, and for endless headers.

Every open connection costs the server something. A request must send a new byte every 20 seconds,
at least 20 kB/s over each minute, and its headers before they are unreasonably long. Time in which
we do not read counts for nobody.
"""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

SILENT_SECONDS = 20.0
WINDOW_SECONDS = 60.0
LEAST_BYTES_PER_SECOND = 20_000
HEAD_BYTES = 512 << 10


class PacedProtocol(HttpToolsProtocol):
    """A connection whose requests have to come at a pace."""

    _timer: asyncio.TimerHandle | None = None
    _last_byte = 0.0
    _window_began = 0.0
    _window_bytes = 0
    _head_bytes = 0
    _in_head = True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A new visitor, who has to say something soon."""
        super().connection_made(transport)
        self._begin()

    def data_received(self, data: bytes) -> None:
        """Some bytes of a request."""
        if self._timer is None:
            self._begin()
        self._last_byte = self.loop.time()
        self._window_bytes += len(data)
        if self._in_head:
            self._head_bytes += len(data)
        super().data_received(data)
        if self._in_head and self._head_bytes > HEAD_BYTES:
            self._refuse(431, "The request's headers are too long.")

    def on_headers_complete(self) -> None:
        """From here on the application limits what comes."""
        self._in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is there; its answer may take as long as it takes."""
        super().on_message_complete()
        self._end()

    def connection_lost(self, exc: Exception | None) -> None:
        """The visitor is gone."""
        self._end()
        super().connection_lost(exc)

    def _begin(self) -> None:
        now = self.loop.time()
        self._last_byte = self._window_began = now
        self._window_bytes = self._head_bytes = 0
        self._in_head = True
        self._timer = self.loop.call_later(SILENT_SECONDS, self._look)

    def _end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look(self) -> None:
        """Is it still coming? Otherwise end it; looked at again when it could next be too slow."""
        now = self.loop.time()
        if self.flow.read_paused:
            self._last_byte = self._window_began = now
            self._window_bytes = 0
        window = now - self._window_began
        slow = window >= WINDOW_SECONDS and self._window_bytes < window * LEAST_BYTES_PER_SECOND
        if slow or now - self._last_byte >= SILENT_SECONDS:
            self._refuse(408, "The request came too slowly.")
            return
        if window >= WINDOW_SECONDS:
            self._window_began, self._window_bytes = now, 0
        due = min(self._last_byte + SILENT_SECONDS, self._window_began + WINDOW_SECONDS)
        self._timer = self.loop.call_at(due, self._look)

    def _refuse(self, status: int, sentence: str) -> None:
        """Say why, where no answer has begun, and close the connection."""
        self._end()
        if self.transport.is_closing():
            return
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            body = sentence.encode("ascii")
            head = (
                b"content-type: text/plain; charset=utf-8\r\nconnection: close\r\n"
                b"content-length: %d\r\n\r\n" % len(body)
            )
            self.transport.write(STATUS_LINE[status] + head + body)
        self.transport.close()
