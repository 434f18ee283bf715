"""Programs without the emulator: who may have that, which jobs it changes, and what holds them."""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from command_line.main import BAD_INPUT, run_arguments
from compiler_core.errors import InputError, JailBroken
from compiler_core.toolchain import emulator, native_runs, tool_answers
from compiler_core.toolchain.chosen_jail import chosen_jail
from compiler_core.toolchain.emulator import processor_options, run_program
from compiler_core.toolchain.frames import FrameWriter, frame_pieces, read_stored
from compiler_core.toolchain.jail_check import JailCheck
from compiler_core.toolchain.job import Job, RunResult
from compiler_core.toolchain.limits import RUN_LIMITS
from compiler_core.toolchain.native_runs import (
    VARIABLE,
    NativeMachine,
    _holds_here,
    as_started,
    choose_native_runs,
    native_runs_are_chosen,
    natively,
    require_native_runs,
)
from compiler_core.toolchain.run_checks import examine_native_filter
from compiler_core.toolchain.runner import run_jailed
from compiler_core.toolchain.tool_answers import ToolAnswers
from compiler_core.toolchain.tool_requests import JobRequest
from compiler_core.toolchain.tool_rules import ToolRules

HOLDS = JailCheck("run-network", "No network.", True, "refused")
BREAKS = JailCheck("run-tracing", "No tracing.", False, "ptrace is open")
QEMU = "/usr/bin/qemu-aarch64"
ENDED = RunResult(
    exit_code=0, signal_number=None, limit=None, output=b"", diagnostics=b"", seconds=0.1
)


def no_emulator() -> tuple[str, ...]:
    pytest.fail("the emulator is not looked for")


def emulated(*more: str) -> Job:
    options = (*processor_options(None), "-seed", "1", *more)
    return Job(
        command=(QEMU, *options, "./program", "-seed", "2"),
        readable=(QEMU, "/w"),
        call_filter="run",
    )


@pytest.mark.parametrize("architecture", ["x86_64", "riscv64", "armv7l"])
def test_another_machine_is_refused_before_anything_is_tried(architecture: str) -> None:
    machine = NativeMachine(architecture, lambda: pytest.fail("nothing is to be tried here"))
    with pytest.raises(InputError, match=f"This machine is {architecture}"):
        require_native_runs(machine)


@pytest.mark.parametrize("checks", [(BREAKS,), (HOLDS, BREAKS), ()])
def test_it_stays_off_unless_every_native_case_holds(
    checks: tuple[JailCheck, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    with pytest.raises(JailBroken, match="Native runs stay off"):
        choose_native_runs(NativeMachine("aarch64", lambda: checks))
    assert not native_runs_are_chosen("aarch64")


def test_it_is_on_where_all_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "")
    assert not native_runs_are_chosen("aarch64")
    choose_native_runs(NativeMachine("aarch64", lambda: (HOLDS,)))
    assert native_runs_are_chosen("aarch64")
    assert not native_runs_are_chosen("x86_64")


def test_the_program_alone_is_left_of_a_usual_job() -> None:
    found = natively(emulated(), (QEMU,))
    assert found is not None
    assert found.command == ("./program", "-seed", "2")
    assert found.readable == ("/w",)
    assert found.call_filter == "run-native"


@pytest.mark.parametrize(
    "job",
    [
        emulated("-plugin", "count.so"),
        emulated("-cpu", "cortex-a72"),
        emulated("-g"),
        Job(
            command=(QEMU, *processor_options(32), "-seed", "1", "./program"),
            readable=(),
            call_filter="run",
        ),
        Job(command=("gcc", "./program"), readable=(), call_filter="compile"),
        Job(command=("record", "./program"), readable=(), call_filter="record"),
    ],
)
def test_what_only_the_emulator_can_do_stays_with_it(job: Job) -> None:
    assert natively(job, (QEMU,)) is None


def test_a_job_is_started_as_it_is_where_it_is_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    assert as_started(emulated(), no_emulator) == emulated()


def test_a_variable_set_by_hand_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine of the right name whose native cases fail."""
    _holds_here.cache_clear()
    monkeypatch.setenv(VARIABLE, "checked")
    monkeypatch.setattr(platform, "machine", lambda: "aarch64")
    monkeypatch.setattr(native_runs, "_checked_here", lambda: (BREAKS,))
    assert as_started(emulated(), no_emulator) == emulated()
    _holds_here.cache_clear()


def asked_of_the_parent(job: Job) -> None:
    """By a process in the jail."""
    answers = ToolAnswers(FrameWriter(-1), ToolRules())
    request = JobRequest(job, keeps=False, listens=False)
    answers._job(read_stored(b"".join(frame_pieces("job", 1, request))))


@pytest.mark.parametrize(
    ("place", "start"),
    [(emulator, lambda: run_program(b"")), (tool_answers, lambda: asked_of_the_parent(emulated()))],
)
def test_whoever_starts_programs_leaves_the_emulator_out(
    place: object, start: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the server itself, and for processes that ask it."""
    started: list[Job] = []
    monkeypatch.setenv(VARIABLE, "checked")
    monkeypatch.setattr(platform, "machine", lambda: "aarch64")
    monkeypatch.setattr(native_runs, "_holds_here", lambda: True)
    monkeypatch.setattr(emulator, "find_qemu", lambda: QEMU)
    for module in (emulator, tool_answers):
        monkeypatch.setattr(module, "emulator_readable", lambda: (QEMU,))
        monkeypatch.setattr(module, "chosen_jail", lambda: SimpleNamespace(kind="landlock"))
    monkeypatch.setattr(tool_answers, "check_job", lambda *_: None)
    monkeypatch.setattr(tool_answers, "own_programs", dict)
    monkeypatch.setattr(place, "run_jailed", lambda _, job, *__: started.append(job) or ENDED)
    start()
    assert [(job.command[0], job.call_filter) for job in started] == [("./program", "run-native")]


@pytest.mark.usefixtures("jail")
def test_the_filter_holds_native_code_and_lets_a_program_run(tmp_path: Path) -> None:
    """This machine's own code stands for AArch64's: the list is of calls, not of instructions."""
    checks = examine_native_filter(chosen_jail())
    assert [check for check in checks if not check.ok] == []
    text = '#include <stdio.h>\nint main(void) { return fputs("5", fopen("out", "w")) < 0; }\n'
    (tmp_path / "program.c").write_text(text)
    subprocess.run(["gcc", "-static", "-o", "program", "program.c"], cwd=tmp_path, check=True)
    program = (tmp_path / "program").read_bytes()
    job = Job(
        command=("./program",),
        readable=(),
        files=(("program", program),),
        limits=RUN_LIMITS,
        call_filter="run-native",
    )
    run = run_jailed(chosen_jail(), job)
    assert (run.exit_code, run.files["out"]) == (0, b"5")


def test_the_option_is_refused_elsewhere_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    assert run_arguments(["serve", "--native-runs", "--port", "0"]) == BAD_INPUT
    assert "under qemu only" in capsys.readouterr().err
    assert os.environ.get(VARIABLE) is None
