"""The log of a run, read after whoever wrote it: any bytes in it end the run, and no more."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from compiler_core.errors import InputError, LoweringLabError, WorkCancelled
from compiler_core.pipelines import events
from compiler_core.pipelines.events import EVENTS_NAME, Event, EventLog, read_events
from compiler_core.pipelines.jobs import run_job
from compiler_core.toolchain.frames import FrameWriter
from compiler_core.toolchain.tool_requests import ParentTools, refusal_of


def test_events_come_back_as_they_were_written(tmp_path: Path) -> None:
    log = EventLog(tmp_path)
    log.write("started", "input", "reading the model")
    log.write("token", "decode", "über\u2028the\r\nloop")
    found = tuple(read_events(tmp_path))
    assert [one.number for one in found] == [1, 2]
    assert found[1].text == "über\u2028the\r\nloop"
    assert tuple(read_events(tmp_path, after=1)) == found[1:]


def test_a_line_that_is_being_written_is_left_for_later(tmp_path: Path) -> None:
    EventLog(tmp_path).write("started", "input")
    with (tmp_path / EVENTS_NAME).open("a") as file:
        file.write('{"number":2,"ki')
    assert [event.number for event in read_events(tmp_path)] == [1]


def test_without_a_log_nothing_has_happened(tmp_path: Path) -> None:
    assert tuple(read_events(tmp_path)) == ()


FIRST = b'{"number":1,"kind":"started","stage":"input"}\n'
BAD_LINES = {
    "no-json": b"x\n",
    "no-text": b"\xff\xfe\n",
    "a-list": b"[1]\n",
    "nested-without-end": b"[" * 60_000 + b"\n",
    "unknown-kind": b'{"number":2,"kind":"run","stage":"input"}\n',
    "number-is-text": b'{"number":"2","kind":"started"}\n',
    "number-goes-back": b'{"number":1,"kind":"done"}\n',
    "text-is-a-list": b'{"number":2,"kind":"done","text":[]}\n',
    "a-huge-line": b'{"number":2,"kind":"done","text":"' + b"x" * 70_000 + b'"}\n',
    "a-huge-line-without-end": b"x" * 70_000,
}


@pytest.mark.parametrize("name", BAD_LINES)
def test_a_line_that_no_writer_of_ours_wrote_ends_the_run(name: str, tmp_path: Path) -> None:
    (tmp_path / EVENTS_NAME).write_bytes(FIRST + BAD_LINES[name] + FIRST)
    started, failed = read_events(tmp_path)
    assert started == Event(number=1, kind="started", stage="input")
    assert (failed.number, failed.kind, failed.last) == (2, "failed", True)
    assert failed.text == "What this run wrote of its progress cannot be read."


def _link(path: Path) -> None:
    elsewhere = path.with_name("elsewhere")
    elsewhere.write_bytes(FIRST)
    path.symlink_to(elsewhere)


def _huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(events._LARGEST_BYTES + 1)


LOGS: dict[str, Callable[[Path], object]] = {
    "a-link": _link, "a-pipe": os.mkfifo, "a-folder": Path.mkdir, "huge": _huge,
}  # fmt: skip


@pytest.mark.parametrize("kind", LOGS)
def test_a_log_that_is_none_ends_the_run(kind: str, tmp_path: Path) -> None:
    LOGS[kind](tmp_path / EVENTS_NAME)
    (failed,) = read_events(tmp_path)
    assert failed.last


def _asked(parent: Callable[[int, int], None]) -> Callable[[Path, EventLog], None]:
    """Work that asks its parent. parent: what that does with its ends, to read and to write."""

    def work(_: Path, log: EventLog) -> None:
        asks, hears = os.pipe(), os.pipe()
        tools = ParentTools(hears[0], asks[1])
        log.write("started", "engine")
        parent(asks[0], hears[1])
        tools.program("cc")

    return work


def _gone(reads: int, writes: int) -> None:
    os.close(reads)
    os.close(writes)


def _gone_after_the_question(reads: int, writes: int) -> None:
    os.close(writes)


def _refuses(error: LoweringLabError) -> Callable[[int, int], None]:
    return lambda _, writes: FrameWriter(writes).write("refused", 1, refusal_of(error))


UNSAID = {
    "gone": _gone,
    "gone-after-the-question": _gone_after_the_question,
    "given-up": _refuses(WorkCancelled()),
}


@pytest.mark.parametrize("name", UNSAID)
def test_a_job_whose_parent_has_gone_says_nothing_and_starts_anew(
    name: str, tmp_path: Path
) -> None:
    """It was read as the model's fault by whoever asked the next server for it."""
    run_job(tmp_path, _asked(UNSAID[name]))
    assert [event.kind for event in read_events(tmp_path)] == ["started"]


def test_a_job_that_is_refused_something_says_so(tmp_path: Path) -> None:
    run_job(tmp_path, _asked(_refuses(InputError("There is no such program.", "Try another."))))
    *_, failed = read_events(tmp_path)
    assert (failed.kind, failed.text) == ("failed", "There is no such program.")
