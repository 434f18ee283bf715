"""RotaryEmbedding as products and sums: each pair of elements turned by its position's angle.

(x1, x2) becomes (cos·x1 - sin·x2, sin·x1 + cos·x2). A pair is an element and its neighbour
(interleaved) or the element half a head further. Source: ONNX, RotaryEmbedding-23.
"""

from __future__ import annotations

import onnx_ir as ir

from compiler_core.graph.importing.expansion.writing import Writing
from compiler_core.graph.importing.inference.attention import rotary_sizes
from compiler_core.graph.importing.value_facts import NodeFacts


def expand_rotary_embedding(writing: Writing, facts: NodeFacts) -> None:
    """Write the node out; its shapes are checked."""
    batch, positions, heads, size = rotary_sizes(facts)
    source = _given(writing, 0)
    four = len(facts.input(0).shape) == 4
    whole = (batch, heads, positions, size) if four else (batch, positions, heads, size)
    if not four:
        source = writing.reshape(source, whole, "heads")
    rotated = facts.integer("rotary_embedding_dim", 0) or size
    rest: tuple[ir.Value, ...] = ()
    if rotated < size:
        source, *others = writing.halves(source, (rotated, size - rotated), "part")
        rest = tuple(others)
    tables = tuple(_table(writing, facts, at, 1 if four else 2) for at in (1, 2))
    turn = _turn_neighbours if facts.integer("interleaved", 0) else _turn_halves
    result = turn(writing, source, (tables[0], tables[1]), (*whole[:3], rotated))
    if rest:
        result = writing.write("Concat", result, *rest, part="whole", axis=-1)
    if not four:
        result = writing.reshape(result, facts.input(0).shape, "result")
    writing.give((result,))


def _given(writing: Writing, index: int) -> ir.Value:
    value = writing.node.inputs[index]
    assert value is not None
    return value


def _table(writing: Writing, facts: NodeFacts, index: int, heads_axis: int) -> ir.Value:
    """Cosines or sines of the positions, [batch, positions, pairs], with an axis for heads."""
    word = "cosine" if index == 1 else "sine"
    table = _given(writing, index)
    if facts.has(3):
        table = writing.write("Gather", table, _given(writing, 3), part=word, axis=0)
    axis = writing.integers([heads_axis])
    return writing.write("Unsqueeze", table, axis, part=f"{word}_by_head")


Tables = tuple[ir.Value, ir.Value]
Shape = tuple[int, ...]


def _turn_halves(writing: Writing, source: ir.Value, tables: Tables, shape: Shape) -> ir.Value:
    half = shape[-1] // 2
    first, second = writing.halves(source, (half, half), "half")
    return writing.write(
        "Concat", *_turned(writing, (first, second), tables), part="turned", axis=-1
    )


def _turn_neighbours(writing: Writing, source: ir.Value, tables: Tables, shape: Shape) -> ir.Value:
    pairs = writing.reshape(source, (*shape[:3], shape[3] // 2, 2), "pairs")
    first, second = writing.halves(pairs, (1, 1), "neighbour")
    last = writing.integers([-1])
    cosine, sine = (writing.write("Unsqueeze", table, last, part="by_pair") for table in tables)
    turned = _turned(writing, (first, second), (cosine, sine))
    joined = writing.write("Concat", *turned, part="turned", axis=-1)
    return writing.reshape(joined, shape, "joined")


def _turned(writing: Writing, pair: Tables, tables: Tables) -> Tables:
    (first, second), (cosine, sine) = pair, tables
    near = writing.write("Mul", cosine, first, part="cosine_first")
    far = writing.write("Mul", sine, second, part="sine_second")
    real = writing.write("Sub", near, far, part="real")
    near = writing.write("Mul", sine, first, part="sine_first")
    far = writing.write("Mul", cosine, second, part="cosine_second")
    return real, writing.write("Add", near, far, part="imaginary")
