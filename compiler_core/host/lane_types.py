"""What the lanes of a loaded or stored vector register are, judged by who uses or made them.

`ldr q1, [x0]` moves 16 bytes of anything; the `fadd v1.4s` after it says that they are floats. Only
the same basic block is searched, and only a use that names the lanes counts.
"""

from __future__ import annotations

from collections.abc import Sequence

from compiler_core.host.effects import effects_of
from compiler_core.host.instruction import Instruction, Memory, Register, RegisterList

_FLOATS = {16: "half", 32: "float", 64: "double"}
_FLOAT_MNEMONICS = ("fadd", "fsub", "fmul", "fdiv", "fml", "fma", "fneg", "fabs", "fsqrt", "fcm",
                    "fmax", "fmin", "faddp", "frint", "fnm")  # fmt: skip


def lane_types(block: Sequence[Instruction]) -> list[dict[str, str]]:
    """For each instruction of a basic block: canonical vector register to `half|float|double`.

    Empty for instructions that move no whole vector register from or to memory, or whose lanes no
    instruction of the block gives away.
    """
    return [_types_at(block, position) for position in range(len(block))]


def _types_at(block: Sequence[Instruction], position: int) -> dict[str, str]:
    instruction = block[position]
    kind = effects_of(instruction).memory
    if kind not in ("load", "store"):
        return {}
    lane_types = {}
    for register in _whole_vectors(instruction):
        user = _user(block, position, register) if kind == "load" else None
        maker = _maker(block, position, register) if kind == "store" else None
        name = _lane_type(user or maker, register)
        if name:
            lane_types[register] = name
    return lane_types


def _whole_vectors(instruction: Instruction) -> tuple[str, ...]:
    registers: list[Register] = []
    for operand in instruction.operands:
        if isinstance(operand, Register):
            registers.append(operand)
        elif isinstance(operand, RegisterList):
            registers.extend(operand.registers)
        elif isinstance(operand, Memory):
            break
    return tuple(
        register.canonical for register in registers if register.kind in ("q", "d", "v", "z")
    )


def _user(block: Sequence[Instruction], position: int, register: str) -> Instruction | None:
    for instruction in block[position + 1 :]:
        effects = effects_of(instruction)
        if register in effects.reads and not effects.memory:
            return instruction
        if register in effects.writes:
            return None
    return None


def _maker(block: Sequence[Instruction], position: int, register: str) -> Instruction | None:
    for instruction in reversed(block[:position]):
        if register in effects_of(instruction).writes:
            return instruction
    return None


def _lane_type(instruction: Instruction | None, register: str) -> str:
    if instruction is None or not instruction.mnemonic.startswith(_FLOAT_MNEMONICS):
        return ""
    for operand in instruction.operands:
        if isinstance(operand, Register) and operand.canonical == register and operand.arrangement:
            return _FLOATS.get(operand.element_bits, "")
    return ""
