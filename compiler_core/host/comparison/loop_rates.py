"""A loop's counts per element, so that settings with different steps compare.

An element is one iteration of the source's loop; `rounds/counts.py` knows how many of them one
iteration of the assembly's does.
"""

from __future__ import annotations

from compiler_core.host.canonical import instruction_of
from compiler_core.host.compilation import FunctionListing, Loop
from compiler_core.host.instruction import Instruction
from compiler_core.host.metrics import is_stack_access, registers_of
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


def loop_rates(loop: Loop, elements: int | None) -> dict[str, float]:
    """Per element: instructions, load and store instructions, bytes loaded; empty if unknown."""
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
    return ordered > 1 or any(instruction.mnemonic == "fadda" for instruction in instructions)


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
