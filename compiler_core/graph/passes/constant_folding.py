"""Constant folding: compute now what needs no input of the model.

A node whose inputs are all constants has constant outputs, and then so may its readers: one walk in
the order of the graph folds whole chains. A shape is a constant too once the sizes are fixed, which
is how the shape arithmetic of exporters goes away.
"""

from __future__ import annotations

import numpy as np
import onnx_ir as ir

from compiler_core.graph.importing.errors import InferenceRefused
from compiler_core.graph.importing.inference.evaluation import FOLDABLE, evaluate
from compiler_core.graph.importing.inference.rules import rule_of
from compiler_core.graph.importing.value_facts import Fact, NodeFacts, ShapeUnknown
from compiler_core.graph.importing.work import multiplies_of
from compiler_core.graph.pass_base import GraphPass, PassResult
from compiler_core.graph.provenance import inherit_sources
from compiler_core.graph.rewriting import Rewriter, array_of, name_of, shape_words, sizes_of

# A computed constant costs its memory in every file and copy. A repeated one is kept as one element
# until something changes it.
MAXIMUM_ELEMENTS = 1 << 24
MAXIMUM_REPEATED = 1 << 27
# Elements read and written and multiplications, in one run of the pass: about a second.
MAXIMUM_WORK = 1 << 28
_REPEATING = ("ConstantOfShape", "Expand")
_READS_SHAPE_ONLY = ("Shape", "Size")
_RANDOM = (
    "RandomNormal",
    "RandomUniform",
    "RandomNormalLike",
    "RandomUniformLike",
    "Bernoulli",
    "Multinomial",
)
_QUANTISED = ("QuantizeLinear", "DequantizeLinear", "DynamicQuantizeLinear")


def fold_constants(model: ir.Model) -> PassResult:
    rewriter = Rewriter(model)
    work = _Work(model.opset_imports.get("", 1))
    folded: list[tuple[ir.Node, tuple[str, ...]]] = []
    for node in list(model.graph):
        if not _needs_no_input(node):
            continue
        reason = _why_not(node)
        if reason:
            rewriter.refuse(node, reason)
            continue
        arrays = work.computed(node)
        if isinstance(arrays, str):
            rewriter.refuse(node, arrays)
            continue
        folded.append((node, _replace(rewriter, node, arrays)))
    _tell(rewriter, folded)
    return rewriter.result


def _needs_no_input(node: ir.Node) -> bool:
    if node.op_type in _READS_SHAPE_ONLY:
        return sizes_of(node.inputs[0]) is not None
    return all(value is None or value.const_value is not None for value in node.inputs)


def _why_not(node: ir.Node) -> str:
    if node.op_type in _RANDOM:
        return "It is random: each run must draw its own numbers."
    if node.op_type in _QUANTISED:
        return (
            "It keeps a quantised constant small; computed now, it would take four times as much."
        )
    if node.domain or node.op_type not in FOLDABLE:
        return f"{node.op_type} of constants is left to the run: folding it is not implemented."
    if any(value.is_graph_output() for value in node.outputs):
        return "It is an output of the model, and outputs are made by nodes."
    return ""


class _Work:
    """What folding has cost so far: elements read and written, and multiplications."""

    def __init__(self, version: int) -> None:
        self.version = version
        self.done = 0

    def computed(self, node: ir.Node) -> tuple[np.ndarray, ...] | str:
        """The outputs' elements, or why they are not computed."""
        facts = NodeFacts(node, self.version, tuple(map(_fact, node.inputs)))
        rule = rule_of(node.op_type)
        assert rule is not None
        try:
            outputs = rule(facts)[: len(node.outputs)]
            reason = self._too_much(facts, outputs)
            arrays = None if reason else evaluate(facts, outputs)
        except (ShapeUnknown, InferenceRefused):
            return "Its shape is known only during a run."
        if reason:
            return reason
        return arrays if arrays is not None else "This form of it is left to the run."

    def _too_much(self, facts: NodeFacts, outputs: tuple[Fact, ...]) -> str:
        """Why the result costs too much memory or time; empty if it does not."""
        node = facts.node
        elements = max(output.elements for output in outputs)
        limit = MAXIMUM_REPEATED if node.op_type in _REPEATING else MAXIMUM_ELEMENTS
        if elements > limit:
            return f"{elements:,} elements are more than the {limit:,} that are stored."
        if node.op_type in (*_REPEATING, *_READS_SHAPE_ONLY):
            return ""
        read = sum(fact.elements for fact in facts.inputs if fact is not None)
        cost = read + elements + multiplies_of(facts, outputs[0])
        if self.done + cost > MAXIMUM_WORK:
            return f"Computing it and all before it would take over {MAXIMUM_WORK:,} operations."
        self.done += cost
        return ""


def _fact(value: ir.Value | None) -> Fact | None:
    if value is None:
        return None
    array = array_of(value)
    if array is not None:
        return Fact(ir.DataType.from_numpy(array.dtype), array.shape, array)
    sizes = sizes_of(value)
    return Fact(value.dtype, sizes) if sizes is not None and value.dtype is not None else None


def _replace(rewriter: Rewriter, node: ir.Node, arrays: tuple[np.ndarray, ...]) -> tuple[str, ...]:
    """Readers read the new constants; returns the readers' names."""
    readers: dict[str, None] = {}
    for value, array in zip(node.outputs, arrays, strict=False):
        if not value.uses():
            continue
        constant = rewriter.constant(array, value.name or name_of(node))
        for use in value.uses():
            inherit_sources(use.node, use.node, node)
            readers[name_of(use.node)] = None
        ir.convenience.replace_all_uses_with(value, constant)
    rewriter.graph.remove(node, safe=True)
    return tuple(readers)


def _tell(rewriter: Rewriter, folded: list[tuple[ir.Node, tuple[str, ...]]]) -> None:
    """What was folded, with the nodes that are left and read the result."""
    readers = {name_of(node): names for node, names in folded}
    for node, names in folded:
        left = tuple(dict.fromkeys(_last_readers(names, readers)))
        rewriter.change("folded", name_of(node), _reason(node), (name_of(node),), left)


def _last_readers(names: tuple[str, ...], readers: dict[str, tuple[str, ...]]) -> list[str]:
    """Follow readers that were folded themselves down to nodes that stay."""
    staying: list[str] = []
    waiting, seen = list(names), set(names)
    while waiting:
        name = waiting.pop()
        if name not in readers:
            staying.append(name)
            continue
        new = [reader for reader in readers[name] if reader not in seen]
        seen.update(new)
        waiting += new
    return sorted(staying)


def _reason(node: ir.Node) -> str:
    output = node.outputs[0]
    sizes = shape_words(sizes_of(output) or ())
    if node.op_type in _READS_SHAPE_ONLY:
        return "The shape it asks for is fixed, so its result is a constant."
    if not node.inputs:
        return f"A constant ({sizes}) needs no node of its own."
    return f"All its inputs are constants, so its result ({sizes}) is one: computed now."


CONSTANT_FOLDING = GraphPass(
    "constant-folding",
    "Compute now what needs no input of the model, chain after chain.",
    fold_constants,
)
