"""Asking MLIR: a module through a pass list, to LLVM's IR, and on to AArch64 assembly by Clang."""

from __future__ import annotations

import os
from dataclasses import dataclass

from compiler_core.atlas.counted_program import MARCH
from compiler_core.atlas.mlir.dumps import first_error, last_pass, steps_of, texts_of
from compiler_core.atlas.mlir.pass_grammar import PassUse, pipeline_text
from compiler_core.errors import InputError
from compiler_core.toolchain.atlas_tools import (
    MLIR_LIMITS,
    AtlasTool,
    AtlasToolRun,
    clang_of_mlir,
    find_mlir,
    run_atlas_tool,
)
from compiler_core.toolchain.command import readable_paths
from compiler_core.trace import Step

_INPUT = "input.mlir"
_PRINTING = (
    "--mlir-print-ir-before-all",
    "--mlir-print-ir-module-scope",
    "--mlir-disable-threading",
)
_TO_ASSEMBLY = ("--target=aarch64-linux-gnu", "-Wno-override-module", "-S", "-o", "-", "input.ll")


@dataclass(frozen=True, slots=True)
class Lowered:
    """A module behind all passes of a list, the steps on the way, and whose version did it."""

    text: str
    steps: tuple[Step, ...]
    version: str


def run_passes(module: str, passes: tuple[PassUse, ...]) -> Lowered:
    """Raises InputError for what MLIR refuses, a crash and a limit; ToolMissing."""
    tool = find_mlir("mlir-opt")
    arguments = (_INPUT, f"--pass-pipeline={pipeline_text(passes)}", *_PRINTING)
    run = run_atlas_tool(tool, arguments, ((_INPUT, module.encode()),), MLIR_LIMITS)
    if run.problem:
        raise _refused(tool, run)
    names, texts = texts_of(run.diagnostics, run.output)
    return Lowered(run.output, steps_of(names, texts), tool.version)


def run_options(module: str, options: tuple[str, ...]) -> AtlasToolRun:
    """`mlir-opt` with options of ours: what it prints, and what it warns of. Raises as
    `run_passes`."""
    tool = find_mlir("mlir-opt")
    run = run_atlas_tool(tool, (_INPUT, *options), ((_INPUT, module.encode()),), MLIR_LIMITS)
    if run.problem:
        raise _refused(tool, run)
    return run


def _refused(tool: AtlasTool, run: AtlasToolRun) -> InputError:
    error, name = first_error(run.diagnostics), last_pass(run.diagnostics)
    if "of messages" in run.problem:
        # What is printed between passes comes on standard error too.
        return InputError(
            f"What MLIR prints between these passes takes more than "
            f"{MLIR_LIMITS.diagnostics_bytes >> 20} MiB.",
            "Repeat bodies less often, or leave passes out.",
        )
    if "crashed" in run.problem and name:
        return InputError(f"{tool.name} {tool.version} itself crashed in {name}.")
    if not error:
        return InputError(run.problem)
    return InputError(f"{tool.name} stops{f' in {name}' if name else ''}: {error.rstrip('.?')}.")


def to_llvm(module: str) -> str:
    """LLVM's IR of a module in the dialect `llvm`. Raises InputError and ToolMissing."""
    tool = find_mlir("mlir-translate")
    run = run_atlas_tool(
        tool, ("--mlir-to-llvmir", _INPUT), ((_INPUT, module.encode()),), MLIR_LIMITS
    )
    if run.problem:
        raise _refused(tool, run)
    return run.output


def to_assembly(llvm: str, level: str = "-O2", march: str = MARCH) -> str:
    """AArch64 assembly. level, march: options of Clang's. Raises InputError and ToolMissing."""
    clang = clang_of_mlir()
    tool = AtlasTool(
        "Clang", clang.version, os.path.realpath(clang.c_path), readable_paths(clang, "c")
    )
    run = run_atlas_tool(
        tool, (level, march, *_TO_ASSEMBLY), (("input.ll", llvm.encode()),), MLIR_LIMITS
    )
    if run.problem:
        raise _refused(tool, run)
    return run.output
