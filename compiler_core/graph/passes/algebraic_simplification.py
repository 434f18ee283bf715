"""Algebraic simplification: nodes that change nothing go, two that one can do become one.

Rules are tried on each node in the order of the graph, again and again until none applies; each
rule is a function in `neutral_rules` or `merging_rules`.
"""

from __future__ import annotations

import numpy as np
import onnx_ir as ir

from compiler_core.graph.pass_base import GraphPass, PassResult
from compiler_core.graph.passes.merging_rules import Merge, merge_of
from compiler_core.graph.passes.neutral_rules import neutral_input
from compiler_core.graph.rewriting import Rewriter, is_operator, name_of
from compiler_core.trace import Change

# Each round removes a node or ends; the bound only keeps a mistake in a rule from looping.
_ROUNDS = 50


def simplify(model: ir.Model) -> PassResult:
    rewriter = Rewriter(model)
    refusals: dict[str, str] = {}
    for _ in range(_ROUNDS):
        refusals = {}
        changed = False
        for node in list(model.graph):
            if node.graph is not None:
                changed |= (
                    _remove_neutral(rewriter, node, refusals)
                    or _double(rewriter, node)
                    or _merge(rewriter, node, refusals)
                )
        if not changed:
            break
    for name, reason in refusals.items():
        rewriter.changes.append(_refusal(name, reason))
    return rewriter.result


def _refusal(name: str, reason: str) -> Change:
    return Change("refused", name, reason, (name,), (name,))


def _remove_neutral(rewriter: Rewriter, node: ir.Node, refusals: dict[str, str]) -> bool:
    neutral = neutral_input(node)
    if neutral is None:
        return False
    value, reason = neutral
    if not rewriter.can_bypass(node, value):
        refusals[name_of(node)] = f"{reason} But it makes an output of the model."
        return False
    maker = value.producer()
    readers = tuple(name_of(use.node) for use in node.outputs[0].uses())
    after = (name_of(maker),) if maker is not None else readers
    rewriter.bypass(node, value)
    rewriter.change("removed", name_of(node), reason, (name_of(node),), dict.fromkeys(after))
    return True


def _double(rewriter: Rewriter, node: ir.Node) -> bool:
    """x + x is 2·x, which may meet another factor."""
    if not is_operator(node, "Add") or node.inputs[0] is not node.inputs[1]:
        return False
    source = node.inputs[0]
    if source is None or source.dtype is None or not source.dtype.is_floating_point():
        return False
    two = rewriter.constant(np.array(2, source.dtype.numpy()), f"{name_of(node)}_two")
    made = rewriter.node("Mul", [source, two], (node,))
    rewriter.insert_before(node, made)
    rewriter.take_over(node, made)
    made.name = name_of(node)
    rewriter.change("replaced", name_of(node), "x + x is 2·x.", (name_of(node),), (name_of(made),))
    return True


def _merge(rewriter: Rewriter, node: ir.Node, refusals: dict[str, str]) -> bool:
    merging = merge_of(node)
    if merging is None:
        return False
    maker, merge = merging
    if isinstance(merge, str):
        refusals[name_of(node)] = merge
        return False
    _apply(rewriter, node, maker, merge)
    return True


def _apply(rewriter: Rewriter, node: ir.Node, maker: ir.Node, merge: Merge) -> None:
    inputs = [
        rewriter.constant(argument, f"{name_of(node)}_constant")
        if isinstance(argument, np.ndarray)
        else argument
        for argument in merge.inputs
    ]
    # The node that gives the operator its name keeps its own: Conv stays conv1 when it pads itself.
    origin = maker if maker.op_type == merge.operator and node.op_type != merge.operator else node
    made = rewriter.node(merge.operator, inputs, (maker, node), merge.attributes)
    rewriter.insert_before(node, made)
    rewriter.take_over(node, made)
    rewriter.graph.remove(maker, safe=True)
    made.name = name_of(origin)
    rewriter.change(
        "replaced", name_of(node), merge.reason, (name_of(maker), name_of(node)), (name_of(made),)
    )


ALGEBRAIC_SIMPLIFICATION = GraphPass(
    "algebraic-simplification",
    "Take out nodes that change nothing; let one node do what two did.",
    simplify,
)
