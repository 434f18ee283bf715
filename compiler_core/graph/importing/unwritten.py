"""Why there is no program for an operator, and what its network's owner can do."""

from __future__ import annotations

import onnx_ir as ir

from compiler_core.graph.importing.expansion.expand import why_left
from compiler_core.graph.importing.operator_forms import STANDARD

_OPEN_SIZE = (
    "How large its result is depends on the numbers, and a program's tensors have fixed sizes: cut "
    "the network in front of it."
)
_REPEATED = "How often it repeats its body is not followed: export the network without the loop."
_DRAWN = "It draws at random, so that no two runs agree: give the numbers as an input."
_CHOSEN = "It orders what it reads: cut the network in front of it."
_REASONS = {
    **dict.fromkeys(("NonZero", "NonMaxSuppression", "Unique", "Compress"), _OPEN_SIZE),
    **dict.fromkeys(("Loop", "Scan"), _REPEATED),
    **dict.fromkeys(
        ("RandomNormal", "RandomNormalLike", "RandomUniform", "RandomUniformLike", "Bernoulli",
         "Multinomial"), _DRAWN),
    "TopK": _CHOSEN,
}  # fmt: skip


def why_unwritten(node: ir.Node) -> str:
    """In words; empty where there is no more to say than that there is no code."""
    if node.domain not in STANDARD:
        return f"It is of the domain {node.domain}, not of the standard: export without it."
    return why_left(node) or _REASONS.get(node.op_type, "")
