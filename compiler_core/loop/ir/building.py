"""What the type of an instruction's value is, and making instructions with proper names."""

from __future__ import annotations

from collections.abc import Sequence

from compiler_core.loop.ir.operations import COMPARISONS
from compiler_core.loop.ir.types import BOOL, VOID, Type
from compiler_core.loop.ir.values import Array, Block, Function, Instruction, Slot, Value
from compiler_core.source import SourceSpan

# Letters of the names of values that the user did not name.
_LETTERS = {"load": "v", "vload": "v", **dict.fromkeys(COMPARISONS, "c")}


def new_instruction(
    function: Function,
    opcode: str,
    operands: Sequence[Value],
    *,
    type_: Type | None = None,
    hint: str = "",
    place: Array | Slot | None = None,
    targets: Sequence[Block] = (),
    callee: str = "",
    span: SourceSpan | None = None,
) -> Instruction:
    """An instruction that belongs to no block yet.

    Its name comes from `hint`, else from the operation. type_ is needed where the operands do not
    give it: phi, load, vload, convert, call, splat, ramp.
    """
    result = type_ if type_ is not None else result_type(opcode, operands)
    if result == VOID:
        name, key = "", function.numbered_name("#")
    else:
        letter = _LETTERS.get(opcode, "t")
        name = function.fresh_name(hint) if hint else function.numbered_name(letter)
        key = name
    return Instruction(
        opcode,
        result,
        operands,
        name=name,
        key=key,
        place=place,
        targets=targets,
        callee=callee,
        span=span,
    )


def result_type(opcode: str, operands: Sequence[Value]) -> Type:
    """The type that the operands alone determine."""
    if opcode in COMPARISONS:
        return BOOL.with_lanes(operands[0].type.lanes)
    if opcode in ("store", "vstore", "jump", "branch", "return"):
        return VOID
    if opcode == "select":
        return operands[1].type
    if opcode.startswith("reduce_"):
        return operands[0].type.scalar
    return operands[0].type
