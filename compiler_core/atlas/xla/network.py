"""A network for XLA: each node mapped to jax by a driver, its result beside ONNX Runtime's."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from math import prod

import numpy as np

from compiler_core.atlas.networks import (
    OwnNetwork,
    difference_from,
    drawn_request,
    network_request,
    read_network,
    reference_outputs,
    refuse_unknown,
)
from compiler_core.errors import InputError

OPERATORS = (
    "Abs", "Add", "AveragePool", "BatchNormalization", "Cast", "Clip", "Concat", "Conv", "Div",
    "Elu", "Erf", "Exp", "Expand", "Flatten", "Gather", "Gelu", "Gemm", "GlobalAveragePool",
    "GlobalMaxPool", "HardSigmoid", "HardSwish", "Identity", "LayerNormalization", "LeakyRelu",
    "Log", "MatMul", "Max", "MaxPool", "Min", "Mul", "Neg", "PRelu", "Pad", "Pow", "Reciprocal",
    "ReduceMax", "ReduceMean", "ReduceMin", "ReduceSum", "Relu", "Reshape", "Resize", "Sigmoid",
    "Slice", "Softmax", "Split", "Sqrt", "Squeeze", "Sub", "Sum", "Tanh", "Transpose", "Unsqueeze",
)  # fmt: skip
"""Of ONNX, those that `drivers/xla_network` maps to jax."""
_RESULTS = "results.npy"
_MOST_RESULTS = 1 << 20
"""Elements; a jailed driver may leave a file of 16 MiB."""


def network_for_jax(content: bytes) -> OwnNetwork:
    """Raises InputError as `read_network` and `refuse_unknown` do, and for outputs that are too
    large to be compared."""
    network = read_network(content)
    refuse_unknown(network, OPERATORS, "XLA")
    elements = sum(prod(network.values[name].shape) for name in network.outputs)
    if elements > _MOST_RESULTS:
        raise InputError(
            f"The outputs have {elements:,} elements; the limit is {_MOST_RESULTS:,}.",
            "Give a network with smaller outputs.",
        )
    return network


def jax_request(network: OwnNetwork) -> dict[str, object]:
    """As the driver reads it."""
    return {**network_request(network), "given": drawn_request(network)}


def difference_of(network: OwnNetwork, files: Mapping[str, bytes]) -> float:
    """Of the results among these files, from what ONNX Runtime computes, in parts of the largest.
    Raises InputError."""
    return difference_from(reference_outputs(network), _results(network, files))


def _results(network: OwnNetwork, files: Mapping[str, bytes]) -> list[np.ndarray]:
    shapes = [network.values[name].shape for name in network.outputs]
    ends = np.cumsum([prod(shape) for shape in shapes])
    try:
        row = np.load(BytesIO(files.get(_RESULTS, b"")), allow_pickle=False)
    except (ValueError, EOFError) as error:
        raise InputError("The driver left no result to read.") from error
    if row.shape != (ends[-1],):
        raise InputError(f"The driver left a result of the shape {row.shape}.")
    parts = np.split(row, ends[:-1])
    return [part.reshape(shape) for part, shape in zip(parts, shapes, strict=True)]
