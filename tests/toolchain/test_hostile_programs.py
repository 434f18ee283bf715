"""Hostile programs: each ends within limits, with a plain message, and touches nothing outside."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from _pytest.mark.structures import ParameterSet

from compiler_core.source import SourceFile
from compiler_core.toolchain import build, emulator
from compiler_core.toolchain.build import Unit, build_program
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.emulator import ProgramRun, run_program
from compiler_core.toolchain.jail import Jail
from compiler_core.toolchain.limits import RUN_LIMITS
from compiler_core.toolchain.program import Program
from tests.toolchain.hostile_programs import BREACH, PROGRAMS, HostileProgram
from tests.toolchain.hostile_programs.outside import Outside, watched_outside
from tests.toolchain.processes_left import living_in_session, soon
from tests.toolchain.secrets import secrets_in

# The real limits are as hard; here a program that runs into one should do so soon.
LIMITS = replace(RUN_LIMITS, memory_bytes=768 << 20)
PLAIN = re.compile(r"(?:Your program|No program:|The compiler|The linker|GCC|Clang) [^{}/]*\.")


@pytest.fixture(scope="module")
def outside() -> Iterator[Outside]:
    with watched_outside() as outside:
        yield outside


@pytest.fixture
def sessions(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The process id of every job started, which is also its session."""
    started: list[int] = []
    spawn: Callable[..., int] = os.posix_spawn

    def noted(*arguments: object, **options: object) -> int:
        started.append(spawn(*arguments, **options))
        return started[-1]

    monkeypatch.setattr(os, "posix_spawn", noted)
    return started


def _built(hostile: HostileProgram, outside: Outside, jail: Jail) -> Program:
    places = {
        "@CANARY@": str(outside.canary),
        "@OPEN@": str(outside.directory / "open"),
        "@SOCKET@": str(outside.directory / "door"),
        "@SERVER@": str(os.getpid()),
        "@PORT@": str(outside.port),
    }
    text = hostile.text
    for mark, place in places.items():
        text = text.replace(mark, place)
    family = "gcc" if jail.kind == "bubblewrap" else "clang"
    source = SourceFile(f"hostile.{hostile.suffix}", text)
    return build_program((Unit(source, ("-O1", "-w")),), find_compiler(family))


def test_there_are_enough() -> None:
    assert len(PROGRAMS) >= 60
    assert len({hostile.name for hostile in PROGRAMS}) == len(PROGRAMS)


def _each_program() -> list[ParameterSet]:
    """A second each for all that run until the time limit, so all but one of them are slow."""
    return [
        pytest.param(
            hostile,
            id=hostile.name,
            marks=[pytest.mark.slow] if _spins(hostile) else [],
        )
        for hostile in PROGRAMS
    ]


def _spins(hostile: HostileProgram) -> bool:
    return "cpu" in hostile.ends and hostile.name not in ("endless-loop", "fork-bomb")


@pytest.mark.parametrize("hostile", _each_program())
def test_hostile_program(
    hostile: HostileProgram,
    jail: Jail,
    outside: Outside,
    sessions: list[int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(build, "chosen_jail", lambda: jail)
    monkeypatch.setattr(emulator, "chosen_jail", lambda: jail)
    program = _built(hostile, outside, jail)
    if not program.ok:
        assert hostile.ends == {"unbuilt"}, (program.message, program.diagnostics[:2000])
        assert PLAIN.fullmatch(program.message)
        assert secrets_in(program.diagnostics) == []
        return
    limits = replace(LIMITS, wall_seconds=hostile.wall_seconds, cpu_seconds=hostile.cpu_seconds)
    run = run_program(program.executable, limits=limits)
    assert _ending(run) in hostile.ends, (run.message, run.output[-500:], run.errors[-500:])
    assert run.ok or PLAIN.fullmatch(run.message), run.message
    assert hostile.says in run.output.decode(errors="replace"), (run.output, run.errors)
    assert BREACH not in run.output.decode(errors="replace"), run.output[:500]
    assert secrets_in((run.output[:100_000] + run.errors).decode(errors="replace")) == []
    assert outside.touched() == []
    assert soon(lambda: all(living_in_session(session) == [] for session in sessions))


def _ending(run: ProgramRun) -> str:
    if run.limit is not None:
        return run.limit
    if run.signal_number is not None:
        return "signal"
    return "ok" if run.exit_code == 0 else "exit"
