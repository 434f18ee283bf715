"""The builder's log: what was decided about an engine, and why; and the records of its kernels."""

from __future__ import annotations

from collections.abc import Sequence

from compiler_core.amounts import count
from compiler_core.llm.engine.memory import Arena, cache_buffers
from compiler_core.llm.engine.plan import EnginePlan
from compiler_core.llm.engine.program_text import PHASES, function_name
from compiler_core.llm.engine.records import Decision, EngineKernel, Phase
from compiler_core.llm.engine.steps import EngineStep, KernelText
from compiler_core.llm.engine.weight_types import WEIGHT_TYPES, instructions_of

_CACHES = {
    "f32": (
        "32 bits each",
        "All weights are floats: results are then those of 32-bit arithmetic.",
    ),
    "f16": ("16 bits each", "Half the bytes of 32-bit floats, and what llama.cpp does."),
    "q8_0": (
        "8 bits each, and a half as scale per 32",
        "17 bytes where f16 takes 32; rounded once, when a position is written.",
    ),
}


def kernel_records(steps: Sequence[EngineStep]) -> tuple[EngineKernel, ...]:
    """Of both phases, in order of first use."""
    by_kernel: dict[KernelText, list[EngineStep]] = {}
    for step in steps:
        by_kernel.setdefault(step.kernel, []).append(step)
    return tuple(
        _record(kernel, used, phase) for phase in PHASES for kernel, used in by_kernel.items()
    )


def _record(kernel: KernelText, used: Sequence[EngineStep], phase: Phase) -> EngineKernel:
    tensors = tuple(dict.fromkeys(step.tensor.name for step in used if step.tensor is not None))
    return EngineKernel(
        function=function_name(kernel, phase),
        phase=phase,
        role=kernel.role,
        type="" if kernel.kind is None else kernel.kind.name,
        tactic=kernel.tactic,
        rows=kernel.rows,
        columns=kernel.columns,
        tensors=tensors,
        bytes_per_token=sum(step.read_bytes for step in used),
        why=kernel.why,
    )


def decisions(plan: EnginePlan, arena: Arena) -> tuple[Decision, ...]:
    """The log, general matters first."""
    return (_context(plan), _cache(plan), _weights(plan), _memory(arena), *_types(plan))


def _context(plan: EnginePlan) -> Decision:
    trained = plan.configuration.context
    origin = "asked for" if plan.settings.context else "as trained, at most 1,024 unless asked for"
    return Decision(
        "context",
        f"{plan.context:,} positions in {plan.pages:,} pages of {plan.settings.page}",
        f"{origin}; the model was trained for {trained:,}. The block table says which page holds "
        "which positions.",
    )


def _cache(plan: EnginePlan) -> Decision:
    size = sum(buffer.bytes for buffer in cache_buffers(plan))
    choice, reason = _CACHES[plan.cache_type]
    note = " As asked for." if plan.settings.cache_type else ""
    return Decision("keys and values", f"{choice}, {size:,} bytes in all", reason + note)


def _weights(plan: EnginePlan) -> Decision:
    return Decision(
        "weights",
        f"mapped from the GGUF file, {plan.header.file_bytes:,} bytes, offsets as constants",
        "Nothing is copied at the start: the program begins at once, and several processes "
        "share the pages. It checks size and digest first.",
    )


def _memory(arena: Arena) -> Decision:
    return Decision(
        "static memory",
        f"{arena.bytes:,} bytes, {arena.naive_bytes:,} if no two buffers shared any",
        "Nothing is allocated at run time; buffers whose steps do not overlap share bytes.",
    )


def _types(plan: EnginePlan) -> list[Decision]:
    decisions = []
    for kind in WEIGHT_TYPES:
        matrices = [
            tensor
            for tensor in plan.tensors.values()
            if tensor.type == kind.name and len(tensor.shape) == 2
        ]
        if matrices:
            size = sum(matrix.size for matrix in matrices)
            choice = f"{count(len(matrices), 'matrix', 'matrices')}, {size:,} bytes: "
            decisions.append(
                Decision(kind.name, choice + instructions_of(kind, plan.settings), kind.why)
            )
    return decisions
