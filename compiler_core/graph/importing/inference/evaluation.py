"""The elements of a node's outputs, where all its inputs are constants.

Only operators that rearrange elements or compute them one by one, with numpy; nothing random, and
nothing whose cost is more than its outputs and inputs. The caller bounds the outputs first: their
shapes are inferred before anything is computed.
"""

from __future__ import annotations

from collections.abc import Callable
from math import erf

import numpy as np

from compiler_core.graph.importing.inference.rearranging import slices_of
from compiler_core.graph.importing.inference.reducing import constant_of, reduced_axes
from compiler_core.graph.importing.value_facts import Fact, NodeFacts

Arrays = tuple[np.ndarray, ...]
# Takes the node, its input arrays (None: left out) and what is known of the first output.
Evaluator = Callable[[NodeFacts, list[np.ndarray], Fact], np.ndarray]


def evaluate(node: NodeFacts, outputs: tuple[Fact, ...]) -> Arrays | None:
    """The outputs' elements, or None where no evaluator knows the operator or an input.

    Results that only repeat elements are views that take no memory.
    """
    if node.node.op_type in ("Split", "Dropout"):
        return _several(node, outputs)
    evaluator = _EVALUATORS.get(node.node.op_type)
    arrays = _arrays(node)
    if evaluator is None or arrays is None:
        return None
    try:
        with np.errstate(all="ignore"):
            result = np.asarray(evaluator(node, arrays, outputs[0]))
    except (ValueError, TypeError, IndexError, OverflowError):
        # What numpy does not do, such as the largest of no elements, is left to a run.
        return None
    kind = outputs[0].element_type.numpy()
    result = result if result.dtype == kind else result.astype(kind)
    return (result,) if result.shape == outputs[0].shape else None


def _arrays(node: NodeFacts) -> list[np.ndarray] | None:
    """All given inputs as arrays; None if one is not known. Shape and Size need none."""
    if node.node.op_type in _NEED_NO_ELEMENTS:
        return []
    arrays = [fact.value for index, fact in enumerate(node.inputs) if fact and node.has(index)]
    if len(arrays) < sum(node.has(index) for index in range(len(node.node.inputs))):
        return None
    known = [array for array in arrays if array is not None]
    return known if len(known) == len(arrays) else None


def _several(node: NodeFacts, outputs: tuple[Fact, ...]) -> Arrays | None:
    first = node.inputs[0]
    if first is None or first.value is None:
        return None
    if node.node.op_type == "Dropout":
        mode = node.inputs[2] if node.has(2) else None
        if node.has(2) and (mode is None or mode.value is None or mode.value.any()):
            return None
        return (first.value, np.broadcast_to(np.True_, first.shape))
    axis = node.axis(node.integer("axis", 0), first.rank)
    ends = np.cumsum([output.shape[axis] for output in outputs])[:-1]
    return tuple(np.split(first.value, ends, axis))


def _unary(function: Callable[[np.ndarray], np.ndarray]) -> Evaluator:
    return lambda _node, arrays, _fact: function(arrays[0])


def _folded(function: Callable[[np.ndarray, np.ndarray], np.ndarray]) -> Evaluator:
    """Operators of two inputs, or of any number applied one after another."""

    def run(_node: NodeFacts, arrays: list[np.ndarray], _fact: Fact) -> np.ndarray:
        result = arrays[0]
        for other in arrays[1:]:
            result = function(result, other)
        return result

    return run


def _divide(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Integers divide towards zero, as in C."""
    if not np.issubdtype(left.dtype, np.integer):
        return left / right
    quotient = np.abs(left) // np.abs(right)
    return np.where((left < 0) != (right < 0), -quotient, quotient)


def _mean(_node: NodeFacts, arrays: list[np.ndarray], _fact: Fact) -> np.ndarray:
    total = arrays[0]
    for other in arrays[1:]:
        total = total + other
    return total / len(arrays)


def _modulo(node: NodeFacts, arrays: list[np.ndarray], _fact: Fact) -> np.ndarray:
    function = np.fmod if node.integer("fmod", 0) else np.mod
    return function(arrays[0], arrays[1])


def _clip(node: NodeFacts, arrays: list[np.ndarray], _fact: Fact) -> np.ndarray:
    """An input that is left out bounds nothing; the list holds only those given."""
    rest = iter(arrays[1:])
    result = arrays[0]
    if node.has(1):
        result = np.maximum(result, next(rest))
    return np.minimum(result, next(rest)) if node.has(2) else result


def _slice(node: NodeFacts, arrays: list[np.ndarray], _fact: Fact) -> np.ndarray:
    chosen = slices_of(node)
    return arrays[0][tuple(chosen.get(axis, slice(None)) for axis in range(arrays[0].ndim))]


def _reshaped(_node: NodeFacts, arrays: list[np.ndarray], fact: Fact) -> np.ndarray:
    """A value repeated without memory stays one, where numpy would copy it."""
    if all(step == 0 for step in arrays[0].strides) and arrays[0].size:
        return np.broadcast_to(arrays[0].reshape(-1)[:1].reshape(()), fact.shape)
    return arrays[0].reshape(fact.shape)


def _transposed(node: NodeFacts, arrays: list[np.ndarray], _fact: Fact) -> np.ndarray:
    order = node.integers("perm") or None
    return np.transpose(arrays[0], order)


def _concatenated(node: NodeFacts, arrays: list[np.ndarray], _fact: Fact) -> np.ndarray:
    return np.concatenate(arrays, node.integer("axis", 1))


def _gathered(node: NodeFacts, arrays: list[np.ndarray], _fact: Fact) -> np.ndarray:
    return np.take(arrays[0], arrays[1].astype(np.int64), node.integer("axis", 0))


def _expanded(_node: NodeFacts, arrays: list[np.ndarray], fact: Fact) -> np.ndarray:
    return np.broadcast_to(arrays[0], fact.shape)


def _tiled(_node: NodeFacts, arrays: list[np.ndarray], _fact: Fact) -> np.ndarray:
    return np.tile(arrays[0], tuple(int(repeat) for repeat in arrays[1]))


def _filled(node: NodeFacts, _arrays: list[np.ndarray], fact: Fact) -> np.ndarray:
    attribute = node.node.attributes.get("value")
    kind = fact.element_type.numpy()
    value = np.zeros((), kind) if attribute is None else attribute.as_tensor().numpy().reshape(())
    return np.broadcast_to(value, fact.shape)


def _counted(_node: NodeFacts, arrays: list[np.ndarray], fact: Fact) -> np.ndarray:
    start, step = arrays[0].reshape(-1)[0], arrays[2].reshape(-1)[0]
    return start + step * np.arange(fact.shape[0], dtype=fact.element_type.numpy())


def _padded(node: NodeFacts, arrays: list[np.ndarray], fact: Fact) -> np.ndarray:
    """Constant padding without cutting; the rest is left to a run."""
    pads, rank = node.constant_integers(1), arrays[0].ndim
    node.require(
        node.text("mode", "constant") == "constant" and min(pads, default=0) >= 0,
        "it is not folded",
    )
    axes = node.axes(node.constant_integers(3), rank) if node.has(3) else tuple(range(rank))
    value = arrays[2].reshape(-1)[0] if node.has(2) else 0
    result = np.full(fact.shape, value, fact.element_type.numpy())
    before = dict(zip(axes, pads[: len(axes)], strict=True))
    places = tuple(
        slice(before.get(axis, 0), before.get(axis, 0) + size)
        for axis, size in enumerate(arrays[0].shape)
    )
    result[places] = arrays[0]
    return result


def _reduction(function: Callable[..., np.ndarray]) -> Evaluator:
    def run(node: NodeFacts, arrays: list[np.ndarray], _fact: Fact) -> np.ndarray:
        keeps, axes = bool(node.integer("keepdims", 1)), reduced_axes(node)
        if not axes and arrays[0].ndim:
            raise ValueError("What a norm over no axis is, is left to a run.")
        return function(arrays[0], axis=axes, keepdims=keeps)

    return run


def _norm(array: np.ndarray, **axes: object) -> np.ndarray:
    return np.sqrt(np.sum(array * array, **axes))  # type: ignore[call-overload]


def _log_of_sum(array: np.ndarray, axis: tuple[int, ...], keepdims: bool) -> np.ndarray:
    """Of exponentials, without one that overflows."""
    largest = np.max(array, axis=axis, keepdims=True)
    rest = np.log(np.sum(np.exp(array - largest), axis=axis, keepdims=keepdims))
    return rest + largest.reshape(rest.shape)


def _triangle(node: NodeFacts, arrays: list[np.ndarray], _fact: Fact) -> np.ndarray:
    diagonal = int(arrays[1].reshape(-1)[0]) if len(arrays) > 1 else 0
    keep = np.triu if node.integer("upper", 1) else np.tril
    return keep(arrays[0], diagonal)


def _accumulated(node: NodeFacts, arrays: list[np.ndarray], _fact: Fact) -> np.ndarray:
    axis, array = int(arrays[1].reshape(-1)[0]), arrays[0]
    array = np.flip(array, axis) if node.integer("reverse", 0) else array
    total = np.cumsum(array, axis, dtype=array.dtype)
    total = total - array if node.integer("exclusive", 0) else total
    return np.flip(total, axis) if node.integer("reverse", 0) else total


def _places_along(node: NodeFacts, index: np.ndarray) -> Arrays:
    """Of GatherElements and ScatterElements: a number's own place, but on one axis the number."""
    chosen = node.axis(node.integer("axis", 0), index.ndim)
    own = np.indices(index.shape, dtype=np.int64)
    return tuple(index if axis == chosen else own[axis] for axis in range(index.ndim))


def _gathered_points(node: NodeFacts, arrays: list[np.ndarray], _fact: Fact) -> np.ndarray:
    if node.integer("batch_dims", 0):
        raise ValueError("Points of each batch are left to a run.")
    return arrays[0][tuple(np.moveaxis(arrays[1], -1, 0))]


def _scattered(places: Callable[[NodeFacts, np.ndarray], Arrays]) -> Evaluator:
    """What is written to a place twice is the later one; sums there are left to a run."""

    def run(node: NodeFacts, arrays: list[np.ndarray], _fact: Fact) -> np.ndarray:
        if node.text("reduction", "none") != "none":
            raise ValueError("What joins two numbers at one place is left to a run.")
        result = np.array(arrays[0])
        result[places(node, arrays[1])] = arrays[2]
        return result

    return run


def _cast(_node: NodeFacts, arrays: list[np.ndarray], fact: Fact) -> np.ndarray:
    return arrays[0].astype(fact.element_type.numpy())


def _general_product(node: NodeFacts, arrays: list[np.ndarray], _fact: Fact) -> np.ndarray:
    left = arrays[0].T if node.integer("transA", 0) else arrays[0]
    right = arrays[1].T if node.integer("transB", 0) else arrays[1]
    attributes = node.node.attributes
    alpha = attributes["alpha"].as_float() if "alpha" in attributes else 1.0
    beta = attributes["beta"].as_float() if "beta" in attributes else 1.0
    product = alpha * (left @ right)
    return product + beta * arrays[2] if len(arrays) > 2 else product


_error_function = np.vectorize(erf, otypes=[np.float64])
_NEED_NO_ELEMENTS = ("Shape", "Size", "Constant", "ConstantOfShape")
_EVALUATORS: dict[str, Evaluator] = {
    "Abs": _unary(np.abs),
    "Add": _folded(np.add),
    "And": _folded(np.logical_and),
    "Cast": _cast,
    "CastLike": _cast,
    "Ceil": _unary(np.ceil),
    "Clip": _clip,
    "Concat": _concatenated,
    "Constant": lambda node, _arrays, _fact: constant_of(node),
    "ConstantOfShape": _filled,
    "Cos": _unary(np.cos),
    "CumSum": _accumulated,
    "Div": _folded(_divide),
    "Equal": _folded(np.equal),
    "Erf": _unary(_error_function),
    "Exp": _unary(np.exp),
    "Expand": _expanded,
    "Flatten": _reshaped,
    "Floor": _unary(np.floor),
    "Gather": _gathered,
    "GatherElements": lambda node, arrays, _fact: arrays[0][_places_along(node, arrays[1])],
    "GatherND": _gathered_points,
    "Gemm": _general_product,
    "Greater": _folded(np.greater),
    "GreaterOrEqual": _folded(np.greater_equal),
    "Identity": _unary(np.asarray),
    "Less": _folded(np.less),
    "LessOrEqual": _folded(np.less_equal),
    "Log": _unary(np.log),
    "MatMul": _folded(np.matmul),
    "Max": _folded(np.maximum),
    "Mean": _mean,
    "Min": _folded(np.minimum),
    "Mod": _modulo,
    "Mul": _folded(np.multiply),
    "Neg": _unary(np.negative),
    "Not": _unary(np.logical_not),
    "Or": _folded(np.logical_or),
    "Pad": _padded,
    "Pow": _folded(np.power),
    "Range": _counted,
    "Reciprocal": _unary(np.reciprocal),
    "ReduceL1": _reduction(lambda array, **axes: np.sum(np.abs(array), **axes)),
    "ReduceL2": _reduction(_norm),
    "ReduceLogSum": _reduction(lambda array, **axes: np.log(np.sum(array, **axes))),
    "ReduceLogSumExp": _reduction(_log_of_sum),
    "ReduceMax": _reduction(np.max),
    "ReduceMean": _reduction(np.mean),
    "ReduceMin": _reduction(np.min),
    "ReduceProd": _reduction(np.prod),
    "ReduceSum": _reduction(np.sum),
    "ReduceSumSquare": _reduction(lambda array, **axes: np.sum(array * array, **axes)),
    "Relu": _unary(lambda array: np.maximum(array, array.dtype.type(0))),
    "Reshape": _reshaped,
    "Round": _unary(np.rint),
    "ScatterElements": _scattered(_places_along),
    "ScatterND": _scattered(lambda _node, index: tuple(np.moveaxis(index, -1, 0))),
    "Shape": lambda node, _arrays, fact: np.array(
        node.input(0).shape[slice(node.integer("start", 0), node.integer("end", 64))]
    ).reshape(fact.shape),
    "Sigmoid": _unary(lambda array: 1 / (1 + np.exp(-array))),
    "Sign": _unary(np.sign),
    "Sin": _unary(np.sin),
    "Size": lambda node, _arrays, _fact: np.array(node.input(0).elements),
    "Slice": _slice,
    "Sqrt": _unary(np.sqrt),
    "Squeeze": _reshaped,
    "Sub": _folded(np.subtract),
    "Sum": _folded(np.add),
    "Tanh": _unary(np.tanh),
    "Tile": _tiled,
    "Transpose": _transposed,
    "Trilu": _triangle,
    "Unsqueeze": _reshaped,
    "Where": lambda _node, arrays, _fact: np.where(arrays[0], arrays[1], arrays[2]),
    "Xor": _folded(np.logical_xor),
}
FOLDABLE = tuple(sorted([*_EVALUATORS, "Dropout", "Split"]))
