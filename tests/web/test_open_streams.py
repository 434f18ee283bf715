"""One client opens so many event streams and no more; what ended counts no longer."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from app.serving.open_streams import MOST_OF_ONE, counted, require_stream
from compiler_core.errors import ShareFull
from tests.event_loop import run_to_end


async def events() -> AsyncIterator[str]:
    yield "first"
    yield "second"


def test_a_client_has_a_share_of_streams() -> None:
    async def tried() -> None:
        opened = [counted("one", events()) for _ in range(MOST_OF_ONE)]
        for stream in opened:
            assert await anext(stream) == "first"
        with pytest.raises(ShareFull):
            require_stream("one")
        require_stream("other")
        assert [event async for event in opened[0]] == ["second"]
        require_stream("one")
        for stream in opened[1:]:
            assert [event async for event in stream] == ["second"]

    run_to_end(tried())
