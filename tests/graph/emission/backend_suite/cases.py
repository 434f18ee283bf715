"""The cases of `onnx.backend.test`, and what of them must be known before a program is built.

Some operators take their shape from an input: where to slice, what to reshape to. Programs have
fixed shapes, so such inputs are made constants with the case's values, and nothing else is.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import onnx
from onnx import numpy_helper

# Positions of inputs that decide shapes or addresses.
DECIDING: dict[str, tuple[int, ...]] = {
    "Reshape": (1,), "Expand": (1,), "Tile": (1,), "Slice": (1, 2, 3, 4), "Pad": (1, 3),
    "Squeeze": (1,), "Unsqueeze": (1,), "Split": (1,), "Resize": (1, 2, 3), "Upsample": (1,),
    "ConstantOfShape": (0,), "CumSum": (1,), "CumProd": (1,), "Trilu": (1,), "Dropout": (1, 2),
    "Range": (0, 1, 2), "TopK": (1,), "OneHot": (1,), "CenterCropPad": (1,), "EyeLike": (),
    "ReduceSum": (1,), "ReduceMean": (1,), "ReduceMax": (1,), "ReduceMin": (1,), "ReduceProd": (1,),
    "ReduceL1": (1,), "ReduceL2": (1,), "ReduceLogSum": (1,), "ReduceLogSumExp": (1,),
    "ReduceSumSquare": (1,),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Case:
    """One case. operators: of its nodes, with their domains where not the standard one."""

    name: str
    model: onnx.ModelProto
    inputs: tuple[np.ndarray, ...]
    outputs: tuple[np.ndarray, ...]
    rtol: float
    atol: float

    @property
    def operators(self) -> frozenset[str]:
        return frozenset(
            f"{node.domain}.{node.op_type}" if node.domain else node.op_type
            for node in self.model.graph.node
        )


@lru_cache(maxsize=1)
def node_cases() -> tuple[Case, ...]:
    """Every case of the "node" kind whose inputs and outputs are tensors."""
    from onnx.backend.test.case.node import collect_testcases

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = collect_testcases(None)
    plain = [
        one
        for one in sorted(found, key=lambda one: one.name)
        if one.data_sets and all(_is_tensor(value) for part in one.data_sets[0] for value in part)
    ]
    return tuple(_case(one) for one in plain)


def _case(one: Any) -> Case:
    inputs, outputs = map(_arrays, one.data_sets[0])
    return Case(one.name, one.model, inputs, outputs, one.rtol or 1e-3, one.atol or 1e-7)


def _is_tensor(value: object) -> bool:
    return isinstance(value, (np.ndarray, np.generic, onnx.TensorProto))


def _arrays(values: Sequence[object]) -> tuple[np.ndarray, ...]:
    return tuple(
        numpy_helper.to_array(value) if isinstance(value, onnx.TensorProto) else np.asarray(value)
        for value in values
    )


def frozen(case: Case) -> tuple[onnx.ModelProto, tuple[np.ndarray, ...]]:
    """The case's model with deciding inputs as constants, and the inputs that are left."""
    model = onnx.ModelProto()
    model.CopyFrom(case.model)
    deciding = _deciding(model)
    given = list(model.graph.input)
    present = dict(zip((one.name for one in given), case.inputs, strict=True))
    del model.graph.input[:]
    for one in given:
        value = present[one.name]
        if one.name in deciding:
            model.graph.initializer.append(numpy_helper.from_array(value, one.name))
            continue
        described = onnx.helper.make_tensor_value_info(
            one.name, one.type.tensor_type.elem_type, value.shape
        )
        model.graph.input.append(described)
    _give_output_shapes(model, case)
    left = tuple(present[one.name] for one in given if one.name not in deciding)
    return model, left


def _deciding(model: onnx.ModelProto) -> set[str]:
    """Names of inputs that decide shapes, also through the nodes that compute with them."""
    needed = {
        node.input[at]
        for node in model.graph.node
        for at in DECIDING.get(node.op_type, ())
        if at < len(node.input) and node.input[at]
    }
    for node in reversed(model.graph.node):
        if needed & set(node.output) and node.op_type != "Shape":
            needed |= set(node.input)
    return needed


def _give_output_shapes(model: onnx.ModelProto, case: Case) -> None:
    for one, value in zip(model.graph.output, case.outputs, strict=True):
        kind = one.type.tensor_type.elem_type
        one.CopyFrom(onnx.helper.make_tensor_value_info(one.name, kind, value.shape))
