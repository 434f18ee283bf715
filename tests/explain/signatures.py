"""What a line needs around it whose pointers are signed: the signature before, and none after."""

from __future__ import annotations

import random
import re

from compiler_core.host.formulas.machine import State
from compiler_core.host.instruction import Instruction, Memory

_BRANCH = re.compile(r"bl?ra(?P<key>[ab])(?P<zero>z?)$")
_SIGNED = re.compile(r"(?:signed|checked)\((?:old\()?x(?P<number>\d+)\b")
_ADDRESS_BITS, _TAG_BITS = 48, 56


def signing_line(instruction: Instruction) -> str:
    """The line that signs what this one checks, empty if it checks nothing."""
    name = instruction.mnemonic
    operands = ", ".join(operand.text for operand in instruction.operands)
    branch = _BRANCH.match(name)
    if branch is not None:
        zero = branch["zero"]
        return f"paci{zero}{branch['key']} {operands}"
    if name.startswith("aut"):
        return f"pac{name.removeprefix('aut')} {operands}"
    if name in ("retaa", "retab"):
        return f"paci{name[-1]}sp"
    if name in ("ldraa", "ldrab"):
        return f"pacdz{name[-1]} {_base(instruction)}"
    return ""


def cleaning_line(instruction: Instruction) -> str:
    """A load through a signed pointer leaves that signed unless it writes the address back."""
    if instruction.mnemonic not in ("ldraa", "ldrab"):
        return ""
    memory = _memory(instruction)
    return f"xpacd {_base(instruction)}" if memory.mode == "offset" else ""


def place_pointers(
    instruction: Instruction, formula: str, state: State, draw: random.Random
) -> None:
    """Only an address can be signed whose upper bits are copies of bit 55, or a tag above a
    program's own address."""
    if any(isinstance(operand, Memory) for operand in instruction.operands):
        return
    for found in _SIGNED.finditer(formula):
        address = draw.getrandbits(_ADDRESS_BITS)
        upper = draw.choice((0, 0, draw.getrandbits(8) << _TAG_BITS, 0xFFFF << _ADDRESS_BITS))
        state.x[int(found["number"])] = address | upper


def _memory(instruction: Instruction) -> Memory:
    return next(operand for operand in instruction.operands if isinstance(operand, Memory))


def _base(instruction: Instruction) -> str:
    return _memory(instruction).base.text
