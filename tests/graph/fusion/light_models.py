"""The nine light topologies of the onnx package, made ready for both fusers.

Constants are folded and BatchNorm is folded into convolutions by ONNX Runtime's basic level, which
neither fuser had a hand in. What it leaves of BatchNorm (DenseNet has some behind a concatenation)
becomes a multiplication and an addition, and a Sum of two an Add: so both fusers see operators that
they need not take apart first.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import helper, numpy_helper

LIGHT_FOLDER = Path(onnx.__file__).parent / "backend" / "test" / "data" / "light"
NAMES = tuple(sorted(path.stem.removeprefix("light_") for path in LIGHT_FOLDER.glob("*.onnx")))


def prepared(name: str, folder: Path) -> Path:
    """A file with the model whose nodes are named uniquely and whose shapes are inferred."""
    target = folder / f"{name}.onnx"
    _fold_constants(LIGHT_FOLDER / f"light_{name}.onnx", target)
    model = onnx.load(target)
    _only_real_inputs(model)
    _plain_operators(model.graph)
    for index, node in enumerate(model.graph.node):
        node.name = f"{node.op_type}_{index}"
    onnx.save(onnx.shape_inference.infer_shapes(model), target)
    return target


def _fold_constants(source: Path, target: Path) -> None:
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    options.optimized_model_filepath = str(target)
    options.log_severity_level = 3
    onnxruntime.InferenceSession(str(source), options, providers=["CPUExecutionProvider"])


def _only_real_inputs(model: onnx.ModelProto) -> None:
    """Weights stop being inputs, which files of the third format version ask for."""
    model.ir_version = 8
    read = {name for node in model.graph.node for name in node.input}
    weights = {tensor.name for tensor in model.graph.initializer}
    inputs = [value for value in model.graph.input if value.name in read - weights]
    del model.graph.input[:]
    model.graph.input.extend(inputs)
    del model.opset_import[1:]


def _plain_operators(graph: onnx.GraphProto) -> None:
    weights = {tensor.name: tensor for tensor in graph.initializer}
    nodes = [plain for node in graph.node for plain in _plain(node, weights, graph)]
    del graph.node[:]
    graph.node.extend(nodes)


def _plain(
    node: onnx.NodeProto, weights: dict[str, onnx.TensorProto], graph: onnx.GraphProto
) -> list[onnx.NodeProto]:
    if node.op_type == "Sum" and len(node.input) == 2:
        return [helper.make_node("Add", node.input, node.output)]
    if node.op_type != "BatchNormalization":
        return [node]
    scale, bias, mean, variance = (numpy_helper.to_array(weights[name]) for name in node.input[1:])
    epsilon = next((a.f for a in node.attribute if a.name == "epsilon"), 1e-5)
    factor = (scale / np.sqrt(variance + epsilon)).astype(np.float32)
    made = node.output[0]
    names = (f"{made}_factor", f"{made}_offset")
    for name, values in zip(names, (factor, bias - mean * factor), strict=True):
        shaped = values.astype(np.float32).reshape(1, -1, 1, 1)
        graph.initializer.append(numpy_helper.from_array(shaped, name))
    return [
        helper.make_node("Mul", [node.input[0], names[0]], [f"{made}_scaled"]),
        helper.make_node("Add", [f"{made}_scaled", names[1]], [made]),
    ]
