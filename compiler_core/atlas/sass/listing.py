"""What ptxas says and what nvdisasm prints, read to figures and to instructions with their lines.

Source: NVIDIA, "CUDA Binary Utilities", nvdisasm (`-c`, `-gp`); "NVIDIA CUDA Compiler Driver",
ptxas (`--verbose`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_USED = re.compile(r"Used (\d+) registers")
_STACK = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")
_PLACE = re.compile(r'//## File ".nv_debug_ptx_txt", line (\d+)')
_INSTRUCTION = re.compile(r"/\*[0-9a-f]{4,}\*/\s+(.*?)\s*;")
_NAME = re.compile(r"(?:@!?U?P\d+\s+)?([A-Z][\w.]*)")
_FILLING = re.compile(r"NOP\b|BRA `\((\.L_x_\d+)\)")


@dataclass(frozen=True, slots=True)
class RegisterUse:
    """Of one thread: registers, bytes of its stack, and bytes that it sets aside there and gets
    back because registers ran out; each place in the code once."""

    registers: int
    stack: int
    stored: int
    loaded: int


@dataclass(frozen=True, slots=True)
class ChipInstruction:
    """One instruction of the chip. line: of the PTX that it comes from, 0 where none is said."""

    text: str
    line: int

    @property
    def name(self) -> str:
        """`FFMA`, or `LDG.E` with what it adds; a predicate is left out."""
        match = _NAME.match(self.text)
        return match[1] if match else ""


def read_use(said: str) -> RegisterUse | None:
    """What `ptxas -v` says on standard error; None where it says nothing of registers."""
    used, stack = _USED.search(said), _STACK.search(said)
    if used is None or stack is None:
        return None
    return RegisterUse(int(used[1]), *map(int, stack.groups()))


def read_chip_code(printed: str) -> tuple[ChipInstruction, ...]:
    """What nvdisasm prints, without what fills the end up: a branch to itself and NOPs."""
    instructions: list[ChipInstruction] = []
    line = 0
    for raw in printed.splitlines():
        location, match = _PLACE.search(raw), _INSTRUCTION.search(raw)
        if location:
            line = int(location[1])
        elif match:
            instructions.append(ChipInstruction(" ".join(match[1].split()), line))
    while instructions and _FILLING.fullmatch(instructions[-1].text):
        instructions.pop()
    return tuple(instructions)
