"""Sinking: move transposes down until they meet.

What works on each element alone does not care in which order the elements lie. So a transpose in
front of such a node can stand behind it, where it may meet another transpose and become one with it
(by algebraic simplification), or stand once where it stood in front of each operand.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import onnx_ir as ir

from compiler_core.graph.pass_base import GraphPass, PassResult
from compiler_core.graph.rewriting import (
    Rewriter,
    array_of,
    integer_of,
    integers_of,
    is_operator,
    name_of,
    only_reader,
    sizes_of,
)

ELEMENTWISE: tuple[str, ...] = (
    "Abs", "Ceil", "Celu", "Clip", "Cos", "Elu", "Erf", "Exp", "Floor", "Gelu", "HardSigmoid",
    "HardSwish", "LeakyRelu", "Log", "Mish", "Neg", "Not", "Reciprocal", "Relu", "Round", "Selu",
    "Sigmoid", "Sign", "Sin", "Softplus", "Softsign", "Sqrt", "Tanh", "ThresholdedRelu", "Cast",
    "Identity", "Dropout",
)  # fmt: skip
BROADCASTING: tuple[str, ...] = (
    "Add", "Sub", "Mul", "Div", "Pow", "Max", "Min", "Sum", "Mean", "PRelu", "Where", "Equal",
    "Greater", "Less", "And", "Or", "Mod",
)  # fmt: skip


def sink_transposes(model: ir.Model) -> PassResult:
    rewriter = Rewriter(model)
    for node in list(model.graph):
        if node.graph is None:
            continue
        if is_operator(node, "Transpose"):
            _sink_to_transpose(rewriter, node)
        elif is_operator(node, "Concat", *BROADCASTING):
            _join_operands(rewriter, node)
    return rewriter.result


def _order(node: ir.Node) -> tuple[int, ...]:
    rank = len(sizes_of(node.outputs[0]) or ())
    return integers_of(node, "perm", tuple(reversed(range(rank))))


def _sink_to_transpose(rewriter: Rewriter, node: ir.Node) -> None:
    """Move a transpose down a chain of elementwise nodes that ends in another one."""
    order = _order(node)
    chain: list[ir.Node] = []
    reader = only_reader(node.outputs[0])
    while reader is not None and _may_swap(reader, chain[-1] if chain else node):
        chain.append(reader)
        reader = only_reader(reader.outputs[0])
    if not chain:
        return
    if not is_operator(reader, "Transpose"):
        what = (
            f"{name_of(reader)} behind is no transpose"
            if reader
            else "what it gives is an output, or read twice"
        )
        rewriter.refuse(
            node, f"It could sink below {_names(chain)}, but meets nothing there: {what}."
        )
        return
    source = node.inputs[0]
    assert source is not None
    assert reader is not None
    ir.convenience.replace_all_uses_with(node.outputs[0], source)
    for link in chain:
        _turn(rewriter, link, order)
    rewriter.graph.remove(node)
    node.replace_input_with(0, chain[-1].outputs[0])
    rewriter.graph.insert_before(reader, node)
    reader.replace_input_with(0, node.outputs[0])
    rewriter.change(
        "reordered",
        name_of(node),
        f"{_names(chain)} work on each element alone, so "
        f"the transpose can stand behind, where it meets {name_of(reader)}.",
        (name_of(node), *map(name_of, chain)),
        (*map(name_of, chain), name_of(node)),
    )


def _names(nodes: Sequence[ir.Node]) -> str:
    return ", ".join(map(name_of, nodes))


def _may_swap(reader: ir.Node, maker: ir.Node) -> bool:
    """Elementwise, with no other operand than constants."""
    if len(reader.outputs) > 1 or reader.inputs[0] is None:
        return False
    if is_operator(reader, *ELEMENTWISE):
        return reader.inputs[0] is maker.outputs[0]
    if not is_operator(reader, *BROADCASTING):
        return False
    others = [side for side in reader.inputs if side is not None and side is not maker.outputs[0]]
    same_shape = sizes_of(reader.outputs[0]) == sizes_of(maker.outputs[0])
    return same_shape and all(other.const_value is not None for other in others)


def _turn(rewriter: Rewriter, node: ir.Node, order: tuple[int, ...]) -> None:
    """The node now works on the untransposed value: constants and its shape are turned back."""
    for index, value in enumerate(node.inputs):
        array = array_of(value)
        if array is not None and (index == 0 or is_operator(node, "Concat", *BROADCASTING)):
            turned = turned_back(array, order)
            if turned is not array:
                constant = rewriter.constant(turned, f"{name_of(node)}_turned")
                node.replace_input_with(index, constant)
    sizes = sizes_of(node.outputs[0])
    if sizes is not None:
        node.outputs[0].shape = ir.Shape([sizes[order.index(at)] for at in range(len(sizes))])


def turned_back(array: np.ndarray, order: tuple[int, ...]) -> np.ndarray:
    """A constant operand of a transposed value, for the value as it was before."""
    if array.size == 1:
        return array
    rank = len(order)
    wide = array.reshape((1,) * (rank - array.ndim) + array.shape)
    return np.ascontiguousarray(np.transpose(wide, [order.index(at) for at in range(rank)]))


def _join_operands(rewriter: Rewriter, node: ir.Node) -> None:
    """Operands transposed alike: one transpose behind instead of one in front of each."""
    changing = [value for value in node.inputs if value is not None and value.const_value is None]
    makers = [operand.producer() for operand in changing]
    transposes = [
        permutation
        for permutation in makers
        if permutation is not None and is_operator(permutation, "Transpose")
    ]
    if len(transposes) < 2 or len({id(mover) for mover in transposes}) < 2:
        return
    orders = {_order(transpose) for transpose in transposes}
    if len(transposes) < len(changing) or len(orders) > 1:
        rewriter.refuse(node, "Its operands are not all transposed alike.")
        return
    if any(only_reader(turn.outputs[0]) is not node for turn in transposes):
        rewriter.refuse(node, "A transposed operand is also read elsewhere.")
        return
    shapes = {sizes_of(tensor) for tensor in changing}
    if node.op_type != "Concat" and shapes != {sizes_of(node.outputs[0])}:
        rewriter.refuse(node, "Its operands have different shapes.")
        return
    _move_behind(rewriter, node, transposes, orders.pop())


def _move_behind(
    rewriter: Rewriter, node: ir.Node, transposes: list[ir.Node], order: tuple[int, ...]
) -> None:
    for index, value in enumerate(node.inputs):
        maker = value.producer() if value is not None else None
        if maker in transposes and maker is not None:
            node.replace_input_with(index, maker.inputs[0])
    _turn(rewriter, node, order)
    if node.op_type == "Concat":
        axis = integer_of(node, "axis", 0) % len(order)
        node.attributes["axis"] = ir.AttrInt64("axis", order[axis])
    behind = rewriter.node(
        "Transpose", [None], (*transposes, node), {"perm": order}, f"{name_of(node)}_transpose"
    )
    rewriter.put_behind(node, behind)
    for transpose in transposes:
        rewriter.graph.remove(transpose, safe=True)
    rewriter.change(
        "reordered",
        name_of(node),
        "All its operands are transposed alike, so one transpose behind it does.",
        (*map(name_of, transposes), name_of(node)),
        (name_of(node), name_of(behind)),
    )


SINKING = GraphPass(
    "sinking",
    "Move transposes below what works on each element alone, until they meet.",
    sink_transposes,
)
