"""A network as kernels and the tensors between them: plain data that any process may hold.

Kernels stand in their order of execution. A tensor is made by one kernel, or is there from the
start, and is read by kernels that come later. A graph may come from a process that read a hostile
model, so everything in it is checked, when it is made and again when it is mapped.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from itertools import pairwise
from typing import get_args

from compiler_core.errors import InputError
from compiler_core.graph.layers.layer import Layer, LayerKind

FROM_OUTSIDE = -1
KERNEL_LIMIT = 2000
EDGE_LIMIT = 20_000
_LARGEST_SIZE = 1 << 40
_LONGEST_NAME = 300
_MOST_OPERATORS = 300


@dataclass(frozen=True, slots=True)
class GraphKernel:
    """One kernel: its sizes, and the ONNX operators in it, each once."""

    layer: Layer
    operators: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GraphTensor:
    """What crosses a kernel's border.

    producer: number of the kernel that makes it, FROM_OUTSIDE for an input of the network.
    consumers: numbers of the kernels that read it, ascending. is_result: the network gives it back.
    """

    name: str
    elements: int
    producer: int
    consumers: tuple[int, ...]
    is_result: bool


@dataclass(frozen=True, slots=True)
class KernelGraph:
    """A network. Raises InputError for one that no kernels could run in this order."""

    name: str
    kernels: tuple[GraphKernel, ...]
    tensors: tuple[GraphTensor, ...]

    def __post_init__(self) -> None:
        check_graph(self)

    @property
    def layers(self) -> tuple[Layer, ...]:
        """Of the kernels, in order."""
        return tuple(kernel.layer for kernel in self.kernels)


def check_graph(graph: KernelGraph) -> None:
    """Raises InputError for a graph that is not what its fields say, or is too large."""
    if not (_is_name(graph.name) and _all_are(graph.kernels, GraphKernel)):
        raise InputError("This is no kernel graph.")
    if not graph.kernels:
        raise InputError(f"{graph.name} has no kernels: there is nothing to map.")
    for kernel in graph.kernels[: KERNEL_LIMIT + 1]:
        _check_kernel(kernel)
    if not _all_are(graph.tensors, GraphTensor):
        raise InputError(f"The tensors of {graph.name} are none.")
    for tensor in graph.tensors:
        _check_tensor(tensor, len(graph.kernels))
    edges = sum(1 + len(graph_tensor.consumers) for graph_tensor in graph.tensors)
    if len(graph.kernels) > KERNEL_LIMIT or edges > EDGE_LIMIT:
        raise InputError(
            f"{graph.name} has {len(graph.kernels):,} kernels and {edges:,} ends of edges; at most "
            f"{KERNEL_LIMIT:,} and {EDGE_LIMIT:,} are mapped."
        )


def _check_kernel(kernel: GraphKernel) -> None:
    layer = kernel.layer
    if not isinstance(layer, Layer) or not _is_name(layer.name):
        raise InputError("A kernel of the graph has no name.")
    sizes = [
        getattr(layer, layer_field.name)
        for layer_field in fields(layer)
        if layer_field.name not in ("name", "kind")
    ]
    if layer.kind not in get_args(LayerKind) or not all(map(_is_size, sizes)):
        raise InputError(f"The kernel {layer.name!r} has a size or kind that none has.")
    if layer.macs and not 1 <= layer.groups <= layer.channels_out:
        raise InputError(f"The kernel {layer.name!r} has {layer.groups} groups of channels.")
    operators = kernel.operators
    if not (_all_are(operators, str) and all(map(_is_name, operators[:_MOST_OPERATORS]))):
        raise InputError(f"The operators of the kernel {layer.name!r} are no names.")
    if len(operators) > _MOST_OPERATORS:
        raise InputError(f"The kernel {layer.name!r} has more than {_MOST_OPERATORS} operators.")


def _check_tensor(tensor: GraphTensor, kernels: int) -> None:
    if not (_is_name(tensor.name) and _is_size(tensor.elements)):
        raise InputError("A tensor of the graph has a name or size that none has.")
    ends = (tensor.producer, *tensor.consumers) if _all_are(tensor.consumers, int) else ()
    if not ends or not all(type(end) is int for end in ends) or type(tensor.is_result) is not bool:
        raise InputError(f"The tensor {tensor.name!r} has ends that are no kernels.")
    in_order = all(earlier < other for earlier, other in pairwise(ends))
    if not in_order or not FROM_OUTSIDE <= ends[0] <= ends[-1] < kernels:
        raise InputError(
            f"The tensor {tensor.name!r} is read before it is made, twice, or by no kernel."
        )


def _all_are(value: object, kind: type) -> bool:
    return isinstance(value, tuple) and all(isinstance(member, kind) for member in value)


def _is_name(value: object) -> bool:
    return isinstance(value, str) and len(value) <= _LONGEST_NAME


def _is_size(value: object) -> bool:
    return type(value) is int and 0 <= value <= _LARGEST_SIZE
