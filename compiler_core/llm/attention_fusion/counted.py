"""Plain and fused attention run under the emulator, and what each kernel touched is counted.

The plugin counts, for each kernel, distinct cache lines, loads, stores and misses of a modelled
cache. The formula says how much memory a kernel has to touch; lines times 64 is what it did touch.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import onnx_ir as ir

from compiler_core.errors import InputError, ToolMissing
from compiler_core.graph.validation import random_inputs, run_model
from compiler_core.host.counting.executable import read_executable
from compiler_core.llm.attention_fusion.budget import MemoryBudget
from compiler_core.llm.attention_fusion.half_program import (
    KERNEL_PREFIX,
    HalfProgram,
    fused_program,
    plain_program,
)
from compiler_core.llm.attention_fusion.registry import fusion_passes
from compiler_core.llm.attention_fusion.traffic import kernel_traffic
from compiler_core.llm.block_graph.build import block_model
from compiler_core.llm.block_graph.regime import Regime
from compiler_core.llm.records import ModelConfiguration
from compiler_core.source import SourceFile
from compiler_core.toolchain.build import OWN_BUILD_LIMITS, build_program
from compiler_core.toolchain.counting import (
    CacheGeometry,
    CountingPlan,
    Tally,
    counting_request,
    read_count_run,
)
from compiler_core.toolchain.discovery import installed_compilers
from compiler_core.toolchain.emulator import run_program
from compiler_core.toolchain.limits import RUN_LIMITS
from compiler_core.toolchain.outcome import Compiler
from compiler_core.toolchain.program import Unit

LINE_BYTES = 64
_WAYS = 16
# A copy stays a loop of the kernel: what memcpy touches would be counted elsewhere.
_FLAGS = ("-std=c11", "-O2", "-ffp-contract=off", "-fno-tree-loop-distribute-patterns")
_UNLIMITED = 1 << 40
_SECONDS = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedKernel:
    """One kernel, in bytes."""

    kernel: str
    """Name of the kernel."""
    formula: int
    """Tensors, tables and weights that it has to touch."""
    scratch: int
    """Memory near the core that it also has."""
    touched: int
    """Distinct lines times 64."""
    missed: int
    """Misses of the modelled cache times 64."""
    loads: int
    """How many executed instructions read memory."""
    stores: int
    """How many executed instructions wrote memory."""
    loaded: int
    """Bytes read by all executed instructions."""
    stored: int
    """Bytes written by all executed instructions."""
    instructions: int
    """How many it executed."""


@dataclass(frozen=True, slots=True)
class CountedProgram:
    """name: "plain" or "fused". largest_difference: of the result from ONNX Runtime's on the plain
    graph, relative to its largest element."""

    name: str
    kernels: tuple[CountedKernel, ...]
    largest_difference: float

    @property
    def formula(self) -> int:
        return sum(kernel.formula for kernel in self.kernels)

    @property
    def touched(self) -> int:
        return sum(kernel.touched - kernel.scratch for kernel in self.kernels)

    @property
    def missed(self) -> int:
        return sum(kernel.missed for kernel in self.kernels)

    @property
    def instructions(self) -> int:
        return sum(kernel.instructions for kernel in self.kernels)


@dataclass(frozen=True, slots=True)
class CountedAttention:
    """Both programs in one regime. cache_bytes: of the modelled cache."""

    regime: Regime
    cache_bytes: int
    plain: CountedProgram
    fused: CountedProgram


def count_attention(
    configuration: ModelConfiguration, regime: Regime, budget: MemoryBudget | None = None
) -> CountedAttention:
    """Build, run and count the attention half of block 0 with random weights; takes seconds.

    The modelled cache is the largest that the budget's near memory holds. Raises InputError for a
    kind of model that the programs do not cover, ToolMissing, Overloaded and JailBroken.
    """
    chosen = budget or MemoryBudget()
    model = block_model(configuration, regime, part="attention")
    given = random_inputs(model, 0)
    (expected,) = (outputs[0] for outputs in run_model(model, (given,)))
    geometry = _geometry(chosen.near_bytes)
    plain = plain_program(configuration, regime, model, given)
    counted_plain = _counted(plain, _formula(model, chosen), expected, geometry)
    for fusion_pass in fusion_passes(chosen):
        fusion_pass.run(model)
    fused = fused_program(configuration, regime, model, given)
    counted_fused = _counted(fused, _formula(model, chosen), expected, geometry)
    return CountedAttention(regime, geometry.total_bytes, counted_plain, counted_fused)


def _geometry(near_bytes: int) -> CacheGeometry:
    sets = 1
    while 2 * sets * _WAYS * LINE_BYTES <= near_bytes:
        sets *= 2
    return CacheGeometry(LINE_BYTES, sets, _WAYS)


def _formula(model: ir.Model, budget: MemoryBudget) -> dict[str, int]:
    """Bytes that each kernel touches, each of them once."""
    once = replace(budget, near_bytes=_UNLIMITED)
    return {kernel.kernel: kernel.bytes for kernel in kernel_traffic(model, once)}


def _counted(
    program: HalfProgram, formula: dict[str, int], expected: np.ndarray, geometry: CacheGeometry
) -> CountedProgram:
    tallies, result = _run(program, geometry, expected.nbytes)
    if tallies.keys() != formula.keys():
        raise InputError(
            f"The {program.name} program has the kernels {', '.join(tallies)}; the graph has "
            f"{', '.join(formula)}."
        )
    difference = np.abs(result.reshape(expected.shape) - expected).max() / np.abs(expected).max()
    kernels = (
        _kernel(name, size, program.scratch.get(name, 0), tallies[name])
        for name, size in formula.items()
    )
    return CountedProgram(program.name, tuple(kernels), float(difference))


def _kernel(name: str, formula: int, scratch: int, tally: Tally) -> CountedKernel:
    return CountedKernel(
        kernel=name,
        formula=formula,
        scratch=scratch,
        touched=tally.cache_lines * LINE_BYTES,
        missed=tally.misses * LINE_BYTES,
        loads=tally.loads,
        stores=tally.stores,
        loaded=tally.bytes_loaded,
        stored=tally.bytes_stored,
        instructions=tally.executions,
    )


def _run(
    program: HalfProgram, geometry: CacheGeometry, size: int
) -> tuple[dict[str, Tally], np.ndarray]:
    """What each kernel did, by its name in the graph, and the program's result."""
    unit = Unit(SourceFile(f"{program.name}.c", program.source), _FLAGS, files=program.headers)
    built = build_program((unit,), _compiler(), limits=OWN_BUILD_LIMITS)
    if not built.ok:
        raise InputError(f"The {program.name} program does not build: {built.message}")
    functions = read_executable(built.executable, ()).functions
    symbols = tuple(function for function in functions if function.name.startswith(KERNEL_PREFIX))
    plan = CountingPlan(symbols=symbols, geometry=geometry)
    request = counting_request(plan)
    limits = replace(RUN_LIMITS, cpu_seconds=_SECONDS, wall_seconds=1.5 * _SECONDS)
    run = run_program(
        built.executable,
        plugin=request,
        limits=limits,
        files=(("input.bin", program.inputs), *request.files),
    )
    content = run.files.get("output.bin", b"")
    if not run.ok or len(content) != size:
        raise InputError(f"The {program.name} program did not run: {run.message}")
    counted = read_count_run(plan, run.files)
    tallies = {
        symbol.name.removeprefix(KERNEL_PREFIX): tally
        for symbol, tally in counted.by_symbol.items()
    }
    return tallies, np.frombuffer(content, np.float32)


def _compiler() -> Compiler:
    compilers = [compiler for compiler in installed_compilers() if compiler.family == "gcc"]
    if not compilers:
        raise ToolMissing("The cross GCC", "gcc-aarch64-linux-gnu")
    return compilers[0]
