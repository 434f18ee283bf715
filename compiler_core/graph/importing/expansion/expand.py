"""Write out every node that has an expansion; passes and code generation read only what is left."""

from __future__ import annotations

from collections.abc import Callable

import onnx_ir as ir

from compiler_core.graph.importing.expansion.attention import expand_attention
from compiler_core.graph.importing.expansion.rotary_embedding import expand_rotary_embedding
from compiler_core.graph.importing.expansion.writing import Room, Writing
from compiler_core.graph.importing.inference.engine import declared_fact
from compiler_core.graph.importing.inference.facts import NodeFacts
from compiler_core.graph.importing.limits import SHIPPED_LIMITS, ImportLimits
from compiler_core.graph.importing.operator_forms import STANDARD
from compiler_core.graph.rewriting import Rewriter

Expansion = Callable[[Writing, NodeFacts], None]
EXPANSIONS: tuple[tuple[str, Expansion], ...] = (
    ("Attention", expand_attention),
    ("RotaryEmbedding", expand_rotary_embedding),
)


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
        facts = tuple(None if one is None else declared_fact(one) for one in node.inputs)
        if any(one is not None and facts[at] is None for at, one in enumerate(node.inputs)):
            continue
        writing = Writing(rewriter, node, room)
        expand(writing, NodeFacts(node, model.opset_imports.get("", 1), facts))
        said.append(f"{node.op_type} {node.name} is written out as {len(writing.made)} nodes.")
    return said
