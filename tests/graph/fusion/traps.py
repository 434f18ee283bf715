"""Minimal models, each named after the mistake it guards against, and what fusing them gives."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import onnx
import onnx_ir as ir

from compiler_core.graph.fusion import small_graphs
from compiler_core.graph.fusion.fuse import FusionOptions, fuse
from compiler_core.graph.fusion.model_builder import ModelBuilder

IMAGE = (1, 4, 8, 8)
Trap = tuple[Callable[[], ir.Model], FusionOptions]


def fan_out_that_never_meets() -> ir.Model:
    """The activation is read by two outputs' kernels."""
    model = ModelBuilder("fan-out")
    rectified = model.node(
        "Relu", "relu", model.convolution("conv", model.input("x", IMAGE), (4, 4))
    )
    one = model.node("Exp", "exp", rectified)
    return model.build(one, model.node("Neg", "neg", rectified))


def residual_of_two_convolutions() -> ir.Model:
    """Both could take in the sum; the first in the order does, the second must not."""
    model = ModelBuilder("residual")
    image = model.input("x", IMAGE)
    one = model.convolution("conv_1", image, (4, 4), 1)
    other = model.convolution("conv_2", image, (4, 4), 3)
    return model.build(model.node("Relu", "relu", model.node("Add", "add", one, other)))


def concatenation_is_injective() -> ir.Model:
    """It takes in elementwise work before it, but a convolution does not take it in."""
    model = ModelBuilder("concatenation")
    image = model.input("x", IMAGE)
    one = model.node("Relu", "relu", model.convolution("conv", image, (4, 4)))
    other = model.node("Exp", "exp", image)
    joined = model.node("Concat", "concat", one, other, axis=1)
    return model.build(model.node("Sigmoid", "sigmoid", joined))


def opaque_in_the_middle() -> ir.Model:
    """Nothing passes the barrier, in either direction."""
    model = ModelBuilder("opaque")
    first = model.node("Relu", "relu_1", model.input("x", IMAGE))
    axis = model.constant(np.array(2, np.int64))
    summed = model.node("CumSum", "cumsum", first, axis)
    return model.build(model.node("Relu", "relu_2", summed))


def two_convolutions() -> ir.Model:
    """One kernel each, whatever lies between."""
    model = ModelBuilder("two-convolutions")
    first = model.node("Relu", "relu", model.convolution("conv_1", model.input("x", IMAGE), (4, 4)))
    return model.build(model.convolution("conv_2", first, (4, 4)))


def shared_constant() -> ir.Model:
    """Weights read by two kernels are no path between them."""
    model = ModelBuilder("shared-constant")
    image = model.input("x", IMAGE)
    weights = model.weights((4, 4, 1, 1))
    one = model.node("Conv", "conv_1", image, weights, kernel_shape=[1, 1])
    two = model.node(
        "Conv", "conv_2", model.node("Relu", "relu", one), weights, kernel_shape=[1, 1]
    )
    return model.build(two)


def read_twice_by_one_node() -> ir.Model:
    """Two uses by one node are one path."""
    model = ModelBuilder("read-twice")
    summed = model.convolution("conv", model.input("x", IMAGE), (4, 4))
    return model.build(model.node("Mul", "square", summed, summed))


def output_inside_a_chain() -> ir.Model:
    """The sum leaves the graph, so it is stored and nothing behind it can take it in."""
    model = ModelBuilder("output-inside")
    summed = model.convolution("conv", model.input("x", IMAGE), (4, 4))
    added = model.node("Add", "add", summed, model.weights((1, 4, 1, 1)))
    return model.build(added, model.node("Relu", "relu", added))


def complex_branch_of_a_diamond() -> ir.Model:
    """The ways meet again, but a pooling lies on one of them."""
    model = ModelBuilder("complex-branch")
    summed = model.convolution("conv", model.input("x", IMAGE), (4, 4))
    pooled = model.node("MaxPool", "pool", summed, kernel_shape=[3, 3], pads=[1, 1, 1, 1])
    return model.build(model.node("Add", "add", summed, pooled))


def moving_branch_of_a_diamond() -> ir.Model:
    """Elementwise work passes a transpose on its way; a convolution does not."""
    model = ModelBuilder("moving-branch")
    image = model.input("x", IMAGE)
    turned = model.node("Relu", "relu", image)
    added = model.node(
        "Add", "add_1", turned, model.node("Transpose", "turn_1", turned, perm=[0, 1, 3, 2])
    )
    summed = model.convolution("conv", added, (4, 4))
    other = model.node("Transpose", "turn_2", summed, perm=[0, 1, 3, 2])
    return model.build(model.node("Add", "add_2", summed, other))


def elementwise_into_a_finished_convolution() -> ir.Model:
    """The sum's kernel has a convolution already; the other operand's work joins all the same."""
    model = ModelBuilder("into-finished")
    image = model.input("x", IMAGE)
    other = model.node("Sigmoid", "sigmoid", model.input("y", IMAGE))
    summed = model.convolution("conv", image, (4, 4))
    return model.build(model.node("Add", "add", summed, other))


def reshape_must_not_take_the_tail() -> ir.Model:
    """The tail belongs to the product; were moving work first, it would be lost to the reshape."""
    model = ModelBuilder("tail-first")
    product = model.node("MatMul", "matmul", model.input("x", (4, 16)), model.weights((16, 6)))
    rectified = model.node("Relu", "relu", product)
    shape = model.constant(np.array([2, 12], np.int64))
    moved = model.node("Reshape", "reshape", rectified, shape)
    return model.build(model.node("Exp", "exp", moved))


def moving_work_waits_for_the_convolution() -> ir.Model:
    """The transpose comes first in the order, and yet the sum is the convolution's."""
    model = ModelBuilder("waits")
    turned = model.node("Transpose", "turn", model.input("y", IMAGE), perm=[0, 1, 3, 2])
    summed = model.convolution("conv", model.input("x", IMAGE), (4, 4))
    return model.build(model.node("Add", "add", turned, summed))


def broadcast_of_two_thin_operands() -> ir.Model:
    """Neither operand has the output's shape: broadcast, not elementwise, so no tail."""
    model = ModelBuilder("broadcast")
    rows = model.node("MatMul", "matmul", model.input("x", (8, 16)), model.weights((16, 1)))
    return model.build(model.node("Add", "add", rows, model.input("y", (1, 8))))


def split_is_a_tuple() -> ir.Model:
    """Two results that meet again: the tuple joins moving work, and what feeds it joins last."""
    model = ModelBuilder("split")
    fed = model.node("Relu", "relu", model.input("x", IMAGE))
    built = model.build(model.node("Neg", "neg", fed))
    return _with_split(built)


def _with_split(built: ir.Model) -> ir.Model:
    """Replace Neg by a Split and a Concat of its halves in the other order."""
    proto = ir.serde.serialize_model(built)
    kept = [node for node in proto.graph.node if node.op_type != "Neg"]
    helper = onnx.helper
    split = helper.make_node("Split", ["relu_out"], ["half_1", "half_2"], name="split", axis=1)
    joined = helper.make_node("Concat", ["half_2", "half_1"], ["neg_out"], name="concat", axis=1)
    del proto.graph.node[:]
    proto.graph.node.extend([*kept, split, joined])
    return ir.serde.deserialize_model(onnx.shape_inference.infer_shapes(proto))


def unread_node() -> ir.Model:
    """A node that nobody reads has no post-dominator."""
    model = ModelBuilder("unread")
    image = model.input("x", IMAGE)
    model.node("Exp", "exp", image)
    return model.build(model.node("Relu", "relu", image))


def long_chain() -> ir.Model:
    """Six nodes where three are allowed."""
    model = ModelBuilder("long-chain")
    value = model.input("x", IMAGE)
    for number in range(6):
        value = model.node("Relu", f"relu_{number}", value)
    return model.build(value)


def many_arguments() -> ir.Model:
    """Each sum brings a tensor more than the function may take."""
    model = ModelBuilder("many-arguments")
    value = model.input("x", IMAGE)
    for number in range(4):
        value = model.node("Add", f"add_{number}", value, model.input(f"y_{number}", IMAGE))
    return model.build(value)


def nhwc_convolution() -> ir.Model:
    """Our own domain is as known as the standard one; any other is opaque."""
    built = small_graphs.conv_bias_relu()
    for node in built.graph:
        if node.op_type == "Conv":
            node.domain = "lowlab.nhwc"
    return built


def foreign_domain() -> ir.Model:
    """A stranger's Relu may do anything."""
    built = small_graphs.conv_bias_relu()
    for node in built.graph:
        if node.op_type == "Relu":
            node.domain = "com.example"
    return built


def int8_residual() -> ir.Model:
    """The shortcut's dequantisation joins the kernel of the sum, not that of who made it."""
    model = ModelBuilder("int8-residual")
    image = model.input("x", IMAGE, "int8")
    scale, zero = model.constant(np.float32(0.02)), model.constant(np.int8(4))
    one = model.constant(np.float32(1))
    summed = model.node(
        "ConvInteger", "conv", image, model.weights((4, 4, 3, 3), "int8"), pads=[1, 1, 1, 1]
    )
    real = model.node("DequantizeLinear", "real", summed, scale)
    shortcut = model.node("DequantizeLinear", "shortcut", image, scale, zero)
    added = model.node("Add", "add", real, shortcut)
    return model.build(model.node("QuantizeLinear", "quantise", added, one, zero))


def _options(*extensions: str, sram: int = 256 * 1024) -> FusionOptions:
    return FusionOptions(extensions=extensions, sram_bytes=sram)


RULES_ONLY = FusionOptions()
TRAPS: dict[str, Trap] = {
    function.__name__.replace("_", "-"): (function, RULES_ONLY)
    for function in (
        fan_out_that_never_meets, residual_of_two_convolutions, concatenation_is_injective,
        opaque_in_the_middle, two_convolutions, shared_constant, read_twice_by_one_node,
        output_inside_a_chain, complex_branch_of_a_diamond, moving_branch_of_a_diamond,
        elementwise_into_a_finished_convolution, reshape_must_not_take_the_tail,
        moving_work_waits_for_the_convolution, broadcast_of_two_thin_operands,
        split_is_a_tuple, unread_node, nhwc_convolution, foreign_domain, int8_residual,
    )
} | {
    "diamond": (small_graphs.diamond, RULES_ONLY),
    "reduction-is-a-sink": (small_graphs.elementwise_into_reduction, RULES_ONLY),
    "too-long-a-chain": (long_chain, FusionOptions(nodes=3)),
    "too-many-arguments": (many_arguments, FusionOptions(arguments=4)),
    "depthwise-and-pointwise": (small_graphs.depthwise_pointwise, _options("depthwise-pointwise")),
    "weights-do-not-stay": (small_graphs.wide_separable, _options("depthwise-pointwise")),
    "one-row-does-not-stay": (
        small_graphs.depthwise_pointwise, _options("depthwise-pointwise", sram=1000)),
    "weights-stay-in-more-memory": (
        small_graphs.wide_separable, _options("depthwise-pointwise", sram=2 << 20)),
    "pad-into-convolution": (small_graphs.pad_conv, _options("pad-into-convolution")),
    "pooling-after-convolution": (small_graphs.conv_pool, _options("pooling-after-convolution")),
    "second-result": (small_graphs.second_result, _options("second-result")),
    "narrowest-operand": (small_graphs.narrowest_operand, _options("narrowest-operand")),
    "equally-wide-operands": (residual_of_two_convolutions, _options("narrowest-operand")),
    "extensions-off": (small_graphs.second_result, RULES_ONLY),
}  # fmt: skip


def outcome(trap: Trap) -> str:
    """Kernels, decisions and tree of a trap, as the golden files hold them."""
    build, options = trap
    fusion = fuse(build(), options)
    kernels = [
        f"{group.name}: {' '.join(group.nodes)} | anchor {group.anchor or 'none'} | "
        f"{' '.join(group.inputs)} -> {' '.join(group.outputs)} | scratch {group.scratch_bytes}"
        for group in fusion.groups
    ]
    decisions = [
        f"{d.subject} {d.verdict} {d.other or '-'}: {d.rule} ({d.stage}, {d.because}) "
        f"{d.saved_bytes} {d.added_bytes}"
        for d in fusion.decisions
    ]
    tree = [
        f"{n.name} {n.kind} -> {n.parent or '-'} [{n.path_kind}] {n.depth}" for n in fusion.tree
    ]
    totals = (
        f"{fusion.launches_before} -> {fusion.launches_after} kernels, "
        f"{fusion.dram_bytes_before} -> {fusion.dram_bytes_after} bytes"
    )
    parts = (("kernels", kernels), ("decisions", decisions), ("tree", tree), ("totals", [totals]))
    return "".join(
        f"{title}\n" + "".join(f"  {line}\n" for line in lines) for title, lines in parts
    )
