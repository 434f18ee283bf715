"""Checks of a parsed file: sizes, names, who makes what each node reads, and the order of nodes."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from compiler_core.graph.importing.errors import ModelRefused
from compiler_core.graph.importing.limits import ImportLimits, hold
from compiler_core.graph.importing.operator_forms import STANDARD, check_node
from compiler_core.graph.importing.ordering import sort_nodes
from compiler_core.graph.importing.tensors import (
    check_dimensions,
    check_element_type,
    check_tensor,
)

if TYPE_CHECKING:
    from onnx import GraphProto, ModelProto, NodeProto, ValueInfoProto

# Some exporters write it for a size that is left open.
_OPEN = -1
NEWEST_OPERATOR_SET = 28
_EXPORT_AGAIN = "The file is damaged; export it again."


def check_model(model: ModelProto, limits: ImportLimits) -> None:
    """Raise ModelRefused or ModelTooLarge unless the model is whole. Sorts its nodes in place."""
    if not model.HasField("graph"):
        raise ModelRefused("The file holds no graph.", "Is it an ONNX model?")
    version = standard_version(model, limits)
    if model.functions:
        raise ModelRefused(
            "The model brings functions of its own, which are not read.",
            "Export without them, or inline them first (onnx.inliner).",
        )
    if model.training_info:
        raise ModelRefused("The model holds training information.", "Export it for inference.")
    checks = _Checks(version, limits)
    checks.graph(model.graph, frozenset(), 1)


def standard_version(model: ModelProto, limits: ImportLimits) -> int:
    """The version of the standard operator set."""
    hold(limits, "operator_sets", len(model.opset_import))
    versions = [opset.version for opset in model.opset_import if opset.domain in STANDARD]
    if len(versions) != 1:
        raise ModelRefused(
            f"The file names {len(versions)} standard operator sets instead of one.", _EXPORT_AGAIN
        )
    if not 1 <= versions[0] <= NEWEST_OPERATOR_SET:
        raise ModelRefused(
            f"Operator set {versions[0]} is not known here.",
            f"Export for one from 7 to {NEWEST_OPERATOR_SET}.",
        )
    return versions[0]


class _Checks:
    """The checks of one model; counts run over all its graphs."""

    def __init__(self, version: int, limits: ImportLimits) -> None:
        self.version = version
        self.limits = limits
        self.nodes = 0
        self.initializers = 0
        self.weight_elements = 0
        self.operators: Counter[str] = Counter()

    def graph(self, graph: GraphProto, outer: frozenset[str], depth: int) -> None:
        hold(self.limits, "subgraph_depth", depth - 1)
        self._counts(graph)
        for value in (*graph.input, *graph.output, *graph.value_info):
            self._value(value, graph)
        if not graph.output:
            raise ModelRefused("The graph has no outputs.", _EXPORT_AGAIN)
        made = self._names_made(graph)
        if overlap := made & outer:
            raise ModelRefused(f"The value {min(overlap)} is made twice.", _EXPORT_AGAIN)
        visible = outer | made
        for node in graph.node:
            self._node(node, visible, depth)
        for output in graph.output:
            if output.name not in visible:
                raise ModelRefused(f"Nothing makes the output {output.name}.", _EXPORT_AGAIN)
        sort_nodes(graph)

    def _counts(self, graph: GraphProto) -> None:
        self.nodes += len(graph.node)
        self.initializers += len(graph.initializer)
        hold(self.limits, "nodes", self.nodes)
        hold(self.limits, "initializers", self.initializers)
        if graph.sparse_initializer:
            raise ModelRefused("The model holds sparse constants, which are not read.")
        for tensor in graph.initializer:
            where = f"The constant {tensor.name}"
            self.weight_elements += check_tensor(tensor, self.limits, where)
            hold(self.limits, "weight_elements", self.weight_elements)

    def _value(self, value: ValueInfoProto, graph: GraphProto) -> None:
        kind = value.type.WhichOneof("value") if value.HasField("type") else None
        if kind is None:
            return
        where = f"The value {value.name}"
        if kind != "tensor_type":
            what = kind.removesuffix("_type").replace("_", " ")
            raise ModelRefused(
                f"{where} is no tensor but of the kind {what}{_used_by(value.name, graph)}.",
                "Only tensors are compiled; export the model without sequences and optionals.",
            )
        tensor = value.type.tensor_type
        for dimension in tensor.shape.dim:
            if dimension.dim_value == _OPEN:
                dimension.ClearField("dim_value")
        check_element_type(tensor.elem_type, where)
        sizes = tuple(axis.dim_value for axis in tensor.shape.dim if axis.HasField("dim_value"))
        check_dimensions(sizes, self.limits, where)
        hold(self.limits, "rank", len(tensor.shape.dim), where)

    def _names_made(self, graph: GraphProto) -> frozenset[str]:
        """Names of inputs, constants and node outputs, each of which must be made once."""
        inputs = [value.name for value in graph.input]
        constants = [tensor.name for tensor in graph.initializer]
        outputs = [name for node in graph.node for name in node.output if name]
        listed = Counter(outputs)
        for names in (inputs, constants):
            listed.update(set(names))
            if "" in names:
                raise ModelRefused("An input or a constant has no name.", _EXPORT_AGAIN)
            _refuse_twice(Counter(names))
        # Files of the first versions list every constant as an input too.
        listed.subtract(set(inputs) & set(constants))
        _refuse_twice(listed)
        return frozenset(listed)

    def _node(self, node: NodeProto, visible: frozenset[str], depth: int) -> None:
        self.operators[node.op_type] += 1
        where = f"The node {node.name or f'{node.op_type} number {self.operators[node.op_type]}'}"
        if not node.op_type:
            raise ModelRefused(f"{where} names no operator.", _EXPORT_AGAIN)
        for name in node.input:
            if name and name not in visible:
                raise ModelRefused(f"{where} reads {name}, which nothing makes.", _EXPORT_AGAIN)
        check_node(node, self.version, self.limits, where)
        for attribute in node.attribute:
            inner = (attribute.g,) if attribute.HasField("g") else ()
            for graph in (*attribute.graphs, *inner):
                self.graph(graph, visible, depth + 1)


def _used_by(name: str, graph: GraphProto) -> str:
    """The node that makes a value, else one that reads it, in words; empty if none is there."""
    for verb, made in (("made", True), ("read", False)):
        for node in graph.node:
            if name in (node.output if made else node.input):
                return f", {verb} by {node.op_type} {node.name or 'without a name'}"
    return ""


def _refuse_twice(names: Counter[str]) -> None:
    twice = [name for name, count in names.items() if count > 1]
    if twice:
        raise ModelRefused(f"The value {min(twice)} is made twice.", _EXPORT_AGAIN)
