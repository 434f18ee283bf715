"""What a rule of the register map looks at and what it answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from compiler_core.host.compilation import Loop
from compiler_core.host.instruction import Immediate, Instruction, Register
from compiler_core.host.register_map.context import Context
from compiler_core.host.register_map.liveness import Web

_COPIES = ("mov", "sxtw", "uxtw", "fmov")
Stage = Literal["whole", "before", "inside", "entered", "after"]
_CONSTANTS = ("mov", "movz", "movn", "movk", "movi", "mvni", "fmov", "ptrue", "pfalse")


@dataclass(frozen=True, slots=True)
class RegisterFinding:
    """A role and a phrase for what the register holds."""

    role: str
    holds: str


@dataclass(frozen=True, slots=True)
class Part:
    """A web, or the part of it that lies before, in or after the loop that changes it.

    stage `entered` is `inside` for an argument that the loop changes from the first line on. loop:
    the loop that changes the web, if any; without one the stage is `whole`.
    """

    web: Web
    stage: Stage
    loop: Loop | None


def constant_text(instruction: Instruction) -> str:
    """The constant an instruction puts into a register, such as `constant 4`; empty for others."""
    if instruction.mnemonic not in _CONSTANTS or len(instruction.operands) < 2:
        return ""
    value = instruction.operands[1]
    if isinstance(value, Immediate):
        return f"constant {value.text.removeprefix('#')}"
    zero = isinstance(value, Register) and value.kind in ("xzr", "wzr")
    return "constant 0" if zero else ""


def is_loaded(context: Context, web: Web) -> bool:
    written = [write for write in web.definitions if write.position in context.code.block_at]
    return (
        bool(written)
        and len(written) == len(web.definitions)
        and all(
            context.code.effect(write.position).memory == "load" and not write.by_call
            for write in written
        )
    )


def moves(step: int, unit: str) -> str:
    return f"advances {step}{unit}" if step > 0 else f"goes back {-step}{unit}"


def first_is_vector(instruction: Instruction) -> bool:
    first = instruction.operands[0] if instruction.operands else None
    return isinstance(first, Register) and first.kind in ("v", "z")


def is_copy(instruction: Instruction) -> bool:
    """True if a whole register is copied, or widened, into one of the same kind."""
    registers = [part for part in instruction.operands if isinstance(part, Register)]
    if instruction.mnemonic not in _COPIES or len(registers) != 2:
        return False
    return registers[0].arrangement == registers[1].arrangement and registers[0].lane is None
