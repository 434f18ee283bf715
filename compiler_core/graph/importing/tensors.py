"""Checks of the constants in a file: type, sizes, and that the bytes are all there."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from compiler_core.graph.importing.errors import ModelRefused
from compiler_core.graph.importing.limits import ImportLimits, hold

if TYPE_CHECKING:
    from onnx import TensorProto

# onnx.proto3, TensorProto.DataType: number, bytes of one element, and the field that holds the
# elements when raw_data does not.
_TYPES: dict[int, tuple[str, int, str]] = {
    1: ("float32", 4, "float_data"),
    2: ("uint8", 1, "int32_data"),
    3: ("int8", 1, "int32_data"),
    4: ("uint16", 2, "int32_data"),
    5: ("int16", 2, "int32_data"),
    6: ("int32", 4, "int32_data"),
    7: ("int64", 8, "int64_data"),
    9: ("bool", 1, "int32_data"),
    10: ("float16", 2, "int32_data"),
    11: ("float64", 8, "double_data"),
    12: ("uint32", 4, "uint64_data"),
    13: ("uint64", 8, "uint64_data"),
    16: ("bfloat16", 2, "int32_data"),
}
_READ = ", ".join(name for name, _, _ in _TYPES.values())
_CHECK = "The file is damaged; export it again."


def type_text(number: int) -> str:
    """The name of an element type as numpy has it: float32, int8."""
    return _TYPES[number][0] if number in _TYPES else f"type {number}"


def element_bytes(number: int) -> int:
    """Of an element type that is read."""
    return _TYPES[number][1]


def check_element_type(number: int, where: str) -> None:
    """Raise ModelRefused for an element type that the compiler does not read."""
    if number not in _TYPES:
        raise ModelRefused(
            f"{where} has element type number {number}, which is not read here.",
            f"Types that are: {_READ}.",
        )


def check_tensor(tensor: TensorProto, limits: ImportLimits, where: str) -> int:
    """The number of elements. Raises ModelRefused and ModelTooLarge; allocates nothing."""
    if tensor.data_location or tensor.external_data:
        raise ModelRefused(
            f"{where} lies in another file.",
            "Give that file together with the model, or save the model with its weights inside.",
        )
    if tensor.HasField("segment"):
        raise ModelRefused(f"{where} is cut into segments, which are not read.", _CHECK)
    check_element_type(tensor.data_type, where)
    elements = check_dimensions(tuple(tensor.dims), limits, where)
    _check_payload(tensor, elements, where)
    return elements


def check_dimensions(dimensions: tuple[int, ...], limits: ImportLimits, where: str) -> int:
    """The product. Raises for a negative size, too many axes, too many elements."""
    hold(limits, "rank", len(dimensions), where)
    if any(size < 0 for size in dimensions):
        raise ModelRefused(f"{where} has a negative size: {list(dimensions)}.", _CHECK)
    elements = prod(dimensions)
    hold(limits, "tensor_elements", elements, where)
    return elements


def _check_payload(tensor: TensorProto, elements: int, where: str) -> None:
    name, size, field = _TYPES[tensor.data_type]
    typed = len(getattr(tensor, field))
    if tensor.HasField("raw_data"):
        count, expected, unit = len(tensor.raw_data), elements * size, "bytes"
        if typed:
            raise ModelRefused(f"{where} holds its elements twice.", _CHECK)
    else:
        count, expected, unit = typed, elements, "elements"
    if count != expected:
        shape = "×".join(str(size) for size in tensor.dims) or "scalar"
        raise ModelRefused(
            f"{where} ({name}, {shape}) holds {count:,} {unit} where {expected:,} are expected.",
            _CHECK,
        )
