"""The edges of the layer tables: who reads what, from the blocks that the tables are made of.

A layer reads what the layer before it made, but for two: the first of a block, which comes after
a shortcut, reads the block's input; the last adds the block's input or its shortcut. A module with
branches says in its layers' names which reads which; what ends a branch is read together behind it.
"""

from __future__ import annotations

from compiler_core.graph.layers.layer import Layer, LayerKind
from compiler_core.soc.mapping.graph import FROM_OUTSIDE, GraphKernel, GraphTensor, KernelGraph
from compiler_core.soc.networks.layer_tables import layer_table

_OPERATORS: dict[LayerKind, tuple[str, ...]] = {
    "convolution": ("Conv", "Relu"),
    "depthwise": ("Conv", "Relu"),
    "dense": ("Gemm",),
    "pooling": ("GlobalAveragePool",),
    "elementwise": ("Add",),
}
_SHORTCUT = "shortcut"
_MODULE = ""
"""What comes into a module, where several branches begin."""
_BRANCHES: dict[str, dict[str, str]] = {
    "inception-v1": {
        "1x1": _MODULE, "reduce 3x3": _MODULE, "3x3": "reduce 3x3", "reduce 5x5": _MODULE,
        "5x5": "reduce 5x5", "pool": _MODULE, "project": "pool",
    },
    "squeezenet-1.1": {"squeeze": _MODULE, "1x1": "squeeze", "3x3": "squeeze"},
}  # fmt: skip
"""For each part of a module of this table, the part that it reads."""


def table_graph(name: str) -> KernelGraph:
    """The graph of one table. Raises UnknownName."""
    layers = layer_table(name)
    parts = _BRANCHES.get(name)
    reads = _branch_reads(layers, parts) if parts else _reads(layers)
    summed = [parts is None and len(sources) > 1 for sources in reads]
    kernels = tuple(_kernel(layer, is_sum) for layer, is_sum in zip(layers, summed, strict=True))
    numbers = range(len(layers))
    pictures = layers[0].input_elements
    tensors = [GraphTensor("input", pictures, FROM_OUTSIDE, _readers(FROM_OUTSIDE, reads), False)]
    tensors += [
        GraphTensor(
            layers[number].name,
            layers[number].output_elements,
            number,
            _readers(number, reads),
            number == numbers[-1],
        )
        for number in numbers
    ]
    return KernelGraph(name, kernels, tuple(tensors))


def _kernel(layer: Layer, summed: bool) -> GraphKernel:
    if layer.kind == "pooling" and layer.rows * layer.columns > 1:
        return GraphKernel(layer, ("MaxPool",))
    return GraphKernel(layer, (*_OPERATORS[layer.kind], *(("Add",) if summed else ())))


def _readers(made: int, reads: list[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(number for number, sources in enumerate(reads) if made in sources)


def _reads(layers: tuple[Layer, ...]) -> list[tuple[int, ...]]:
    """For each layer, the numbers of those that it reads; FROM_OUTSIDE for the picture."""
    reads: list[tuple[int, ...]] = []
    block, given, shortcut = "", FROM_OUTSIDE, FROM_OUTSIDE
    for number, layer in enumerate(layers):
        name, part = _parts(layer.name)
        if name != block:
            block, given, shortcut = name, number - 1, number - 1
        before = given if layers[number - 1].name == f"{block} {_SHORTCUT}" else number - 1
        if part == _SHORTCUT:
            shortcut = number
        added = layer.input_elements - _made(layers, before) if number else 0
        reads.append((before, shortcut) if added else (before,))
    return reads


def _branch_reads(layers: tuple[Layer, ...], parts: dict[str, str]) -> list[tuple[int, ...]]:
    """The same where modules have branches, their results side by side behind them."""
    reads: list[tuple[int, ...]] = []
    module, given, ends = "", (FROM_OUTSIDE,), (FROM_OUTSIDE,)
    numbers: dict[str, int] = {}
    for number, layer in enumerate(layers):
        name, _, part = layer.name.partition(" ")
        if part not in parts:
            reads.append(ends)
            module, ends = "", (number,)
            continue
        if name != module:
            module, given, ends, numbers = name, ends, (), {}
        before = parts[part]
        reads.append(given if before == _MODULE else (numbers[before],))
        numbers[part] = number
        ends = tuple(end for key, end in numbers.items() if key not in parts.values())
    return reads


def _parts(name: str) -> tuple[str, str]:
    """The block, such as 1.2, and the part of it; layers outside blocks are blocks themselves."""
    block, _, part = name.partition(" ")
    return (block, part) if "." in block else (name, "")


def _made(layers: tuple[Layer, ...], number: int) -> int:
    return layers[0].input_elements if number == FROM_OUTSIDE else layers[number].output_elements
