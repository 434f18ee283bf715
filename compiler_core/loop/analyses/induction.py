"""Induction variables: phis that advance by the same amount in every round of a loop."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.loop.analyses.loops import Loop
from compiler_core.loop.ir.editing import phi_operand
from compiler_core.loop.ir.values import Instruction, Value


@dataclass(frozen=True, eq=False, slots=True)
class Induction:
    """phi is start in the first round; each round it becomes following = phi + step."""

    phi: Instruction
    start: Value
    step: Value
    following: Instruction
    sign: int

    @property
    def step_text(self) -> str:
        """`1`, `-2`, `k`."""
        return self.step.text if self.sign > 0 else f"-{self.step.text}"


def inductions_of(loop: Loop) -> list[Induction]:
    """All of a loop with a preheader and one latch; integers only."""
    if loop.preheader is None or len(loop.latches) != 1:
        return []
    candidates = (_induction(phi, loop) for phi in loop.header.phis)
    return [candidate for candidate in candidates if candidate is not None]


def _induction(phi: Instruction, loop: Loop) -> Induction | None:
    assert loop.preheader is not None
    following = phi_operand(phi, loop.latches[0])
    if not phi.type.is_integer or phi.type.is_vector or not isinstance(following, Instruction):
        return None
    if following.opcode not in ("add", "sub") or phi not in following.operands:
        return None
    first, second = following.operands
    if following.opcode == "sub" and first is not phi:
        return None
    step = second if first is phi else first
    if not loop.invariant(step) or step is phi:
        return None
    sign = -1 if following.opcode == "sub" else 1
    return Induction(phi, phi_operand(phi, loop.preheader), step, following, sign)
