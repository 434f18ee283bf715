"""The cache in place: new keys and values are written behind the old ones, and nothing is copied.

A Concat gives a new tensor, so it reads the whole cache and writes it again. If the old tensor is
read by nothing else, old and new can share memory, and the kernel that computes a key writes it
where it belongs.
"""

from __future__ import annotations

import onnx_ir as ir

from compiler_core.graph.pass_base import GraphPass, PassResult
from compiler_core.llm.attention_fusion.rewriting import given, only_reader, readers, shape_of
from compiler_core.llm.block_graph.kernels import join, kernel_of, set_in_place
from compiler_core.trace import Change


def append_in_place(model: ir.Model) -> PassResult:
    appends = [node for node in model.graph if node.op_type == "Concat"]
    return PassResult(tuple(_visit(model, node) for node in appends))


def _visit(model: ir.Model, node: ir.Node) -> Change:
    name, refusal = str(node.name), _refusal(node)
    if refusal:
        return Change("refused", name, refusal, (name,), (name,))
    old, new = given(node, 0), given(node, 1)
    maker = new.producer()
    assert maker is not None
    kernel = kernel_of(maker)
    set_in_place(node)
    join(model, (kernel_of(node), kernel), kernel)
    cached, added = shape_of(old)[2], shape_of(new)[2]
    reason = (
        f"{old.name} is read by nothing else, so its memory holds the new tensor too: {added} of "
        f"{cached + added} positions are written, and none is copied."
    )
    names = (str(maker.name), name)
    return Change("fused", name, reason, names, names)


def _refusal(node: ir.Node) -> str:
    """Why a copy is needed; empty if it is not."""
    old, maker = given(node, 0), given(node, 1).producer()
    if not old.is_graph_input() or len(readers(old)) > 1:
        return f"{old.name} is read elsewhere as it was, so it cannot be written over."
    if not node.outputs[0].is_graph_output():
        return "Its result does not leave the model, so it is not the cache of the next token."
    if maker is None or only_reader(maker) is not node:
        return "What it appends is read elsewhere too, and would be stored twice."
    return ""


CACHE_APPEND = GraphPass(
    "cache-append",
    "Write new keys and values behind those of the cache instead of copying it.",
    append_in_place,
)
