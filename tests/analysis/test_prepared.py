"""What any task needs is imported while nobody asks: a task that comes meanwhile is not kept."""

from __future__ import annotations

import os
from collections import deque

import pytest

from app.tasks.process import prepare_while_idle
from compiler_core.toolchain.frames import FrameWriter
from compiler_core.toolchain.tool_requests import ParentTools


def test_a_task_stops_the_preparing_and_it_goes_on_afterwards() -> None:
    unprepared, answers = deque(["compile", "count", "textbook"]), iter([False, True, False, False])
    prepare_while_idle(unprepared, lambda: next(answers))
    assert list(unprepared) == ["count", "textbook"]
    prepare_while_idle(unprepared, lambda: next(answers))
    assert not unprepared


@pytest.mark.parametrize("closed", [False, True])
def test_a_process_knows_without_waiting_whether_it_is_asked(closed: bool) -> None:
    reader, writer = os.pipe()
    tools = ParentTools(reader, os.open(os.devnull, os.O_WRONLY))
    assert not tools.is_asked()
    if closed:
        os.close(writer)
    else:
        FrameWriter(writer).write("task", 0, None)
    assert tools.is_asked()
