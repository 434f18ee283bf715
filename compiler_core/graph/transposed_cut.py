"""What a transposed convolution leaves out in front of its result."""

from __future__ import annotations

import onnx_ir as ir

from compiler_core.graph.rewriting import integers_of, sizes_of


def transposed_cut(node: ir.Node) -> tuple[int, ...]:
    """Along each spatial axis, in elements of the whole result; all its shapes are known.

    ONNX's ConvTranspose: `pads` says it, or `auto_pad` and `output_shape` through the result.
    """
    sizes, kernel = (sizes_of(node.inputs[0]) or ())[2:], (sizes_of(node.inputs[1]) or ())[2:]
    rank = len(kernel)
    auto_pad = node.attributes.get("auto_pad")
    mode = "NOTSET" if auto_pad is None else auto_pad.as_string()
    if mode == "VALID":
        return (0,) * rank
    if mode == "NOTSET" and "output_shape" not in node.attributes:
        return integers_of(node, "pads", (0,) * (2 * rank))[:rank]
    extra = integers_of(node, "output_padding", (0,) * rank)
    strides = integers_of(node, "strides", (1,) * rank)
    dilations = integers_of(node, "dilations", (1,) * rank)
    result = (sizes_of(node.outputs[0]) or ())[2:]
    totals = [
        strides[axis] * (sizes[axis] - 1)
        + extra[axis]
        + (kernel[axis] - 1) * dilations[axis]
        + 1
        - result[axis]
        for axis in range(rank)
    ]
    return tuple(total // 2 if mode == "SAME_UPPER" else total - total // 2 for total in totals)
