"""The edges of the layer tables: who reads what, from the blocks that the tables are made of.

A layer reads what the layer before it made, but for two: the first of a block, which comes after
a shortcut, reads the block's input; the last adds the block's input or its shortcut.
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


def table_graph(name: str) -> KernelGraph:
    """The graph of one table. Raises UnknownName."""
    layers = layer_table(name)
    reads = _reads(layers)
    kernels = tuple(_kernel(layer, len(one)) for layer, one in zip(layers, reads, strict=True))
    numbers = range(len(layers))
    pictures = layers[0].input_elements
    tensors = [GraphTensor("input", pictures, FROM_OUTSIDE, _readers(FROM_OUTSIDE, reads), False)]
    tensors += [
        GraphTensor(layers[number].name, layers[number].output_elements, number,
                    _readers(number, reads), number == numbers[-1])
        for number in numbers
    ]  # fmt: skip
    return KernelGraph(name, kernels, tuple(tensors))


def _kernel(layer: Layer, tensors: int) -> GraphKernel:
    if layer.name.startswith("max pool"):
        return GraphKernel(layer, ("MaxPool",))
    summed = ("Add",) if tensors > 1 else ()
    return GraphKernel(layer, (*_OPERATORS[layer.kind], *summed))


def _readers(made: int, reads: list[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(number for number, one in enumerate(reads) if made in one)


def _reads(layers: tuple[Layer, ...]) -> list[tuple[int, ...]]:
    """For each layer, the numbers of those that it reads; FROM_OUTSIDE for the picture."""
    found: list[tuple[int, ...]] = []
    block, given, shortcut = "", FROM_OUTSIDE, FROM_OUTSIDE
    for number, layer in enumerate(layers):
        name, part = _parts(layer.name)
        if name != block:
            block, given, shortcut = name, number - 1, number - 1
        before = given if layers[number - 1].name == f"{block} {_SHORTCUT}" else number - 1
        if part == _SHORTCUT:
            shortcut = number
        added = layer.input_elements - _made(layers, before) if number else 0
        found.append((before, shortcut) if added else (before,))
    return found


def _parts(name: str) -> tuple[str, str]:
    """The block, such as 1.2, and the part of it; layers outside blocks are blocks themselves."""
    block, _, part = name.partition(" ")
    return (block, part) if "." in block else (name, "")


def _made(layers: tuple[Layer, ...], number: int) -> int:
    return layers[0].input_elements if number == FROM_OUTSIDE else layers[number].output_elements
