"""What may take over an input's memory, on kernels of real models."""

from __future__ import annotations

import numpy as np
import onnx_ir as ir

from compiler_core.graph.fusion.fuse import fuse
from compiler_core.graph.fusion.model_builder import ModelBuilder
from compiler_core.graph.planning import in_place_of, plan_model, sizes_of

IMAGE = (1, 4, 8, 8)


def taken_over(model: ir.Model) -> dict[str, str]:
    return in_place_of(model, fuse(model).groups)


def test_a_residual_sum_takes_over_the_shortcut_and_not_the_image() -> None:
    """The convolution reads neighbours of its own input, but only one element of the shortcut."""
    model = ModelBuilder("residual")
    shortcut = model.convolution("first", model.input("x", IMAGE), (4, 4))
    pooled = model.node("MaxPool", "pool", shortcut, kernel_shape=[1, 1])
    summed = model.convolution("second", pooled, (4, 4))
    built = model.build(model.node("Add", "add", summed, shortcut))
    assert taken_over(built) == {"add_out": "first_out"}


def test_a_shortcut_that_the_convolution_reads_too_stays() -> None:
    model = ModelBuilder("own-input")
    image = model.convolution("first", model.input("x", IMAGE), (4, 4))
    built = model.build(model.node("Add", "add", model.convolution("second", image, (4, 4)), image))
    assert taken_over(built) == {}


def test_what_is_read_later_or_leaves_the_graph_stays() -> None:
    model = ModelBuilder("later")
    image = model.convolution("first", model.input("x", IMAGE), (4, 4))
    early = model.node("CumSum", "early", image, model.constant(np.array(2, np.int64)))
    rectified = model.node("Relu", "relu", image)
    later = model.node("CumSum", "later", rectified, model.constant(np.array(2, np.int64)))
    built = model.build(image, early, rectified, later)
    assert taken_over(built) == {}


def test_an_input_read_by_a_later_kernel_stays_until_then() -> None:
    model = ModelBuilder("twice")
    image = model.input("x", IMAGE)
    first = model.node("Exp", "exp", image)
    second = model.node("Neg", "neg", image)
    assert taken_over(model.build(first, second)) == {"neg_out": "x"}


def test_a_reshape_needs_no_copy_and_a_transpose_does() -> None:
    model = ModelBuilder("shape")
    summed = model.convolution("conv", model.input("x", IMAGE), (4, 4))
    flat = model.node("Reshape", "reshape", summed, model.constant(np.array([1, 256], np.int64)))
    other = model.convolution("conv_2", model.input("y", IMAGE), (4, 4))
    turned = model.node("Transpose", "turn", other, perm=[0, 1, 3, 2])
    assert taken_over(model.build(flat, turned)) == {"reshape_out": "conv_out"}


def test_moving_work_behind_elementwise_work_is_seen() -> None:
    """The input is first rectified, which keeps the order, and then turned, which does not."""
    model = ModelBuilder("hidden")
    rectified = model.node("Relu", "relu", model.input("x", IMAGE))
    built = model.build(model.node("Transpose", "turn", rectified, perm=[0, 1, 3, 2]))
    (group,) = fuse(built).groups
    assert len(group.nodes) == 2
    assert taken_over(built) == {}


def test_fewer_bytes_cannot_be_taken_over() -> None:
    model = ModelBuilder("narrow")
    image = model.input("x", IMAGE)
    step, zero = model.constant(np.float32(0.1)), model.constant(np.int8(0))
    built = model.build(model.node("QuantizeLinear", "quantise", image, step, zero))
    assert taken_over(built) == {}
    assert sizes_of(built) == {"x": 1024, "quantise_out": 256}


def test_a_kernel_in_place_needs_one_tensor() -> None:
    model = ModelBuilder("plan")
    summed = model.convolution("conv", model.input("x", IMAGE), (4, 8))
    axis = model.constant(np.array(2, np.int64))
    opaque = model.node("CumSum", "opaque", summed, axis)
    built = model.build(model.node("Relu", "relu", opaque))
    plan = plan_model(built, fuse(built).groups)
    places = {entry.buffer.name: entry.offset for entry in plan.placed}
    assert places["relu_out"] == places["opaque_out"]
    assert plan.arena_bytes == plan.lower_bound == 2 * 2048
