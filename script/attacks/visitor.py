"""A client with an address of its own on loopback, who can be as rude as a case needs."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from script.attacks.server import AttackedServer

PATIENCE_SECONDS = 90.0
ATTACKER = "127.0.0.66"
OTHER = "127.0.0.2"


@dataclass(frozen=True, slots=True)
class Reply:
    """status: 0 where none came. seconds: from the first byte sent to the last received."""

    status: int
    seconds: float
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class Visitor:
    """address: from which it connects."""

    server: AttackedServer
    address: str

    async def post(self, path: str, payload: dict[str, object], gives_up: float = 0) -> Reply:
        """Send JSON. gives_up: hang up after so many seconds, 0 for PATIENCE_SECONDS."""
        body = json.dumps(payload).encode()
        headers = {"Content-Type": "application/json"}
        return await self.send("POST", path, headers, body, gives_up)

    async def get(self, path: str, accept: str = "text/html") -> Reply:
        """Ask for a page."""
        return await self.send("GET", path, {"Accept": accept}, b"", 0)

    async def send(
        self, method: str, path: str, headers: dict[str, str], body: bytes, gives_up: float
    ) -> Reply:
        """One request on a connection of its own."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        head = {"Host": self.server.host, "Connection": "close", **headers}
        if method == "POST":
            head["Content-Length"] = str(len(body))
        lines = "".join(f"{name}: {value}\r\n" for name, value in head.items())
        patience = gives_up or PATIENCE_SECONDS
        try:
            async with asyncio.timeout(patience), self.line() as (reader, writer):
                writer.write(f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode() + body)
                await writer.drain()
                answer = await reader.read()
        except (TimeoutError, OSError):
            return Reply(0, loop.time() - began)
        words = answer[:40].split()
        status = int(words[1]) if len(words) > 1 and words[1].isdigit() else 0
        return Reply(status, loop.time() - began, answer.partition(b"\r\n\r\n")[2])

    @asynccontextmanager
    async def line(self) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        """A bare connection, closed at the end without ceremony."""
        reader, writer = await asyncio.open_connection(
            self.server.host, self.server.port, local_addr=(self.address, 0), limit=1 << 26
        )
        try:
            yield reader, writer
        finally:
            writer.transport.abort()
            with suppress(OSError):
                await writer.wait_closed()
