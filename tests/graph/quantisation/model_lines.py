"""A model as lines for golden files: operators, names, and scales to three digits."""

from __future__ import annotations

import numpy as np
import onnx_ir as ir

_SHOWN = 4


def lines_of(model: ir.Model) -> str:
    return "".join(f"{_line(node)}\n" for node in model.graph)


def _line(node: ir.Node) -> str:
    attributes = "".join(
        f" {name}={attribute.value}" for name, attribute in sorted(node.attributes.items())
    )
    operands = ", ".join(_operand(value) for value in node.inputs)
    return f"{node.outputs[0].name} = {node.op_type}({operands}){attributes}"


def _operand(value: ir.Value | None) -> str:
    if value is None:
        return "-"
    if value.const_value is None:
        return str(value.name)
    array = value.const_value.numpy()
    if array.size > _SHOWN:
        return f"{array.dtype}{list(array.shape)}"
    shown = [f"{number:.3g}" for number in array.reshape(-1).tolist()]
    return f"{array.dtype} {' '.join(shown)}" if array.ndim else shown[0]


def is_close(one: np.ndarray, other: np.ndarray, decibel: float) -> bool:
    """Whether the difference is that many decibels below the first."""
    noise = float(np.sum((one.astype(np.float64) - other) ** 2))
    return noise <= float(np.sum(one.astype(np.float64) ** 2)) * 10 ** (-decibel / 10)
