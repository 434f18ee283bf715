"""Tool requests of many processes: one that waits for long holds up no other process."""

from __future__ import annotations

import os
import select
from collections.abc import Iterator
from dataclasses import fields
from threading import Event

import pytest

from compiler_core.asker import NOBODY, Asker, current_asker
from compiler_core.toolchain import tool_answers
from compiler_core.toolchain.build import BUILD_LIMITS
from compiler_core.toolchain.dumps import DUMP_LIMITS, RECORD_LIMITS
from compiler_core.toolchain.frames import BrokenFrame, Frame, FrameReader, FrameWriter
from compiler_core.toolchain.limits import COMPILE_LIMITS, RUN_LIMITS, Limits
from compiler_core.toolchain.tool_answers import ToolAnswers
from compiler_core.toolchain.tool_requests import MOST_REQUESTS
from compiler_core.toolchain.tool_rules import LARGEST_LIMITS, ToolRules

# Of processes that a server has at once, on a computer with sixteen cores.
_HOSTILE = 40
_SECONDS = 10.0


@pytest.fixture
def released(monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """Requests named `endless` take until this is set; `short` ones are answered at once."""
    released = Event()
    monkeypatch.setitem(
        tool_answers._REQUESTS, "endless", lambda *_: released.wait(_SECONDS) and None
    )
    monkeypatch.setitem(tool_answers._REQUESTS, "short", lambda *_: "done")
    yield released
    released.set()


def answers_into_nothing() -> ToolAnswers:
    """Those of a process that reads none of them."""
    return ToolAnswers(FrameWriter(os.open(os.devnull, os.O_WRONLY)), ToolRules())


def test_processes_that_wait_for_all_they_may_leave_threads_for_the_next(released: Event) -> None:
    for _ in range(_HOSTILE):
        hostile = answers_into_nothing()
        for number in range(1, MOST_REQUESTS + 1):
            assert hostile.takes(Frame("endless", number, None))
    reader, writer = os.pipe()
    other = ToolAnswers(FrameWriter(writer), ToolRules())
    assert other.takes(Frame("short", 1, None))
    assert select.select([reader], [], [], _SECONDS / 2)[0], "no thread was left"
    frame = FrameReader(reader).read()
    assert (frame.kind, frame.number, frame.value) == ("answer", 1, "done")


def test_a_process_that_asks_for_more_than_it_may_is_not_trusted_on(released: Event) -> None:
    hostile = answers_into_nothing()
    for number in range(1, MOST_REQUESTS + 1):
        hostile.takes(Frame("endless", number, None))
    with pytest.raises(BrokenFrame):
        hostile.takes(Frame("endless", MOST_REQUESTS + 1, None))


def test_a_process_steps_back_for_its_own_asker_alone() -> None:
    reader, writer = os.pipe()
    given: list[int] = []
    answers = ToolAnswers(
        FrameWriter(writer), ToolRules(), lambda: given.append(current_asker().niceness)
    )
    asker = Asker("a")
    for number, known in enumerate((asker, NOBODY), start=1):
        answers.asker = known
        assert answers.takes(Frame("step back", number, 10))
        assert FrameReader(reader).read().kind == "answer"
    assert (asker.is_later, asker.niceness, given) == (True, 10, [10])
    assert (NOBODY.is_later, NOBODY.niceness) == (False, 0)


def test_what_analysis_asks_for_is_within_what_it_may_have() -> None:
    """A job with larger limits would be refused wherever a server runs, and by no command."""
    asked_for = (COMPILE_LIMITS, DUMP_LIMITS, RECORD_LIMITS, RUN_LIMITS, BUILD_LIMITS)
    assert [
        (limits, field.name)
        for limits in asked_for
        for field in fields(Limits)
        if getattr(limits, field.name) > getattr(LARGEST_LIMITS, field.name)
    ] == []
