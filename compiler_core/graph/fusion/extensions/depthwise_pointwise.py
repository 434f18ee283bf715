"""A depthwise convolution and the 1×1 convolution behind it as one kernel.

The 1×1 convolution needs all channels of one position and no neighbours, so it can follow row by
row: the tensor between shrinks to a row.
"""

from __future__ import annotations

from compiler_core.graph.fusion.convolution_facts import window_facts
from compiler_core.graph.fusion.extensions.extension import (
    Candidate,
    Extension,
    Pair,
    anchor_node,
    common_refusal,
)
from compiler_core.graph.fusion.extensions.row_buffer import row_buffer_cost
from compiler_core.graph.sizes import bytes_of


def examine(pair: Pair) -> Candidate | None:
    """The candidate, if a depthwise convolution feeds the image of a 1×1 convolution."""
    first = anchor_node(pair.producer, pair.producer_nodes)
    second = anchor_node(pair.consumer, pair.consumer_nodes)
    if first is None or second is None or second.inputs[0] is not pair.value:
        return None
    depthwise, pointwise = window_facts(first), window_facts(second)
    if depthwise is None or pointwise is None:
        return None
    if not depthwise.is_depthwise or pointwise.kernel != (1, 1) or pointwise.groups == 0:
        return None
    refusal = common_refusal(pair)
    if not pointwise.is_pointwise:
        refusal = "The 1×1 convolution skips positions, pads or works in groups."
    if refusal:
        return Candidate(refusal=refusal)
    weights = depthwise.weight_bytes + pointwise.weight_bytes
    return row_buffer_cost(bytes_of(pair.value), depthwise.rows, 1, weights, pair.sram_bytes)


DEPTHWISE_POINTWISE = Extension(
    name="depthwise-pointwise",
    idea="Compute a row of the depthwise convolution and at once the 1×1 convolution of it.",
    legality="The 1×1 convolution is the only reader, with stride 1, no padding and one group.",
    cost="The weights of both must stay near the core with the row, or be read again per band.",
    examine=examine,
)
