"""A model for ONNX Runtime that reads its large weights where they lie in our memory.

Written into the model's bytes they are copied three times for each session: into the message, into
its bytes, and out of them again. Without, a network of 100 MB opens in a third of the time or less.
Source: ONNX Runtime, `SessionOptions.add_external_initializers`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import onnx
import onnx_ir as ir

from compiler_core.graph.exact_integers import has_integer_products

_LEAST_BYTES = 4096
# Those that the runtime takes as they are in numpy.
_LENT_TYPES = frozenset(map(np.dtype, ("f4", "f8", "i1", "u1", "i2", "i4", "i8")))


@dataclass(frozen=True, slots=True)
class LentModel:
    """proto: the model, whose large weights are named and not in it. weights: those, by name."""

    proto: onnx.ModelProto
    weights: Mapping[str, np.ndarray]


def lent_model(model: ir.Model) -> LentModel:
    """The model for one session; the weights must live as long as it.

    All weights are written where products of integers may need others, see `exact_integers`.
    """
    if has_integer_products(node.op_type for node in model.graph):
        return LentModel(ir.to_proto(model), {})
    lent = model.clone()
    weights: dict[str, np.ndarray] = {}
    for name, value in lent.graph.initializers.items():
        tensor = value.const_value
        if tensor is None or tensor.nbytes < _LEAST_BYTES or not value.uses():
            continue
        array = tensor.numpy()
        if array.dtype in _LENT_TYPES:
            weights[name] = np.ascontiguousarray(array)
            value.const_value = _elsewhere(name, tensor)
    return LentModel(ir.to_proto(lent), weights)


def _elsewhere(name: str, tensor: ir.TensorProtocol) -> ir.ExternalTensor:
    """Its type and shape; what the file is called does not matter."""
    assert isinstance(tensor.shape, ir.Shape)
    return ir.ExternalTensor(
        "memory", 0, tensor.nbytes, tensor.dtype, shape=tensor.shape, name=name
    )
