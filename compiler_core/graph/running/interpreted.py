"""Run a serialised plan by the small runtime, and count what it executes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from compiler_core.errors import InputError
from compiler_core.graph.emission.interpreted_plan import RUNTIME, InterpretedPlan
from compiler_core.graph.emission.program_text import TensorRecord
from compiler_core.graph.emission.surroundings import COMPILE_FLAGS
from compiler_core.graph.running.build import default_compiler
from compiler_core.host.counting.executable import read_executable
from compiler_core.source import SourceFile
from compiler_core.toolchain.build import OWN_BUILD_LIMITS, build_program
from compiler_core.toolchain.counting import CountingPlan, counting_request, read_count_run
from compiler_core.toolchain.emulator import run_program
from compiler_core.toolchain.limits import RUN_LIMITS
from compiler_core.toolchain.placed_files import pieces_of, placed_file
from compiler_core.toolchain.program import Unit

_KERNEL_PREFIX = "run_"

# Our own program, not a user's: it ends, but gives way to others, who may be many.
_LIMITS = replace(RUN_LIMITS, cpu_seconds=60, wall_seconds=240)


@dataclass(frozen=True, slots=True)
class InterpretedRun:
    """Outputs by name; instructions of the runtime's kernels and of the loop that picks them, and
    the bytes these load and store. code_bytes: of their machine code, whatever the plan.
    """

    outputs: dict[str, np.ndarray]
    instructions: int
    bytes_moved: int
    code_bytes: int
    seconds_emulated: float


def run_interpreted(plan: InterpretedPlan, inputs: Mapping[str, np.ndarray]) -> InterpretedRun:
    """Raises InputError when an input is missing or of another shape, or the run fails."""
    flags = (*COMPILE_FLAGS, "-march=armv8-a", f"-DARENA_BYTES={plan.arena_bytes}")
    unit = Unit(SourceFile(RUNTIME.name, RUNTIME.read_text()), flags)
    built = build_program((unit,), default_compiler(), limits=OWN_BUILD_LIMITS)
    if not built.ok:
        raise InputError(built.message)
    functions = read_executable(built.executable, ()).functions
    counted = CountingPlan(
        symbols=tuple(routine for routine in functions if routine.name.startswith(_KERNEL_PREFIX)),
        memory="bytes",
    )
    request = counting_request(counted)
    given = [(f"input{at}.bin", _bytes(record, inputs)) for at, record in enumerate(plan.inputs)]
    taken = [f"output{at}.bin" for at in range(len(plan.outputs))]
    with placed_file(pieces_of(plan.weights)) as weights:
        run = run_program(
            built.executable,
            arguments=("plan.bin", weights, *(name for name, _ in given), *taken),
            plugin=request,
            files=(("plan.bin", plan.plan), *given, *request.files),
            mapped_files=(weights,),
            limits=_LIMITS,
        )
    if not run.ok:
        raise InputError(f"The plan does not run: {run.message}")
    tallies = read_count_run(counted, run.files).by_symbol.values()
    outputs = {
        output.name: np.frombuffer(run.files[name], output.element_type).reshape(output.shape)
        for name, output in zip(taken, plan.outputs, strict=True)
    }
    return InterpretedRun(
        outputs,
        sum(tally.executions for tally in tallies),
        sum(counts.bytes_loaded + counts.bytes_stored for counts in tallies),
        sum(symbol.end - symbol.first for symbol in counted.symbols),
        run.seconds,
    )


def _bytes(record: TensorRecord, inputs: Mapping[str, np.ndarray]) -> bytes:
    array = inputs.get(record.name)
    if array is None or array.shape != record.shape or array.dtype != np.float32:
        raise InputError(f"The input {record.name!r} must be float32 of shape {record.shape}.")
    return np.ascontiguousarray(array).tobytes()
