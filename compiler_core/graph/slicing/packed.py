"""A question about an element as bytes, for a process that may read a stranger's network."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
import numpy as np
import onnx
import onnx_ir as ir
from google.protobuf.message import DecodeError

from compiler_core.errors import InputError
from compiler_core.graph.slicing.explained_element import KernelNodes, SlicedNetwork


@dataclass(frozen=True, slots=True)
class PackedInput:
    name: str
    element_type: str
    shape: tuple[int, ...]
    content: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementQuestion:
    """What `explain_element` needs, as plain data."""

    model: bytes
    """An ONNX file: the network as its program was written from it."""
    inputs: tuple[PackedInput, ...]
    """The arrays that the run was given."""
    kernels: tuple[KernelNodes, ...]
    """All kernels of the program, in order of execution."""
    classes: tuple[str, ...]
    """What the outputs stand for; empty where that is not known."""
    tensor: str
    """Name of the tensor that the element is of; empty for the one that is explained first."""
    index: str
    """Place of the element, numbers with commas between: `0,3,1`; empty for the usual one."""

    def packed(self) -> bytes:
        return msgspec.msgpack.encode(self)

    def network(self) -> SlicedNetwork:
        """Raises InputError for what is no network or no array."""
        try:
            model = ir.from_proto(onnx.load_from_string(self.model))
            inputs = {tensor.name: _array(tensor) for tensor in self.inputs}
        except (DecodeError, ValueError, TypeError, KeyError) as error:
            raise InputError(
                "The network that this run left cannot be read.", "Compile it again."
            ) from error
        return SlicedNetwork(model, inputs, self.kernels, self.classes)


def unpacked(content: bytes) -> ElementQuestion:
    """Raises InputError."""
    try:
        return msgspec.msgpack.decode(content, type=ElementQuestion)
    except msgspec.MsgspecError as error:
        raise InputError("This is no question about an element.", "Ask again.") from error


def _array(given: PackedInput) -> np.ndarray:
    return np.frombuffer(given.content, np.dtype(given.element_type)).reshape(given.shape)
