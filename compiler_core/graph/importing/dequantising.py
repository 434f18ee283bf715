"""Products whose inputs are quantised during the run, written with floating-point numbers instead.

Such files hold their weights as integers and find the scale of each input anew in every run. A
program for one chip has its scales before it runs: what is left of the file are the weights, which
keep exactly the numbers that their integers stand for, and are quantised again with fixed scales
where one asks for that. Inputs are no longer rounded, so that results differ from the file's by
that rounding.

Forms (onnx: DynamicQuantizeLinear-11, MatMulInteger-10, ConvInteger-10; com.microsoft, in ONNX
Runtime's docs/ContribOperators.md: DynamicQuantizeLSTM, DynamicQuantizeMatMul,
MatMulIntegerToFloat). A form whose weights are no constants stays as it is, and so does one whose
scales or zero points do not fit its weights: what comes later refuses it by name.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import onnx_ir as ir

from compiler_core.graph.importing.operator_forms import STANDARD
from compiler_core.graph.provenance import inherit_sources
from compiler_core.graph.rewriting import (
    Rewriter,
    constant,
    input_of,
    is_operator,
    name_of,
    only_reader,
)

MICROSOFT = "com.microsoft"
_NAMED = 3
_LSTM_INPUTS = 8
"""X, W, R, B, sequence_lens, initial_h, initial_c, P; scales and zero points of W and R follow."""
_RECURRENT_AXES = 3
_NUMBERS = "iuf"
"""Kinds of numpy."""
_Rule = Callable[[Rewriter, ir.Node], bool]


def dequantise_dynamic(model: ir.Model) -> list[str]:
    """Write them in place, and say so; nodes must have names, shapes need not be known."""
    done: list[str] = []
    rewriter, unread = Rewriter(model), _unread(model.graph)
    for node in list(model.graph):
        domain = "" if node.domain in STANDARD else node.domain
        rule = _RULES.get((domain, node.op_type))
        name = name_of(node)
        if rule is not None and rule(rewriter, node):
            done.append(name)
    if not done:
        return []
    _remove_unread(model.graph, unread)
    more = f" and {len(done) - _NAMED} more" if len(done) > _NAMED else ""
    return [
        f"{', '.join(done[:_NAMED])}{more} quantised their inputs anew in each run. They are "
        "computed with floating-point numbers: the weights keep the values of their integers, the "
        "inputs are no longer rounded."
    ]


def _product(rewriter: Rewriter, node: ir.Node) -> bool:
    """MatMulInteger or ConvInteger of a quantised input, made a float and multiplied by both
    scales."""
    quantised = _made_by(input_of(node, 0), "DynamicQuantizeLinear")
    weights = _numbers(input_of(node, 1))
    if quantised is None or weights is None or not _has_zero_point_of(node, quantised):
        return False
    scaled = _scaled(node, quantised.outputs[1])
    zero = (
        _numbers(input_of(node, 3)) if input_of(node, 3) is not None else np.array(0, weights.dtype)
    )
    if scaled is None or zero is None:
        return False
    last, scale = scaled
    convolves = node.op_type == "ConvInteger"
    values = _centred(weights, zero, first_axis=convolves)
    if values is None:
        return False
    # One scale, or one for each column, goes into the weights; others stay as a product.
    inside = _fits(scale, values) and (scale.size == 1 or (not convolves and scale.ndim == 1))
    floats = rewriter.constant(values * scale if inside else values, f"{name_of(node)}_weights")
    made = rewriter.node(
        "Conv" if convolves else "MatMul",
        [quantised.inputs[0], floats],
        (node, last),
        name=f"{name_of(node)}_float",
    )
    made.attributes.update(node.attributes)
    new = [made]
    if not inside:
        factor = rewriter.constant(scale, f"{name_of(node)}_scale")
        new.append(rewriter.node("Mul", [made.outputs[0], factor], (last,)))
    rewriter.insert_before(last, *new)
    rewriter.take_over(last, new[-1])
    return True


def _has_zero_point_of(node: ir.Node, quantised: ir.Node) -> bool:
    return input_of(node, 0) is quantised.outputs[0] and input_of(node, 2) is quantised.outputs[2]


def _scaled(node: ir.Node, input_scale: ir.Value) -> tuple[ir.Node, np.ndarray] | None:
    """The product that gives the float, and the weights' scale; None for any other use."""
    cast = _only_reader(node.outputs[0], "Cast")
    product = _only_reader(cast.outputs[0], "Mul") if cast is not None else None
    if cast is None or product is None:
        return None
    other = (
        input_of(product, 1) if input_of(product, 0) is cast.outputs[0] else input_of(product, 0)
    )
    scales = _made_by(other, "Mul")
    if scales is None or not any(operand is input_scale for operand in scales.inputs):
        return None
    rest = input_of(scales, 1) if input_of(scales, 0) is input_scale else input_of(scales, 0)
    scale = _numbers(rest)
    return None if scale is None or scale.dtype != np.float32 else (product, scale)


def _whole_product(rewriter: Rewriter, node: ir.Node) -> bool:
    """DynamicQuantizeMatMul: A, B, b_scale, b_zero_point, bias."""
    return _matmul(rewriter, node, input_of(node, 0), 2, 3, 4)


def _fused_product(rewriter: Rewriter, node: ir.Node) -> bool:
    """MatMulIntegerToFloat: A, B, a_scale, b_scale, a_zero_point, b_zero_point, bias."""
    quantised = _made_by(input_of(node, 0), "DynamicQuantizeLinear")
    if quantised is None or input_of(node, 0) is not quantised.outputs[0]:
        return False
    scale, zero = input_of(node, 2), input_of(node, 4)
    if scale is not quantised.outputs[1] or zero is not quantised.outputs[2]:
        return False
    return _matmul(rewriter, node, quantised.inputs[0], 3, 5, 6)


def _matmul(
    rewriter: Rewriter, node: ir.Node, value: ir.Value | None, scale: int, zero: int, bias: int
) -> bool:
    weights, factor = _numbers(input_of(node, 1)), _numbers(input_of(node, scale))
    given = input_of(node, zero)
    middle = _numbers(given) if given is not None else np.array(0, np.int8)
    if value is None or weights is None or factor is None or middle is None:
        return False
    values = _centred(weights, middle)
    if values is None or not _fits(factor, values):
        return False
    new = [
        rewriter.node(
            "MatMul",
            [value, rewriter.constant(values * factor, f"{name_of(node)}_weights")],
            (node,),
            name=f"{name_of(node)}_float",
        )
    ]
    added = input_of(node, bias)
    if added is not None:
        new.append(rewriter.node("Add", [new[0].outputs[0], added], (node,)))
    rewriter.insert_before(node, *new)
    rewriter.take_over(node, new[-1])
    return True


def _lstm(rewriter: Rewriter, node: ir.Node) -> bool:
    """DynamicQuantizeLSTM: its weights are [directions, inputs, 4 · hidden], those of LSTM have the
    last two axes the other way round."""
    weights = []
    for weights_at, scale_at in ((1, _LSTM_INPUTS), (2, _LSTM_INPUTS + 2)):
        parts = [_numbers(input_of(node, at)) for at in (weights_at, scale_at, scale_at + 1)]
        floats = _directions_weights(*parts)
        if floats is None:
            return False
        weights.append(floats)
    inputs = [*(input_of(node, at) for at in range(_LSTM_INPUTS))]
    for at, (part, floats) in enumerate(zip(("weights", "recurrence"), weights, strict=True), 1):
        inputs[at] = rewriter.constant(floats, f"{name_of(node)}_{part}")
    while inputs and inputs[-1] is None:
        inputs.pop()
    made = ir.Node(
        "", "LSTM", inputs, list(node.attributes.values()), num_outputs=len(node.outputs)
    )
    made.name = rewriter.free_name(f"{name_of(node)}_float")
    inherit_sources(made, node)
    rewriter.insert_before(node, made)
    rewriter.take_over(node, made)
    return True


def _centred(weights: np.ndarray, zero: np.ndarray, first_axis: bool = False) -> np.ndarray | None:
    """As float32, the zero point taken off; one for each place of the first axis, or as the
    operator broadcasts it. None where it does not fit."""
    if first_axis and zero.size > 1:
        zero = zero.reshape(-1, *(1,) * (weights.ndim - 1))
    if not _fits(zero, weights):
        return None
    return weights.astype(np.float32) - zero.astype(np.float32)


def _fits(part: np.ndarray, weights: np.ndarray) -> bool:
    """Whether it is broadcast to the weights' shape, and they are not to a larger one."""
    ends = zip(reversed(part.shape), reversed(weights.shape), strict=False)
    return part.ndim <= weights.ndim and all(size in (1, whole) for size, whole in ends)


def _directions_weights(
    weights: np.ndarray | None, scale: np.ndarray | None, zero: np.ndarray | None
) -> np.ndarray | None:
    """[directions, 4 · hidden, inputs] as float32. Scale and zero point: [directions] or
    [directions, 4 · hidden]. None for other shapes."""
    if weights is None or scale is None or zero is None or weights.ndim != _RECURRENT_AXES:
        return None
    directions = weights.shape[0]
    if directions == 0 or any(
        part.shape[:1] != (directions,) or part.ndim >= _RECURRENT_AXES for part in (scale, zero)
    ):
        return None
    factor, middle = (part.reshape(directions, 1, part[0].size) for part in (scale, zero))
    values = _centred(weights, middle)
    if values is None or not _fits(factor, weights):
        return None
    return np.ascontiguousarray((values * factor).swapaxes(1, 2))


_RULES: dict[tuple[str, str], _Rule] = {
    ("", "MatMulInteger"): _product,
    ("", "ConvInteger"): _product,
    (MICROSOFT, "DynamicQuantizeMatMul"): _whole_product,
    (MICROSOFT, "MatMulIntegerToFloat"): _fused_product,
    (MICROSOFT, "DynamicQuantizeLSTM"): _lstm,
}


def _numbers(value: ir.Value | None) -> np.ndarray | None:
    """Of a constant; None for anything else, texts and truth values too."""
    array = constant(value)
    return array if array is not None and array.dtype.kind in _NUMBERS else None


def _made_by(value: ir.Value | None, operator: str) -> ir.Node | None:
    node = None if value is None else value.producer()
    return node if is_operator(node, operator) else None


def _only_reader(value: ir.Value, operator: str) -> ir.Node | None:
    node = only_reader(value)
    return node if is_operator(node, operator) else None


def _unread(graph: ir.Graph) -> set[ir.Node | ir.Value]:
    """Nodes and constants that nothing reads."""
    nodes = {
        node
        for node in graph
        if not any(out.uses() or out.is_graph_output() for out in node.outputs)
    }
    constants = {
        initializer
        for initializer in graph.initializers.values()
        if not initializer.uses() and not initializer.is_graph_output()
    }
    return nodes | constants


def _remove_unread(graph: ir.Graph, before: set[ir.Node | ir.Value]) -> None:
    """What only the integers needed; before: unread from the start, which passes take out."""
    while gone := _unread(graph) - before:
        for unread in gone:
            if isinstance(unread, ir.Node):
                graph.remove(unread, safe=True)
            else:
                del graph.initializers[unread.name or ""]
