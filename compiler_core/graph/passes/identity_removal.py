"""Identity and dropout removal: nodes that pass their input on.

Identity gives what it reads. Dropout drops only while training; in inference it is Identity. Their
readers can read what they read.
"""

from __future__ import annotations

import onnx_ir as ir

from compiler_core.graph.pass_base import GraphPass, PassResult
from compiler_core.graph.rewriting import Rewriter, array_of, is_operator, name_of


def remove_identities(model: ir.Model) -> PassResult:
    rewriter = Rewriter(model)
    for node in list(model.graph):
        if is_operator(node, "Identity", "Dropout"):
            _remove(rewriter, node)
    return rewriter.result


def _remove(rewriter: Rewriter, node: ir.Node) -> None:
    source = node.inputs[0]
    reason = _why_not(rewriter, node, source)
    if reason or source is None:
        rewriter.refuse(node, reason)
        return
    maker = source.producer()
    readers = tuple(name_of(use.node) for use in node.outputs[0].uses())
    words = "Identity gives what it reads."
    if node.op_type == "Dropout":
        words = "Dropout drops only while training; in inference it gives what it reads."
    after = (name_of(maker),) if maker is not None else readers
    rewriter.bypass(node, source)
    rewriter.change("removed", name_of(node), words, (name_of(node),), dict.fromkeys(after))


def _why_not(rewriter: Rewriter, node: ir.Node, source: ir.Value | None) -> str:
    if any(value.uses() or value.is_graph_output() for value in node.outputs[1:]):
        return "Its mask is read."
    if node.op_type == "Dropout" and len(node.inputs) > 2 and node.inputs[2] is not None:
        mode = array_of(node.inputs[2])
        if mode is None or mode.any():
            return "It may be in training mode, where it drops at random."
    if source is None or not rewriter.can_bypass(node, source):
        return "It makes an output of the model out of an input or of another output."
    return ""


IDENTITY_REMOVAL = GraphPass(
    "identity-removal",
    "Take out nodes that pass their input on: Identity, and Dropout outside training.",
    remove_identities,
)
