"""Write out every node that has an expansion; passes and code generation read only what is left."""

from __future__ import annotations

from collections.abc import Callable

import onnx_ir as ir

from compiler_core.graph.importing.expansion.attention import expand_attention
from compiler_core.graph.importing.expansion.einsum import einsum_refusal, expand_einsum
from compiler_core.graph.importing.expansion.one_hot import expand_one_hot, one_hot_refusal
from compiler_core.graph.importing.expansion.recurrent import expand_recurrent, recurrence_refusal
from compiler_core.graph.importing.expansion.rotary_embedding import expand_rotary_embedding
from compiler_core.graph.importing.expansion.writing import Room, Writing
from compiler_core.graph.importing.inference.engine import declared_fact
from compiler_core.graph.importing.limits import SHIPPED_LIMITS, ImportLimits
from compiler_core.graph.importing.operator_forms import STANDARD
from compiler_core.graph.importing.value_facts import Fact, NodeFacts
from compiler_core.graph.rewriting import Rewriter

Expansion = Callable[[Writing, NodeFacts], None]
EXPANSIONS: tuple[tuple[str, Expansion], ...] = (
    ("Attention", expand_attention),
    ("RotaryEmbedding", expand_rotary_embedding),
    ("LSTM", expand_recurrent),
    ("GRU", expand_recurrent),
    ("RNN", expand_recurrent),
    ("Einsum", expand_einsum),
    ("OneHot", expand_one_hot),
)
# Why a node is left as it is, for operators that are not written out in every form.
REFUSALS: dict[str, Callable[[NodeFacts], str]] = {
    "LSTM": recurrence_refusal,
    "GRU": recurrence_refusal,
    "RNN": recurrence_refusal,
    "Einsum": einsum_refusal,
    "OneHot": one_hot_refusal,
}


def why_left(node: ir.Node) -> str:
    """Why a node that could be written out was not, in words; empty for all others."""
    refusal = REFUSALS.get(node.op_type) if node.domain in STANDARD else None
    if refusal is None:
        return ""
    facts = _facts(node)
    if facts is None:
        return "Its sizes are known only during a run."
    version = node.graph.opset_imports.get("", 1) if node.graph is not None else 1
    return refusal(NodeFacts(node, version, facts))


def _facts(node: ir.Node) -> tuple[Fact | None, ...] | None:
    """Shapes and types of what the node reads; None if one is not known."""
    facts = tuple(None if operand is None else declared_fact(operand) for operand in node.inputs)
    if any(value is not None and facts[at] is None for at, value in enumerate(node.inputs)):
        return None
    return facts


def expand_operators(model: ir.Model, limits: ImportLimits = SHIPPED_LIMITS) -> list[str]:
    """Write out what can be, in place, and say so; shapes must be inferred, before and again.

    A node whose shapes only a run knows stays as it is. Raises InferenceRefused, and ModelTooLarge
    where the model would grow beyond the limits.
    """
    expansions = dict(EXPANSIONS)
    said: list[str] = []
    rewriter, room = Rewriter(model), Room(limits, model)
    for node in list(model.graph):
        expand = expansions.get(node.op_type) if node.domain in STANDARD else None
        if expand is None:
            continue
        facts = _facts(node)
        if facts is None or why_left(node):
            continue
        writing = Writing(rewriter, node, room)
        expand(writing, NodeFacts(node, model.opset_imports.get("", 1), facts))
        said.append(f"{node.op_type} {node.name} is written out as {len(writing.made)} nodes.")
    return said
