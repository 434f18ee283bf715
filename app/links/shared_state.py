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
    # As it was kept: a link may be older than a check.
    settings = RunSettings.model_construct(**values.pop("run", {}))
    return LoopRequest.model_construct(**values | {"show": tuple(values["show"]), "run": settings})
