"""Pages of the atlas on a reader's own program: a tool reads it, and we read what the tool says."""

from __future__ import annotations

import msgspec

from app.analysis.task import FinishedAnswer, Task, finished
from app.tasks.answering import texts_of

_MESSAGEPACK = "application/vnd.msgpack"


def answered(task: Task) -> FinishedAnswer:
    """The page's answer, as an `AtlasAnswer`."""
    # Pages of the atlas are loaded when one is first asked for.
    from compiler_core.atlas.run import run_page

    answer = run_page(texts_of(task.query)["page"], texts_of(task.form))
    return finished(200, msgspec.msgpack.encode(answer), _MESSAGEPACK, lasting=False)
