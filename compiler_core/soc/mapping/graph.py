"""A network as kernels and the tensors between them: plain data that any process may hold.

Kernels stand in their order of execution. A tensor is made by one kernel, or is there from the
start, and is read by kernels that come later.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from itertools import pairwise

from compiler_core.errors import InputError
from compiler_core.soc.layers import Layer

FROM_OUTSIDE = -1
KERNEL_LIMIT = 2000
EDGE_LIMIT = 20_000
_LARGEST_SIZE = 1 << 40
_LONGEST_NAME = 300


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
        if not self.kernels:
            raise InputError(f"{self.name} has no kernels: there is nothing to map.")
        edges = sum(len(one.consumers) for one in self.tensors)
        if len(self.kernels) > KERNEL_LIMIT or edges > EDGE_LIMIT:
            raise InputError(
                f"{self.name} has {len(self.kernels):,} kernels and {edges:,} edges; at most "
                f"{KERNEL_LIMIT:,} and {EDGE_LIMIT:,} are mapped."
            )
        for kernel in self.kernels:
            _check_layer(kernel.layer)
        for tensor in self.tensors:
            _check_tensor(tensor, len(self.kernels))

    @property
    def layers(self) -> tuple[Layer, ...]:
        """Of the kernels, in order."""
        return tuple(one.layer for one in self.kernels)


def _check_layer(layer: Layer) -> None:
    values = (getattr(layer, one.name) for one in fields(layer))
    sizes = [one for one in values if not isinstance(one, str)]
    if len(layer.name) > _LONGEST_NAME or not all(0 <= size <= _LARGEST_SIZE for size in sizes):
        raise InputError(f"The kernel {layer.name[:_LONGEST_NAME]!r} has a size that none has.")
    if layer.macs and not 1 <= layer.groups <= layer.channels_out:
        raise InputError(f"The kernel {layer.name!r} has {layer.groups} groups of channels.")


def _check_tensor(tensor: GraphTensor, kernels: int) -> None:
    name = tensor.name[:_LONGEST_NAME]
    if len(tensor.name) > _LONGEST_NAME or not 0 <= tensor.elements <= _LARGEST_SIZE:
        raise InputError(f"The tensor {name!r} has a size that none has.")
    if not FROM_OUTSIDE <= tensor.producer < kernels:
        raise InputError(f"No kernel makes the tensor {name!r}.")
    later = (tensor.producer, *tensor.consumers)
    in_order = all(one < other for one, other in pairwise(later))
    if not in_order or later[-1] >= kernels:
        raise InputError(f"The tensor {name!r} is read before it is made, twice, or by no kernel.")
