"""What an instruction may do besides giving a value."""

from __future__ import annotations

from compiler_core.loop.ir.operations import operation
from compiler_core.loop.ir.types import VOID
from compiler_core.loop.ir.values import Constant, Function, Instruction, Module, Slot


def has_effect(instruction: Instruction) -> bool:
    """Does it write memory or move control? Such an instruction runs exactly as written."""
    return operation(instruction.opcode).has_effect


def why_it_may_trap(instruction: Instruction, module: Module) -> str:
    """`division may trap`, `the access may be out of bounds`…; empty if it cannot trap."""
    if instruction.opcode in ("div", "rem"):
        return _division_trap(instruction)
    if (
        operation(instruction.opcode).family in ("memory", "vector")
        and instruction.place is not None
    ):
        return "" if isinstance(instruction.place, Slot) else "the access may be out of bounds"
    if instruction.opcode == "call" and instruction.callee in module.functions:
        return _call_trap(module.functions[instruction.callee], module)
    return ""


def _division_trap(instruction: Instruction) -> str:
    divisor = instruction.operands[1]
    if divisor.type.is_float or (isinstance(divisor, Constant) and divisor.value != 0):
        return ""
    return "division may trap"


def _call_trap(callee: Function, module: Module) -> str:
    """A pure function is not enough: it must also come to its end."""
    seen = set()
    for block in callee.blocks:
        seen.add(block)
        if any(target in seen for target in block.successors):
            return f"{callee.name} has a loop that may not end"
    if any(why_it_may_trap(instruction, module) for instruction in callee.instructions()):
        return f"{callee.name} may trap"
    return ""


def removable(instruction: Instruction) -> bool:
    """May it go if nobody uses its value?

    Even if it may trap: a program that traps has no result, so a trap may disappear. It must never
    appear.
    """
    return instruction.type != VOID and not has_effect(instruction)
