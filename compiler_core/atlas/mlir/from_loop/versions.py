"""One loop without and with a reader's passes: lowered, run beside Clang's code, compared."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.atlas.mlir.from_loop.descriptors import with_descriptors
from compiler_core.atlas.mlir.from_loop.module import LoopModule
from compiler_core.atlas.mlir.left_over import left_operations
from compiler_core.atlas.mlir.lowering import Lowered, run_passes, to_assembly, to_llvm
from compiler_core.atlas.mlir.pass_grammar import PassUse, read_passes
from compiler_core.atlas.own_loop.driving import LoopRun, input_of, named_apart, run_versions
from compiler_core.errors import InputError
from compiler_core.source import SourceFile

LOWERING = (
    "lower-affine,convert-vector-to-scf,convert-scf-to-cf,convert-vector-to-llvm,"
    "convert-math-to-llvm,convert-arith-to-llvm,convert-index-to-llvm,finalize-memref-to-llvm,"
    "convert-cf-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts"
)
"""What brings the rest down to LLVM's dialect, behind whatever a reader chose."""


@dataclass(frozen=True, slots=True)
class LoweredLoop:
    """text: behind the reader's passes. llvm: in LLVM's dialect; left: operations that are not.
    assembly: "" where some are left."""

    text: str
    llvm: str
    left: tuple[str, ...]
    assembly: str


@dataclass(frozen=True, slots=True)
class LoopVersions:
    """from_c: by Clang. plain: without the reader's passes. changed: with them; None for what has
    no program. passed: the reader's passes, step by step; None for no pass."""

    passed: Lowered | None
    plain: LoweredLoop
    changed: LoweredLoop
    runs: tuple[LoopRun, LoopRun, LoopRun] | None
    version: str


def versions_of(
    source: SourceFile,
    module: LoopModule,
    passes: tuple[PassUse, ...],
    level: str,
    size: int,
    overlap: int,
) -> LoopVersions:
    """Raises InputError for what MLIR refuses and for a program that does not end; ToolMissing."""
    given = input_of(module.function, size, overlap)
    passed = run_passes(module.text, passes) if passes else None
    lowered = run_passes(module.text, read_passes(LOWERING))
    plain = _version(module, module.text, lowered, 0, level)
    changed = _version(module, passed.text, None, 1, level) if passed else plain
    runs = None
    if changed.assembly and plain.assembly:
        assemblies = [plain.assembly, changed.assembly] if passed else [plain.assembly]
        made = [
            with_descriptors(assembly, module.function, module.layouts, given)
            for assembly in assemblies
        ]
        results = run_versions(source, module.function, given, level, made)
        runs = (results[0], results[1], results[-1])
    return LoopVersions(passed, plain, changed, runs, lowered.version)


def _version(
    module: LoopModule, text: str, lowered: Lowered | None, number: int, level: str
) -> LoweredLoop:
    lowered = lowered or run_passes(text, read_passes(LOWERING))
    left = tuple(left_operations(lowered.text))
    if left:
        return LoweredLoop(text, lowered.text, left, "")
    name = module.function.name
    llvm = to_llvm(lowered.text)
    if f"@{name}(" not in llvm:
        raise InputError(f"Behind these passes there is no function {name} any more.")
    return LoweredLoop(text, lowered.text, (), to_assembly(named_apart(llvm, name, number), level))
