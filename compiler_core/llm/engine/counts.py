"""What to count in a run of an engine, and whose counts they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from compiler_core.host.counting.executable import read_executable
from compiler_core.llm.engine.records import (
    EngineBuild,
    EngineKernel,
    KernelCount,
    Phase,
    PhaseCount,
)
from compiler_core.toolchain.counting import CodeSymbol, CountingPlan, Tally


def engine_counting(build: EngineBuild, executable: bytes) -> CountingPlan:
    """Each kernel's function as one, with the parts that the compiler split off."""
    wanted = {kernel.function for kernel in build.kernels}
    functions = read_executable(executable, ()).functions
    symbols = tuple(function for function in functions if _owner(function) in wanted)
    return CountingPlan(symbols=symbols, memory="bytes")


def phase_count(
    build: EngineBuild, by_symbol: Mapping[CodeSymbol, Tally], phase: Phase, tokens: int
) -> PhaseCount:
    """The kernels of a phase in the order of the manifest; those that never ran are left out."""
    by_owner: dict[str, list[Tally]] = {}
    for symbol, tally in by_symbol.items():
        by_owner.setdefault(_owner(symbol), []).append(tally)
    kernels = [
        entry for entry in build.kernels if entry.phase == phase and entry.function in by_owner
    ]
    tallies = [tally for kernel in kernels for tally in by_owner[kernel.function]]
    return PhaseCount(
        tokens=tokens,
        instructions=sum(part.executions for part in tallies),
        loads=sum(part.loads for part in tallies),
        bytes_loaded=sum(part.bytes_loaded for part in tallies),
        bytes_stored=sum(part.bytes_stored for part in tallies),
        kernels=tuple(_count(kernel, by_owner[kernel.function]) for kernel in kernels),
    )


def _owner(symbol: CodeSymbol) -> str:
    """The function a symbol is a part of: `f.part.0` and `f.constprop.0` belong to `f`."""
    return symbol.name.split(".", 1)[0]


def _count(kernel: EngineKernel, tallies: Iterable[Tally]) -> KernelCount:
    parts = tuple(tallies)
    return KernelCount(
        function=kernel.function,
        role=kernel.role,
        type=kernel.type,
        tactic=kernel.tactic,
        instructions=sum(part.executions for part in parts),
        loads=sum(tally.loads for tally in parts),
        bytes_loaded=sum(tally.bytes_loaded for tally in parts),
    )
