"""Dead code elimination: take out what no output needs.

From the last node to the first: a node none of whose outputs is read, or is an output of the model,
goes, and with it perhaps the last reader of another. Second outputs and constants that nothing
reads go as well.
"""

from __future__ import annotations

import onnx_ir as ir

from compiler_core.graph.pass_base import GraphPass, PassResult
from compiler_core.graph.rewriting import Rewriter, name_of


def eliminate_dead_code(model: ir.Model) -> PassResult:
    rewriter = Rewriter(model)
    for node in reversed(list(model.graph)):
        if not any(_is_needed(value) for value in node.outputs):
            _remove(rewriter, node)
        elif len(node.outputs) > 1:
            _trim_outputs(rewriter, node)
    _remove_constants(rewriter)
    return rewriter.result


def _remove_constants(rewriter: Rewriter) -> None:
    constants = rewriter.graph.initializers
    unread = [name for name, value in constants.items() if not _is_needed(value)]
    for name in unread:
        del constants[name]
    if unread:
        shown = ", ".join(unread[:3]) + (", …" if len(unread) > 3 else "")
        what = "1 constant" if len(unread) == 1 else f"{len(unread)} constants"
        rewriter.change("removed", what, f"No node reads {shown}.", ())


def _is_needed(value: ir.Value) -> bool:
    return bool(value.uses()) or value.is_graph_output()


def _remove(rewriter: Rewriter, node: ir.Node) -> None:
    rewriter.graph.remove(node, safe=True)
    rewriter.change(
        "removed", name_of(node), "No output of the model needs what it computes.", (name_of(node),)
    )


def _trim_outputs(rewriter: Rewriter, node: ir.Node) -> None:
    """Outputs behind the last needed one; only operators whose later outputs are optional."""
    if node.op_type == "Split" or node.domain:
        return
    count = max(at for at, value in enumerate(node.outputs) if _is_needed(value)) + 1
    if count == len(node.outputs):
        return
    names = ", ".join(value.name or "" for value in node.outputs[count:])
    node.resize_outputs(count)
    rewriter.change(
        "removed",
        name_of(node),
        f"Nothing reads its further outputs: {names}.",
        (name_of(node),),
        (name_of(node),),
    )


DEAD_CODE_ELIMINATION = GraphPass(
    "dead-code-elimination",
    "Take out nodes and constants that no output of the model needs.",
    eliminate_dead_code,
)
