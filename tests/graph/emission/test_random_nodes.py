"""Random shapes and attributes per family of operators, beside ONNX Runtime."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from onnx import NodeProto, helper

from tests.graph.emission.small_models import model_proto, numbers, verdict

pytestmark = pytest.mark.usefixtures("emulator")

Made = tuple[NodeProto, dict[str, np.ndarray], dict[str, np.ndarray]]
node: Any = helper.make_node  # Attributes are any keyword: its own types know only strings.
small = st.integers(1, 3)
EXAMPLES = 12


def _spatial(draw: st.DrawFn, rank: int) -> dict[str, Any]:
    """Kernel, strides, dilations and pads for axes of 8 elements or more."""
    return {
        "kernel_shape": [draw(small) for _ in range(rank)],
        "strides": [draw(small) for _ in range(rank)],
        "dilations": [draw(st.integers(1, 2)) for _ in range(rank)],
        "pads": [draw(st.integers(0, 2)) for _ in range(2 * rank)],
    }


@st.composite
def convolution(draw: st.DrawFn) -> Made:
    rank, groups = draw(small), draw(small)
    inner, outer = groups * draw(small), groups * draw(small)
    sizes = [draw(st.integers(7, 10)) for _ in range(rank)]
    window = _spatial(draw, rank)
    if draw(st.booleans()):
        del window["pads"]
        window["auto_pad"] = draw(st.sampled_from(["SAME_UPPER", "SAME_LOWER", "VALID"]))
        window["dilations"] = [1] * rank
    held = {"w": numbers(outer, inner // groups, *window["kernel_shape"], seed=1)}
    if draw(st.booleans()):
        held["b"] = numbers(outer, seed=2)
    x = numbers(draw(st.integers(1, 2)), inner, *sizes)
    return node("Conv", ["x", *held], ["y"], group=groups, **window), {"x": x}, held


@st.composite
def transposed_convolution(draw: st.DrawFn) -> Made:
    rank, groups = draw(st.integers(1, 2)), draw(st.integers(1, 2))
    inner, outer = groups * draw(small), draw(small)
    window = _spatial(draw, rank)
    window["pads"] = [draw(st.integers(0, 1)) for _ in range(2 * rank)]
    extra = [draw(st.integers(0, stride - 1)) for stride in window["strides"]]
    held = {"w": numbers(inner, outer, *window["kernel_shape"], seed=1)}
    x = numbers(1, inner, *(draw(st.integers(4, 6)) for _ in range(rank)))
    made = node("ConvTranspose", ["x", "w"], ["y"], group=groups, output_padding=extra, **window)
    return made, {"x": x}, held


@st.composite
def pooling(draw: st.DrawFn) -> Made:
    rank = draw(small)
    window = _spatial(draw, rank)
    window["kernel_shape"] = [draw(st.integers(2, 3)) for _ in range(rank)]
    window["pads"] = [draw(st.integers(0, 1)) for _ in range(2 * rank)]
    operator = draw(st.sampled_from(["MaxPool", "AveragePool"]))
    if operator == "AveragePool":
        window["count_include_pad"] = draw(st.integers(0, 1))
    x = numbers(1, draw(small), *(draw(st.integers(7, 9)) for _ in range(rank)))
    made = node(operator, ["x"], ["y"], ceil_mode=draw(st.integers(0, 1)), **window)
    return made, {"x": x}, {}


@st.composite
def product(draw: st.DrawFn) -> Made:
    rows, inner, columns = (draw(st.integers(1, 6)) for _ in range(3))
    if draw(st.booleans()):
        batch = tuple(draw(small) for _ in range(draw(st.integers(0, 2))))
        right = tuple(draw(st.sampled_from([1, size])) for size in batch)
        inputs = {"x": numbers(*batch, rows, inner), "w": numbers(*right, inner, columns, seed=1)}
        return node("MatMul", ["x", "w"], ["y"]), inputs, {}
    turned = [draw(st.integers(0, 1)) for _ in range(2)]
    x = numbers(*((inner, rows) if turned[0] else (rows, inner)))
    held = {"w": numbers(*((columns, inner) if turned[1] else (inner, columns)), seed=1)}
    shape = draw(st.sampled_from([(columns,), (rows, columns), (rows, 1), (1,)]))
    held["c"] = numbers(*shape, seed=2)
    factors = {
        "alpha": draw(st.sampled_from([1.0, 0.5])),
        "beta": draw(st.sampled_from([1.0, 2.0])),
    }
    made = node("Gemm", ["x", "w", "c"], ["y"], transA=turned[0], transB=turned[1], **factors)
    return made, {"x": x}, held


@st.composite
def broadcast(draw: st.DrawFn) -> Made:
    shape = [draw(st.integers(1, 4)) for _ in range(draw(st.integers(1, 4)))]

    def part() -> tuple[int, ...]:
        cut = draw(st.integers(0, len(shape)))
        return tuple(draw(st.sampled_from([1, size])) for size in shape[cut:])

    operator = draw(st.sampled_from(["Add", "Sub", "Mul", "Div", "Max", "PRelu"]))
    second = np.asarray(numbers(*part(), seed=1) + 3)
    first = numbers(*(shape if operator == "PRelu" else part()))
    if operator == "Max":
        return node("Max", ["x", "r"], ["y"]), {"x": first, "r": second}, {}
    return node(operator, ["x", "r"], ["y"]), {"x": first}, {"r": second}


@st.composite
def reduction(draw: st.DrawFn) -> Made:
    rank = draw(st.integers(1, 4))
    axes = draw(
        st.lists(st.integers(-rank, rank - 1), max_size=rank, unique_by=lambda at: at % rank)
    )
    operators = [
        "ReduceSum",
        "ReduceMean",
        "ReduceMax",
        "ReduceL2",
        "ReduceLogSumExp",
        "ReduceProd",
    ]
    held = {"axes": np.array(axes, np.int64)} if axes else {}
    x = numbers(*(draw(st.integers(1, 4)) for _ in range(rank)))
    keep = draw(st.integers(0, 1))
    return (
        node(draw(st.sampled_from(operators)), ["x", *held], ["y"], keepdims=keep),
        {"x": x},
        held,
    )


@st.composite
def normalisation(draw: st.DrawFn) -> Made:
    shape = tuple(draw(st.integers(2, 4)) for _ in range(4))
    operator = draw(
        st.sampled_from(
            ["Softmax", "LogSoftmax", "LRN", "InstanceNormalization", "LayerNormalization"]
        )
    )
    axis = draw(st.integers(-4, 3))
    if operator == "LRN":
        return node("LRN", ["x"], ["y"], size=draw(st.integers(1, 5))), {"x": numbers(*shape)}, {}
    if operator == "InstanceNormalization":
        held = {"s": numbers(shape[1], seed=1), "b": numbers(shape[1], seed=2)}
        return node(operator, ["x", "s", "b"], ["y"]), {"x": numbers(*shape)}, held
    if operator == "LayerNormalization":
        held = {"s": numbers(*shape[axis % 4 :], seed=1)}
        return node(operator, ["x", "s"], ["y"], axis=axis), {"x": numbers(*shape)}, held
    return node(operator, ["x"], ["y"], axis=axis), {"x": numbers(*shape)}, {}


@st.composite
def moving(draw: st.DrawFn) -> Made:
    shape = tuple(draw(st.integers(2, 5)) for _ in range(3))
    operator = draw(st.sampled_from(["Transpose", "Slice", "Pad", "Tile", "Gather", "Concat"]))
    x = {"x": numbers(*shape)}
    if operator == "Transpose":
        return node("Transpose", ["x"], ["y"], perm=draw(st.permutations(range(3)))), x, {}
    if operator == "Slice":
        step = draw(st.sampled_from([-2, -1, 1, 2]))
        ends = (draw(st.integers(0, 1)), 9) if step > 0 else (-1, -9)
        names = dict(zip("sea", (ends[0], ends[1], draw(st.integers(-3, 2))), strict=True))
        held = {key: np.array([one], np.int64) for key, one in names.items()}
        held["t"] = np.array([step], np.int64)
        return node("Slice", ["x", *held], ["y"]), x, held
    if operator == "Pad":
        mode = draw(st.sampled_from(["constant", "edge", "reflect", "wrap"]))
        held = {"p": np.array([draw(st.integers(0, 1)) for _ in range(6)], np.int64)}
        return node("Pad", ["x", "p"], ["y"], mode=mode), x, held
    if operator == "Tile":
        held = {"t": np.array([draw(small) for _ in range(3)], np.int64)}
        return node("Tile", ["x", "t"], ["y"]), x, held
    axis = draw(st.integers(-3, 2))
    if operator == "Concat":
        return node("Concat", ["x", "x", "h"], ["y"], axis=axis), x, {"h": numbers(*shape, seed=1)}
    places = np.array(draw(st.lists(st.integers(-2, 1), min_size=1, max_size=4)), np.int64)
    return node("Gather", ["x", "i"], ["y"], axis=axis), x | {"i": places}, {}


@st.composite
def resizing(draw: st.DrawFn) -> Made:
    shape = (1, draw(small), draw(st.integers(2, 6)), draw(st.integers(2, 6)))
    mode = draw(st.sampled_from(["nearest", "linear", "cubic"]))
    coordinates = ["half_pixel", "asymmetric", "align_corners", "pytorch_half_pixel"]
    sizes = [1, shape[1], draw(st.integers(2, 9)), draw(st.integers(2, 9))]
    made = node(
        "Resize",
        ["x", "", "", "s"],
        ["y"],
        mode=mode,
        coordinate_transformation_mode=draw(st.sampled_from(coordinates)),
    )
    return made, {"x": numbers(*shape)}, {"s": np.array(sizes, np.int64)}


@st.composite
def quantised(draw: st.DrawFn) -> Made:
    shape = tuple(draw(st.integers(1, 4)) for _ in range(3))
    axis = draw(st.integers(-3, 2))
    kind = draw(st.sampled_from([np.int8, np.uint8]))
    per_axis = draw(st.booleans())
    count = (shape[axis % 3],) if per_axis else ()
    # Powers of two: a quotient that ONNX Runtime rounds by a reciprocal would differ in a tie.
    steps = 2.0 ** -np.arange(1, 1 + int(np.prod(count, dtype=int)))
    held: dict[str, np.ndarray] = {"s": steps.astype(np.float32).reshape(count)}
    held["z"] = np.full(count, draw(st.integers(0, 5)), kind)
    if draw(st.booleans()):
        made = node("QuantizeLinear", ["x", "s", "z"], ["y"], axis=axis)
        return made, {"x": np.asarray(numbers(*shape) * 40)}, held
    x = np.random.default_rng(0).integers(0, 127, shape).astype(kind)
    return node("DequantizeLinear", ["x", "s", "z"], ["y"], axis=axis), {"x": x}, held


FAMILIES: tuple[Callable[[], st.SearchStrategy[Made]], ...] = (
    convolution, transposed_convolution, pooling, product, broadcast, reduction, normalisation,
    moving, resizing, quantised,
)  # fmt: skip


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.__name__)
def test_random_nodes(family: Callable[[], st.SearchStrategy[Made]], tmp_path: Path) -> None:
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=(HealthCheck.too_slow, HealthCheck.data_too_large),
    )
    @given(family())
    def holds(made: Made) -> None:
        one, inputs, held = made
        model = model_proto([one], inputs, ["y"], held)
        assert verdict(model, inputs, tmp_path) == "", one

    holds()
