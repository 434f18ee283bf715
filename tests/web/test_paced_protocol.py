"""A request that comes too slowly ends; one that only takes long to answer does not."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from uvicorn import Config
from uvicorn.server import ServerState

from app.serving.paced_protocol import HEAD_BYTES, LEAST_BYTES_PER_SECOND, PacedProtocol

HEAD = b"POST /api/compile HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000000\r\n\r\n"


class Timer:
    """One call that was asked for."""

    def __init__(self, due: float, call: Callable[[], None]) -> None:
        self.due, self.call, self.cancelled = due, call, False

    def cancel(self) -> None:
        self.cancelled = True


class Clockwork:
    """An event loop as far as the protocol uses one, turned by the test."""

    def __init__(self) -> None:
        self.now, self.timers = 0.0, list[Timer]()

    def time(self) -> float:
        return self.now

    def call_at(self, due: float, call: Callable[[], None]) -> Timer:
        self.timers.append(Timer(due, call))
        return self.timers[-1]

    def call_later(self, delay: float, call: Callable[[], None], *_: object) -> Timer:
        return self.call_at(self.now + delay, call)

    def create_task(self, task: Any) -> asyncio.Future[None]:
        task.close()
        return asyncio.Future(loop=asyncio.new_event_loop())

    def pass_time(self, seconds: float) -> None:
        end = self.now + seconds
        while due := [timer for timer in self.timers if not timer.cancelled and timer.due <= end]:
            first = min(due, key=lambda one: one.due)
            self.timers.remove(first)
            self.now = max(self.now, first.due)
            first.call()
        self.now = end


class Wire(asyncio.Transport):
    """What was written, and whether it is closed."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 80)})
        self.written, self.closed = b"", False

    def write(self, data: Any) -> None:
        self.written += bytes(data)

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


class Line:
    """A connection to the protocol."""

    def __init__(self) -> None:
        async def app(*_: object) -> None: ...

        self.clock, self.wire = Clockwork(), Wire()
        config = Config(app, log_level="critical")
        loop: Any = self.clock
        self.protocol = PacedProtocol(config, ServerState(), {}, loop)
        self.protocol.connection_made(self.wire)

    def send(self, data: bytes) -> None:
        self.protocol.data_received(data)


@pytest.mark.parametrize("begun", [b"", b"GET / HT", HEAD[:40], HEAD, HEAD + b"int f"])
def test_silence_ends_a_request(begun: bytes) -> None:
    line = Line()
    if begun:
        line.send(begun)
    line.clock.pass_time(19)
    assert not line.wire.closed
    line.clock.pass_time(2)
    assert line.wire.closed
    assert line.wire.written.startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize("begun", [b"GET / HTTP/1.1\r\nX-Slow: ", HEAD])
def test_a_byte_now_and_then_is_too_slow(begun: bytes) -> None:
    line = Line()
    line.send(begun)
    for _ in range(6):
        assert not line.wire.closed
        line.clock.pass_time(10.1)
        line.send(b"a")
    assert line.wire.closed


def test_a_steady_upload_goes_on() -> None:
    line = Line()
    line.send(HEAD)
    for _ in range(30):
        line.protocol.flow.resume_reading()
        line.clock.pass_time(5)
        line.send(b"a" * (6 * LEAST_BYTES_PER_SECOND))
    assert not line.wire.closed


def test_while_we_do_not_read_nobody_is_slow() -> None:
    line = Line()
    line.send(HEAD)
    line.protocol.flow.pause_reading()
    line.clock.pass_time(300)
    assert not line.wire.closed
    line.protocol.flow.resume_reading()
    line.clock.pass_time(41)
    assert line.wire.closed


def test_an_answer_may_take_long() -> None:
    line = Line()
    line.send(b"GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n")
    line.clock.pass_time(300)
    assert not line.wire.closed


def test_headers_without_end_are_refused() -> None:
    line = Line()
    line.send(b"GET / HTTP/1.1\r\n")
    for _ in range(HEAD_BYTES // 1000 + 1):
        if not line.wire.closed:
            line.send(b"X: " + b"a" * 995 + b"\r\n")
    assert line.wire.written.startswith(b"HTTP/1.1 431 ")
