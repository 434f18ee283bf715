"""Compile a source file and demangle names: the two things others ask of the toolchain."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from compiler_core.errors import ToolMissing
from compiler_core.source import SourceFile
from compiler_core.toolchain.cache import OutcomeCache, cache_key
from compiler_core.toolchain.chosen_jail import chosen_jail
from compiler_core.toolchain.command import home_command, jailed_command, readable_paths
from compiler_core.toolchain.demangle import demangle
from compiler_core.toolchain.flags import check_flags
from compiler_core.toolchain.jail import Jail
from compiler_core.toolchain.job import Job
from compiler_core.toolchain.job_queue import JobQueue, default_queue
from compiler_core.toolchain.judge import judge
from compiler_core.toolchain.limits import COMPILE_LIMITS, Limits
from compiler_core.toolchain.outcome import CompileJob, Compiler, Outcome
from compiler_core.toolchain.runner import run_kept
from compiler_core.toolchain.state import results_directory

__all__ = ["compile_assembly", "compile_now", "compile_with", "demangle", "keep_outcome"]


def compile_assembly(source: SourceFile, compiler: Compiler, flags: tuple[str, ...]) -> Outcome:
    """Compile to assembly on standard output, jailed and cached. flags come from `parse_flags`.

    Raises ToolMissing when this compiler has no driver for the language, Overloaded when too many
    compiles wait, JailBroken when no jail starts, RefusedFlag for flags the grammar does not admit
    (they are checked again here, whoever calls). Everything else is an Outcome.
    """
    job = CompileJob(source, compiler, check_flags(flags, compiler))
    if not compiler.driver(source.language):
        raise ToolMissing(f"The C++ driver of {compiler.name}", cpp_package(compiler))
    return _cache().get_or_compute(
        cache_key(job), lambda: compile_now(job, COMPILE_LIMITS, chosen_jail())
    )


def keep_outcome(job: CompileJob, outcome: Outcome) -> None:
    """What a compile of this very job gave besides what it was started for, for this process. job:
    with flags as `check_flags` gives them."""
    _cache().offer(cache_key(job), outcome)


def compile_with(job: CompileJob, own_flags: tuple[str, ...]) -> Outcome:
    """Compile with flags of ours besides, which no user can type; kept by content.

    Raises as `compile_assembly` does.
    """
    checked = replace(job, flags=check_flags(job.flags, job.compiler))
    return compile_now(checked, COMPILE_LIMITS, chosen_jail(), own_flags)


def compile_now(
    job: CompileJob, limits: Limits, jail: Jail, own_flags: tuple[str, ...] = ()
) -> Outcome:
    """Compile without the cache of outcomes, when it is this job's turn."""
    driver, *arguments = jailed_command(job)
    jailed = Job(
        command=(driver, *own_flags, *arguments),
        readable=readable_paths(job.compiler, job.source.language),
        files=((job.source.name, job.source.text.encode("utf-8", "replace")),),
        limits=limits,
    )
    with compile_queue().place():
        run = run_kept(jail, jailed)
    return judge(job, limits, run, home_command(job))


def cpp_package(compiler: Compiler) -> str:
    """The Debian package of this compiler's C++ driver."""
    major = compiler.version.partition(".")[0]
    if compiler.family == "gcc":
        return f"g++-{major}-aarch64-linux-gnu"
    return f"clang-{major}"


@lru_cache(maxsize=1)
def _cache() -> OutcomeCache:
    return OutcomeCache(results_directory("outcomes"))


@lru_cache(maxsize=1)
def compile_queue() -> JobQueue:
    """The one queue all compiles wait in."""
    return default_queue()
