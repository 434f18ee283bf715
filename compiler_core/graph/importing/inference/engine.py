"""Go through the nodes in order, ask each operator's rule, write down shapes and types.

The rules are ours and not those of `onnx.shape_inference`. On nodes of real networks both say the
same; but a wrong node must be refused before C is written for it, and of every second kind of
operator onnx gives a shape to nodes that ours refuse: a Reshape to another number of elements, a
Gather outside its data, a pooling window larger than the picture, which makes a size negative.
"""

from __future__ import annotations

import onnx_ir as ir

from compiler_core.graph.importing.errors import ModelRefused
from compiler_core.graph.importing.inference.evaluation import evaluate
from compiler_core.graph.importing.inference.rules import rule_of
from compiler_core.graph.importing.limits import SHIPPED_LIMITS, ImportLimits, hold
from compiler_core.graph.importing.operator_forms import STANDARD
from compiler_core.graph.importing.operator_types import check_types
from compiler_core.graph.importing.value_facts import Fact, NodeFacts, ShapeUnknown
from compiler_core.graph.importing.work import multiplies_of

# Shapes are computed from small constants; larger ones are weights.
_CARRIED_ELEMENTS = 4096


class ShapeInference:
    """What is known of the values of one model; `unknown` names values without a shape."""

    def __init__(self, model: ir.Model, limits: ImportLimits) -> None:
        self.model = model
        self.limits = limits
        self.facts: dict[ir.Value, Fact] = {}
        self.unknown: list[str] = []
        self.activation_elements = 0
        self.multiplies = 0

    def run(self) -> None:
        """Write shape and type of every value into the model, where they can be known."""
        graph = self.model.graph
        for value in graph.inputs:
            self._know(value, declared_fact(value))
        for value in graph.initializers.values():
            self._know(value, constant_fact(value))
        for node in graph:
            self._node(node)

    def _know(self, value: ir.Value, fact: Fact | None) -> None:
        if fact is not None:
            self.facts[value] = fact

    def _node(self, node: ir.Node) -> None:
        facts = NodeFacts(node, _version(self.model), tuple(map(self._fact, node.inputs)))
        try:
            inferred = self._inferred(facts)
        except ShapeUnknown:
            inferred = None
        if inferred is None:
            inferred = tuple(declared_fact(value) for value in node.outputs)
        elif len(inferred) < len(node.outputs):
            facts.refuse(f"{len(node.outputs)} outputs are more than it has")
        for value, fact in zip(node.outputs, inferred, strict=False):
            self._write(node, value, fact)

    def _fact(self, value: ir.Value | None) -> Fact | None:
        return None if value is None else self.facts.get(value)

    def _inferred(self, facts: NodeFacts) -> tuple[Fact | None, ...] | None:
        node = facts.node
        if node.domain not in STANDARD:
            return None
        check_types(facts)
        rule = rule_of(node.op_type)
        if rule is None:
            return None
        outputs = rule(facts)
        self._hold_limits(facts, outputs)
        return self._with_elements(facts, outputs)

    def _hold_limits(self, facts: NodeFacts, outputs: tuple[Fact, ...]) -> None:
        node = facts.node
        where = f"The node {node.name} ({node.op_type})"
        for fact in outputs[: len(node.outputs)]:
            hold(self.limits, "rank", fact.rank, where)
            hold(self.limits, "tensor_elements", fact.elements, where)
            self.activation_elements += fact.elements
        hold(self.limits, "activation_elements", self.activation_elements)
        self.multiplies += multiplies_of(facts, outputs[0])
        hold(self.limits, "multiplies", self.multiplies)

    def _with_elements(self, facts: NodeFacts, outputs: tuple[Fact, ...]) -> tuple[Fact, ...]:
        """Outputs of small constants get their elements, for shapes to be computed from."""
        if not _may_be_carried(facts, outputs):
            return outputs
        try:
            arrays = evaluate(facts, outputs)
        except ModelRefused:
            arrays = None
        if arrays is None:
            return outputs
        return tuple(
            Fact(fact.element_type, fact.shape, array)
            for fact, array in zip(outputs, arrays, strict=False)
        )

    def _write(self, node: ir.Node, value: ir.Value, fact: Fact | None) -> None:
        if fact is None:
            if value.name:
                self.unknown.append(value.name)
            return
        self.facts[value] = fact
        value.shape = ir.Shape(fact.shape)
        value.type = ir.TensorType(fact.element_type)


def _may_be_carried(facts: NodeFacts, outputs: tuple[Fact, ...]) -> bool:
    """Few elements, and known or asked only for their number."""
    if any(output.elements > _CARRIED_ELEMENTS for output in outputs):
        return False
    if facts.node.op_type in ("Shape", "Size"):
        return True
    return all(fact is None or fact.value is not None for fact in facts.inputs)


def infer_shapes(model: ir.Model, limits: ImportLimits = SHIPPED_LIMITS) -> ShapeInference:
    """Infer every shape, in place. Raises InferenceRefused, ModelTooLarge."""
    inference = ShapeInference(model, limits)
    inference.run()
    return inference


def declared_fact(value: ir.Value) -> Fact | None:
    """What the file itself says of a value, if that is a static shape."""
    if value.shape is None or value.dtype is None or not value.shape.is_static():
        return None
    return Fact(value.dtype, value.shape.numpy())


def constant_fact(value: ir.Value) -> Fact | None:
    """A constant, with its elements if they are few."""
    tensor = value.const_value
    if tensor is None:
        return declared_fact(value)
    shape = tuple(tensor.shape.numpy())
    elements = tensor.numpy() if tensor.size <= _CARRIED_ELEMENTS else None
    return Fact(tensor.dtype, shape, elements)


def _version(model: ir.Model) -> int:
    return model.opset_imports.get("", 1)
