"""`If` on a condition that is known: the branch that is taken is written in its place.

Exporters leave such nodes where a program asks for a rank or a size, which are known once sizes
are fixed. A branch may hold further nodes of this kind; each round reaches one level.
"""

from __future__ import annotations

from itertools import count

import numpy as np
import onnx_ir as ir

from compiler_core.graph.importing.inference.engine import ShapeInference, infer_shapes
from compiler_core.graph.importing.limits import ImportLimits
from compiler_core.graph.importing.operator_forms import STANDARD
from compiler_core.graph.provenance import inherit_sources

# Of conditions that depend on branches before them; nesting is bounded by the limits of reading.
MOST_ROUNDS = 32


def inline_branches(
    model: ir.Model, inference: ShapeInference, limits: ImportLimits
) -> tuple[ShapeInference, list[str]]:
    """Write known branches out, in place; the inference afterwards, and what was done.

    Raises InferenceRefused and ModelTooLarge for what a branch holds.
    """
    said: list[str] = []
    for _ in range(MOST_ROUNDS):
        known = [(node, taken) for node in model.graph
                 if (taken := _taken(node, inference)) is not None]  # fmt: skip
        if not known:
            break
        names = _Names(model)
        for node, taken in known:
            said.append(f"If {node.name} has a condition that is known: its {taken} stands there.")
            _write_out(model, node, taken, names)
        inference = infer_shapes(model, limits)
    return inference, said


def _taken(node: ir.Node, inference: ShapeInference) -> str | None:
    """The branch's name; None for other nodes and for conditions that only a run knows."""
    if node.op_type != "If" or node.domain not in STANDARD or node.inputs[0] is None:
        return None
    fact = inference.facts.get(node.inputs[0])
    if fact is None or fact.value is None or fact.value.size != 1:
        return None
    return "then_branch" if bool(np.asarray(fact.value).reshape(-1)[0]) else "else_branch"


class _Names:
    """Names of values and nodes that are taken in the main graph."""

    def __init__(self, model: ir.Model) -> None:
        graph = model.graph
        self._taken = {value.name for node in graph for value in node.outputs}
        self._taken |= {value.name for value in graph.inputs} | set(graph.initializers)
        self._taken |= {node.name for node in graph}

    def free(self, wanted: str | None) -> str:
        """The wanted name, with a number if it is taken."""
        numbered = (f"{wanted or 'value'}_{number}" for number in count(2))
        name = wanted if wanted and wanted not in self._taken else next(
            one for one in numbered if one not in self._taken
        )  # fmt: skip
        self._taken.add(name)
        return name


def _write_out(model: ir.Model, node: ir.Node, taken: str, names: _Names) -> None:
    graph = model.graph
    branch = node.attributes[taken].as_graph()
    results = list(branch.outputs)
    if len(results) != len(node.outputs):
        return
    branch.outputs.clear()
    for value in list(branch.initializers.values()):
        branch.initializers.pop(value.name or "")
        value.name = names.free(value.name)
        graph.register_initializer(value)
    inner = list(branch)
    branch.remove(inner)
    for one in inner:
        one.name = names.free(one.name)
        for value in one.outputs:
            if value.name:
                value.name = names.free(value.name)
    graph.insert_before(node, inner)
    for given, result in zip(node.outputs, results, strict=True):
        _hand_over(graph, node, given, result, names)
    for attribute in node.attributes.values():
        if attribute.type == ir.AttributeType.GRAPH:
            _let_go(attribute.as_graph())
    graph.remove(node, safe=True)


def _hand_over(
    graph: ir.Graph, node: ir.Node, given: ir.Value, result: ir.Value, names: _Names
) -> None:
    """A node of its own gives the result under the old name; a pass takes it out."""
    made = ir.Node("", "Identity", [result], outputs=[ir.Value()],
                   name=names.free(f"{node.name}_result"))  # fmt: skip
    inherit_sources(made, node)
    now, name = made.outputs[0], given.name
    now.type, now.shape = given.type, given.shape
    graph.insert_before(node, made)
    given.name = names.free(f"{name}_before")
    now.name = name
    ir.convenience.replace_all_uses_with(given, now, replace_graph_outputs=True)


def _let_go(graph: ir.Graph) -> None:
    """What a branch that goes reads has fewer readers."""
    graph.outputs.clear()
    for node in graph.all_nodes():
        for index in range(len(node.inputs)):
            node.replace_input_with(index, None)
