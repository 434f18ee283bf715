"""What a reader's own loop asks of a chip, counted by an analysis process."""

from __future__ import annotations

import msgspec

from app.analysis.from_threads import analysed
from app.analysis.task import Task
from app.loop.loop_request import LoopRequest
from compiler_core.soc.rooflines.loop_points import LoopWork


def analysed_loop_work(request: LoopRequest) -> LoopWork:
    """Of one run. Raises InputError for a loop that does not compile or run, and as `analysed`."""
    task = Task(name="loop work", path=request.address(), query=tuple(request.query()))
    return msgspec.msgpack.decode(analysed(task).body, type=LoopWork)
