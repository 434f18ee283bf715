"""A convolution and the pooling behind it as one kernel.

Pooling needs as many rows as its window is high; the convolution keeps just those, and computes no
row twice.
"""

from __future__ import annotations

from compiler_core.graph.fusion.convolution_facts import CONVOLUTIONS, POOLINGS, window_facts
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
    """The candidate, if a convolution feeds a pooling window."""
    first = anchor_node(pair.producer, pair.producer_nodes)
    second = anchor_node(pair.consumer, pair.consumer_nodes)
    if first is None or second is None or second.inputs[0] is not pair.value:
        return None
    if first.op_type not in CONVOLUTIONS or second.op_type not in POOLINGS:
        return None
    convolution, pooling = window_facts(first), window_facts(second)
    if convolution is None or pooling is None:
        return None
    if refusal := common_refusal(pair):
        return Candidate(refusal=refusal)
    return row_buffer_cost(
        bytes_of(pair.value),
        convolution.rows,
        min(pooling.kernel[0], convolution.rows),
        convolution.weight_bytes,
        pair.sram_bytes,
    )


POOLING_AFTER_CONVOLUTION = Extension(
    name="pooling-after-convolution",
    idea="Keep as many rows of the convolution as the pooling window is high, and pool them.",
    legality="The pooling is the only reader of the convolution's result.",
    cost="The rows and the weights must stay near the core, or the weights be read again per band.",
    examine=examine,
)
