"""Which jumps leave a function for another one: tail calls, and conditional jumps of that kind.

A jump leaves where it names no label of the function, and where the flow graph knows no block
behind it. A register may also hold the address of a place here that was taken (`goto *p`); such a
jump is said to be neither.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence

from compiler_core.host.assembly import AssemblyFunction
from compiler_core.host.compilation import BasicBlock
from compiler_core.host.effects import effects_of
from compiler_core.host.forms.form import JumpKind
from compiler_core.host.instruction import Instruction, Symbol

# GNU as, "Symbol Names": local labels and, for AArch64, what compilers call their own places. Code
# that hardly runs stands elsewhere and is part of its function: `f.cold`, `f() [clone .cold]`.
_LOCAL = re.compile(r"\.L.*|\d+[bf]?|.*\.cold\]?")


def jump_kinds(
    function: AssemblyFunction, blocks: Sequence[BasicBlock] = ()
) -> Mapping[int, JumpKind]:
    """Of every jump, by its position in `function.lines`, whether it stays in the function.

    Without blocks nothing is said of jumps to an address in a register.
    """
    own = {line.label for line in function.lines if line.label}
    kinds: dict[int, JumpKind] = dict(_by_register(function, blocks, own))
    for position, instruction in _instructions(function):
        kind = _by_name(instruction, own)
        if kind:
            kinds[position] = kind
    return kinds


def tail_calls(function: AssemblyFunction, kinds: Mapping[int, JumpKind]) -> int:
    """How many jumps are calls for certain: those that leave and depend on no condition."""
    return sum(
        kind == "outside" and _branch(function, position) != "conditional"
        for position, kind in kinds.items()
    )


def stays(target: str, own: Container[str]) -> bool:
    """Whether a jump to this name does not leave its function. own: the function's names and
    labels, as far as it shows them."""
    return target in own or _LOCAL.fullmatch(target) is not None


def _branch(function: AssemblyFunction, position: int) -> str:
    instruction = function.lines[position].instruction
    return effects_of(instruction).branch if instruction is not None else ""


def _instructions(function: AssemblyFunction) -> Iterator[tuple[int, Instruction]]:
    for position, line in enumerate(function.lines):
        if line.instruction is not None:
            yield position, line.instruction


def _by_name(instruction: Instruction, own: set[str]) -> JumpKind:
    effects = effects_of(instruction)
    if effects.branch not in ("conditional", "unconditional") or not effects.target:
        return ""
    return "inside" if stays(effects.target, own) else "outside"


def _by_register(
    function: AssemblyFunction, blocks: Sequence[BasicBlock], own: set[str]
) -> Iterator[tuple[int, JumpKind]]:
    known = not any(_takes_address(instruction, own) for _, instruction in _instructions(function))
    for block in blocks:
        for position in range(block.first, block.last + 1):
            if _branch(function, position) != "indirect":
                continue
            if block.successors:
                yield position, "inside"
            elif known:
                yield position, "outside"


def _takes_address(instruction: Instruction, own: set[str]) -> bool:
    if effects_of(instruction).branch:
        return False
    named = (part.name for part in instruction.operands if isinstance(part, Symbol))
    return any(name in own for name in named)
