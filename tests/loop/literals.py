"""Constants from their text: the counterpart of `values.constant_text`."""

from __future__ import annotations

import ctypes
import re

from compiler_core.loop.ir.types import (
    BOOL,
    F32,
    F64,
    I32,
    I64,
    U32,
    U64,
    integer_range,
)
from compiler_core.loop.ir.values import Constant
from tests.loop.type_names import type_named

_INTEGER = re.compile(r"(?P<digits>-?\d{1,20})(?P<suffix>ul|u|l|:[iu]\d+)?")
_FLOAT = re.compile(r"(?P<digits>[+-](?:inf|nan)|-?\d[\d.]*(?:e[+-]?\d+)?)(?P<suffix>f?)")
_TYPES = {None: I32, "u": U32, "l": I64, "ul": U64}


def parse_constant(text: str) -> Constant | None:
    """`4`, `4u`, `4l`, `4ul`, `4:u8`, `0.5f`, `0.5`, `+inf`, `true`; None for anything else."""
    if text in ("true", "false"):
        return Constant(BOOL, text == "true")
    integer = _INTEGER.fullmatch(text)
    if integer is not None:
        return _integer(integer["digits"], integer["suffix"])
    real = _FLOAT.fullmatch(text)
    return _real(real["digits"], real["suffix"]) if real is not None else None


def _integer(digits: str, suffix: str | None) -> Constant | None:
    named = suffix is not None and suffix.startswith(":")
    type_ = type_named(suffix[1:]) if suffix and named else _TYPES[suffix]
    if type_ is None or not type_.is_integer or type_.is_vector:
        return None
    least, greatest = integer_range(type_)
    value = int(digits)
    return Constant(type_, value) if least <= value <= greatest else None


def _real(digits: str, suffix: str) -> Constant | None:
    try:
        value = float(digits)
    except ValueError:
        return None
    return Constant(F32, ctypes.c_float(value).value) if suffix else Constant(F64, value)
