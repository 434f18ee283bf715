"""Kernels by what they executed, each beside the limit of its arithmetic, and where the cliff is.

Limits, instructions a multiply-accumulate: FMLA on four float32 lanes does 4 in one instruction;
SDOT does 16 of int8, SMLAL on a core without it 8 (Arm Architecture Reference Manual for A-profile,
DDI 0487, sections C7.2: FMLA, SDOT, SMLAL).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from compiler_core.graph.emission.program import GENERIC
from compiler_core.graph.emission.program_text import KernelRecord
from compiler_core.graph.operator_kinds import is_product
from compiler_core.graph.pipeline.engine_stage import EngineDetails
from compiler_core.graph.pipeline.run_stage import RunDetails
from compiler_core.pipelines.stages import StageResult

FLOAT_LIMIT, SDOT_LIMIT, SMLAL_LIMIT = 1 / 4, 1 / 16, 1 / 8
# A kernel is slow beyond so many times its limit, and a cliff from this share of all on.
SLOW_TIMES = 2.0
CLIFF_SHARE = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelCost:
    """What a kernel executed."""

    record: KernelRecord
    """The kernel as the engine's build describes it, with its operators and tactic."""
    instructions: int
    """How many it executed in the counted run."""
    share: float
    """Its part of the instructions of all kernels, 0 to 1."""
    multiplies: int
    """Multiply-accumulates, 0 for a kernel without products."""
    limit: float
    """Instructions for each that its arithmetic allows, 0 there."""
    reason: str
    """Why a slow path was taken, "" where none was."""

    @property
    def each(self) -> float:
        """Instructions a multiply-accumulate; 0 without products."""
        return self.instructions / self.multiplies if self.multiplies else 0.0

    @property
    def slow(self) -> bool:
        """Whether it is far above its limit."""
        return self.each > SLOW_TIMES * self.limit > 0


@dataclass(frozen=True, slots=True)
class Cliff:
    """Slow kernels for one reason. share: of all instructions, 0 to 1; worst: the most instructions
    a multiply-accumulate among them, with its limit."""

    kernels: int
    share: float
    worst: float
    limit: float
    reason: str


def worst_first(results: Mapping[str, StageResult]) -> tuple[KernelCost, ...]:
    """All kernels, those first that executed most; empty where nothing was counted."""
    engine, run = results.get("engine"), results.get("run")
    built = engine.details if engine else None
    ran = run.details if run else None
    if not isinstance(built, EngineDetails) or not isinstance(ran, RunDetails):
        return ()
    executed = {kernel.function: kernel.tally.executions for kernel in ran.result.kernels}
    total = sum(executed.values()) or 1
    reasons = _reasons(built)
    rows = [
        _cost(record, executed[record.function], total, built, reasons.get(record.group, ""))
        for record in built.manifest.kernels
        if record.function in executed
    ]
    return tuple(sorted(rows, key=lambda row: -row.instructions))


def cliff_of(costs: Sequence[KernelCost]) -> Cliff | None:
    """The reason for which most instructions are executed in slow kernels; None below CLIFF_SHARE
    of all."""
    shares: dict[str, float] = {}
    for kernel in costs:
        if kernel.slow:
            shares[kernel.reason] = shares.get(kernel.reason, 0.0) + kernel.share
    reason, share = max(shares.items(), key=lambda row: row[1], default=("", 0.0))
    if share < CLIFF_SHARE:
        return None
    own = [cost for cost in costs if cost.slow and cost.reason == reason]
    worst = max(own, key=lambda kernel: kernel.each)
    return Cliff(len(own), share, worst.each, worst.limit, reason)


def _reasons(built: EngineDetails) -> dict[str, str]:
    """By group: why no fast kernel computes it, else why the one that does was chosen."""
    chosen = {choice.layer: choice.reason for choice in built.selection.choices}
    return chosen | {refusal.name: f"generic code: {refusal.reason}" for refusal in built.refused}


def _cost(
    record: KernelRecord, executed: int, total: int, built: EngineDetails, reason: str
) -> KernelCost:
    products = any(map(is_product, record.operators))
    multiplies = record.operations // 2 if products else 0
    limit = _limit(record, built) if products else 0.0
    slow = multiplies and executed > SLOW_TIMES * limit * multiplies
    generic = record.tactic == GENERIC and products
    said = reason or ("generic code: no fast kernel was looked for" if generic else "")
    return KernelCost(
        record=record,
        instructions=executed,
        share=executed / total,
        multiplies=multiplies,
        limit=limit,
        reason=said if slow or generic else "",
    )


def _limit(record: KernelRecord, built: EngineDetails) -> float:
    integers = any("Integer" in name or name.startswith("QLinear") for name in record.operators)
    if not integers:
        return FLOAT_LIMIT
    return SDOT_LIMIT if "dotprod" in built.core.features else SMLAL_LIMIT
