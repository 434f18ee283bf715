"""A loop's counts per element, so that settings with different steps compare.

The number of elements per iteration follows from how far the addresses advance and from the size of
one element. It is only given when the loop's accesses are contiguous (they touch as many bytes as
the addresses advance) and all of one element size; else it is unknown.
"""

from __future__ import annotations

from collections.abc import Sequence

from compiler_core.host.comparison.canonical import instruction_of
from compiler_core.host.comparison.metrics import is_stack_access, registers_of
from compiler_core.host.compilation import FunctionListing, Loop
from compiler_core.host.effects import effects_of
from compiler_core.host.instruction import Instruction
from compiler_core.host.work import spend


def loop_instructions(function: FunctionListing, loop: Loop) -> list[Instruction]:
    """The instructions of the loop's blocks, in order."""
    spans = [function.blocks[block] for block in sorted(loop.blocks)]
    spend(sum(block.last + 1 - block.first for block in spans))
    return [
        instruction_of(line)
        for block in spans
        for line in function.lines[block.first : block.last + 1]
        if line.kind == "instruction" and line.block == block.id
    ]


def bytes_per_iteration(loop: Loop) -> int | None:
    """How far the loop gets through its arrays; None if unknown or if it steps over parts of them.

    Without gaps it touches at least as many bytes as its addresses advance.
    """
    touched = loop.bytes_stored or loop.bytes_loaded
    if not loop.step_bytes or not touched or touched % loop.step_bytes:
        return None
    return loop.step_bytes


def elements_per_iteration(function: FunctionListing, loop: Loop) -> int | None:
    """Elements one iteration handles; None if unknown."""
    instructions = loop_instructions(function, loop)
    size = _element_bytes(instructions, loop)
    step = bytes_per_iteration(loop)
    if not size or not step or step % size:
        return None
    return step // size


def _element_bytes(instructions: Sequence[Instruction], loop: Loop) -> int | None:
    if loop.arithmetic == "vector":
        sizes = {
            register.element_bits // 8
            for instruction in instructions
            for register in registers_of(instruction)
            if register.arrangement
        }
    else:
        memory = "store" if loop.stores else "load"
        sizes = {
            _access_bytes(instruction)
            for instruction in instructions
            if effects_of(instruction).memory == memory
        }
    return sizes.pop() if len(sizes) == 1 else None


def _access_bytes(instruction: Instruction) -> int | None:
    """Bytes of one register's access: `strb` 1, `str w0` 4, `stp w0, w1` 4."""
    size = effects_of(instruction).memory_bytes
    data = registers_of(instruction)
    return size // len(data) if size and data else None


def loop_rates(function: FunctionListing, loop: Loop) -> dict[str, float]:
    """Per element: instructions, load and store instructions, bytes loaded; empty if unknown."""
    elements = elements_per_iteration(function, loop)
    if elements is None:
        return {}
    rates = {
        "loop_elements_per_iteration": float(elements),
        "loop_instructions_per_element": loop.instructions / elements,
        "loop_loads_per_element": loop.loads / elements,
        "loop_stores_per_element": loop.stores / elements,
    }
    if loop.bytes_loaded is not None:
        rates["loop_bytes_loaded_per_element"] = loop.bytes_loaded / elements
    return rates


def stack_accesses(function: FunctionListing, loop: Loop) -> int:
    """Loads and stores of the loop that go to the stack frame."""
    return sum(map(is_stack_access, loop_instructions(function, loop)))


def adds_in_order(function: FunctionListing, loop: Loop) -> bool:
    """Floating-point sums take one value after another: `fadda`, or repeated scalar `fadd`."""
    instructions = loop_instructions(function, loop)
    ordered = sum(map(_is_scalar_accumulation, instructions))
    return ordered > 1 or any(found.mnemonic == "fadda" for found in instructions)


def _is_scalar_accumulation(instruction: Instruction) -> bool:
    registers = registers_of(instruction)
    if instruction.mnemonic != "fadd" or len(registers) != 3:
        return False
    return registers[0] in registers[1:] and registers[0].kind in ("h", "s", "d")


def vector_kind(function: FunctionListing, loop: Loop) -> str:
    """`SVE`, `NEON` or `scalar`: on what the loop's arithmetic, or its copying, works."""
    kinds = {
        register.kind
        for instruction in loop_instructions(function, loop)
        for register in registers_of(instruction)
    }
    if "z" in kinds:
        return "SVE"
    return "NEON" if loop.arithmetic == "vector" or "q" in kinds else "scalar"
