"""A result that has to be stored, and elementwise work on it, as one kernel with two results.

TVM's rules refuse this: the value has consumers on separate paths, as where a residual block gives
its sum both to an activation and to the next sum. The value is in a register when it is stored, so
the elementwise work can be done there: it saves reading the value back.
"""

from __future__ import annotations

from compiler_core.graph.fusion.extensions.extension import (
    SECOND_ROW_BUFFER,
    Candidate,
    Extension,
    Pair,
)
from compiler_core.graph.fusion.kinds import keeps_order
from compiler_core.graph.sizes import bytes_of


def examine(pair: Pair) -> Candidate | None:
    """The candidate, if a stored value feeds a kernel of elementwise work on it alone."""
    if not pair.shared or pair.consumer.anchor or pair.producer.anchor == "":
        return None
    if len(pair.consumer.inputs) != 1 or not _elementwise(pair):
        return None
    if pair.producer.extension or pair.consumer.extension:
        return Candidate(refusal=SECOND_ROW_BUFFER)
    return Candidate(saved_bytes=bytes_of(pair.value))


def _elementwise(pair: Pair) -> bool:
    """Each node of the consumer works on the value, or on what it made of it, in place."""
    made = {pair.value}
    for node in pair.consumer_nodes:
        inputs = [value for value in node.inputs if value in made]
        if not inputs or not all(keeps_order(node, value) for value in inputs if value):
            return False
        made.update(node.outputs)
    return True


SECOND_RESULT = Extension(
    name="second-result",
    idea="Store the value and, from the same register, what elementwise work makes of it.",
    legality="The elementwise work reads nothing else that exists only at run time.",
    cost="Nothing is added; the value is not read back for this work.",
    examine=examine,
)
