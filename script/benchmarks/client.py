"""Requests to our server, as small as possible: the load generator shares the machine."""

from __future__ import annotations

import asyncio
import itertools
import json
import time
from dataclasses import dataclass

COMPILER = "gcc"
FLAGS = "-O3"
SOURCE = """\
void saxpy_{number}(float *y, const float *x, float a, int n) {{
    for (int i = 0; i < n; i++) {{
        y[i] = a * x[i] + {number}.0f * y[i];
    }}
}}
"""

_ANSWERED = (200, 202)
"""202: of a page that says what it waits for."""
_numbers = itertools.count(2)


def unique_source() -> str:
    """A loop that nothing has seen before: no cache, ours or the compiler's, can know it."""
    return SOURCE.format(number=next(_numbers))


def compile_body(source: str) -> bytes:
    """The body of `POST /api/compile`."""
    return json.dumps(
        {"source": source, "language": "c", "compiler": COMPILER, "flags": FLAGS}
    ).encode()


@dataclass(slots=True)
class Connection:
    """One kept-alive HTTP/1.1 connection."""

    host: str
    port: int
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    @classmethod
    async def open(cls, host: str, port: int) -> Connection:
        """Connect."""
        reader, writer = await asyncio.open_connection(host, port, limit=1 << 22)
        return cls(host, port, reader, writer)

    async def compile(self, body: bytes) -> tuple[float, bytes]:
        """Post one compile; seconds from request to the whole answer, and the answer's body.

        Raises RuntimeError for any status but 200.
        """
        head = (
            f"POST /api/compile HTTP/1.1\r\nHost: {self.host}:{self.port}\r\n"
            f"Content-Type: application/json\r\nAccept: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        return await self._timed(head.encode() + body)

    async def page(self, path: str) -> tuple[float, bytes]:
        """Get one page as a browser does, compressed: as `compile`; a page may still wait."""
        head = (
            f"GET {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\n"
            f"Accept: text/html\r\nAccept-Encoding: gzip\r\n\r\n"
        )
        return await self._timed(head.encode())

    async def _timed(self, sent: bytes) -> tuple[float, bytes]:
        start = time.perf_counter()
        self.writer.write(sent)
        status, answer = await self._answer()
        seconds = time.perf_counter() - start
        if status not in _ANSWERED:
            raise RuntimeError(f"status {status}: {answer[:300].decode(errors='replace')}")
        return seconds, answer

    async def _answer(self) -> tuple[int, bytes]:
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        lines = head.split("\r\n")
        fields = {
            name.lower(): value.strip()
            for name, _, value in (line.partition(":") for line in lines[1:])
        }
        body = await self.reader.readexactly(int(fields["content-length"]))
        return int(lines[0].split()[1]), body

    async def close(self) -> None:
        """Hang up."""
        self.writer.close()
        await self.writer.wait_closed()
