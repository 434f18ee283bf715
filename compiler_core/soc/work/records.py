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
    """Of the fused kernels, in order."""
    nodes: tuple[Layer, ...]
    """Of each node of the file before any pass; empty where only the kernels are known."""
    lowered: tuple[Layer, ...] = ()
    """Of each node after the graph passes, before fusion."""
    sources: tuple[tuple[str, ...], ...] = ()
    """Of each of `lowered`, the names of those in `nodes` that it computes."""
    members: tuple[tuple[str, ...], ...] = ()
    """Of each of `layers`, the names of those in `lowered` that it is made of. All empty where only
    the kernels are known."""
    graph: KernelGraph | None = None
    """The kernels and the tensors between them; None for a network that is not mapped to units, for
    the reason in `unmapped`."""
    unmapped: str = ""


@dataclass(frozen=True, slots=True)
class LanguageWork:
    """A language model by its header: tensors' sizes and types, and its configuration."""

    header: ModelHeader


Work = NetworkWork | LanguageWork
