"""Is a model that a pass left whole: names once, makers before readers, sources kept."""

from __future__ import annotations

from collections import Counter

import onnx_ir as ir

from compiler_core.graph.provenance import sources_of


def problem_of(model: ir.Model) -> str:
    """The first thing that is wrong with the model, in words; empty if nothing is."""
    return _name_problem(model) or _order_problem(model) or _value_problem(model)


def _name_problem(model: ir.Model) -> str:
    names = Counter(node.name for node in model.graph)
    for name, count in names.items():
        if not name:
            return "a node has no name"
        if count > 1:
            return f"two nodes are called {name}"
    lost = next((node.name for node in model.graph if not sources_of(node)), "")
    return f"the node {lost} has lost its sources" if lost else ""


def _order_problem(model: ir.Model) -> str:
    known: set[ir.Value | None] = {None, *model.graph.inputs, *model.graph.initializers.values()}
    for node in model.graph:
        for value in node.inputs:
            if value not in known:
                name = value.name if value is not None else ""
                return f"the node {node.name} reads {name} before it is made"
        known.update(node.outputs)
    missing = next((value for value in model.graph.outputs if value not in known), None)
    return "" if missing is None else f"nothing makes the output {missing.name}"


def _value_problem(model: ir.Model) -> str:
    names = Counter([value.name for node in model.graph for value in node.outputs if value.name])
    names.update(model.graph.initializers.keys())
    names.update(
        [
            argument.name
            for argument in model.graph.inputs
            if argument.name and not argument.is_initializer()
        ]
    )
    twice = next((name for name, count in names.items() if count > 1), "")
    return f"the value {twice} is made twice" if twice else ""
