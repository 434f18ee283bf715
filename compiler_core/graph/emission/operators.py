"""Every operator for which C can be written, as one table."""

from __future__ import annotations

import onnx_ir as ir

from compiler_core.errors import InputError
from compiler_core.graph.emission.convolution import CONVOLUTION
from compiler_core.graph.emission.elementwise import ELEMENTWISE
from compiler_core.graph.emission.facts import NHWC_DOMAIN, attribute
from compiler_core.graph.emission.joining import JOINING
from compiler_core.graph.emission.moving import MOVING
from compiler_core.graph.emission.normalisation import NORMALISATION, TRAINING_BATCH
from compiler_core.graph.emission.operator import InlineRule, Operator
from compiler_core.graph.emission.pooling import POOLING
from compiler_core.graph.emission.products import PRODUCTS
from compiler_core.graph.emission.quantised import QUANTISED
from compiler_core.graph.emission.reduction import REDUCTION
from compiler_core.graph.emission.resizing import RESIZING
from compiler_core.graph.emission.small_floats import coded_refusal
from compiler_core.graph.importing.unwritten import why_unwritten

OPERATORS: tuple[Operator, ...] = (
    *ELEMENTWISE,
    *MOVING,
    *RESIZING,
    *CONVOLUTION,
    *POOLING,
    *PRODUCTS,
    *REDUCTION,
    *NORMALISATION,
    *JOINING,
    *QUANTISED,
)
_BY_NAME = {operator.key: operator for operator in OPERATORS}
SUPPORTED_OPERATORS: frozenset[tuple[str, str]] = frozenset(_BY_NAME)
SUPPORTED_NAMES: frozenset[str] = frozenset(name for domain, name in _BY_NAME if not domain)
if len(_BY_NAME) != len(OPERATORS):
    raise ValueError("An operator stands twice in the table.")


def find_operator(node: ir.Node) -> Operator:
    """The rules of a node's operator. Raises InputError for one we cannot write, by name."""
    operator = _BY_NAME.get(("" if node.domain == "ai.onnx" else node.domain, node.op_type))
    if operator is None:
        name = f"{node.domain}.{node.op_type}" if node.domain else node.op_type
        reason = why_unwritten(node)
        raise InputError(
            f"No C can be written for operator {name} (node {node.name!r})"
            f"{f': {reason}' if reason else '.'}",
            "docs/operators.md lists the supported operators.",
        )
    return TRAINING_BATCH if operator.name == TRAINING_BATCH.name and _trains(node) else operator


def inline_rule(node: ir.Node) -> InlineRule | None:
    """How its elements follow from its operands', None where it has loops of its own. Raises as
    `find_operator`."""
    return find_operator(node).inline


def _trains(node: ir.Node) -> bool:
    return bool(attribute(node, "training_mode", 0))


def refusal_of(node: ir.Node) -> str:
    """Why no C can be written for this very node, in words; empty if it can.

    Raises InputError where the node lacks what its operator needs.
    """
    operator = find_operator(node)
    reason = coded_refusal(node) or operator.refusal(node)
    where = f"{node.op_type} {node.name!r}"
    return f"No C can be written for {where}: {reason.rstrip(chr(46))}." if reason else ""


def unsupported_nodes(model: ir.Model) -> tuple[tuple[str, str], ...]:
    """Names of nodes and their operators that the table lacks."""
    return tuple(
        (node.name or "", node.op_type)
        for node in model.graph
        if ("" if node.domain == "ai.onnx" else node.domain, node.op_type) not in _BY_NAME
    )


__all__ = [
    "NHWC_DOMAIN",
    "OPERATORS",
    "SUPPORTED_NAMES",
    "SUPPORTED_OPERATORS",
    "find_operator",
    "inline_rule",
    "refusal_of",
    "unsupported_nodes",
]
