"""Each limit ends a run, in both jails, with its own plain message."""

from __future__ import annotations

from dataclasses import replace

import pytest

from compiler_core.errors import SourceTooLarge
from compiler_core.source import SourceFile, source_file
from compiler_core.toolchain.jail import Jail, bubblewrap_jail
from compiler_core.toolchain.job import RunResult
from compiler_core.toolchain.judge import judge
from compiler_core.toolchain.limits import (
    COMPILE_LIMITS,
    LimitName,
    Limits,
    explain_limit,
    explain_run_limit,
)
from compiler_core.toolchain.outcome import CompileJob, Compiler, Outcome
from compiler_core.toolchain.service import compile_now
from tests.toolchain.probing import probe

STRINGS = (
    "#define A(x) x x x x x x x x\n#define B(x) A(A(A(A(x))))\n"
    'const char *s = B(B(B("aaaaaaaaaaaaaaaa")));\n'
)
FIBONACCI = (
    "constexpr long f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }\nstatic_assert(f(60));\n"
)
SMALL = SourceFile("loop.c", "int f(int x) { return x + 1; }\n")


def _compile(source: SourceFile, compiler: Compiler, limits: Limits, jail: Jail) -> Outcome:
    return compile_now(CompileJob(source, compiler, ("-O1",)), limits, jail)


def test_cpu_time(compiler: Compiler, jail: Jail) -> None:
    limits = replace(COMPILE_LIMITS, cpu_seconds=1)
    steps = "-fconstexpr-steps=999999999" if compiler.family == "clang" else "-fconstexpr-depth=99"
    job = CompileJob(SourceFile("loop.cpp", FIBONACCI), compiler, (steps, "-std=c++17"))
    outcome = compile_now(job, limits, jail)
    assert (outcome.status, outcome.limit) == ("limited", "cpu")
    assert "more than 1 s of processor time" in outcome.message


def test_cpu_time_is_the_whole_trees(jail: Jail) -> None:
    """A namespace hides its processes' time from the server; the launcher reports it."""
    run = probe(jail, "spin", limits=replace(COMPILE_LIMITS, cpu_seconds=1))
    assert run.limit == "cpu"
    assert run.cpu_seconds is not None
    assert 0.5 <= run.cpu_seconds <= 1.5


def test_wall_time(jail: Jail) -> None:
    run = probe(jail, "sleep", limits=replace(COMPILE_LIMITS, wall_seconds=0.4))
    assert run.limit == "wall"
    assert run.seconds >= 0.4


def test_memory(compiler: Compiler, jail: Jail) -> None:
    limits = replace(COMPILE_LIMITS, memory_bytes=512 << 20)
    outcome = _compile(SourceFile("loop.c", STRINGS), compiler, limits, jail)
    assert (outcome.status, outcome.limit) == ("limited", "memory")
    assert "512 MiB of memory" in outcome.message


def test_processes(jail: Jail) -> None:
    limits = replace(COMPILE_LIMITS, processes=20)
    run = probe(jail, "fork", limits=limits)
    started = int(run.output)
    assert 10 <= started <= 20


def test_processes_of_a_compiler(gcc: Compiler) -> None:
    """GCC's driver says it in these words, after trying for 15 seconds."""
    words = (
        b"aarch64-linux-gnu-gcc-12: fatal error: cannot execute '/usr/lib/cc1': vfork: "
        b"Resource temporarily unavailable\ncompilation terminated.\n"
    )
    run = RunResult(
        exit_code=1,
        signal_number=None,
        limit=None,
        output=b"",
        diagnostics=words,
        seconds=15.0,
        cpu_seconds=0.01,
    )
    outcome = judge(CompileJob(SMALL, gcc, ()), COMPILE_LIMITS, run, ())
    assert (outcome.status, outcome.limit) == ("limited", "processes")


@pytest.mark.slow
def test_processes_of_a_compiler_that_tries_for_15_seconds(gcc: Compiler) -> None:
    limits = replace(COMPILE_LIMITS, processes=1, wall_seconds=25.0)
    outcome = _compile(SMALL, gcc, limits, bubblewrap_jail())
    assert (outcome.status, outcome.limit) == ("limited", "processes"), outcome.diagnostics


def test_file_size(jail: Jail) -> None:
    assert probe(jail, "grow").limit == "file size"


def test_total_file_size(jail: Jail) -> None:
    run = probe(jail, "fill")
    assert run.limit == "total size" or run.output == b"full after 64 MiB\n"


def test_diagnostics(jail: Jail) -> None:
    run = probe(jail, "chatter", "2")
    assert run.limit == "diagnostics"
    assert len(run.diagnostics) == COMPILE_LIMITS.diagnostics_bytes


def test_diagnostics_of_a_compiler(gcc: Compiler, jail: Jail) -> None:
    outcome = _compile(SourceFile("loop.c", "x" + " y;" * 20_000), gcc, COMPILE_LIMITS, jail)
    assert (outcome.status, outcome.limit) == ("limited", "diagnostics")
    assert outcome.diagnostics.startswith("loop.c:1:1: error: unknown type name 'x'")


def test_output(compiler: Compiler, jail: Jail) -> None:
    limits = replace(COMPILE_LIMITS, output_bytes=20_000)
    source = SourceFile("loop.c", f"int a[] = {{ {','.join(map(str, range(1, 5000)))} }};\n")
    outcome = _compile(source, compiler, limits, jail)
    assert (outcome.status, outcome.limit, outcome.output) == ("limited", "output", "")


def test_source_size() -> None:
    assert source_file("x" * 65536).text
    with pytest.raises(SourceTooLarge, match="65,537 bytes"):
        source_file("x" * 65537)


@pytest.mark.parametrize("name", LimitName.__args__)
def test_every_limit_says_what_it_is_and_what_to_do(name: LimitName) -> None:
    for message, subject in (
        (explain_limit(name), "The "),
        (explain_run_limit(name), "Your program "),
    ):
        assert message.startswith(subject)
        assert message.count(".") >= 2
        assert "{" not in message


def test_the_real_limit_of_memory(compiler: Compiler, jail: Jail) -> None:
    outcome = _compile(SourceFile("loop.c", STRINGS), compiler, COMPILE_LIMITS, jail)
    assert (outcome.status, outcome.limit) == ("limited", "memory")
    assert "1 GiB" in outcome.message
