"""Which two operands of an instruction may change places without changing its result."""

from __future__ import annotations

from compiler_core.host.canonical import FIXED_REGISTERS
from compiler_core.host.instruction import Instruction, Register

# The sources that may be swapped are the two after the destination; of `cmn` and `tst` the first
# two. Arm ARM, chapters C6.2 and C7.2: the operation is symmetric in them, flags included.
AFTER_DESTINATION = frozenset((
    "add", "adds", "and", "ands", "orr", "eor", "eon", "mul", "madd", "msub", "mneg", "smull",
    "umull", "smaddl", "umaddl", "smsubl", "umsubl", "smulh", "umulh", "fadd", "fmul", "fnmul",
    "fmadd", "fmsub", "fnmadd", "fnmsub", "fmax", "fmin", "fmaxnm", "fminnm", "fmla", "fmls",
    "mla", "mls", "smax", "smin", "umax", "umin", "smlal", "umlal", "smlsl", "umlsl", "smull2",
    "umull2", "smlal2", "umlal2", "sdot", "udot", "saddl", "uaddl", "sabd", "uabd", "fabd",
    "cmeq", "fcmeq",
))  # fmt: skip
WITHOUT_DESTINATION = frozenset(("cmn", "tst"))


def swappable_slots(instruction: Instruction) -> tuple[int, int] | None:
    """Register slots that may change places; None if there are none.

    Only plain registers of one view: a shifted or extended operand has its place.
    """
    operands = instruction.operands
    registers = [operand for operand in operands if isinstance(operand, Register)]
    if len(registers) != len(operands) or any(
        register.canonical in FIXED_REGISTERS for register in registers
    ):
        return None
    if instruction.mnemonic in AFTER_DESTINATION and len(registers) >= 3:
        places = (1, 2)
    elif instruction.mnemonic in WITHOUT_DESTINATION and len(registers) == 2:
        places = (0, 1)
    else:
        return None
    register, other = (registers[slot] for slot in places)
    same_view = (register.kind, register.arrangement, register.lane) == (
        other.kind,
        other.arrangement,
        other.lane,
    )
    return places if same_view else None
