"""SwiGLU: the activation of the gate and its product with the other half, where both are computed.

silu(gate)·up needs one element of each. If one kernel computes both, neither is stored; else the
kernel of one reads the other. GeGLU, with GELU for SiLU, is the same.
"""

from __future__ import annotations

import onnx_ir as ir

from compiler_core.graph.pass_base import GraphPass, PassResult
from compiler_core.llm.attention_fusion.rewriting import given, readers, weight_product
from compiler_core.llm.block_graph.kernels import join, kernel_of
from compiler_core.trace import Change

_ACTIVATIONS = ("Sigmoid", "Gelu")
_SCALING = ("Mul", "Split")


def fuse_gates(model: ir.Model) -> PassResult:
    nodes = [node for node in model.graph if node.op_type in _ACTIVATIONS]
    return PassResult(tuple(_visit(model, node) for node in nodes))


def _visit(model: ir.Model, activation: ir.Node) -> Change:
    name = str(activation.name)
    chain = _chain(activation)
    if chain is None:
        reason = "Its result is not multiplied with a second product of the same input."
        return Change("refused", name, reason, (name,), (name,))
    gated = chain[-1]
    makers = [_kernel_before(given(gated, index), chain) for index in (0, 1)]
    sources = {*_made_by(chain), *(maker for maker in makers if maker)}
    names = tuple(str(node.name) for node in chain)
    if len(sources) == 1:
        kernel = sources.pop()
        reason = (
            f"{kernel} has gate and factor of an element at once; only their product is stored."
        )
        join(model, {kernel, *(kernel_of(node) for node in chain)}, kernel)
        return Change("fused", name, reason, names, names)
    kernel = makers[1] or makers[0] or sorted(sources)[0]
    join(model, {kernel, *(kernel_of(node) for node in chain)}, kernel)
    reason = (
        f"Gate and factor are two kernels, so {kernel} reads the other from memory. Packed before, "
        "they would be one."
    )
    return Change("fused", name, reason, names, names)


def _chain(activation: ir.Node) -> tuple[ir.Node, ...] | None:
    """The activation, x·sigmoid(x) where it is SiLU, and the product with the factor."""
    chain, value = [activation], activation.outputs[0]
    while True:
        consumers = readers(value)
        if len(consumers) != 1 or consumers[0].op_type != "Mul" or value.is_graph_output():
            break
        chain.append(consumers[0])
        value = consumers[0].outputs[0]
    wanted = 3 if activation.op_type == "Sigmoid" else 2
    return tuple(chain[:wanted]) if len(chain) >= wanted else None


def _made_by(chain: tuple[ir.Node, ...]) -> set[str]:
    """The kernel that makes the gate."""
    before = _kernel_before(given(chain[0], 0), chain)
    return {before} if before else set()


def _kernel_before(value: ir.Value, chain: tuple[ir.Node, ...]) -> str:
    """The kernel of the product that a value comes from; empty for what the chain makes itself."""
    node = value.producer()
    if node is None or node in chain:
        return ""
    start = node
    while not weight_product(node):
        node = given(node, 0).producer() if node.op_type in _SCALING else None
        if node is None:
            return ""
    return kernel_of(start)


SWIGLU = GraphPass("swiglu", "Multiply the activated gate where gate and factor arise.", fuse_gates)
