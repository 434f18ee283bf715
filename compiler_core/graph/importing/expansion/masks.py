"""Which keys a query sees, as one number to add to each score: 0, or minus infinity.

What is known when the model is read (causal order, windows) becomes one constant; masks and lengths
that only a run knows are joined to it by nodes. Source: ONNX, Attention-25.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

import numpy as np
import onnx_ir as ir

from compiler_core.graph.importing.expansion.writing import Writing
from compiler_core.graph.importing.inference.attention import AttentionSizes
from compiler_core.graph.importing.value_facts import NodeFacts

MASK, LENGTHS = 3, 6


@dataclass(frozen=True, slots=True)
class Bias:
    """What is added to the scores. may_be_empty: a query may see no key at all."""

    value: ir.Value
    may_be_empty: bool


@dataclass(frozen=True, slots=True)
class _Bounds:
    """How far a query sees: keys at most `right` behind its own position and `left` before it."""

    left: int | None
    right: int | None


_UNBOUNDED = _Bounds(None, None)


def written_bias(
    writing: Writing, facts: NodeFacts, sizes: AttentionSizes, kind: ir.DataType
) -> Bias | None:
    """The numbers to add to scores of this type; None where every query sees every key."""
    bounds = _bounds(facts)
    if facts.has(LENGTHS):
        seen = _seen_by_length(writing, facts, sizes, bounds)
        return _joined(writing, facts, sizes, kind, _zero_where(writing, seen, kind), True)
    if bounds == _UNBOUNDED:
        return _joined(writing, facts, sizes, kind, None, False) if facts.has(MASK) else None
    span = (sizes.queries, sizes.total, sizes.past)
    order = writing.shared_constant(
        ("order", span, bounds, kind),
        sizes.queries * sizes.total,
        lambda: np.where(_known_seen(sizes, bounds), 0.0, -np.inf).astype(kind.numpy()),
        "order",
    )
    return _joined(writing, facts, sizes, kind, order, _sees_nothing(sizes, bounds))


def _sees_nothing(sizes: AttentionSizes, bounds: _Bounds) -> bool:
    """Is there a query whose window holds no key? Only where it begins behind the last key, which
    needs more queries than keys; the last query's window begins last."""
    last = sizes.past + sizes.queries - 1
    return bounds.left is not None and last - bounds.left > sizes.total - 1


def _bounds(facts: NodeFacts) -> _Bounds:
    left, right = facts.integer("left_window_size", -1), facts.integer("right_window_size", -1)
    facts.require(left >= -1 and right >= -1, "a window is -1 or more")
    behind = None if right < 0 else right
    if facts.integer("is_causal", 0):
        behind = 0
    return _Bounds(None if left < 0 else left, behind)


def _distance(sizes: AttentionSizes) -> np.ndarray:
    """For each query and key, the key's position less the query's, both counted from the past."""
    return np.arange(sizes.total)[None, :] - np.arange(sizes.queries)[:, None]


def _known_seen(sizes: AttentionSizes, bounds: _Bounds) -> np.ndarray:
    distance = _distance(sizes) - sizes.past
    seen = np.ones_like(distance, np.bool_)
    if bounds.right is not None:
        seen &= distance <= bounds.right
    if bounds.left is not None:
        seen &= distance >= -bounds.left
    return seen


def _seen_by_length(
    writing: Writing, facts: NodeFacts, sizes: AttentionSizes, bounds: _Bounds
) -> ir.Value:
    """Truth values from the number of valid keys of each sample: [batch, 1, queries, keys]."""
    given = writing.node.inputs[LENGTHS]
    assert given is not None
    length = writing.reshape(given, (sizes.batch, 1, 1, 1), "length")
    keys = writing.constant(np.arange(sizes.total, dtype=np.int64), "keys")
    seen = writing.write("Less", keys, length, part="valid")
    if bounds == _UNBOUNDED:
        return seen
    distance = writing.shared_constant(
        ("distance", sizes.queries, sizes.total),
        sizes.queries * sizes.total,
        lambda: _distance(sizes),
        "distance",
    )
    for operator, bound, word in (
        ("LessOrEqual", bounds.right, "right"),
        ("GreaterOrEqual", None if bounds.left is None else -bounds.left, "left"),
    ):
        if bound is None:
            continue
        shift = writing.constant(np.array(bound - sizes.queries, np.int64), f"{word}_shift")
        frontier = writing.write("Add", length, shift, part=f"{word}_frontier")
        inside = writing.write(operator, distance, frontier, part=f"{word}_inside")
        seen = writing.write("And", seen, inside, part=f"{word}_seen")
    return seen


def _zero_where(writing: Writing, seen: ir.Value, kind: ir.DataType) -> ir.Value:
    zero = writing.scalar(0.0, kind, "zero")
    return writing.write("Where", seen, zero, writing.scalar(-np.inf, kind, "hidden"), part="order")


def _joined(
    writing: Writing,
    facts: NodeFacts,
    sizes: AttentionSizes,
    kind: ir.DataType,
    order: ir.Value | None,
    may_be_empty: bool,
) -> Bias:
    """The order of positions and the mask, where there are both."""
    if not facts.has(MASK):
        assert order is not None
        return Bias(order, may_be_empty)
    mask = _mask(writing, facts, sizes, kind)
    if order is None:
        return Bias(mask, True)
    return Bias(writing.write("Add", order, mask, part="bias"), True)


def _mask(writing: Writing, facts: NodeFacts, sizes: AttentionSizes, kind: ir.DataType) -> ir.Value:
    """The mask as numbers to add, up to the last key: those beyond its end are hidden."""
    fact, mask = facts.input(MASK), writing.node.inputs[MASK]
    assert mask is not None
    if fact.element_type == ir.DataType.BOOL:
        zero = writing.scalar(0.0, kind, "zero")
        hidden = writing.scalar(-np.inf, kind, "hidden")
        mask = writing.write("Where", mask, zero, hidden, part="mask")
    elif fact.element_type != kind:
        mask = writing.cast(mask, kind, "mask")
    missing = sizes.total - fact.shape[-1]
    if missing:
        writing.make_room(prod(fact.shape[:-1]) * missing)
        beyond = np.full((*fact.shape[:-1], missing), -np.inf, kind.numpy())
        mask = writing.write(
            "Concat", mask, writing.constant(beyond, "beyond"), part="mask_whole", axis=-1
        )
    return mask
