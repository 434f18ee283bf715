"""OneHot written out: each place along a new axis is compared with the number.

A number from -depth to -1 counts from the end; one further out gives `off` everywhere. Source:
ONNX, OneHot-11.
"""

from __future__ import annotations

import numpy as np
import onnx_ir as ir

from compiler_core.graph.importing.expansion.writing import Writing
from compiler_core.graph.importing.value_facts import NodeFacts
from compiler_core.graph.rewriting import array_of


def one_hot_refusal(facts: NodeFacts) -> str:
    """Why the node cannot be written out, in words; empty if it can."""
    known = array_of(facts.node.inputs[1]) is not None
    return "" if known else "Its depth is known only during a run."


def expand_one_hot(writing: Writing, facts: NodeFacts) -> None:
    """Write the node out; its depth is a constant."""
    numbers, depth, values = writing.node.inputs
    known = array_of(depth)
    assert numbers is not None
    assert values is not None
    assert known is not None
    size, rank = int(known.reshape(-1)[0]), facts.input(0).rank
    axis = facts.axis(facts.integer("axis", -1), rank + 1)
    if facts.input(0).element_type != ir.DataType.INT64:
        numbers = writing.cast(numbers, ir.DataType.INT64, "whole")
    wide = writing.write("Unsqueeze", numbers, writing.integers([axis]), part="axis")
    zero = writing.scalar(0, ir.DataType.INT64, "zero")
    behind = writing.write(
        "Add", wide, writing.scalar(size, ir.DataType.INT64, "depth"), part="from_the_end"
    )
    negative = writing.write("Less", wide, zero, part="negative")
    wide = writing.write("Where", negative, behind, wide, part="place")
    writing.make_room(size)
    shape = [size if at == axis else 1 for at in range(rank + 1)]
    places = writing.constant(np.arange(size, dtype=np.int64).reshape(shape), "places")
    hot = writing.write("Equal", wide, places, part="hot")
    off, on = (
        writing.write("Gather", values, writing.scalar(at, ir.DataType.INT64, "which"), part=part)
        for at, part in enumerate(("off", "on"))
    )
    writing.give((writing.write("Where", hot, on, off, part="values"),))
