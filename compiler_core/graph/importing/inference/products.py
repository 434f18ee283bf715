"""Rules of matrix products."""

from __future__ import annotations

import onnx_ir as ir

from compiler_core.graph.importing.value_facts import Fact, NodeFacts, Shape, broadcast


def matrix_product(node: NodeFacts) -> tuple[Fact, ...]:
    """MatMul: as numpy's matmul."""
    shape = _product(node, node.input(0).shape, node.input(1).shape)
    return (Fact(node.input(0).element_type, shape),)


def integer_matrix_product(node: NodeFacts) -> tuple[Fact, ...]:
    shape = _product(node, node.input(0).shape, node.input(1).shape)
    return (Fact(ir.DataType.INT32, shape),)


def quantised_matrix_product(node: NodeFacts) -> tuple[Fact, ...]:
    shape = _product(node, node.input(0).shape, node.input(3).shape)
    return (Fact(node.input(7).element_type, shape),)


def _product(node: NodeFacts, left: Shape, right: Shape) -> Shape:
    node.require(len(left) >= 1 and len(right) >= 1, "a scalar is no matrix")
    rows = left if len(left) > 1 else (1, *left)
    columns = right if len(right) > 1 else (*right, 1)
    node.require(rows[-1] == columns[-2], f"{rows[-1]} columns meet {columns[-2]} rows")
    shape = broadcast(node, rows[:-2], columns[:-2])
    kept_rows = (rows[-2],) if len(left) > 1 else ()
    kept_columns = (columns[-1],) if len(right) > 1 else ()
    return (*shape, *kept_rows, *kept_columns)


def general_product(node: NodeFacts) -> tuple[Fact, ...]:
    """Gemm: alpha·A·B + beta·C with two matrices, each perhaps transposed."""
    left, right = node.input(0).shape, node.input(1).shape
    node.require(len(left) == 2 and len(right) == 2, "it multiplies matrices")
    rows = left[::-1] if node.integer("transA", 0) else left
    columns = right[::-1] if node.integer("transB", 0) else right
    node.require(rows[1] == columns[0], f"{rows[1]} columns meet {columns[0]} rows")
    shape = (rows[0], columns[1])
    if node.has(2):
        node.require(
            broadcast(node, shape, node.input(2).shape) == shape,
            "what it adds is larger than the product",
        )
    return (Fact(node.input(0).element_type, shape),)
