"""Which element is meant: a tensor's name and an index as somebody types them."""

from __future__ import annotations

from difflib import get_close_matches
from math import prod

import numpy as np
import onnx_ir as ir

from compiler_core.errors import InputError, UnknownName
from compiler_core.graph.quantisation.reference import Values
from compiler_core.graph.slicing.answer import NamedTensor
from compiler_core.graph.slicing.proof import ChosenElement
from compiler_core.graph.slicing.titles import node_titles
from compiler_core.typed_numbers import whole_numbers

_NAMES_SHOWN = 6
_LONGEST = 200


def tensors_of(model: ir.Model, values: Values) -> tuple[NamedTensor, ...]:
    """Everything that is computed, in the graph's order."""
    return tuple(
        NamedTensor(value.name, values[value.name].shape, node.op_type, title)
        for node, title in zip(model.graph, node_titles(model), strict=True)
        for value in node.outputs
        if value.name and value.name in values
    )


def chosen_element(model: ir.Model, values: Values, tensor: str, index: str) -> ChosenElement:
    """tensor: empty for the first output. index: numbers with commas, one for each axis, or one for
    the place in memory; empty for the largest of an output, the middle of any other tensor.

    Raises UnknownName and InputError.
    """
    outputs = [value.name or "" for value in model.graph.outputs]
    name = tensor.strip() or outputs[0]
    names = [computed.name for computed in tensors_of(model, values)]
    if name not in names:
        raise UnknownName(
            f"The compiled network computes no tensor {name[:60]!r}.", _advice(name, names)
        )
    value = values[name]
    if not value.size:
        raise InputError(f"{name} has no elements.", "Choose another tensor.")
    if not index.strip():
        return ChosenElement(name, _usual(value, name in outputs))
    return ChosenElement(name, _index(name, value.shape, index.strip()[:_LONGEST]))


def _advice(name: str, names: list[str]) -> str:
    if not names:
        return "It computes none: each of its outputs is an input or a constant."
    close = get_close_matches(name, names, _NAMES_SHOWN, 0.4) or names[:_NAMES_SHOWN]
    more = len(names) - len(close)
    return f"Among its tensors: {', '.join(close)}{f' and {more:,} more' if more > 0 else ''}."


def _usual(value: np.ndarray, is_output: bool) -> tuple[int, ...]:
    if is_output and value.dtype.kind in "fiu":
        return tuple(int(offset) for offset in np.unravel_index(int(value.argmax()), value.shape))
    return tuple(size // 2 for size in value.shape)


def _index(name: str, shape: tuple[int, ...], text: str) -> tuple[int, ...]:
    numbers = whole_numbers([part.strip() for part in text.strip("[]()").split(",")], 9)
    sizes = " × ".join(str(size) for size in shape) or "a single number"
    if numbers is None:
        raise InputError(
            f"{text[:40]!r} is no index.", f"{name} is {sizes}: count from 0, with commas."
        )
    if len(numbers) == 1 and len(shape) != 1:
        if numbers[0] >= prod(shape):
            raise InputError(
                f"{name} has {prod(shape):,} elements, no element {numbers[0]:,}.",
                f"It is {sizes}, counted from 0.",
            )
        return tuple(int(offset) for offset in np.unravel_index(numbers[0], shape))
    if len(numbers) != len(shape):
        raise InputError(
            f"The index has {len(numbers)} numbers; {name} has {len(shape)} axes.",
            f"It is {sizes}, counted from 0.",
        )
    for axis, (number, size) in enumerate(zip(numbers, shape, strict=True)):
        if number >= size:
            raise InputError(
                f"Index {number} of axis {axis} is outside {name}.",
                f"It is {sizes}, counted from 0.",
            )
    return tuple(numbers)
