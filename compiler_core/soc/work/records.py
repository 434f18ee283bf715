"""What a model asks of a chip, without the model: sizes only."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.graph.layers.layer import Layer
from compiler_core.llm.records import ModelHeader
from compiler_core.soc.mapping.graph import KernelGraph

STAGE = "work"


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkWork:
    """What a network asks of a chip, in sizes only."""

    layers: tuple[Layer, ...]
    """Sizes of each fused kernel, in order of execution."""
    nodes: tuple[Layer, ...]
    """Sizes of each node of the file before any pass; empty where only kernels are known."""
    lowered: tuple[Layer, ...] = ()
    """Sizes of each node after the graph passes, before fusion; empty where only kernels are
    known."""
    sources: tuple[tuple[str, ...], ...] = ()
    """For each of `lowered` the names of those in `nodes` that it computes."""
    members: tuple[tuple[str, ...], ...] = ()
    """For each of `layers` the names of those in `lowered` that it is made of."""
    graph: KernelGraph | None = None
    """The kernels and the tensors between them; None for a network that is not mapped to units, for
    the reason in `unmapped`."""
    unmapped: str = ""
    """Why `graph` is None, a sentence; empty where it is not."""


@dataclass(frozen=True, slots=True)
class LanguageWork:
    """A language model by its header: tensors' sizes and types, and its configuration."""

    header: ModelHeader


Work = NetworkWork | LanguageWork
