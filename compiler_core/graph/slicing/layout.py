"""Which axis of a tensor is which, where the compiler has turned a network's pictures.

A tensor keeps its name when its channels are laid last, so an index that is meant as ONNX's own
operators count would name another element. Layout goes from operators that have their channels last
along all that keep the order of axes; where it is not known nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator

import onnx_ir as ir

from compiler_core.graph.passes.nhwc_functions import NHWC_DOMAIN, TO_NHWC

_PICTURE_RANK = 4
_KEEP_THE_ORDER = ("Concat", "Pad", "Resize", "Slice", "Split", "ArgMax", "ArgMin")


def channels_last(model: ir.Model) -> frozenset[str]:
    """Names of tensors of rank 4 whose axes are picture, row, column, channel."""
    names: set[str] = set()
    for node in model.graph:
        if _is_turned(node, names):
            names.update(value.name or "" for value in _pictures(node))
    return frozenset(names)


def place_sentence(tensor: str, index: tuple[int, ...], turned: frozenset[str]) -> str:
    """What the numbers of the index count; empty where they count as ONNX's operators do."""
    if tensor not in turned:
        return ""
    picture, row, column, channel = index
    return (
        f"In the compiled network the channels of {tensor} lie last: this is row {row}, column "
        f"{column}, channel {channel} of picture {picture}, each counted from 0. ONNX's own "
        "operators have the channel second."
    )


def _is_turned(node: ir.Node, turned: set[str]) -> bool:
    if node.domain == NHWC_DOMAIN:
        return True
    if node.op_type == "Transpose":
        order = node.attributes.get("perm")
        return order is not None and tuple(order.as_ints()) == TO_NHWC
    read = [value for value in node.inputs if value is not None and value.name in turned]
    if not read:
        return False
    shapes = {str(value.shape) for value in read}
    alike = all(str(value.shape) in shapes for value in _pictures(node))
    if node.op_type in _KEEP_THE_ORDER or node.op_type.startswith("Reduce"):
        return True
    return alike and node.op_type != "Reshape"


def _pictures(node: ir.Node) -> Iterator[ir.Value]:
    return (
        value
        for value in node.outputs
        if value.shape is not None and len(value.shape) == _PICTURE_RANK
    )
