"""`If` written out: the branch that is taken, or both and a choice between what they give.

Exporters leave such nodes where a program asks for a rank or a size, which are known once sizes
are fixed. A branch may hold further nodes of this kind; each round reaches one level. Where only a
run knows the condition, both branches are computed and Where takes the one: operators have no other
effect than their results.
"""

from __future__ import annotations

import numpy as np
import onnx_ir as ir

from compiler_core.graph.free_names import FreeNames
from compiler_core.graph.importing.errors import ModelRefused
from compiler_core.graph.importing.inference.engine import ShapeInference, infer_shapes
from compiler_core.graph.importing.limits import ImportLimits
from compiler_core.graph.importing.operator_forms import STANDARD
from compiler_core.graph.provenance import inherit_sources

# Of conditions that depend on branches before them; nesting is bounded by the limits of reading.
MOST_ROUNDS = 32
BRANCHES = ("then_branch", "else_branch")


def inline_branches(
    model: ir.Model, inference: ShapeInference, limits: ImportLimits
) -> tuple[ShapeInference, list[str]]:
    """Write branches out, in place; the inference afterwards, and what was done.

    Raises InferenceRefused and ModelTooLarge for what a branch holds, ModelRefused for branches of
    different shapes between which only a run chooses.
    """
    said: list[str] = []
    chosen: list[ir.Node] = []
    for _ in range(MOST_ROUNDS):
        known = [
            (node, taken) for node in model.graph if (taken := _taken(node, inference)) is not None
        ]
        open_ones = [] if known else [node for node in model.graph if _may_choose(node)]
        if not known and not open_ones:
            break
        names = FreeNames(model.graph)
        for node, taken in known:
            said.append(f"If {node.name} has a condition that is known: its {taken} stands there.")
            _write_out(model, node, taken, names)
        chosen += [choice for node in open_ones for choice in _write_both(model, node, names)]
        said += [
            f"If {node.name} is decided in each run: both of its branches are computed."
            for node in open_ones
        ]
        inference = infer_shapes(model, limits)
    for chosen_node in chosen:
        _check_alike(chosen_node)
    return inference, said


def _may_choose(node: ir.Node) -> bool:
    """Whether both branches give as many tensors as the node."""
    if node.op_type != "If" or node.domain not in STANDARD or node.inputs[0] is None:
        return False
    branches = [node.attributes[name].as_graph() for name in BRANCHES if name in node.attributes]
    results = [value for branch in branches for value in branch.outputs]
    return (
        len(branches) == len(BRANCHES)
        and len(results) == 2 * len(node.outputs)
        and all(value.type is None or isinstance(value.type, ir.TensorType) for value in results)
    )


def _check_alike(choice: ir.Node) -> None:
    """Raises ModelRefused."""
    condition, first, second = choice.inputs
    assert condition is not None
    assert first is not None
    assert second is not None
    if condition.shape is None or condition.shape.rank() != 0:
        raise ModelRefused(
            f"The condition that {choice.name} chooses by has the shape {condition.shape}; "
            "If takes one truth value.",
            "Export it with a condition of one element.",
        )
    if (first.shape, first.dtype) != (second.shape, second.dtype):
        raise ModelRefused(
            f"The branches of {choice.name} give {_shape_words(first)} and "
            f"{_shape_words(second)}, and which is taken is known only during a run.",
            "Export it with the condition fixed.",
        )


def _shape_words(value: ir.Value) -> str:
    kind = value.dtype.name.lower() if value.dtype is not None else "numbers"
    return f"{kind} of an unknown shape" if value.shape is None else f"{kind} {value.shape}"


def _taken(node: ir.Node, inference: ShapeInference) -> str | None:
    """The branch's name; None for other nodes, for conditions that only a run knows, and where the
    branch does not give as much as the node."""
    if node.op_type != "If" or node.domain not in STANDARD or node.inputs[0] is None:
        return None
    fact = inference.facts.get(node.inputs[0])
    if fact is None or fact.value is None or fact.value.size != 1:
        return None
    taken = "then_branch" if bool(np.asarray(fact.value).reshape(-1)[0]) else "else_branch"
    fits = len(node.attributes[taken].as_graph().outputs) == len(node.outputs)
    return taken if fits else None


def _write_out(model: ir.Model, node: ir.Node, taken: str, names: FreeNames) -> None:
    results = _moved_in(model.graph, node, taken, names)
    for given, result in zip(node.outputs, results, strict=True):
        _hand_over(model.graph, node, given, ("Identity", [result]), names)
    _take_away(model.graph, node)


def _write_both(model: ir.Model, node: ir.Node, names: FreeNames) -> list[ir.Node]:
    """The nodes that choose."""
    first, second = (_moved_in(model.graph, node, name, names) for name in BRANCHES)
    condition = _one_truth(model.graph, node, names)
    made = [
        _hand_over(model.graph, node, given, ("Where", [condition, value, other]), names)
        for given, value, other in zip(node.outputs, first, second, strict=True)
    ]
    _take_away(model.graph, node)
    return made


def _one_truth(graph: ir.Graph, node: ir.Node, names: FreeNames) -> ir.Value:
    """The condition without axes: one of shape [1] would add an axis to results that have none."""
    made = ir.Node(
        "",
        "Squeeze",
        [node.inputs[0]],
        outputs=[ir.Value()],
        name=names.free(f"{node.name}_condition"),
    )
    inherit_sources(made, node)
    made.outputs[0].name = names.free(f"{node.name}_condition")
    graph.insert_before(node, made)
    return made.outputs[0]


def _moved_in(graph: ir.Graph, node: ir.Node, taken: str, names: FreeNames) -> list[ir.Value]:
    """The branch's nodes stand before this one; what they give."""
    branch = node.attributes[taken].as_graph()
    results = list(branch.outputs)
    branch.outputs.clear()
    for value in list(branch.initializers.values()):
        branch.initializers.pop(value.name or "")
        value.name = names.free(value.name or "value")
        graph.register_initializer(value)
    inner = list(branch)
    branch.remove(inner)
    for inner_node in inner:
        inner_node.name = names.free(inner_node.name or "value")
        for value in inner_node.outputs:
            if value.name:
                value.name = names.free(value.name or "value")
    graph.insert_before(node, inner)
    return results


def _take_away(graph: ir.Graph, node: ir.Node) -> None:
    for attribute in node.attributes.values():
        if attribute.type == ir.AttributeType.GRAPH:
            _let_go(attribute.as_graph())
    graph.remove(node, safe=True)


def _hand_over(
    graph: ir.Graph,
    node: ir.Node,
    given: ir.Value,
    computed: tuple[str, list[ir.Value | None]],
    names: FreeNames,
) -> ir.Node:
    """A node of its own gives the result under the old name; a pass takes an Identity out.
    computed: its operator and inputs."""
    operator, inputs = computed
    made = ir.Node(
        "", operator, inputs, outputs=[ir.Value()], name=names.free(f"{node.name}_result")
    )
    inherit_sources(made, node)
    now, name = made.outputs[0], given.name
    now.type, now.shape = given.type, given.shape
    graph.insert_before(node, made)
    given.name = names.free(f"{name}_before")
    now.name = name
    ir.convenience.replace_all_uses_with(given, now, replace_graph_outputs=True)
    return made


def _let_go(graph: ir.Graph) -> None:
    """What a branch that goes reads has fewer readers."""
    graph.outputs.clear()
    for node in graph.all_nodes():
        for index in range(len(node.inputs)):
            node.replace_input_with(index, None)
