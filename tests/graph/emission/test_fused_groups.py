"""Groups of several nodes: what is computed within a kernel is what single nodes compute."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from onnx import helper

from compiler_core.graph.emission.program import emit_program, scratch_bytes
from compiler_core.graph.fusion.fuse import FusionOptions, fuse
from compiler_core.graph.planning.plan import plan_model
from compiler_core.graph.records import FusedGroup
from tests.graph.emission.small_models import group, imported, model_proto, numbers, verdict

pytestmark = pytest.mark.usefixtures("emulator")

Made = tuple[object, dict[str, np.ndarray], list[FusedGroup]]
node = helper.make_node


def _one(nodes: list, inputs: dict, constants: dict, output: str = "y", anchor: str = "") -> Made:
    """All nodes as one group."""
    model = model_proto(nodes, inputs, [output], constants)
    names = [node.name for node in nodes]
    return model, inputs, [group("all", names, anchor or names[0], list(inputs), output)]


def convolution_with_residual() -> Made:
    constants = {"w": numbers(6, 4, 3, 3, seed=1), "b": numbers(6, seed=2)}
    nodes = [
        node("Conv", ["x", "w", "b"], ["c"], pads=[1, 1, 1, 1]),
        node("Add", ["c", "r"], ["a"]),
        node("Relu", ["a"], ["y"]),
    ]
    return _one(nodes, {"x": numbers(1, 4, 7, 9), "r": numbers(1, 6, 7, 9, seed=3)}, constants)


def swish_reads_the_convolution_twice() -> Made:
    constants = {"w": numbers(3, 2, 1, 1, seed=1)}
    nodes = [
        node("Conv", ["x", "w"], ["c"]),
        node("Sigmoid", ["c"], ["s"]),
        node("Mul", ["c", "s"], ["y"]),
    ]
    return _one(nodes, {"x": numbers(2, 2, 5, 5)}, constants)


def what_comes_before_a_sum() -> Made:
    nodes = [
        node("Relu", ["x"], ["a"]),
        node("ReduceMean", ["a", "axes"], ["y"], keepdims=0),
    ]
    return _one(nodes, {"x": numbers(3, 4, 5)}, {"axes": np.array([1], np.int64)})


def pool_then_flatten() -> Made:
    nodes = [
        node("GlobalAveragePool", ["x"], ["p"]),
        node("Sigmoid", ["p"], ["s"]),
        node("Flatten", ["s"], ["y"]),
    ]
    return _one(nodes, {"x": numbers(2, 3, 4, 4)}, {})


def channel_shuffle() -> Made:
    constants = {"a": np.array([1, 2, 3, 4, 4]), "b": np.array([1, 6, 4, 4])}
    nodes = [
        node("Reshape", ["x", "a"], ["r"]),
        node("Transpose", ["r"], ["t"], perm=[0, 2, 1, 3, 4]),
        node("Reshape", ["t", "b"], ["y"]),
    ]
    return _one(nodes, {"x": numbers(1, 6, 4, 4)}, constants)


def two_convolutions_in_one_kernel() -> Made:
    constants = {"d": numbers(4, 1, 3, 3, seed=1), "p": numbers(5, 4, 1, 1, seed=2)}
    nodes = [
        node("Conv", ["x", "d"], ["a"], pads=[1, 1, 1, 1], group=4),
        node("Relu", ["a"], ["b"]),
        node("Conv", ["b", "p"], ["c"]),
        node("Relu", ["c"], ["y"]),
    ]
    return _one(nodes, {"x": numbers(1, 4, 6, 5)}, constants, anchor="conv2")


def as_many_nodes_as_a_kernel_may_have() -> Made:
    """Each asks for the element before it: calls go as deep as the chain is long."""
    many = FusionOptions().nodes
    operators = ("Add", "Relu", "Sigmoid", "Mul", "Neg")
    nodes = [
        node(
            operators[at % 5],
            [f"v{at}", "c"] if at % 5 in (0, 3) else [f"v{at}"],
            [f"v{at + 1}"],
            name=f"n{at}",
        )
        for at in range(many)
    ]
    nodes[0].input[0], nodes[-1].output[0] = "x", "y"
    return _one(nodes, {"x": numbers(2, 3)}, {"c": numbers(3, seed=1)})


def two_convolutions_added() -> Made:
    constants = {"v": numbers(3, 2, 3, 3, seed=1), "w": numbers(3, 2, 1, 1, seed=2)}
    nodes = [
        node("Conv", ["x", "v"], ["a"], pads=[1, 1, 1, 1]),
        node("Conv", ["x", "w"], ["b"]),
        node("Add", ["a", "b"], ["y"]),
    ]
    return _one(nodes, {"x": numbers(1, 2, 5, 6)}, constants)


def a_convolution_read_by_another_and_by_more() -> Made:
    constants = {"v": numbers(3, 2, 1, 1, seed=1), "w": numbers(3, 3, 3, 3, seed=2)}
    nodes = [
        node("Conv", ["x", "v"], ["a"]),
        node("Conv", ["a", "w"], ["b"], pads=[1, 1, 1, 1]),
        node("Relu", ["a"], ["r"]),
        node("Add", ["b", "r"], ["y"]),
    ]
    return _one(nodes, {"x": numbers(1, 2, 5, 6)}, constants)


def concatenation_of_computed_parts() -> Made:
    nodes = [
        node("Relu", ["x"], ["a"]),
        node("Concat", ["a", "r", "x"], ["c"], axis=1),
        node("Mul", ["c", "s"], ["y"]),
    ]
    inputs = {"x": numbers(2, 3, 4), "r": numbers(2, 2, 4, seed=1)}
    return _one(nodes, inputs, {"s": numbers(1, 8, 1, seed=2)}, anchor="concat1")


def softmax_of_what_is_computed() -> Made:
    nodes = [
        node("Mul", ["x", "s"], ["m"]),
        node("Softmax", ["m"], ["p"], axis=1),
        node("Add", ["p", "x"], ["y"]),
    ]
    constants = {"s": np.array([2.0], np.float32)}
    return _one(nodes, {"x": numbers(2, 5, 3)}, constants, anchor="softmax1")


def padding_reads_nothing_outside() -> Made:
    nodes = [
        node("Mul", ["x", "x"], ["m"]),
        node("Pad", ["m", "p"], ["q"]),
        node("Relu", ["q"], ["y"]),
    ]
    constants = {"p": np.array([0, 1, 2, 0, 3, -1], np.int64)}
    return _one(nodes, {"x": numbers(2, 3, 4)}, constants)


def broadcast_over_channels_and_over_rows() -> Made:
    nodes = [
        node("Add", ["x", "c"], ["a"]),
        node("Mul", ["a", "r"], ["b"]),
        node("Sub", ["b", "s"], ["y"]),
    ]
    constants = {
        "c": numbers(1, 3, 1, 1, seed=1),
        "r": numbers(5, seed=2),
        "s": np.array(0.5, np.float32),
    }
    return _one(nodes, {"x": numbers(2, 3, 4, 5)}, constants)


def split_within_the_kernel() -> Made:
    nodes = [
        node("Split", ["x"], ["a", "b"], axis=1, num_outputs=2),
        node("Sigmoid", ["b"], ["s"]),
        node("Mul", ["a", "s"], ["y"]),
    ]
    return _one(nodes, {"x": numbers(2, 6, 3)}, {})


GROUPS: tuple[Callable[[], Made], ...] = (
    convolution_with_residual, swish_reads_the_convolution_twice, what_comes_before_a_sum,
    pool_then_flatten, channel_shuffle, two_convolutions_in_one_kernel, two_convolutions_added,
    as_many_nodes_as_a_kernel_may_have,
    a_convolution_read_by_another_and_by_more,
    concatenation_of_computed_parts, softmax_of_what_is_computed, padding_reads_nothing_outside,
    broadcast_over_channels_and_over_rows, split_within_the_kernel,
)  # fmt: skip


@pytest.mark.parametrize("made", GROUPS, ids=lambda made: made.__name__)
def test_one_kernel_computes_what_its_nodes_do(made: Callable[[], Made], tmp_path: Path) -> None:
    model, inputs, groups = made()
    assert verdict(model, inputs, tmp_path, groups) == ""  # type: ignore[arg-type]


@pytest.mark.parametrize("made", GROUPS, ids=lambda made: made.__name__)
def test_single_nodes_compute_it_too(made: Callable[[], Made], tmp_path: Path) -> None:
    model, inputs, _ = made()
    assert verdict(model, inputs, tmp_path) == ""  # type: ignore[arg-type]


@pytest.mark.parametrize("made", GROUPS, ids=lambda made: made.__name__)
def test_fused_and_planned_memory(made: Callable[[], Made], tmp_path: Path) -> None:
    """Groups and an arena as the earlier stages give them: buffers share memory."""
    model, inputs, _ = made()
    read = imported(model)  # type: ignore[arg-type]
    groups = fuse(read).groups
    plan = plan_model(read, groups, scratch={one.name: scratch_bytes(read, one) for one in groups})
    assert verdict(model, inputs, tmp_path, groups, plan) == ""  # type: ignore[arg-type]


def test_a_chain_of_elementwise_nodes_is_one_loop() -> None:
    nodes = [node("Relu", ["x"], ["a"]), node("Mul", ["a", "x"], ["b"]), node("Abs", ["b"], ["y"])]
    model = model_proto(nodes, {"x": numbers(2, 3, 4, 5)}, ["y"])
    groups = [group("all", [one.name for one in nodes], "", ["x"], "y")]
    source = emit_program(imported(model), groups).source
    kernel = source[source.index("KERNEL void k000") :]
    assert kernel.count("for (") == 1
    assert "i < 120" in kernel


def test_no_tensor_lies_between_a_convolution_and_what_follows() -> None:
    model, _, groups = convolution_with_residual()
    assert scratch_bytes(imported(model), groups[0]) == 0  # type: ignore[arg-type]


def test_an_operand_in_the_results_memory_is_not_called_unaliased() -> None:
    """In place: `restrict` on both would allow the compiler to reorder them."""
    nodes = [node("Relu", ["x"], ["a"]), node("Sigmoid", ["a"], ["y"])]
    model = model_proto(nodes, {"x": numbers(4, 5)}, ["y"])
    read = imported(model)
    groups = [group("one", ["relu0"], "", ["x"], "a"), group("two", ["sigmoid1"], "", ["a"], "y")]
    plan = plan_model(read, tuple(groups))
    source = emit_program(read, groups, plan).source
    assert "k001_sigmoid(const float *x0, float *y0)" in source
    assert "k001_sigmoid(const float *restrict" in emit_program(read, groups).source
