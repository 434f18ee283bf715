"""Which operators the score is about."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import onnx

from compiler_core.graph.evaluation.shipped import shipped_models

# Operators of convolutional networks for pictures, as exporters write them: layers, activations,
# elementwise arithmetic, moves, and what post-training quantisation adds.
CNN_OPERATORS: tuple[str, ...] = (
    "Add", "AveragePool", "BatchNormalization", "Cast", "Clip", "Concat", "Constant", "Conv",
    "ConvTranspose", "DequantizeLinear", "Div", "Dropout", "Elu", "Flatten", "Gather", "Gemm",
    "GlobalAveragePool", "GlobalMaxPool", "HardSigmoid", "HardSwish", "Identity",
    "InstanceNormalization", "LRN", "LeakyRelu", "MatMul", "Max", "MaxPool", "Min", "Mul", "PRelu",
    "Pad", "QuantizeLinear", "ReduceMean", "Relu", "Reshape", "Resize", "Sigmoid", "Slice",
    "Softmax", "Split", "Squeeze", "Sub", "Sum", "Tanh", "Transpose", "Unsqueeze",
)  # fmt: skip
LIGHT_FOLDER = Path(onnx.__file__).parent / "backend" / "test" / "data" / "light"
LIGHT_NAMES = tuple(sorted(path.stem for path in LIGHT_FOLDER.glob("light_*.onnx")))

# The largest weights; the other six run under the emulator in seconds.
EMULATED_NAMES = ("light_bvlc_alexnet", "light_vgg19", "light_zfnet512")


def light_operators() -> frozenset[str]:
    """Operators that the nine networks use."""
    found = Counter[str]()
    for name in LIGHT_NAMES:
        model = onnx.load(LIGHT_FOLDER / f"{name}.onnx", load_external_data=False)
        found.update(node.op_type for node in model.graph.node)
    return frozenset(found)


def shipped_operators() -> frozenset[str]:
    """Operators that the networks which ship use."""
    models = (onnx.load_from_string(shipped_model.content()) for shipped_model in shipped_models())
    return frozenset(node.op_type for model in models for node in model.graph.node)
