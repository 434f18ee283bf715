"""What stands inside a node, as in the body of a Loop: how it computes, and the constants it holds.

Names tell nothing there either: values are numbered as they appear.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import onnx_ir as ir

AttributesOf = Callable[[ir.Node], tuple[tuple[str, str], ...]]


def inner_graphs(node: ir.Node) -> Iterator[ir.Graph]:
    """In order of the attributes' names; those inside these are not followed."""
    for _, attribute in sorted(node.attributes.items()):
        if isinstance(attribute.value, ir.Graph):
            yield attribute.value


def inner_constants(node: ir.Node) -> Iterator[ir.Value]:
    """What nodes inside read, and nodes inside those, in order of appearance."""
    for graph in inner_graphs(node):
        for inside in graph:
            for value in inside.inputs:
                if value is not None and _is_constant(value):
                    yield value
            yield from inner_constants(inside)


def graph_text(graph: ir.Graph, attributes_of: AttributesOf) -> str:
    """Its nodes with their wiring; equal for graphs that differ in names and constants alone."""
    numbers: dict[int, int] = {}

    def number(value: ir.Value | None) -> str:
        if value is None:
            return "none"
        if _is_constant(value):
            return "constant"
        return f"v{numbers.setdefault(id(value), len(numbers))}"

    rows = ["in " + " ".join(map(number, graph.inputs))]
    for node in graph:
        if node.op_type == "Constant" and not node.domain:
            continue
        read, made = (" ".join(map(number, values)) for values in (node.inputs, node.outputs))
        rows.append(f"{node.domain} {node.op_type} {attributes_of(node)}: {read} to {made}")
    return "\n".join([*rows, "out " + " ".join(map(number, graph.outputs))])


def _is_constant(value: ir.Value) -> bool:
    return ir.convenience.get_const_tensor(value) is not None
