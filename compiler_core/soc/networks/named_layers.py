"""The layers of any ONNX network: after graph passes and fusion, one for each kernel.

Norms are folded and elementwise operators fused as `lowlab graph compile` does, so that kernels
here are the kernels there. Reads models as that command does: a name that ships, or a file.
"""

from __future__ import annotations

from typing import Literal

from compiler_core.errors import InputError
from compiler_core.graph.fusion.fuse import fuse
from compiler_core.graph.layers.layer import Layer
from compiler_core.graph.layers.model_layers import model_layers
from compiler_core.graph.layers.stage_layers import layers_alone
from compiler_core.graph.settings import DEFAULT_SETTINGS
from compiler_core.graph.source_model import source_model
from compiler_core.graph.undoing import run_sound_passes
from compiler_core.soc.networks.layer_tables import TABLES, layer_table

FusionChoice = Literal["usual", "none"]


def layers_of(name: str, fusion: FusionChoice = "usual") -> tuple[Layer, ...]:
    """Of a layer table, a model that ships, or a file. Without fusion the graph passes do not run
    either: each node of the file is a kernel.

    Raises UnknownName for none of them, ModelRefused for a file that cannot be read, InputError
    for a layer table without fusion.
    """
    if name in TABLES:
        return _table(name, fusion)
    imported = source_model(name, DEFAULT_SETTINGS, TABLES).imported
    if fusion == "none":
        return layers_alone(imported.model)
    model = run_sound_passes(imported.model).model
    return model_layers(model, fuse(model).groups)


def _table(name: str, fusion: FusionChoice) -> tuple[Layer, ...]:
    if fusion == "none":
        raise InputError(f"The table {name} has fused kernels only.", "Give an ONNX file.")
    return layer_table(name)
