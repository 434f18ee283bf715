"""Try tiles until all are measured, the time is over, or someone cancels.

The time budget is looked at between candidates, and the first one, the tactic's own choice, is
always measured: there is a result even for a budget of nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from compiler_core.errors import InputError, ToolMissing
from compiler_core.graph.kernels.harness import HarnessCase
from compiler_core.graph.kernels.registry import Tactic, find_tactic
from compiler_core.graph.kernels.request import Tile
from compiler_core.graph.records import EpilogueStep
from compiler_core.graph.selection.choose import choose_kernel
from compiler_core.graph.selection.cores import CoreProfile
from compiler_core.graph.selection.costs import outputs_of
from compiler_core.graph.selection.measure import build_cases, measure_program
from compiler_core.graph.selection.records import Layer
from compiler_core.graph.tuning.candidates import candidates_for
from compiler_core.graph.tuning.loop_cycles import busiest_loop, loop_cycles
from compiler_core.graph.tuning.records import Candidate, Ending, Progress, TuningResult
from compiler_core.graph.tuning.winners import winner_cache, winner_key
from compiler_core.toolchain.analysers import Analyser, find_llvm_mca
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.outcome import Compiler

_SEED = 1
_LARGEST_DIFFERENCE = 1e-5
_KERNEL_NAME = "candidate"

ProgressCall = Callable[[Progress], None]
Cancelled = Callable[[], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Trial:
    """What every candidate of one run shares."""

    layer: Layer
    """The one whose kernel is tuned."""
    tactic: Tactic
    """The one that was chosen for the layer."""
    core: CoreProfile
    """Whose features and emulator are used."""
    compiler: Compiler
    """Builds each candidate."""
    analyser: Analyser | None
    """Models cycles of the innermost loop; None where llvm-mca is not here."""
    inputs: np.ndarray
    """One drawn image, flat."""
    operands: tuple[np.ndarray, ...]
    """Drawn arrays for the epilogue's tensors, flat and in its order."""


def tune(
    layer: Layer,
    core: CoreProfile,
    budget_seconds: float,
    on_progress: ProgressCall = lambda _progress: None,
    cancelled: Cancelled = lambda: False,
) -> TuningResult:
    """The best tile for the layer's chosen tactic on this core.

    on_progress is called after each candidate. Raises InputError for a layer without a kernel,
    ToolMissing without compiler or emulator, Overloaded and JailBroken.
    """
    tactic, compiler = find_tactic(choose_kernel(layer, core).tactic), find_compiler("gcc")
    key = winner_key(layer.shape, tactic.build(layer.request(_KERNEL_NAME)), core, compiler)
    trial = _trial(layer, tactic, core, compiler)
    result = winner_cache().get_or_compute(
        key, lambda: _measure_all(trial, budget_seconds, on_progress, cancelled)
    )
    if result.cached:
        on_progress(Progress(len(result.candidates), len(result.candidates), result.winner, 0.0))
    return result


def _trial(layer: Layer, tactic: Tactic, core: CoreProfile, compiler: Compiler) -> _Trial:
    generator = np.random.default_rng(_SEED)
    shape = layer.shape
    image = (shape.batch * shape.height_in * shape.width_in * shape.channels_in,)
    tensors = [step for step in layer.epilogue if step.operand == "tensor"]
    outputs = (outputs_of(shape),)
    return _Trial(
        layer=layer,
        tactic=tactic,
        core=core,
        compiler=compiler,
        analyser=_analyser(),
        inputs=_random(generator, shape.element_type, image),
        operands=tuple(_random(generator, step.element_type, outputs) for step in tensors),
    )


def _random(generator: np.random.Generator, element_type: str, size: tuple[int, ...]) -> np.ndarray:
    if element_type == "int8":
        return generator.integers(-128, 128, size, dtype=np.int8)
    return generator.standard_normal(size).astype(np.float32)


def _analyser() -> Analyser | None:
    """Modelled cycles are an extra: without llvm-mca there are counts."""
    try:
        return find_llvm_mca()
    except ToolMissing:
        return None


def _measure_all(
    trial: _Trial, budget_seconds: float, on_progress: ProgressCall, cancelled: Cancelled
) -> TuningResult:
    started = time.monotonic()
    tiles = candidates_for(trial.tactic, trial.layer.shape)
    first, expected = _measured(trial, tiles[0], None)
    if first.failure:
        raise InputError(f"The kernel of {trial.layer.name!r} cannot be measured: {first.failure}")
    tried, ending = [first], "all measured"
    best = first
    for tile in tiles[1:]:
        on_progress(Progress(len(tried), len(tiles), best, time.monotonic() - started))
        stopped = _stopped(started, budget_seconds, cancelled)
        if stopped is not None:
            ending = stopped
            break
        candidate, _ = _measured(trial, tile, expected)
        tried.append(candidate)
        best = better(best, candidate)
    seconds = time.monotonic() - started
    on_progress(Progress(len(tried), len(tiles), best, seconds))
    return TuningResult(
        layer=trial.layer.name,
        tactic=trial.tactic.name,
        core=trial.core.name,
        compiler=trial.compiler.title,
        candidates=tuple(tried),
        winner=best,
        ending=ending,
        seconds=seconds,
    )


def _stopped(started: float, budget_seconds: float, cancelled: Cancelled) -> Ending | None:
    if cancelled():
        return "cancelled"
    return "time is over" if time.monotonic() - started >= budget_seconds else None


def better(best: Candidate, candidate: Candidate) -> Candidate:
    """Fewer instructions win; of as many, fewer modelled cycles per multiplication."""
    if candidate.failure:
        return best
    if candidate.instructions != best.instructions:
        return min(best, candidate, key=lambda contender: contender.instructions)
    cycles = (candidate.cycles_per_multiply, best.cycles_per_multiply)
    if cycles[0] is None or cycles[1] is None:
        return best
    return candidate if cycles[0] < cycles[1] else best


def _measured(
    trial: _Trial, tile: Tile, expected: np.ndarray | None
) -> tuple[Candidate, np.ndarray]:
    """One candidate: built, run, counted, compared with the first one's result."""
    kernel = trial.tactic.build(trial.layer.request(_KERNEL_NAME, tile))
    case = HarnessCase(
        kernel,
        trial.inputs,
        trial.operands,
        outputs_of(trial.layer.shape),
        output_type(trial.layer.epilogue),
    )
    try:
        program = build_cases((case,), trial.core, trial.compiler)
        counted = measure_program((case,), 0, program, trial.core)
    except InputError as error:
        return Candidate(tile, 0, failure=error.message), np.zeros(0)
    cycles, multiplies = _modelled(trial, program.executable)
    failure = ""
    if expected is not None and not same(expected, counted.result):
        failure = "it computes something else"
    return Candidate(tile, counted.instructions, cycles, multiplies, failure), counted.result


def _modelled(trial: _Trial, executable: bytes) -> tuple[float | None, int]:
    """Cycles of the innermost loop and its multiplications; (None, 0) without an answer."""
    loop = busiest_loop(executable, _KERNEL_NAME) if trial.analyser is not None else None
    if trial.analyser is None or loop is None:
        return None, 0
    return loop_cycles(loop, trial.core, trial.analyser), loop.multiplies


def same(expected: np.ndarray, result: np.ndarray) -> bool:
    """int8: equal; float32: equal up to the order of sums."""
    if expected.dtype == np.int8:
        return bool(np.array_equal(expected, result))
    largest = float(np.abs(expected).max(initial=0.0)) or 1.0
    return bool(np.abs(expected - result).max(initial=0.0) <= _LARGEST_DIFFERENCE * largest)


def output_type(epilogue: tuple[EpilogueStep, ...]) -> str:
    """int8 after a last QuantizeLinear, else float32."""
    return "int8" if epilogue and epilogue[-1].operator == "QuantizeLinear" else "float32"
