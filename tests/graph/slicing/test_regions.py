"""Each operator's region beside what a NaN in one element of its operand reaches.

The reference's AveragePool takes NaN for padding, and its Resize multiplies what it does not use by
zero; of these two another number shows what is reached. (Its LRN sums the wrong channels unless the
batch has as many as there are channels.)
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from onnx import helper

from compiler_core.graph.importing.reader import import_model
from compiler_core.graph.quantisation.reference import reference_run
from compiler_core.graph.slicing.backward import region_behind
from tests.graph.importing.models import model

SEED = 4
NUMBERED = ("AveragePool", "Resize")
Constants = dict[str, np.ndarray]


def numbers(*shape: int) -> np.ndarray:
    return np.random.default_rng(SEED).uniform(0.5, 1.5, shape).astype(np.float32)


def integers(*values: int) -> np.ndarray:
    return np.array(values, np.int64)


# The operator, the shape of x, constants behind it, attributes.
CASES: tuple[tuple[str, tuple[int, ...], Constants, dict[str, Any]], ...] = (
    ("Conv", (1, 4, 5, 5), {"w": numbers(6, 2, 3, 2)}, {"group": 2, "strides": [2, 1],
                                                       "pads": [1, 0, 1, 1]}),
    ("Conv", (1, 2, 7, 6), {"w": numbers(3, 2, 2, 3)}, {"dilations": [3, 2], "pads": [0, 1, 2, 1]}),
    ("Conv", (2, 2, 9), {"w": numbers(2, 2, 3)}, {"auto_pad": "SAME_LOWER", "strides": [2]}),
    ("Conv", (1, 2, 6, 5), {"w": numbers(2, 2, 4, 2)}, {"auto_pad": "SAME_UPPER"}),
    ("ConvTranspose", (1, 2, 4, 3), {"w": numbers(2, 1, 3, 2)},
     {"strides": [2, 3], "pads": [1, 0, 0, 1], "output_padding": [1, 0]}),
    ("MaxPool", (1, 2, 6, 5), {}, {"kernel_shape": [3, 2], "strides": [2, 2],
                                  "pads": [1, 0, 1, 1], "ceil_mode": 1}),
    ("AveragePool", (1, 2, 6, 5), {}, {"kernel_shape": [2, 3], "pads": [1, 1, 0, 0]}),
    ("GlobalAveragePool", (2, 3, 3, 2), {}, {}),
    ("MatMul", (2, 3, 4), {"b": numbers(4, 5)}, {}),
    ("Gemm", (4, 3), {"b": numbers(5, 4), "c": numbers(5)}, {"transA": 1, "transB": 1}),
    ("Softmax", (2, 3, 4), {}, {"axis": 1}),
    ("LayerNormalization", (2, 3, 4), {"s": numbers(3, 4)}, {"axis": 1}),
    ("InstanceNormalization", (2, 2, 3, 3), {"s": numbers(2), "b": numbers(2)}, {}),
    ("LRN", (6, 6, 1, 1), {}, {"size": 4}),
    ("BatchNormalization", (1, 2, 3, 2), {name: numbers(2) for name in "sbmv"}, {}),
    ("ReduceMean", (2, 3, 4), {}, {"axes": [0, 2], "keepdims": 0}),
    ("ReduceSum", (2, 3, 4), {"axes": integers(-2)}, {}),
    ("CumSum", (3, 4), {"axis": np.array(1, np.int64)}, {}),
    ("CumSum", (3, 4), {"axis": np.array(0, np.int64)}, {"reverse": 1}),
    ("Add", (3, 1), {"b": numbers(2, 1, 4)}, {}),
    ("Concat", (2, 3), {"b": numbers(2, 2)}, {"axis": 1}),
    ("Transpose", (2, 3, 4), {}, {"perm": [2, 0, 1]}),
    ("Reshape", (2, 6), {"s": integers(3, -1)}, {}),
    ("Slice", (5, 6), {"from": integers(4, 1), "to": integers(-9, 6), "axes": integers(0, 1),
                      "steps": integers(-2, 2)}, {}),
    ("Gather", (4, 3), {"at": integers(2, 0, 2)}, {"axis": 0}),
    ("Pad", (2, 3), {"pads": integers(1, 2, 0, 1), "v": np.float32(2)}, {"mode": "constant"}),
    ("Pad", (3, 4), {"pads": integers(2, 1, 1, 2)}, {"mode": "reflect"}),
    ("Tile", (2, 3), {"times": integers(2, 2)}, {}),
    ("DepthToSpace", (1, 8, 2, 2), {}, {"blocksize": 2, "mode": "CRD"}),
    ("Resize", (1, 1, 4, 3), {"roi": np.zeros(0, np.float32),
                              "scales": np.array([1, 1, 2, 2], np.float32)},
     {"mode": "nearest", "nearest_mode": "floor"}),
    ("Resize", (1, 1, 4, 3), {"roi": np.zeros(0, np.float32),
                              "scales": np.array([1, 1, 1.5, 2.5], np.float32)},
     {"mode": "linear"}),
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda one: f"{one[0]} {one[3]}")
def test_a_region_is_what_one_element_reads(
    case: tuple[str, tuple[int, ...], Constants, dict[str, Any]],
) -> None:
    operator, shape, constants, attributes = case
    node = helper.make_node(operator, ["x", *constants], ["y"], "it", **attributes)
    network = import_model(model([node], {"x": shape}, ["y"], constants).SerializeToString()).model
    x = numbers(*shape)
    values = reference_run(network, {"x": x})
    other = 9.0 if operator in NUMBERED else np.nan
    runs = [reference_run(network, {"x": one})["y"] for one in _each_other(x, other)]
    reached = np.stack(runs) != values["y"]
    generator = np.random.default_rng(SEED)
    for at in generator.choice(values["y"].size, min(6, values["y"].size), replace=False):
        index = tuple(int(one) for one in np.unravel_index(at, values["y"].shape))
        region = region_behind(network, values, "y", index)
        mask = region.masks.get("x", np.zeros(shape, bool))
        assert not region.opaque
        assert np.array_equal(mask.reshape(-1), reached[(slice(None), *index)]), index


def _each_other(x: np.ndarray, other: float) -> list[np.ndarray]:
    """x with the other number in one place, for each place."""
    found = np.repeat(x.reshape(1, -1), x.size, axis=0)
    np.fill_diagonal(found, other)
    return [one.reshape(x.shape) for one in found]
