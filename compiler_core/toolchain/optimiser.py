"""LLVM's `opt`: chosen passes over LLVM IR, with neither front end nor code generation.

It belongs to the Clang it lies beside: another version might not read what that one prints.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace

from compiler_core.errors import ToolMissing
from compiler_core.toolchain.chosen_jail import chosen_jail
from compiler_core.toolchain.command import readable_paths
from compiler_core.toolchain.dumps import DUMP_LIMITS
from compiler_core.toolchain.job import Job
from compiler_core.toolchain.judge import failure_of
from compiler_core.toolchain.outcome import CompileJob, Compiler
from compiler_core.toolchain.runner import run_kept
from compiler_core.toolchain.service import compile_queue, compile_with

_MODULE = "module.ll"
_LIMITS = replace(DUMP_LIMITS, output_bytes=DUMP_LIMITS.file_bytes, collect_bytes=0)


@dataclass(frozen=True, slots=True)
class OptimiserRun:
    """The module afterwards, and what was printed on the way. problem: why there is none, in plain
    words; "" where there is.
    """

    module: str
    messages: str
    problem: str


def printed_pipeline(job: CompileJob) -> str:
    """The passes that Clang would run for this job, as one line; "" where it prints none. Raises as
    `compile_assembly`.
    """
    outcome = compile_with(job, ("-mllvm", "-print-pipeline-passes"))
    lines = outcome.output.splitlines() if outcome.status == "ok" else []
    return lines[0] if lines else ""


def run_passes(
    compiler: Compiler, module: str, pipeline: str, options: tuple[str, ...] = ()
) -> OptimiserRun:
    """Run a pipeline over a module's text, or give what the same run gave before. options: ours.

    Raises ToolMissing where this Clang has no `opt` beside it, Overloaded and JailBroken.
    """
    path = os.path.join(os.path.dirname(os.path.realpath(compiler.c_path)), "opt")
    major = compiler.version.partition(".")[0]
    if compiler.family != "clang" or not os.path.exists(path):
        raise ToolMissing(f"LLVM's opt of version {major}", f"llvm-{major}")
    job = Job(
        command=(path, f"-passes={pipeline}", *options, "-S", "-o", "-", _MODULE),
        readable=readable_paths(compiler, "c"),
        files=((_MODULE, module.encode("utf-8", "replace")),),
        limits=_LIMITS,
    )
    with compile_queue().place():
        run = run_kept(chosen_jail(), job)
    return OptimiserRun(
        run.output.decode("utf-8", "replace"),
        run.diagnostics.decode("utf-8", "replace"),
        failure_of(run, _LIMITS, ("opt", compiler.version), "this pipeline"),
    )
