"""Processes of our own in the jail: what they can reach, what ends them, what they may ask for."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Timer

import pytest

from compiler_core.asker import Asker, working_for
from compiler_core.toolchain import jailed_process
from compiler_core.toolchain.frames import BrokenFrame, Frame, frame_pieces, read_stored
from compiler_core.toolchain.jail import Jail
from compiler_core.toolchain.jailed_process import (
    PROJECT,
    JailedProcess,
    ProcessEnded,
    ProcessRoom,
)
from compiler_core.toolchain.job import Job, RunResult
from compiler_core.toolchain.tool_answers import own_programs
from compiler_core.toolchain.tool_rules import (
    RefusedRequest,
    ToolRules,
    check_job,
    check_question,
)
from tests.toolchain.conftest import JAILS

ROOM = ProcessRoom(
    module="tests.toolchain.talking_program",
    readable=(str(PROJECT / "tests"),),
    environment=("LOWLAB_STATE=.",),
    own_seconds=60.0,
)
GCC = "/usr/bin/aarch64-linux-gnu-gcc"
Talk = Callable[[str, str], Frame]


def asked(process: JailedProcess, kind: str, text: str = "") -> Frame:
    process.send(kind, text)
    return process.receive()


@pytest.fixture(scope="module", params=sorted(JAILS))
def jail(request: pytest.FixtureRequest) -> Iterator[Jail]:
    """Each kind of jail in turn; a process stays for all of a module's tests."""
    jail = JAILS[request.param]()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jailed_process, "chosen_jail", lambda: jail)
        yield jail


@pytest.fixture(scope="module")
def talk(jail: Jail) -> Iterator[Talk]:
    with JailedProcess(ROOM) as process:
        yield lambda kind, text="": asked(process, kind, text)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("connect", ""),
        ("read", "/etc/passwd"),
        ("read", str(PROJECT / "README.md")),
        ("write", str(PROJECT / "app" / "written")),
        ("spawn", "/usr/bin/true"),
        ("fork", ""),
        ("kill", "@parent@"),
        ("memory", ""),
    ],
)
def test_what_it_cannot_do(talk: Talk, kind: str, text: str) -> None:
    assert talk(kind, text.replace("@parent@", str(os.getpid()))).kind == "refused"


def test_it_reads_its_packages_and_writes_in_its_own_directory(talk: Talk) -> None:
    assert talk("read", str(PROJECT / "app" / "__init__.py")).kind == "did"
    assert talk("write", "own").kind == "did"


def test_its_environment_is_its_own(talk: Talk) -> None:
    names = str(talk("environment", "").value).split()
    assert set(names) <= {
        "LC_ALL", "LC_CTYPE", "LOWLAB_STATE", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "PATH",
        "PYTHONDONTWRITEBYTECODE", "PYTHONPATH", "TMPDIR",
    }  # fmt: skip


def test_compiles_are_asked_for_and_kept(talk: Talk) -> None:
    source = "int jailed_process_test(int a) { return a + 41; }"
    assert str(talk("compile", source).value).startswith("ok")
    assert talk("compile", source).value == "ok True True"


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("ask", f"{GCC} -fplugin=/tmp/x.so --version"),
        ("ask", f"{GCC} -o /tmp/x -S -x c /dev/null"),
        ("ask", "/usr/bin/python3 -c 1"),
        ("ask", "/tmp/gcc --version"),
        ("run", "/usr/bin/true /usr"),
        ("run", f"{os.path.realpath(GCC)} /etc"),
        ("run", f"{os.path.realpath(GCC)} /usr/../etc"),
    ],
)
def test_what_it_may_not_ask_for(talk: Talk, kind: str, text: str) -> None:
    assert talk(kind, text).kind == "refused"


@pytest.mark.parametrize("kind", ["loop", "shift"])
def test_its_processor_time_ends_it(jail: Jail, kind: str) -> None:
    with JailedProcess(ROOM) as process, pytest.raises(ProcessEnded) as ended:
        asked(process, kind)
    assert ended.value.reason == "processor"


def test_elapsed_time_ends_it(jail: Jail) -> None:
    room = replace(ROOM, own_seconds=0.5)
    with JailedProcess(room) as process, pytest.raises(ProcessEnded) as ended:
        asked(process, "sleep")
    assert ended.value.reason == "wall"


def test_who_may_compute_longer_is_waited_for_longer(jail: Jail) -> None:
    """Else a task of much processor time would end by the clock, as if the machine were busy."""
    room = replace(ROOM, own_seconds=0.2)
    with JailedProcess(room) as process:
        process.send("loop", "")
        with pytest.raises(ProcessEnded) as ended:
            process.receive(own_seconds=60.0)
    assert ended.value.reason == "processor"


def test_it_ends_when_whoever_asked_has_left(jail: Jail) -> None:
    asker = Asker("someone")
    leaves = Timer(0.2, asker.leave)
    leaves.start()
    with JailedProcess(ROOM) as process, working_for(asker), pytest.raises(ProcessEnded) as ended:
        asked(process, "sleep")
    assert ended.value.reason == "cancelled"


def test_a_module_that_does_not_start_says_why(jail: Jail) -> None:
    room = replace(ROOM, module="tests.toolchain.no_such_program")
    with JailedProcess(room) as process, pytest.raises(ProcessEnded) as ended:
        asked(process, "environment")
    assert "no_such_program" in ended.value.words


GOOD = Job(
    command=(os.path.realpath(GCC), "-S", "x.c"), readable=("/usr/lib",), files=(("x.c", b""),)
)


@pytest.mark.parametrize(
    "job",
    [
        replace(GOOD, command=("/usr/bin/python3", "x.c")),
        replace(GOOD, command=(f"/usr/bin/../../tmp/{os.path.basename(GCC)}",)),
        replace(GOOD, command=()),
        replace(GOOD, readable=("/",)),
        replace(GOOD, readable=("/usr/lib", "/home")),
        replace(GOOD, files=(("../x.c", b""),)),
        replace(GOOD, call_filter="none"),
        replace(GOOD, call_filter="run"),
        replace(GOOD, writable="/tmp"),
        replace(GOOD, as_server=True),
        replace(GOOD, talks=True),
        replace(GOOD, environment=("LD_PRELOAD=x.so",)),
        replace(GOOD, limits=replace(GOOD.limits, cpu_seconds=10_000)),
        replace(GOOD, limits=replace(GOOD.limits, memory_bytes=0x7FFFFFFFFFFF)),
        replace(GOOD, limits=replace(GOOD.limits, processes=-1)),
    ],
)
def test_jobs_that_are_refused(job: Job) -> None:
    check_job(GOOD, ToolRules(), {})
    with pytest.raises(RefusedRequest):
        check_job(job, ToolRules(), {})


def test_a_room_can_give_its_jobs_more_to_read() -> None:
    job = replace(GOOD, readable=("/srv/weights.bin",))
    with pytest.raises(RefusedRequest):
        check_job(job, ToolRules(), {})
    check_job(job, ToolRules(readable=("/srv/weights.bin",)), {})


def test_questions_of_the_lab_are_answered() -> None:
    check_question((GCC, "-Q", "-O2", "-march=armv8-a+sve", "--help=params"))
    with pytest.raises(RefusedRequest):
        check_question((GCC, "-Q", "-wrapper", "x"))


def test_our_programs_are_known() -> None:
    assert Path(own_programs()["recorder"]).exists()


def test_a_frame_comes_back_as_it_was() -> None:
    result = RunResult(
        exit_code=0,
        signal_number=None,
        limit=None,
        output=b"out",
        diagnostics=b"",
        seconds=0.5,
        files={"a": b"\0\1", "b": b""},
    )
    content = b"".join(frame_pieces("run", 7, result))
    frame = read_stored(content)
    assert (frame.kind, frame.number, frame.read_as(RunResult)) == ("run", 7, result)
    for broken in (content[:-1], content + b"x", b"", b"\xff" * 40, content[:20] + content[21:]):
        with pytest.raises(BrokenFrame):
            read_stored(broken).read_as(RunResult)


@pytest.mark.parametrize(
    "value", [{"exit_code": 0}, [], "text", {"job": {"command": [1]}}, {"files": {"a": {}}}]
)
def test_a_frame_of_another_form_is_refused(value: object) -> None:
    frame = read_stored(b"".join(frame_pieces("run", 1, value)))
    with pytest.raises(BrokenFrame):
        frame.read_as(RunResult)


def test_a_zero_limit_is_no_limit_and_refused() -> None:
    """The launcher takes 0 for unlimited."""
    with pytest.raises(RefusedRequest):
        check_job(replace(GOOD, limits=replace(GOOD.limits, cpu_seconds=0)), ToolRules(), {})
