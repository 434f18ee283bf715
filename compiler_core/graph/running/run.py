"""Run a compiled model under the emulator, count what each kernel executes, compare the outputs.

The weights are mapped read-only from a file of their own; the inputs are files of raw numbers. The
emulated core can be one that lacks what the program needs: then the program dies, and the result
says so.
"""

from __future__ import annotations

import re
import signal
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import numpy as np

from compiler_core.errors import InputError
from compiler_core.graph.artifact import Artifact, read_artifact
from compiler_core.graph.emission.program_text import TensorRecord
from compiler_core.graph.running.build import build_artifact
from compiler_core.graph.running.comparison import compare_outputs, reference_outputs
from compiler_core.graph.running.records import KernelCount, ProgramResult
from compiler_core.host.counting.executable import read_executable
from compiler_core.toolchain.counting import (
    CodeSymbol,
    CountingPlan,
    PluginRequest,
    Tally,
    counting_request,
    read_count_run,
)
from compiler_core.toolchain.emulator import ProgramRun, run_program
from compiler_core.toolchain.limits import RUN_LIMITS, Limits
from compiler_core.toolchain.placed_files import pieces_of, placed_file

Counted = Literal["kernels", "nothing"]
ANY_PROCESSOR = "max"
# The emulator's names are letters, digits and dashes; anything else is no processor.
_PROCESSOR = re.compile(r"[a-z][a-z0-9-]{0,40}")
_EMULATED_SECONDS = 120
_ROOM_BYTES = 1 << 30
_BY_SIGNAL = 128


@dataclass(frozen=True, slots=True)
class _Request:
    """What a run needs beside the program."""

    artifact: Artifact
    processor: str
    limits: Limits
    files: tuple[tuple[str, bytes], ...]
    arguments: tuple[str, ...]


def run_artifact(
    bundle: Artifact | Path,
    inputs: Mapping[str, np.ndarray],
    *,
    counted: Counted = "kernels",
    processor: str = ANY_PROCESSOR,
    reference: bytes | None = None,
    seconds: int = _EMULATED_SECONDS,
) -> ProgramResult:
    """Build and run a bundle on these inputs.

    processor: the emulator's `-cpu`. reference: an ONNX model to compare with. seconds: processor
    time the emulated run may take. Raises InputError for inputs outside the bundle's shapes,
    ToolMissing, Overloaded and JailBroken; everything else is a result.
    """
    artifact = bundle if isinstance(bundle, Artifact) else read_artifact(bundle)
    arrays = checked_inputs(artifact, inputs)
    if not _PROCESSOR.fullmatch(processor):
        raise InputError(f"{processor[:40]!r} is no name of a processor.")
    built = build_artifact(artifact)
    if not built.ok:
        return ProgramResult(status="does not build", message=built.message)
    request = _request(artifact, arrays, processor, seconds)
    result = _counted_run(request, built.executable, counted)
    return result if reference is None or not result.ok else _compared(result, reference, arrays)


def checked_inputs(artifact: Artifact, inputs: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The inputs in the program's order, with its element types.

    Raises InputError for a shape outside the profile, a missing or unknown input, or numbers of
    another kind.
    """
    wanted = {tensor.name: tensor for tensor in artifact.manifest.inputs}
    unknown = sorted(set(inputs) - set(wanted))
    if unknown:
        known = ", ".join(wanted)
        raise InputError(f"The program has no input {unknown[0]!r}.", f"Its inputs: {known}.")
    return {name: _checked(record, inputs.get(name)) for name, record in wanted.items()}


def _checked(record: TensorRecord, given: np.ndarray | None) -> np.ndarray:
    if given is None:
        raise InputError(f"The input {record.name!r} is missing.")
    if given.shape != record.shape:
        raise InputError(
            f"The input {record.name!r} has shape {given.shape}; the program is built for "
            f"{record.shape} and nothing else.",
            "Give that shape, or compile the model for yours.",
        )
    if given.dtype != np.dtype(record.element_type):
        raise InputError(
            f"The input {record.name!r} holds {given.dtype}; the program takes "
            f"{record.element_type}."
        )
    return np.ascontiguousarray(given)


def _request(
    artifact: Artifact, arrays: Mapping[str, np.ndarray], processor: str, seconds: int
) -> _Request:
    files = tuple((f"input{at}.bin", array.tobytes()) for at, array in enumerate(arrays.values()))
    results = tuple(f"output{at}.bin" for at in range(len(artifact.manifest.outputs)))
    moved = sum(len(content) for _, content in files)
    moved += sum(output.bytes for output in artifact.manifest.outputs)
    limits = replace(
        RUN_LIMITS,
        cpu_seconds=seconds,
        wall_seconds=seconds * 1.5,
        memory_bytes=_ROOM_BYTES + artifact.manifest.arena_bytes + len(artifact.weights),
        file_bytes=RUN_LIMITS.file_bytes + moved,
        total_file_bytes=RUN_LIMITS.total_file_bytes + moved,
        collect_bytes=RUN_LIMITS.collect_bytes + moved,
    )
    return _Request(artifact, processor, limits, files, (*(name for name, _ in files), *results))


def _counted_run(request: _Request, executable: bytes, counted: Counted) -> ProgramResult:
    plan = kernel_plan(request.artifact, executable) if counted == "kernels" else None
    plugin = None if plan is None else counting_request(plan)
    run = _run(request, executable, plugin)
    result = _outcome(request, run, len(executable))
    if plan is None or not result.ok:
        return result
    counts = read_count_run(plan, run.files)
    return replace(
        result,
        kernels=_kernel_counts(request.artifact, counts.by_symbol),
        elsewhere=counts.elsewhere,
        code_bytes=sum(symbol.end - symbol.first for symbol in plan.symbols),
    )


def _run(request: _Request, executable: bytes, plugin: PluginRequest | None) -> ProgramRun:
    options = () if request.processor == ANY_PROCESSOR else ("-cpu", request.processor)
    with placed_file(pieces_of(request.artifact.weights)) as weights:
        return run_program(
            executable,
            arguments=(weights, *request.arguments),
            plugin=plugin,
            files=(*request.files, *(() if plugin is None else plugin.files)),
            limits=request.limits,
            emulator_options=options,
            mapped_files=(weights,),
        )


def kernel_plan(artifact: Artifact, executable: bytes) -> CountingPlan:
    """Count each kernel's functions as one each: its own, and helpers that carry its name."""
    functions = read_executable(executable, ()).functions
    names = [kernel.function for kernel in artifact.manifest.kernels]
    symbols = tuple(symbol for symbol in functions if _kernel_of(symbol.name, names) is not None)
    return CountingPlan(symbols=symbols, memory="bytes")


def _kernel_of(symbol: str, names: list[str]) -> str | None:
    """The kernel that a function belongs to: `k1`, `k1.part.0` and `k1_rows` are of `k1`."""
    if symbol in names:
        return symbol
    owners = [name for name in names if symbol.startswith((f"{name}.", f"{name}_"))]
    return max(owners, key=len, default=None)


def _kernel_counts(
    artifact: Artifact, by_symbol: Mapping[CodeSymbol, Tally]
) -> tuple[KernelCount, ...]:
    names = [kernel.function for kernel in artifact.manifest.kernels]
    totals = {name: Tally(0) for name in names}
    for symbol, tally in by_symbol.items():
        owner = _kernel_of(symbol.name, names)
        if owner is not None:
            totals[owner] = added(totals[owner], tally)
    return tuple(
        KernelCount(row.function, row.operators, row.sources, row.tactic, totals[row.function])
        for row in artifact.manifest.kernels
    )


def added(first: Tally, second: Tally) -> Tally:
    """Both counts together; distinct lines and misses are not counted here."""
    return Tally(
        first.executions + second.executions,
        first.loads + second.loads,
        first.stores + second.stores,
        first.bytes_loaded + second.bytes_loaded,
        first.bytes_stored + second.bytes_stored,
        unseen=first.unseen + second.unseen,
    )


def _outcome(request: _Request, run: ProgramRun, size: int) -> ProgramResult:
    if run.signal_number == signal.SIGILL:
        return ProgramResult(
            status="refused by the core",
            message=_illegal(request),
            program_bytes=size,
            shell_status=_BY_SIGNAL + signal.SIGILL,
        )
    if run.limit in ("cpu", "wall"):
        return ProgramResult(status="stopped", message=_too_slow(request), program_bytes=size)
    if run.limit is not None:
        return ProgramResult(status="stopped", message=run.message, program_bytes=size)
    outputs = _read_outputs(request.artifact, run.files) if run.ok else None
    if outputs is None:
        said = run.errors.decode("utf-8", "replace").strip()
        return ProgramResult(status="failed", message=said or run.message, program_bytes=size)
    return ProgramResult(
        status="ok", message="", outputs=outputs, seconds_emulated=run.seconds, program_bytes=size
    )


def _illegal(request: _Request) -> str:
    """Which instructions the core lacked, from what the program was built to need."""
    needed = request.artifact.manifest.features
    if not needed:
        return f"The program came to an instruction that {request.processor} does not have."
    return (
        f"The program needs {' and '.join(needed)}, which {request.processor} does not have: it "
        "died at the first such instruction. A plan is tied to its core; compile for this one."
    )


def _too_slow(request: _Request) -> str:
    """The emulator is slow: that a program did not end in it says little of the program."""
    work = sum(kernel.operations for kernel in request.artifact.manifest.kernels) // 2
    size = f"{work:,} multiply-accumulates" if work else "The program"
    return (
        f"{size} took more than the {request.limits.cpu_seconds} s that a run may take here. The "
        "emulator interprets every instruction and is many times slower than a core: this says "
        "nothing of the program's own speed. Fewer layers, or smaller inputs, can be run."
    )


def _read_outputs(artifact: Artifact, files: Mapping[str, bytes]) -> dict[str, np.ndarray] | None:
    """None when a file is missing or has another size."""
    outputs: dict[str, np.ndarray] = {}
    for at, record in enumerate(artifact.manifest.outputs):
        content = files.get(f"output{at}.bin", b"")
        if len(content) != record.bytes:
            return None
        kind = np.dtype(record.element_type)
        outputs[record.name] = np.frombuffer(content, kind).reshape(record.shape).copy()
    return outputs


def _compared(
    result: ProgramResult, reference: bytes, arrays: Mapping[str, np.ndarray]
) -> ProgramResult:
    outputs, name = reference_outputs(reference, arrays)
    return replace(result, reference=name, comparison=compare_outputs(result.outputs, outputs))
