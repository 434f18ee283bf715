"""Each extension's legality, on graphs that differ from a legal one in one thing."""

from __future__ import annotations

import numpy as np
import onnx_ir as ir
import pytest

from compiler_core.graph.fusion.fuse import FusionOptions, fuse
from compiler_core.graph.fusion.model_builder import ModelBuilder
from compiler_core.graph.fusion.records import Decision

IMAGE = (1, 8, 16, 16)


def decisions(model: ir.Model, extension: str, sram: int = 1 << 18) -> list[Decision]:
    options = FusionOptions(extensions=(extension,), sram_bytes=sram)
    return [entry for entry in fuse(model, options).decisions if entry.stage == extension]


def padded(
    amounts: list[int],
    border: float = 0.0,
    mode: str = "constant",
    read_twice: str = "",
    auto_pad: str = "NOTSET",
) -> ir.Model:
    model = ModelBuilder("padded")
    pad = model.node(
        "Pad",
        "pad",
        model.input("x", IMAGE),
        model.constant(np.array(amounts)),
        model.constant(np.float32(border)),
        mode=mode,
    )
    channels = 8 + amounts[1] + amounts[5]
    weights = model.weights((4, channels, 3, 3))
    summed = model.node("Conv", "conv", pad, weights, kernel_shape=[3, 3], auto_pad=auto_pad)
    other = [model.node("Relu", "other", pad)] if read_twice else []
    return model.build(summed, *other)


AROUND = [0, 0, 1, 1, 0, 0, 1, 1]


@pytest.mark.parametrize(
    ("model", "refusal"),
    [
        (padded(AROUND), ""),
        (padded(AROUND, border=1.0), "The border is not zero."),
        (padded(AROUND, mode="reflect"), "repeats the image"),
        (padded([0, 1, 1, 1, 0, 0, 1, 1]), "the batch or the channels"),
        (padded([0, 0, -1, 1, 0, 0, 1, 1]), "it cuts"),
        (padded(AROUND, read_twice="yes"), "another reader"),
        (padded(AROUND, auto_pad="SAME_UPPER"), "decides its own padding"),
    ],
    ids=["legal", "border", "mode", "channels", "cuts", "shared", "own-padding"],
)
def test_pad_into_convolution(model: ir.Model, refusal: str) -> None:
    (decision,) = decisions(model, "pad-into-convolution")
    assert (decision.verdict == "fused") == (refusal == "")
    assert refusal in decision.reason


def test_an_integer_border_is_the_zero_point() -> None:
    for border, verdict in ((7, "fused"), (0, "refused")):
        model = ModelBuilder("integer")
        image = model.input("x", IMAGE, "int8")
        pad = model.node(
            "Pad", "pad", image, model.constant(np.array(AROUND)), model.constant(np.int8(border))
        )
        weights, zero = model.weights((4, 8, 3, 3), "int8"), model.constant(np.int8(7))
        built = model.build(model.node("ConvInteger", "conv", pad, weights, zero))
        (decision,) = decisions(built, "pad-into-convolution")
        assert decision.verdict == verdict


def separable(depth: dict, point: dict, kernel: int = 1, leaves: str = "") -> ir.Model:
    model = ModelBuilder("separable")
    deep = model.convolution("deep", model.input("x", IMAGE), (8, 8), **({"group": 8} | depth))
    wide = model.convolution("wide", deep, (8, 16), kernel, **point)
    return model.build(wide, *([deep] if leaves else []))


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        (separable({}, {}), ["fused"]),
        (separable({"strides": [2, 2]}, {}), ["fused"]),
        (separable({}, {"strides": [2, 2]}), ["refused"]),
        (separable({}, {"group": 2}), ["refused"]),
        (separable({}, {"pads": [1, 1, 1, 1]}), ["refused"]),
        (separable({}, {}, leaves="yes"), ["refused"]),
        (separable({"group": 1}, {}), []),
        (separable({"group": 4}, {}), []),
        (separable({}, {}, kernel=3), []),
    ],
    ids=["legal", "deep-stride", "stride", "groups", "pads", "leaves", "full", "grouped", "3x3"],
)
def test_depthwise_pointwise(model: ir.Model, expected: list[str]) -> None:
    assert [entry.verdict for entry in decisions(model, "depthwise-pointwise")] == expected


def test_the_1x1_convolution_must_read_the_image_and_not_a_residual() -> None:
    """The depthwise result enters the second kernel as an operand of its sum."""
    model = ModelBuilder("operand")
    image = model.input("x", IMAGE)
    wide = model.convolution("wide", image, (8, 8), 1)
    deep = model.convolution("deep", image, (8, 8), group=8)
    built = model.build(model.node("Add", "add", wide, deep))
    assert decisions(built, "depthwise-pointwise") == []


def pooled(side: int, kernel: int, stride: int) -> ir.Model:
    model = ModelBuilder("pooled")
    image = model.input("x", (1, 8, side, side))
    summed = model.convolution("conv", image, (8, 16))
    pool = model.node("MaxPool", "pool", summed, kernel_shape=[kernel] * 2, strides=[stride] * 2)
    return model.build(pool)


def test_pooling_keeps_as_many_rows_as_its_window_is_high() -> None:
    for kernel, stride in ((2, 2), (3, 2), (3, 1)):
        (decision,) = decisions(pooled(16, kernel, stride), "pooling-after-convolution")
        assert decision.scratch_bytes == kernel * 16 * 16 * 4
        assert (decision.saved_bytes, decision.added_bytes) == (2 * 16 * 16 * 16 * 4, 0)


def test_less_near_memory_means_more_bands_until_it_is_not_worth_it() -> None:
    weights, row, whole = 16 * 8 * 9 * 4, 16 * 16 * 4, 16 * 16 * 16 * 4
    added = [
        decisions(pooled(16, 2, 2), "pooling-after-convolution", sram)[0].added_bytes
        for sram in (weights + 2 * row, weights + 2 * row - 1, 2048, 2047)
    ]
    # Three rows in half of it: six bands; two rows, the least, otherwise; then none.
    assert added == [0, 5 * weights, 7 * weights, 2 * whole]


def test_a_second_result_needs_no_other_tensor() -> None:
    model = ModelBuilder("second")
    image = model.input("x", IMAGE)
    summed = model.convolution("conv", image, (8, 8))
    added = model.node("Add", "add", summed, image)
    built = model.build(summed, added)
    assert decisions(built, "second-result") == []


def test_a_second_result_is_one_that_has_to_be_stored() -> None:
    """A reshape keeps the order of elements, but nobody else reads the convolution's result."""
    model = ModelBuilder("only-reader")
    summed = model.convolution("conv", model.input("x", IMAGE), (8, 8))
    shape = model.constant(np.array([1, 8, 256], np.int64))
    assert (
        decisions(model.build(model.node("Reshape", "reshape", summed, shape)), "second-result")
        == []
    )


def test_one_row_buffer_a_kernel() -> None:
    """A kernel that keeps rows already takes no pooling behind it."""
    model = ModelBuilder("two")
    value = model.input("x", IMAGE)
    deep = model.convolution("deep", value, (8, 8), group=8)
    wide = model.convolution("wide", deep, (8, 8), 1)
    built = model.build(model.node("MaxPool", "pool", wide, kernel_shape=[2, 2], strides=[2, 2]))
    both = FusionOptions(extensions=("depthwise-pointwise", "pooling-after-convolution"))
    fusion = fuse(built, both)
    made, refused = [entry for entry in fusion.decisions if entry.stage != "rules"]
    assert (made.verdict, refused.verdict, refused.because) == ("fused", "refused", "legality")
    assert "keeps rows for a fusion already" in refused.reason
    assert [group.extension for group in fusion.groups] == ["depthwise-pointwise", ""]


def two_branches(shared: str = "", second_way: str = "") -> ir.Model:
    """An int8 branch and a float32 branch that meet in a sum."""
    model = ModelBuilder("branches")
    image = model.input("x", IMAGE)
    step, zero = model.constant(np.float32(0.05)), model.constant(np.int8(2))
    first = model.convolution("first", image, (8, 8))
    narrow = model.node("QuantizeLinear", "round", first, step, zero)
    back = model.node("DequantizeLinear", "back", narrow, step, zero)
    second = model.convolution("second", image, (8, 8))
    added = model.node("Add", "add", back, second)
    if second_way:
        added = model.node("Mul", "mul", added, first)
    return model.build(added, *([model.node("Exp", "exp", second)] if shared else []))


def test_the_sum_moves_to_where_the_other_operand_is_narrower() -> None:
    model = two_branches()
    (decision,) = decisions(model, "narrowest-operand")
    assert (decision.saved_bytes, decision.added_bytes) == (2 * 8 * 256 * 4, 2 * 8 * 256)
    groups = fuse(model, FusionOptions(extensions=("narrowest-operand",))).groups
    assert [group.nodes for group in groups] == [("first", "round"), ("back", "second", "add")]


def test_the_sum_stays_when_the_wide_branch_has_another_reader() -> None:
    (decision,) = decisions(two_branches(shared="yes"), "narrowest-operand")
    assert (decision.verdict, decision.because) == ("refused", "legality")


def test_the_sum_stays_when_the_branch_enters_it_twice() -> None:
    assert decisions(two_branches(second_way="yes"), "narrowest-operand") == []
