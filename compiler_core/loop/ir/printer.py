"""The text form: what readers see and what the parser reads back.

A line for each instruction: `%t = mul %v, %k`, `%v = load A[i]`, `store B[i], %u`. Parameters and
phis, which C calls variables, are written plainly; everything computed carries a %, variables in
memory an &.
"""

from __future__ import annotations

from compiler_core.loop.ir.types import VOID
from compiler_core.loop.ir.values import (
    Array,
    Block,
    Function,
    Instruction,
    Parameter,
    Slot,
)
from compiler_core.trace import Snapshot, SnapshotLine


def function_snapshot(function: Function, title: str = "") -> Snapshot:
    """The text with an id for each line that stays the same as long as the line's subject lives."""
    lines = [SnapshotLine("function", header_text(function))]
    lines += [SnapshotLine(f"&{slot.name}", f"  slot {slot_text(slot)}") for slot in function.slots]
    lines += [
        SnapshotLine(f"array {array.name}", f"  local {_array_text(array)}")
        for array in function.local_arrays
    ]
    for block in function.blocks:
        lines += _block_lines(block)
    lines.append(SnapshotLine("end", "}"))
    return Snapshot(title or function.name, tuple(lines))


def _block_lines(block: Block) -> list[SnapshotLine]:
    lines = [SnapshotLine(f"block {block.name}", f"{block.name}:")]
    for instruction in block.instructions:
        location = instruction.span.start if instruction.span else None
        text = f"  {instruction_text(instruction)}"
        lines.append(SnapshotLine(instruction.key, text, location))
    return lines


def header_text(function: Function) -> str:
    """`function f32 dot(a: const f32[], n: i32) {`."""
    parameters = ", ".join(parameter_text(parameter) for parameter in function.parameters)
    return f"function {function.result} {function.name}({parameters}) {{"


def parameter_text(parameter: Parameter | Array) -> str:
    """`n: i32`, `a: const f32[] restrict`, `image: f32[][128]`."""
    if isinstance(parameter, Array):
        return _array_text(parameter)
    return f"{parameter.name}: {parameter.type}"


def _array_text(array: Array) -> str:
    extent = "" if array.extent is None else str(array.extent)
    row = f"[{array.row}]" if array.row != 1 else ""
    before = "const " if array.const else ""
    after = " restrict" if array.restrict else ""
    return f"{array.name}: {before}{array.element}[{extent}]{row}{after}"


def slot_text(slot: Slot) -> str:
    """`&total: i32`."""
    return f"&{slot.name}: {slot.type}"


def instruction_text(instruction: Instruction) -> str:
    """One instruction, without indentation."""
    right = _operation_text(instruction)
    return right if instruction.type == VOID else f"{instruction.text} = {right}"


def place_text(instruction: Instruction) -> str:
    """What a memory operation accesses: `A[i]` or `&total`."""
    if isinstance(instruction.place, Array):
        return f"{instruction.place.name}[{instruction.subscript.text}]"
    assert instruction.place is not None
    return f"&{instruction.place.name}"


def _operation_text(instruction: Instruction) -> str:
    operands = ", ".join(operand.text for operand in instruction.operands)
    match instruction.opcode:
        case "load":
            return f"load {place_text(instruction)}"
        case "vload":
            return f"vload.{instruction.type.lanes} {place_text(instruction)}"
        case "store" | "vstore":
            return f"{instruction.opcode} {place_text(instruction)}, {instruction.stored.text}"
        case "splat" | "ramp":
            return f"{instruction.opcode}.{instruction.type.lanes} {operands}"
        case "phi":
            ways = zip(instruction.targets, instruction.operands, strict=True)
            inside = ", ".join(f"{block.name}: {value.text}" for block, value in ways)
            return f"phi {instruction.type} [{inside}]"
        case "convert":
            return f"convert {operands} to {instruction.type}"
        case "call":
            return f"call {instruction.callee}({operands})"
        case "jump" | "branch":
            parts = [operands] if operands else []
            parts += [block.name for block in instruction.targets]
            return f"{instruction.opcode} {', '.join(parts)}"
        case _:
            return f"{instruction.opcode} {operands}".rstrip()
