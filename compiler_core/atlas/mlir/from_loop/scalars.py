"""Types, constants and operations on numbers: what C computes, said in MLIR's dialect `arith`.

MLIR's integers carry no sign; whether a value has one is said by the operation that reads it, so
that C's types decide here which operation is written.

Source: MLIR documentation, dialects 'arith' and 'math'; C11 6.3.1.
"""

from __future__ import annotations

import math
import struct

from compiler_core.loop.ir.types import BOOL, Type, wrap
from compiler_core.loop.ir.values import Constant, Instruction

_FLOATS = {"add": "addf", "sub": "subf", "mul": "mulf", "div": "divf"}
_INTEGERS = {
    "add": "addi", "sub": "subi", "mul": "muli", "and": "andi", "or": "ori", "xor": "xori",
    "shl": "shli",
}  # fmt: skip
_SIGNED = {"div": "divsi", "rem": "remsi", "shr": "shrsi"}
_UNSIGNED = {"div": "divui", "rem": "remui", "shr": "shrui"}
_ORDERED = {"eq": "oeq", "ne": "une", "lt": "olt", "le": "ole", "gt": "ogt", "ge": "oge"}
_LIBRARY = {
    "fabs": "math.absf", "sqrt": "math.sqrt", "fmin": "arith.minnumf", "fmax": "arith.maxnumf",
    "floor": "math.floor", "ceil": "math.ceil", "abs": "math.absi", "labs": "math.absi",
}  # fmt: skip


def type_text(type_: Type) -> str:
    """`f32`, `i8`; the sign is left out. A bool is `i1`."""
    return f"{'f' if type_.is_float else 'i'}{type_.bits}"


def constant_text(constant: Constant) -> str:
    """As `arith.constant` has it, with its type."""
    type_ = constant.type
    if type_ == BOOL:
        return "true" if constant.value else "false"
    if type_.is_float:
        return f"{_float_text(float(constant.value), type_)} : {type_text(type_)}"
    return f"{wrap(int(constant.value), Type('signed', type_.bits))} : {type_text(type_)}"


def _float_text(value: float, type_: Type) -> str:
    if not math.isfinite(value):
        form = "<f" if type_.bits == 32 else "<d"
        return f"0x{struct.pack(form, value)[::-1].hex().upper()}"
    text = repr(value)
    if "." in text:
        return text
    mantissa, _, exponent = text.partition("e")
    return f"{mantissa}.0e{exponent}"


def library_operation(name: str) -> str:
    """What computes a library function that the front end knows."""
    return _LIBRARY.get(name) or _LIBRARY[name.removesuffix("f")]


def binary_text(instruction: Instruction, left: str, right: str) -> str:
    """An operation on two values of one type."""
    type_ = instruction.operands[0].type
    opcode = instruction.opcode
    if opcode in _ORDERED:
        return _comparison(opcode, type_, left, right)
    return f"arith.{_operation_name(opcode, type_)} {left}, {right} : {type_text(type_)}"


def _operation_name(opcode: str, type_: Type) -> str:
    if type_.is_float:
        return _FLOATS[opcode]
    by_sign = _SIGNED if type_.kind == "signed" else _UNSIGNED
    return by_sign.get(opcode) or _INTEGERS[opcode]


def _comparison(opcode: str, type_: Type, left: str, right: str) -> str:
    if type_.is_float:
        return f"arith.cmpf {_ORDERED[opcode]}, {left}, {right} : {type_text(type_)}"
    sign = "" if opcode in ("eq", "ne") else "s" if type_.kind == "signed" else "u"
    return f"arith.cmpi {sign}{opcode}, {left}, {right} : {type_text(type_)}"


def truth_text(type_: Type, value: str, zero: str) -> str:
    """Whether a value is not zero."""
    return _comparison("ne", type_, value, zero)


def conversion_text(source: Type, target: Type, value: str) -> str:
    """From one type to another that is no bool; "" where both have the same bits."""
    name = _conversion_name(source, target)
    return f"arith.{name} {value} : {type_text(source)} to {type_text(target)}" if name else ""


def _conversion_name(source: Type, target: Type) -> str:
    letter = "s" if source.kind == "signed" else "u"
    if source.is_float and target.is_float:
        return "extf" if target.bits > source.bits else "truncf"
    if source.is_float:
        return "fptosi" if target.kind == "signed" else "fptoui"
    if target.is_float:
        return f"{letter}itofp"
    if target.bits == source.bits:
        return ""
    return f"ext{letter}i" if target.bits > source.bits else "trunci"
