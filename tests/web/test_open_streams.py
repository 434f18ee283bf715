"""One client opens so many event streams and no more; what ended counts no longer; and an event
that was sent can be read, compressed or not, before the next one is there.
"""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterator
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import StreamingResponse

from app.serving.open_streams import MOST_OF_ONE, event_stream, require_stream
from compiler_core.asker import Asker, working_for
from compiler_core.errors import ShareFull
from tests.event_loop import run_to_end


async def events() -> AsyncIterator[str]:
    yield "first"
    yield "second"


def test_a_client_has_a_share_of_streams() -> None:
    async def tried() -> None:
        with working_for(Asker("one")):
            opened = [stream_of("identity") for _ in range(MOST_OF_ONE)]
            for stream in opened:
                assert await anext(stream) == "first"
            with pytest.raises(ShareFull):
                stream_of("identity")
        require_stream("other")
        assert [event async for event in opened[0]] == ["second"]
        require_stream("one")
        for stream in opened[1:]:
            assert [event async for event in stream] == ["second"]

    run_to_end(tried())


def test_a_packed_event_is_there_before_the_next() -> None:
    async def tried() -> None:
        stream = stream_of("gzip")
        reader = zlib.decompressobj(zlib.MAX_WBITS | 16)
        assert [reader.decompress(part) async for part in stream] == [b"first", b"second", b""]
        assert reader.eof

    run_to_end(tried())


def stream_of(encoding: str) -> AsyncIterator[Any]:
    """What is sent of two events, a part at a time, to a client that takes this encoding."""
    headers = [(b"accept-encoding", encoding.encode())]
    answer = event_stream(Request({"type": "http", "headers": headers}), events())
    assert isinstance(answer, StreamingResponse)
    sent = aiter(answer.body_iterator)
    assert answer.headers.get("content-encoding", "identity") == encoding
    return sent
