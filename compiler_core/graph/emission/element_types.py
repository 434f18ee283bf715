"""The element types of tensors, as C spells them and their constants."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import ml_dtypes
import numpy as np
import onnx_ir as ir

from compiler_core.errors import InputError

Kind = Literal["float", "signed", "unsigned", "bool", "coded"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementType:
    """A type of tensor elements."""

    name: str
    """ONNX's name: `FLOAT16`."""
    c: str
    """C's name of the type: `int8_t`."""
    numpy: str
    """The name of numpy's type: `int8`."""
    bytes: int
    """How many an element takes in memory."""
    kind: Kind
    """How C computes with it; `coded` are small floats that are kept as their codes."""
    suffix: str = ""
    """Ending of C's mathematical functions for it: `f` in `expf`; empty for most types."""
    narrow: int = 0
    """Bits of an element that has fewer than its byte; each one takes a byte here. Elements of kind
    "coded" are small floats kept as their codes (`small_floats`)."""

    @property
    def bits(self) -> int:
        return self.narrow or 8 * self.bytes

    @property
    def stored(self) -> str:
        """The numpy type with these elements in memory: four-bit ones are whole bytes there."""
        if self.kind == "coded":
            return f"uint{8 * self.bytes}"
        signs = {"signed": "int8", "unsigned": "uint8"}
        return signs[self.kind] if self.narrow else self.numpy

    def in_memory(self, array: np.ndarray) -> np.ndarray:
        """The array as a program keeps it, of type `stored`."""
        if self.kind == "coded":
            return array.view(self.stored)
        return array.astype(self.stored, copy=False)

    @property
    def is_float(self) -> bool:
        return self.kind == "float"

    @property
    def accumulator(self) -> ElementType:
        """The type in which products of this one are summed."""
        if self.is_float:
            return FLOAT if self.name == "FLOAT16" else self
        return BY_NAME["INT64"] if self.bytes == 8 else INT32

    @property
    def lowest(self) -> str:
        """The smallest value, as a C constant."""
        if self.is_float:
            return "-INFINITY"
        return self.literal(0 if self.kind != "signed" else -(2 ** (self.bits - 1)))

    @property
    def highest(self) -> str:
        """The largest value, as a C constant."""
        if self.is_float:
            return "INFINITY"
        bits = self.bits - (self.kind == "signed")
        return self.literal(1 if self.kind == "bool" else 2**bits - 1)

    def literal(self, number: float | int) -> str:
        """A constant of this type: floats with as many digits as bring the same value back."""
        if self.kind == "coded":
            code = np.asarray(number, np.float32).astype(_numpy_type(self.numpy))
            return f"{int(code.view(self.stored)):#x}"
        if not self.is_float:
            return _integer_literal(int(number), self)
        if not math.isfinite(number):
            return _special_float(float(number))
        digits = 17 if self.c == "double" else 9
        text = f"{float(number):.{digits}g}"
        text = text if any(mark in text for mark in ".en") else f"{text}.0"
        return text if self.c == "double" else f"{text}f"

    def function(self, name: str) -> str:
        """The C library's function for this type: `exp` is `expf` for float."""
        return f"{name}{self.suffix}"


def _numpy_type(name: str) -> np.dtype:
    """Types beyond numpy's own are in the library ml_dtypes, which onnx-ir reads constants with."""
    return np.dtype(getattr(ml_dtypes, name))


def _special_float(number: float) -> str:
    if math.isnan(number):
        return "NAN"
    return "INFINITY" if number > 0 else "-INFINITY"


def _integer_literal(number: int, kind: ElementType) -> str:
    if kind.bytes < 8:
        # The smallest int32 has no literal of its own: 2147483648 is a long.
        return "INT32_MIN" if number == -(2**31) else f"{number}{'u' * (number >= 2**31)}"
    if number == -(2**63):
        return "INT64_MIN"
    return f"UINT64_C({number})" if kind.kind == "unsigned" else f"INT64_C({number})"


ELEMENT_TYPES: tuple[ElementType, ...] = (
    ElementType(name="FLOAT", c="float", numpy="float32", bytes=4, kind="float", suffix="f"),
    ElementType(name="DOUBLE", c="double", numpy="float64", bytes=8, kind="float"),
    ElementType(name="FLOAT16", c="_Float16", numpy="float16", bytes=2, kind="float", suffix="f"),
    ElementType(name="INT8", c="int8_t", numpy="int8", bytes=1, kind="signed"),
    ElementType(name="INT16", c="int16_t", numpy="int16", bytes=2, kind="signed"),
    ElementType(name="INT32", c="int32_t", numpy="int32", bytes=4, kind="signed"),
    ElementType(name="INT64", c="int64_t", numpy="int64", bytes=8, kind="signed"),
    ElementType(name="UINT8", c="uint8_t", numpy="uint8", bytes=1, kind="unsigned"),
    ElementType(name="UINT16", c="uint16_t", numpy="uint16", bytes=2, kind="unsigned"),
    ElementType(name="UINT32", c="uint32_t", numpy="uint32", bytes=4, kind="unsigned"),
    ElementType(name="UINT64", c="uint64_t", numpy="uint64", bytes=8, kind="unsigned"),
    ElementType(name="INT4", c="int8_t", numpy="int4", bytes=1, kind="signed", narrow=4),
    ElementType(name="UINT4", c="uint8_t", numpy="uint4", bytes=1, kind="unsigned", narrow=4),
    ElementType(name="INT2", c="int8_t", numpy="int2", bytes=1, kind="signed", narrow=2),
    ElementType(name="UINT2", c="uint8_t", numpy="uint2", bytes=1, kind="unsigned", narrow=2),
    ElementType(name="BOOL", c="uint8_t", numpy="bool", bytes=1, kind="bool"),
    ElementType(name="BFLOAT16", c="uint16_t", numpy="bfloat16", bytes=2, kind="coded"),
    ElementType(name="FLOAT8E4M3FN", c="uint8_t", numpy="float8_e4m3fn", bytes=1, kind="coded"),
    ElementType(name="FLOAT8E4M3FNUZ", c="uint8_t", numpy="float8_e4m3fnuz", bytes=1, kind="coded"),
    ElementType(name="FLOAT8E5M2", c="uint8_t", numpy="float8_e5m2", bytes=1, kind="coded"),
    ElementType(name="FLOAT8E5M2FNUZ", c="uint8_t", numpy="float8_e5m2fnuz", bytes=1, kind="coded"),
    ElementType(name="FLOAT8E8M0", c="uint8_t", numpy="float8_e8m0fnu", bytes=1, kind="coded"),
    ElementType(
        name="FLOAT4E2M1", c="uint8_t", numpy="float4_e2m1fn", bytes=1, kind="coded", narrow=4
    ),
)
BY_NAME = {kind.name: kind for kind in ELEMENT_TYPES}
_BY_NUMPY = {kind.numpy: kind for kind in ELEMENT_TYPES}
FLOAT = BY_NAME["FLOAT"]
INT32 = BY_NAME["INT32"]


def element_type(kind: ir.DataType | None, what: str) -> ElementType:
    """Raises InputError for a type that the emitted C does not know, naming what has it."""
    c_type = None if kind is None else BY_NAME.get(kind.name)
    if c_type is None:
        name = "unknown" if kind is None else kind.name
        known = ", ".join(sorted(BY_NAME))
        raise InputError(f"{what} has elements of type {name}.", f"Types with code: {known}.")
    return c_type


def numpy_element_type(kind: np.dtype) -> ElementType:
    """The same for an array. Raises InputError."""
    c_type = _BY_NUMPY.get(kind.name)
    if c_type is None:
        raise InputError(f"A constant has elements of type {kind.name}, which has no C form.")
    return c_type
