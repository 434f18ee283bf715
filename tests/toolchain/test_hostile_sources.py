"""Hostile sources: nothing of the host comes out, nothing hangs, each ends in a proper outcome."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path

import pytest

from compiler_core.source import MAXIMUM_SOURCE_BYTES, SourceFile
from compiler_core.toolchain.jail import Jail, JailedCommand, JailKind, landlock_jail
from compiler_core.toolchain.job import Job
from compiler_core.toolchain.limits import COMPILE_LIMITS, Limits
from compiler_core.toolchain.outcome import CompileJob, Compiler, Outcome
from compiler_core.toolchain.service import compile_now
from tests.toolchain.hostile_sources import SOURCES, Hostile
from tests.toolchain.secrets import secrets_in

# The real limits have tests of their own; here a source that runs into one should do so soon.
LOWERED = replace(COMPILE_LIMITS, cpu_seconds=1, memory_bytes=512 << 20)


def _source(hostile: Hostile, directory: Path) -> SourceFile:
    text = hostile.text.replace("@CANARY@", f"{directory}/canary").replace("@DIR@", str(directory))
    return SourceFile(f"loop.{hostile.suffix}", text)


def _compile(source: SourceFile, compiler: Compiler, jail: Jail, limits: Limits) -> Outcome:
    standard = ("-std=c++20",) if source.language == "c++" else ()
    return compile_now(CompileJob(source, compiler, (*standard, "-O2")), limits, jail)


def test_there_are_enough_and_each_is_within_the_size_limit() -> None:
    assert len(SOURCES) >= 60
    assert len({hostile.name for hostile in SOURCES}) == len(SOURCES)
    too_long = [h.name for h in SOURCES if len(h.text.encode()) > MAXIMUM_SOURCE_BYTES]
    assert too_long == []


@pytest.mark.parametrize("hostile", SOURCES, ids=lambda hostile: hostile.name)
def test_hostile_source(
    hostile: Hostile, compiler: Compiler, jail: Jail, secret_directory: Path
) -> None:
    outcome = _compile(_source(hostile, secret_directory), compiler, jail, LOWERED)

    assert outcome.status in hostile.expected, (outcome.message, outcome.diagnostics[:500])
    assert secrets_in(outcome.output + outcome.diagnostics + outcome.message) == []
    assert len(outcome.diagnostics) <= LOWERED.diagnostics_bytes
    assert len(outcome.output) <= LOWERED.output_bytes
    assert bool(outcome.message) == (outcome.status != "ok")
    assert bool(outcome.limit) == (outcome.status == "limited")
    assert outcome.output == "" or outcome.status == "ok"


EMBED = 'const unsigned char c[] = {\n#embed "@CANARY@"\n};\n'
INCBIN = 'asm(".incbin \\"@CANARY@\\"");\n'
INCLUDE = 'int f(void) { return\n#include "@CANARY@"\n; }\n'
LEAKING = (("clang", INCBIN), ("clang", EMBED), ("clang", INCLUDE), ("gcc", INCLUDE))


@pytest.mark.parametrize(
    ("family", "text"), LEAKING, ids=["incbin", "embed", "include", "include-gcc"]
)
def test_the_secret_is_seen_when_a_jail_lets_it_out(
    family: str, text: str, secret_directory: Path, request: pytest.FixtureRequest
) -> None:
    """The check above can fail: with the secret's directory readable, the secret comes out."""
    compiler: Compiler = request.getfixturevalue(family)
    source = _source(Hostile("leak", text, frozenset()), secret_directory)
    outcome = _compile(source, compiler, _Leaky(str(secret_directory)), LOWERED)
    assert secrets_in(outcome.output + outcome.diagnostics) != []


class _Leaky:
    """A Landlock jail in which one directory too many is readable."""

    kind: JailKind = "landlock"
    lacks: tuple[str, ...] = ()

    def __init__(self, directory: str) -> None:
        self._directory = directory
        self._jail = landlock_jail()

    def probe_program(self) -> str:
        return self._jail.probe_program()

    def prepared(self, job: Job) -> AbstractContextManager[JailedCommand]:
        readable = (*job.readable, self._directory)
        return self._jail.prepared(replace(job, readable=readable))
