"""A residual sum moves to the convolution whose other operand is the narrower one to store.

Of two convolutions that meet in a sum, the rules give the sum to the first in the order of
execution, and the second stores its result for it. In a quantised model these differ: one branch is
rounded to 8 bits before the sum, the other is still 32 bits wide. Cut where the values are
narrowest, and the sum belongs to the other convolution.
"""

from __future__ import annotations

import onnx_ir as ir

from compiler_core.graph.fusion.extensions.extension import (
    SECOND_ROW_BUFFER,
    SHARED,
    Candidate,
    Extension,
    Pair,
    anchor_node,
)
from compiler_core.graph.fusion.groups import group_of
from compiler_core.graph.fusion.kinds import OperatorKind, keeps_order, kind_of
from compiler_core.graph.sizes import bytes_of


def examine(pair: Pair) -> Candidate | None:
    """The candidate, if the value is an operand of elementwise work behind another anchor."""
    first = anchor_node(pair.consumer, pair.consumer_nodes)
    second = anchor_node(pair.producer, pair.producer_nodes)
    if first is None or second is None or not _is_complex(first) or not _is_complex(second):
        return None
    readers = [node for node in pair.consumer_nodes if pair.value in node.inputs]
    if len(readers) != 1 or not keeps_order(readers[0], pair.value):
        return None
    cut = _narrowest(first, readers[0], set(pair.consumer_nodes))
    if cut is None:
        return None
    if pair.shared or pair.producer.extension or pair.consumer.extension:
        return Candidate(refusal=SHARED if pair.shared else SECOND_ROW_BUFFER)
    ancestors = _needed_for(cut, set(pair.consumer_nodes))
    moved = tuple(node for node in pair.consumer_nodes if node not in ancestors)
    staying = group_of([node for node in pair.consumer_nodes if node in ancestors], "")
    if staying.outputs != (str(cut.name),):
        return Candidate(refusal="The narrow value is not all that the sum needs of the branch.")
    return Candidate(
        saved_bytes=2 * bytes_of(pair.value),
        added_bytes=2 * bytes_of(cut),
        cost_reason="Both branches are equally wide where they meet.",
        moved=tuple(str(node.name) for node in moved),
    )


def _is_complex(node: ir.Node) -> bool:
    return kind_of(node) is OperatorKind.COMPLEX


def _narrowest(anchor: ir.Node, reader: ir.Node, inside: set[ir.Node]) -> ir.Value | None:
    """The narrowest value on the one way from an anchor to the sum; None if there are more ways."""
    values: list[ir.Value] = []
    node = anchor
    while node is not reader:
        value = node.outputs[0]
        values.append(value)
        uses = [use.node for use in value.uses() if use.node in inside]
        if len(uses) != 1 or value.is_graph_output():
            return None
        node = uses[0]
    return min(values, key=bytes_of, default=None)


def _needed_for(value: ir.Value, inside: set[ir.Node]) -> set[ir.Node]:
    """The nodes among these that compute a value."""
    needed: set[ir.Node] = set()
    waiting = [value]
    while waiting:
        maker = waiting.pop().producer()
        if maker is not None and maker in inside and maker not in needed:
            needed.add(maker)
            waiting.extend(given for given in maker.inputs if given is not None)
    return needed


NARROWEST_OPERAND = Extension(
    name="narrowest-operand",
    idea="Of two branches to be added, store the one of fewer bits, and add in the other's kernel.",
    legality="Both convolutions are read by this sum only, and nothing else ties the branches.",
    cost="One tensor is stored instead of the other: the narrower one.",
    examine=examine,
)
