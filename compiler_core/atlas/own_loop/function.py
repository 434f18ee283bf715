"""A reader's function as translations take it, and what C leaves open of it."""

from __future__ import annotations

from compiler_core.atlas.own_loop.shape import refused
from compiler_core.loop.front_end.lowering import lower_source, main_function
from compiler_core.loop.ir.intrinsics import intrinsic_named
from compiler_core.loop.ir.types import BOOL
from compiler_core.loop.ir.values import Function
from compiler_core.loop.passes.infrastructure import Journal
from compiler_core.loop.passes.registry import pass_named
from compiler_core.source import SourceFile


def checked_function(source: SourceFile, function: str = "") -> Function:
    """In static single assignment form, if it calls nothing of a reader's and has no truth values
    for parameters. function: of the file; the first with a loop if empty. Raises OutsideSubset at
    the line of what does not fit, and InputError."""
    name = function or main_function(source)
    module = lower_source(source, name)
    lowered = module.functions[name]
    pass_named("promotion").rewrite(lowered, module, Journal())
    _check(source, lowered)
    return lowered


def _check(source: SourceFile, function: Function) -> None:
    for instruction in function.instructions():
        if instruction.opcode == "call" and intrinsic_named(instruction.callee) is None:
            raise refused(
                source.name,
                instruction.line,
                f"Found a call of {instruction.callee}.",
                "Write its body here: one function is translated.",
            )
    flag = next((scalar for scalar in function.scalars if scalar.type == BOOL), None)
    if flag is not None or function.result == BOOL:
        what = f"The parameter {flag.name}" if flag is not None else "The result"
        raise refused(source.name, 1, f"{what} is a truth value.", "Make it an int.")


def left_open(function: Function) -> str:
    """Why two translations may differ where each is right: a part of a sentence."""
    said = "C does not say what this loop does with these numbers"
    if any(
        instruction.opcode == "convert"
        and instruction.operands[0].type.is_float
        and instruction.type.is_integer
        for instruction in function.instructions()
    ):
        return f"{said}: a float may lie outside of the whole numbers of its new type"
    return f"{said}: a sum may leave its int, or a subscript its array"
