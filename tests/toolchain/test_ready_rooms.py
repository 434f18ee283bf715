"""A job in a jail that stood ready is the job that it would be in a jail of its own."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from compiler_core.asker import Asker, working_for
from compiler_core.toolchain import jail_check, self_test
from compiler_core.toolchain.jail import bubblewrap_jail, landlock_jail
from compiler_core.toolchain.job import Job, RunResult
from compiler_core.toolchain.limits import COMPILE_LIMITS
from compiler_core.toolchain.ready_rooms import ReadyRooms
from compiler_core.toolchain.runner import run_jailed
from tests.toolchain.probing import probe_job
from tests.toolchain.processes_left import soon

COLLECTING = replace(COMPILE_LIMITS, collect_bytes=1000)
ECHO = Job(
    command=(
        "/usr/bin/printf",
        "[%s]",
        "",
        "two words",
        "line\nbreak",
        "Grüße",
        "word 3\nabc",
        "-",
    ),
    readable=("/usr/bin/printf", "/usr/lib/x86_64-linux-gnu"),
    files=(("a.c", b"text\n"), ("b.h", b"")),
    limits=COLLECTING,
)


@pytest.fixture
def rooms() -> Iterator[ReadyRooms]:
    made = ReadyRooms(most=2)
    yield made
    made.close()


def made_ready(rooms: ReadyRooms, job: Job) -> None:
    """The second of a kind is the first for which it pays."""
    rooms.prepare(bubblewrap_jail(), job)
    rooms.prepare(bubblewrap_jail(), job)


def in_ready_room(rooms: ReadyRooms, job: Job) -> RunResult:
    made_ready(rooms, job)
    before = waiting(rooms)
    assert before
    result = run_jailed(bubblewrap_jail(), job, rooms=rooms)
    assert len(waiting(rooms)) == len(before) - 1
    return result


def waiting(rooms: ReadyRooms) -> list[int]:
    """Process ids of launchers at the head of a ready room."""
    return [room.started.process for room in rooms.rooms]


def same(result: RunResult) -> RunResult:
    return replace(result, seconds=0.0, cpu_seconds=0.0, peak_bytes=0)


def test_a_room_that_gives_way_is_for_those_who_do(rooms: ReadyRooms) -> None:
    with working_for(Asker("", 10)):
        made_ready(rooms, ECHO)
    assert rooms.take(bubblewrap_jail(), ECHO) is None
    with working_for(Asker("", 10)):
        assert run_jailed(bubblewrap_jail(), ECHO, rooms=rooms).exit_code == 0
    assert waiting(rooms) == []


def test_words_and_files_arrive_as_they_are(rooms: ReadyRooms) -> None:
    result = in_ready_room(rooms, ECHO)
    assert same(result) == same(run_jailed(bubblewrap_jail(), ECHO))
    assert result.output.decode() == "[][two words][line\nbreak][Grüße][word 3\nabc][-]"
    assert result.files == {"a.c": b"text\n", "b.h": b""}


def test_the_jail_holds_as_much_in_a_ready_room(
    rooms: ReadyRooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ready(jail: object, job: Job) -> RunResult:
        if job.call_filter != "compile":
            return run_jailed(bubblewrap_jail(), job)
        return in_ready_room(rooms, job)

    monkeypatch.setattr(jail_check, "run_jailed", ready)
    assert [
        check for check in self_test.examine_jail(bubblewrap_jail()).checks if not check.ok
    ] == []


def test_nothing_runs_twice_in_a_room(rooms: ReadyRooms) -> None:
    writing = probe_job(bubblewrap_jail(), "leave", "left", "5", limits=COLLECTING)
    assert set(in_ready_room(rooms, writing).files) == {"left"}
    looking = replace(writing, command=(writing.command[0], "probe", "nothing"))
    assert in_ready_room(rooms, looking).files == {}


@pytest.mark.parametrize(
    "other",
    [
        replace(ECHO, command=("/usr/bin/env",)),
        replace(ECHO, readable=ECHO.readable[:1]),
        replace(ECHO, limits=COMPILE_LIMITS),
        replace(ECHO, environment=("PATH=/usr/bin", "LC_ALL=C.UTF-8")),
        replace(ECHO, call_filter="run"),
        replace(ECHO, talks=True),
        replace(ECHO, writable="/tmp"),
        replace(ECHO, as_server=True),
        replace(ECHO, files=(("large", bytes(2 << 20)),)),
    ],
)
def test_a_job_of_another_kind_finds_no_room(rooms: ReadyRooms, other: Job) -> None:
    made_ready(rooms, ECHO)
    assert rooms.take(bubblewrap_jail(), other) is None
    assert rooms.take(landlock_jail(), ECHO) is None


def test_a_room_that_ended_while_it_waited_costs_nothing_but_itself(rooms: ReadyRooms) -> None:
    made_ready(rooms, ECHO)
    os.killpg(waiting(rooms)[0], signal.SIGKILL)
    assert same(run_jailed(bubblewrap_jail(), ECHO, rooms=rooms)) == same(
        run_jailed(bubblewrap_jail(), ECHO)
    )


def test_there_are_no_more_than_allowed_and_the_oldest_goes_first(rooms: ReadyRooms) -> None:
    for _ in range(5):
        rooms.prepare(bubblewrap_jail(), ECHO)
    first = waiting(rooms)
    assert len(first) == 2
    made_ready(rooms, replace(ECHO, command=("/usr/bin/env",)))
    assert len(waiting(rooms)) == 2
    assert first[0] not in waiting(rooms)
    assert first[1] in waiting(rooms)
    assert not Path(f"/proc/{first[0]}").exists()


def test_one_that_nobody_uses_ends() -> None:
    rooms = ReadyRooms(most=2, longest_seconds=0.0)
    made_ready(rooms, ECHO)
    descriptors = len(os.listdir("/proc/self/fd"))
    process = waiting(rooms)[0]
    rooms.end_old()
    assert not Path(f"/proc/{process}").exists()
    assert len(os.listdir("/proc/self/fd")) < descriptors


def test_rooms_end_with_the_thread_that_made_them(rooms: ReadyRooms) -> None:
    def make_and_stay() -> None:
        made_ready(rooms, ECHO)
        time.sleep(1.0)  # The launcher asks to be told only when it runs.

    thread = threading.Thread(target=make_and_stay)
    thread.start()
    thread.join()
    process = waiting(rooms)[0]

    def ended() -> bool:
        with suppress(ChildProcessError):
            return os.waitid(os.P_PID, process, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
        return True

    assert soon(ended)
