"""Random weights for a topology, of a size that keeps the numbers within bounds.

Weights of convolutions and dense layers are normal with variance 2 / fan-in (He et al., 2015, arXiv
1502.01852, equation 10), which keeps the variance through a ReLU. Normalisation stays near 1 and 0.
Residual sums still grow, so that the last layer is divided by the deviation of what the network
says on a random picture: a Softmax after it then does not saturate.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
import onnx_ir as ir

from compiler_core.graph.model_session import AnyModel, Session, model_of

_LAYERS = ("Conv", "Gemm", "MatMul")
# What the inputs of a normalisation are: mean and half the range of uniform numbers.
_NORMALISATION = {1: (1.0, 0.2), 2: (0.0, 0.1), 3: (0.0, 0.1), 4: (1.0, 0.2)}
_SHAPE_ONLY = ("Unsqueeze", "Reshape", "Identity", "Transpose")
_OLDEST_WITH_PLAIN_INITIALIZERS = 4


def with_random_weights(model: AnyModel, seed: int) -> ir.Model:
    """The same graph, every float constant that an operator learns replaced; the same seed gives
    the same weights. Constants made by ConstantOfShape become initializers of their names.
    """
    changed = model_of(model)
    changed.ir_version = max(changed.ir_version, _OLDEST_WITH_PLAIN_INITIALIZERS)
    stream = np.random.default_rng(seed)
    graph = changed.graph
    _materialise_constants(graph)
    for value in list(graph.initializers.values()):
        _randomise(value, stream)
    _drop_unused(graph)
    _calm_last_layer(changed, stream)
    return changed


def _materialise_constants(graph: ir.Graph) -> None:
    """Turn each ConstantOfShape of a constant shape into an initializer."""
    for node in [candidate for candidate in graph if candidate.op_type == "ConstantOfShape"]:
        shape = node.inputs[0]
        if shape is None or shape.const_value is None:
            continue
        old = node.outputs[0]
        dimensions = tuple(shape.const_value.numpy().tolist())
        new = ir.Value(
            name=old.name,
            shape=ir.Shape(dimensions),
            type=ir.TensorType(ir.DataType.FLOAT),
            const_value=ir.Tensor(np.zeros(dimensions, dtype=np.float32)),
        )
        ir.convenience.replace_all_uses_with(old, new)
        graph.remove(node, safe=True)
        graph.register_initializer(new)


def _randomise(value: ir.Value, stream: np.random.Generator) -> None:
    constant = value.const_value
    use = next(_uses(value), None)
    if constant is None or constant.dtype != ir.DataType.FLOAT or use is None:
        return
    node, position = use
    numbers = _numbers(node, position, constant.shape.numpy(), stream)
    if numbers is not None:
        value.const_value = ir.Tensor(numbers.astype(np.float32), name=value.name)


def _uses(value: ir.Value) -> Iterator[tuple[ir.Node, int]]:
    """Who computes with the constant, past nodes that only change its shape; and as which input."""
    for node, position in value.uses():
        if node.op_type in _SHAPE_ONLY and position == 0:
            yield from _uses(node.outputs[0])
        else:
            yield node, position


def _numbers(
    node: ir.Node, position: int, shape: Sequence[int], stream: np.random.Generator
) -> np.ndarray | None:
    """New numbers for this input of this node; None for what is not learnt."""
    if node.op_type in _LAYERS and position == 1:
        return stream.standard_normal(shape) * math.sqrt(2 / _fan_in(node, shape))
    if node.op_type in _LAYERS and position == 2:
        return stream.uniform(-0.05, 0.05, shape)
    if node.op_type == "BatchNormalization" and position in _NORMALISATION:
        middle, reach = _NORMALISATION[position]
        return stream.uniform(middle - reach, middle + reach, shape)
    if node.op_type == "Mul":
        return stream.uniform(0.8, 1.2, shape)
    return stream.uniform(-0.05, 0.05, shape) if node.op_type == "Add" else None


def _fan_in(node: ir.Node, shape: Sequence[int]) -> int:
    """How many products each output sums."""
    if node.op_type == "Conv":
        return math.prod(shape[1:])
    turned = node.attributes.get_int("transB", 0) if node.op_type == "Gemm" else 0
    # From the end: some weights are reshaped from more axes on their way to the layer.
    return shape[-1] if turned else shape[-2]


def _drop_unused(graph: ir.Graph) -> None:
    """Initializers and inputs of the old constants' shapes."""
    for name, value in list(graph.initializers.items()):
        if not value.uses() and not value.is_graph_output():
            del graph.initializers[name]
            if value in graph.inputs:
                graph.inputs.remove(value)


def _calm_last_layer(model: ir.Model, stream: np.random.Generator) -> None:
    last = next((node for node in reversed(model.graph) if node.op_type in _LAYERS), None)
    if last is None:
        return
    deviation = _deviation(model, last, stream)
    for value in (_root(entry) for entry in last.inputs[1:]):
        if value is not None and value.const_value is not None and deviation > 0:
            scaled = value.const_value.numpy() / np.float32(deviation)
            value.const_value = ir.Tensor(scaled, name=value.name)


def _root(value: ir.Value | None) -> ir.Value | None:
    """The constant that a chain of changes of shape starts with."""
    node = value.producer() if value is not None else None
    if node is not None and node.op_type in _SHAPE_ONLY:
        return _root(node.inputs[0])
    return value


def _deviation(model: ir.Model, node: ir.Node, stream: np.random.Generator) -> float:
    """Of the node's output, on random inputs of normal numbers."""
    outputs = list(model.graph.outputs)
    model.graph.outputs[:] = [node.outputs[0]]
    try:
        session = Session(model)
    finally:
        model.graph.outputs[:] = outputs
    fed = {
        entry.name: stream.standard_normal(_fixed(entry.shape)).astype(np.float32)
        for entry in session.entries
    }
    return float(session.first_output(fed).std())


def _fixed(shape: tuple[int | str | None, ...]) -> list[int]:
    return [size if isinstance(size, int) else 1 for size in shape]
