"""A shared loop's state from the text that links keep."""

from __future__ import annotations

import orjson

from app.loop.loop_request import LoopRequest
from app.loop.run_settings import RunSettings


def shared_state(content: str) -> LoopRequest:
    """The state; content is what `store.canonical_text` gave."""
    values = orjson.loads(content)
    if values.get("ledger") is True:  # As links had it first.
        values["ledger"] = "1"
    settings = RunSettings(**values.pop("run", {}))
    return LoopRequest(**values | {"show": tuple(values["show"]), "run": settings})
