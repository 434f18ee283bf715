"""Compile once more with the compiler's own accounts of its passes switched on.

GCC writes a file per pass, which come back with the run; LLVM prints to standard error. The flags
here are ours alone: none of them is in the grammar users type in.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from compiler_core.kept import Kept
from compiler_core.toolchain.chosen_jail import chosen_jail
from compiler_core.toolchain.command import home_command, jailed_command, readable_paths
from compiler_core.toolchain.job import Job
from compiler_core.toolchain.judge import judge
from compiler_core.toolchain.limits import COMPILE_LIMITS, Limits, explain_limit
from compiler_core.toolchain.outcome import CompileJob, Outcome
from compiler_core.toolchain.runner import run_jailed
from compiler_core.toolchain.service import compile_queue

# A 60-line file with all of GCC's dumps is about 10 MB, one that sorts vectors of vectors 42;
# beyond this the page says so.
DUMP_LIMITS = replace(
    COMPILE_LIMITS, diagnostics_bytes=24 << 20, collect_bytes=80 << 20, wall_seconds=20.0
)
# What GCC says of 800 loops, with the code between, is 60 MB.
RECORD_LIMITS = replace(
    DUMP_LIMITS, file_bytes=64 << 20, total_file_bytes=96 << 20, collect_bytes=160 << 20
)
# The story of the passes, their prices and what comes of leaving one out all read LLVM's dumps.
BYTES_KEPT = 16 << 20


@dataclass(frozen=True, slots=True)
class DumpRun:
    """One compile with dumps: its outcome, the files it left by name, and its standard error."""

    outcome: Outcome
    files: dict[str, bytes]
    messages: str


def _weight(run: DumpRun) -> int:
    return 1 + len(run.messages) + sum(map(len, run.files.values()))


_kept: Kept[DumpRun] = Kept(BYTES_KEPT, _weight)


def compile_with_dumps(
    job: CompileJob, extra_flags: tuple[str, ...], limits: Limits | None = None
) -> DumpRun:
    """Compile with extra flags of ours; the same is not compiled again as long as it is kept.

    limits: those of dumps where none are given.

    Raises as `compile_assembly` does.
    """
    run, _ = _kept.get_or_compute(
        (job, extra_flags),
        lambda: _compiled(job, extra_flags, limits or DUMP_LIMITS),
        lambda run: run.outcome.status == "ok",
    )
    return run


def _compiled(job: CompileJob, extra_flags: tuple[str, ...], limits: Limits) -> DumpRun:
    driver, *arguments = jailed_command(job)
    jailed = Job(
        command=(driver, *extra_flags, *arguments),
        readable=readable_paths(job.compiler, job.source.language),
        files=((job.source.name, job.source.text.encode("utf-8", "replace")),),
        limits=limits,
    )
    with compile_queue().place():
        run = run_jailed(chosen_jail(), jailed)
    outcome = judge(job, limits, run, home_command(job))
    if sum(map(len, run.files.values())) > surely_complete_bytes(limits):
        message = explain_limit("total size", limits)
        outcome = replace(outcome, status="limited", limit="total size", message=message)
    return DumpRun(outcome, dict(run.files), run.diagnostics.decode("utf-8", "replace"))


def surely_complete_bytes(limits: Limits) -> int:
    """A file that does not fit into what is left is not collected: below this none was lost."""
    return limits.collect_bytes - limits.file_bytes
