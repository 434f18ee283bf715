"""What a model asks of a chip, without the model: sizes only."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.llm.records import ModelHeader
from compiler_core.soc.layers import Layer

STAGE = "work"


@dataclass(frozen=True, slots=True)
class NetworkWork:
    """layers: of the fused kernels, in order. nodes: of each node of the file before any pass;
    empty where only the kernels are known.
    """

    layers: tuple[Layer, ...]
    nodes: tuple[Layer, ...]


@dataclass(frozen=True, slots=True)
class LanguageWork:
    """A language model by its header: tensors' sizes and types, and its configuration."""

    header: ModelHeader


Work = NetworkWork | LanguageWork
