"""Bytes that the kernels of a block move between DRAM and the core.

Each kernel reads each input once and writes each output once: what tensors cost that do not stay in
a cache. Weights are read once by each kernel. A kernel of attention by tiles reads keys and values
once for each tile of queries, unless those of one head stay near the core.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

import onnx_ir as ir

from compiler_core.graph.provenance import sources_of
from compiler_core.llm.attention_fusion.budget import FLOAT_BYTES, MemoryBudget
from compiler_core.llm.attention_fusion.rewriting import given, shape_of, weight_product
from compiler_core.llm.block_graph.kernels import (
    VIEWS,
    is_in_place,
    kernel_groups,
    members,
    memory_of,
    span_of,
    tiles_of,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelTraffic:
    """One kernel, in bytes."""

    kernel: str
    """Name of the kernel."""
    operators: tuple[str, ...]
    """Those that compute, views left out."""
    sources: tuple[str, ...]
    """GGUF names or nodes of the source."""
    reads: int
    """Bytes that it reads of activations, cache and tables."""
    writes: int
    """Bytes that it writes of activations, cache and tables."""
    weights: int
    """Bytes that it reads of weights."""

    @property
    def bytes(self) -> int:
        return self.reads + self.writes + self.weights


def kernel_traffic(model: ir.Model, budget: MemoryBudget) -> tuple[KernelTraffic, ...]:
    """Every kernel of the model, in order."""
    return tuple(
        _traffic(members(model, group.name), group.name, budget) for group in kernel_groups(model)
    )


def written_tensors(model: ir.Model) -> dict[str, int]:
    """Bytes of every tensor that a kernel writes to memory, by name; views are no tensors."""
    values = {str(value.name): value for node in model.graph for value in node.outputs}
    written = [values[name] for group in kernel_groups(model) for name in group.outputs]
    return {str(buffer.name): bytes_of(buffer) for buffer in map(memory_of, written)}


def _traffic(nodes: tuple[ir.Node, ...], name: str, budget: MemoryBudget) -> KernelTraffic:
    tiled = next((node for node in nodes if tiles_of(node)), None)
    reads = (
        bytes_of(value)
        if tiled is None or not value.is_graph_output()
        else _read_by_tiles(value, tiled, budget)
        for value in _read(nodes, tiled)
    )
    return KernelTraffic(
        kernel=name,
        operators=tuple(node.op_type for node in nodes if node.op_type not in VIEWS),
        sources=tuple(dict.fromkeys(source for node in nodes for source in sources_of(node))),
        reads=sum(reads),
        writes=_written(nodes),
        weights=_weights(nodes, tiled, budget),
    )


def bytes_of(value: ir.Value) -> int:
    return prod(shape_of(value)) * FLOAT_BYTES


def _read(nodes: tuple[ir.Node, ...], tiled: ir.Node | None) -> tuple[ir.Value, ...]:
    """Values from outside, each once: activations, cache, tables. A kernel by tiles computes its
    mask from positions, and an append in place does not read what is there."""
    values: dict[ir.Value, None] = {}
    for node in nodes:
        for index, value in enumerate(node.inputs):
            if value is None or value.producer() in nodes or _is_small(value, node, index):
                continue
            if is_in_place(node) and index == 0:
                continue
            if tiled is not None and _is_mask(node, index):
                continue
            values[memory_of(value)] = None
    return tuple(value for value in values if value.producer() not in nodes)


def _is_small(value: ir.Value, node: ir.Node, index: int) -> bool:
    """Weights are counted apart; sizes and single numbers stay in registers."""
    if value.const_value is None:
        return False
    return value.dtype != ir.DataType.FLOAT or not shape_of(value) or _is_weight(node, index)


def _is_weight(node: ir.Node, index: int) -> bool:
    constant = given(node, index).const_value is not None
    return constant and (weight_product(node) or _is_row(node, index))


def _is_row(node: ir.Node, index: int) -> bool:
    """The weights of a norm, or a bias."""
    row = index == 1 and len(shape_of(given(node, index))) == 1
    return row and node.op_type in ("RMSNormalization", "Add")


def _is_mask(node: ir.Node, index: int) -> bool:
    value = given(node, index)
    return node.op_type == "Add" and value.const_value is not None and len(shape_of(value)) == 2


def _read_by_tiles(value: ir.Value, tiled: ir.Node, budget: MemoryBudget) -> int:
    """Bytes of keys or values [1, heads, total, size] that a kernel by tiles reads.

    Those that no query sees are left out. If those of one head stay near the core, each is read
    once; else once for each tile of queries that sees it.
    """
    tiles, span = tiles_of(tiled), span_of(tiled)
    assert tiles is not None
    _, heads, total, size = shape_of(value)
    tokens, row = shape_of(tiled.outputs[0])[-2], heads * size * FLOAT_BYTES
    if budget.fits(2 * total * size * FLOAT_BYTES):
        return (span.last(tokens - 1) - span.first(0)) * row
    starts = range(0, tokens, tiles.queries)
    ends = (min(start + tiles.queries, tokens) - 1 for start in starts)
    seen = (span.last(end) - span.first(start) for start, end in zip(starts, ends, strict=True))
    return sum(seen) * row


def _written(nodes: tuple[ir.Node, ...]) -> int:
    """Bytes of values that other kernels read or that leave the model, each once."""
    sizes: dict[ir.Value, int] = {}
    for node in nodes:
        for value in node.outputs:
            if value.is_graph_output() or any(use.node not in nodes for use in value.uses()):
                memory = memory_of(value)
                maker = memory.producer()
                in_place = maker is not None and is_in_place(maker)
                sizes[memory] = (
                    bytes_of(given(maker, 1)) if in_place and maker else bytes_of(memory)
                )
    return sum(sizes.values())


def _weights(nodes: tuple[ir.Node, ...], tiled: ir.Node | None, budget: MemoryBudget) -> int:
    """Matrices of the budget's type, norms and biases of float32; a matrix behind attention by
    tiles is read again for each tile unless it stays near the core."""
    total = 0
    for node in nodes:
        for index, value in enumerate(node.inputs):
            if value is None or not _is_weight(node, index):
                continue
            if not weight_product(node):
                total += bytes_of(value)
                continue
            size = budget.weight_bytes(prod(shape_of(value)))
            total += size * (1 if budget.fits(size) else _row_tiles(tiled))
    return total


def _row_tiles(tiled: ir.Node | None) -> int:
    tiles = tiles_of(tiled) if tiled is not None else None
    if tiled is None or tiles is None:
        return 1
    return -(-shape_of(tiled.outputs[0])[-2] // tiles.queries)
